#pragma once

#include "kebne/actor/extension.hpp"

#include <memory>
#include <mutex>
#include <thread>
#include <typeindex>
#include <unordered_map>
#include <vector>

namespace kebne::detail {

/// The extensions of one system: each made by the first who asks for it, destroyed in the reverse
/// of the order in which they were done. Any thread.
///
/// One that is being made may ask for others. Two that ask for each other are `std::logic_error`
/// when one thread meets itself; two threads that begin at either end would wait for ever.
class Extensions {
 public:
  /// Throws what the constructor throws: the next who asks tries again. `SystemTerminating` once
  /// they have been destroyed.
  void* get(ActorSystem& system, std::type_index type, MakeExtension make);
  [[nodiscard]] bool has(std::type_index type) const;
  void destroy() noexcept;

 private:
  struct Entry {
    std::mutex lock;
    std::thread::id maker;  ///< under the outer lock
    ExtensionPtr made{nullptr, [](void*) {}};
  };
  mutable std::mutex lock_;
  std::unordered_map<std::type_index, std::unique_ptr<Entry>> entries_;
  std::vector<Entry*> order_;
  bool destroyed_ = false;
};

}  // namespace kebne::detail
