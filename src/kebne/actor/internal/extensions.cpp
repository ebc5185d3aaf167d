#include "kebne/actor/internal/extensions.hpp"

#include "kebne/actor/errors.hpp"
#include "kebne/base/detail/type_name.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace kebne::detail {

void* Extensions::get(ActorSystem& system, std::type_index type, MakeExtension make) {
  Entry* entry = nullptr;
  {
    const std::lock_guard guard{lock_};
    if (destroyed_) {
      throw SystemTerminating{
          fmt::format("extension {}: the system has ended", demangle(type.name()))};
    }
    auto& place = entries_[type];
    if (place == nullptr) place = std::make_unique<Entry>();
    entry = place.get();
    if (entry->made != nullptr) return entry->made.get();
    if (entry->maker == std::this_thread::get_id()) {
      throw std::logic_error{
          fmt::format("extension {}: its constructor asks for itself, or for "
                      "another that asks for it",
                      demangle(type.name()))};
    }
  }
  const std::lock_guard making{entry->lock};
  {
    const std::lock_guard guard{lock_};
    if (entry->made != nullptr) return entry->made.get();
    entry->maker = std::this_thread::get_id();
  }
  ExtensionPtr made{nullptr, [](void*) {}};
  try {
    made = make(system);
  } catch (...) {
    const std::lock_guard guard{lock_};
    entry->maker = {};
    throw;
  }
  const std::lock_guard guard{lock_};
  entry->maker = {};
  order_.push_back(entry);
  entry->made = std::move(made);
  return entry->made.get();
}

bool Extensions::has(std::type_index type) const {
  const std::lock_guard guard{lock_};
  const auto found = entries_.find(type);
  return found != entries_.end() && found->second->made != nullptr;
}

void Extensions::destroy() noexcept {
  for (;;) {
    ExtensionPtr last{nullptr, [](void*) {}};
    {
      const std::lock_guard guard{lock_};
      if (order_.empty()) {
        destroyed_ = true;
        return;
      }
      last = std::move(order_.back()->made);
      order_.pop_back();
    }
  }
}

}  // namespace kebne::detail
