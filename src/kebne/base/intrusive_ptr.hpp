#pragma once

#include <compare>
#include <cstddef>
#include <utility>

namespace kebne {

/// Owns one count of an object that counts its own references.
///
/// `T` has the members `add_ref()` and `release()`, both `noexcept`; the `release` that takes the
/// last count disposes of the object. As thread-safe as those two; one `IntrusivePtr` is one
/// thread's at a time.
template <class T>
class IntrusivePtr {
 public:
  IntrusivePtr() noexcept = default;
  IntrusivePtr(std::nullptr_t) noexcept {}

  /// Adds a count of its own; `object` may be null.
  explicit IntrusivePtr(T* object) noexcept : object_{object} {
    if (object_ != nullptr) object_->add_ref();
  }

  IntrusivePtr(const IntrusivePtr& other) noexcept : IntrusivePtr{other.object_} {}
  IntrusivePtr(IntrusivePtr&& other) noexcept : object_{std::exchange(other.object_, nullptr)} {}

  IntrusivePtr& operator=(const IntrusivePtr& other) noexcept {
    IntrusivePtr{other}.swap(*this);
    return *this;
  }
  IntrusivePtr& operator=(IntrusivePtr&& other) noexcept {
    IntrusivePtr{std::move(other)}.swap(*this);
    return *this;
  }

  ~IntrusivePtr() {
    if (object_ != nullptr) object_->release();
  }

  /// Takes over a count that the caller has.
  [[nodiscard]] static IntrusivePtr adopt(T* counted) noexcept {
    IntrusivePtr p;
    p.object_ = counted;
    return p;
  }

  /// Hands the count to the caller, who is to `release` it or `adopt` it again.
  [[nodiscard]] T* detach() noexcept { return std::exchange(object_, nullptr); }

  /// Gives the count back and is null.
  void reset() noexcept { IntrusivePtr{}.swap(*this); }

  void swap(IntrusivePtr& other) noexcept { std::swap(object_, other.object_); }

  [[nodiscard]] T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

  /// By identity of the object.
  friend bool operator==(const IntrusivePtr& a, const IntrusivePtr& b) noexcept = default;
  friend bool operator==(const IntrusivePtr& a, std::nullptr_t) noexcept {
    return a.object_ == nullptr;
  }
  friend std::strong_ordering operator<=>(const IntrusivePtr& a, const IntrusivePtr& b) noexcept {
    return std::compare_three_way{}(a.object_, b.object_);
  }

 private:
  T* object_ = nullptr;
};

}  // namespace kebne
