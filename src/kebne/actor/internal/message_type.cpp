#include "kebne/actor/detail/message_type.hpp"

#include "kebne/base/assert.hpp"

#include <mutex>
#include <typeindex>
#include <unordered_map>

namespace kebne::detail {
namespace {

/// Types by id, in chunks that never move, so that readers need no lock.
class MessageTypes {
 public:
  std::uint32_t add(MessageType& type) {
    const std::lock_guard guard{mutex_};
    const auto [found, is_new] = ids_.try_emplace(std::type_index{*type.info}, count_ + 1);
    if (is_new) {
      const std::uint32_t id = ++count_;
      if (id >= chunks * chunk) assertion_failed(__FILE__, __LINE__, "fewer than 65536 types");
      auto*& entries = entries_[id / chunk];
      if (entries == nullptr) entries = new const MessageType*[chunk]();
      entries[id % chunk] = &type;
    }
    // release: whoever reads the id finds the entry.
    type.id.store(found->second, std::memory_order_release);
    return found->second;
  }

  [[nodiscard]] const MessageType& at(std::uint32_t id) const noexcept {
    return *entries_[id / chunk][id % chunk];
  }

 private:
  static constexpr std::uint32_t chunk = 1024;
  static constexpr std::uint32_t chunks = 64;

  std::mutex mutex_;
  std::unordered_map<std::type_index, std::uint32_t> ids_;
  std::uint32_t count_ = 0;
  const MessageType** entries_[chunks] = {};
};

MessageTypes& types() {
  static MessageTypes& all = *new MessageTypes;  // messages may be freed until the very end
  return all;
}

}  // namespace

std::uint32_t register_message(MessageType& type) { return types().add(type); }

const MessageType& message_type(std::uint32_t id) noexcept { return types().at(id); }

}  // namespace kebne::detail
