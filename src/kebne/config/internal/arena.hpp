#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kebne::detail::hocon {

/// Memory of one parsed configuration. Nothing is freed before the arena itself, and no destructor
/// runs: what is made in it holds memory of this arena only.
class Arena {
 public:
  explicit Arena(std::size_t first_block) : pool_{first_block} {}

  template <class T, class... Args>
  T* make(Args&&... args) {
    return new (pool_.allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <class T>
  T* array(std::size_t count) {
    return static_cast<T*>(pool_.allocate(count * sizeof(T), alignof(T)));
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = array<char>(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  [[nodiscard]] std::pmr::memory_resource* resource() noexcept { return &pool_; }

 private:
  std::pmr::monotonic_buffer_resource pool_;
};

/// A growing array in an arena; copying it copies a view.
template <class T>
class ArenaVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  void push(Arena& arena, const T& value) {
    if (size_ == capacity_) grow(arena);
    new (data_ + size_) T(value);
    ++size_;
  }
  void cut(std::uint32_t size) noexcept { size_ = size; }

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  T& back() noexcept { return data_[size_ - 1]; }

 private:
  void grow(Arena& arena) {
    const std::uint32_t wider = capacity_ == 0 ? 4 : capacity_ * 2;
    T* moved = arena.array<T>(wider);
    if (size_ != 0) std::memcpy(static_cast<void*>(moved), data_, size_ * sizeof(T));
    data_ = moved;
    capacity_ = wider;
  }

  T* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace kebne::detail::hocon
