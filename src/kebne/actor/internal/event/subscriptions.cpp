#include "kebne/actor/internal/event/subscriptions.hpp"

#include "kebne/base/detail/platform.hpp"

#include <algorithm>

namespace kebne::detail {
namespace {

/// What no subscription changes: nobody listens. Never freed.
const Listeners nobody_listens;

/// A type, its bases and theirs, each once.
std::vector<std::uint32_t> channels_of(std::uint32_t type) {
  std::vector<std::uint32_t> found{type};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const MessageType& at = message_type(found[i]);
    if (at.add_bases == nullptr) continue;
    std::vector<std::uint32_t> more;
    at.add_bases(more);
    for (const std::uint32_t id : more) {
      if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
    }
  }
  found.push_back(message_id<AnyMessage>());
  return found;
}

bool fence_for_readers() noexcept {
  static const bool done = [] {
    const bool can = prepare_heavy_fence();
    readers_fence.store(!can, std::memory_order_seq_cst);
    return can;
  }();
  return done;
}

/// Whether the thread has left the reading that it was seen in.
bool has_left(const std::pair<const Local*, std::uint64_t>& reader) noexcept {
  return reader.first->reads.load(std::memory_order_seq_cst) != reader.second;
}

}  // namespace

constinit std::atomic<bool> readers_fence{true};

Subscriptions::Subscriptions(EventStream& stream, SubscriptionHook* hook)
    : stream_{stream}, hook_{hook} {
  fence_for_readers();
}

Subscriptions::~Subscriptions() {
  close();
  for (const Retired& retired : retired_) free_all({retired.list});
  for (auto& chunk : stream_.chunks_) delete chunk.load(std::memory_order_relaxed);
}

void Subscriptions::put(std::uint32_t type, const Listeners* list) {
  auto& place = stream_.chunks_[type / EventStream::chunk_size];
  EventStream::Chunk* chunk = place.load(std::memory_order_relaxed);
  if (chunk == nullptr) {
    chunk = new EventStream::Chunk{};
    place.store(chunk, std::memory_order_seq_cst);
  }
  const Listeners* old =
      chunk->at[type % EventStream::chunk_size].exchange(list, std::memory_order_seq_cst);
  if (old != nullptr && old != &nobody_listens) replaced_.push_back(old);
}

void Subscriptions::rebuild(const Published& published) {
  auto list = std::make_unique<Listeners>();
  for (const std::uint32_t channel : published.channels) {
    const auto found = by_channel_.find(channel);
    if (found == by_channel_.end()) continue;
    for (const Subscriber& s : found->second) {
      if (s.actor == nullptr) {
        auto& to = list->in_place;
        if (std::find(to.begin(), to.end(), s.in_place) == to.end()) to.push_back(s.in_place);
      } else if (std::find(list->actors.begin(), list->actors.end(), s.actor) ==
                 list->actors.end()) {
        list->actors.push_back(s.actor);
      }
    }
  }
  replaced_.reserve(replaced_.size() + 1);
  const bool empty = list->empty();
  for (RefCell* actor : list->actors) add_ref(actor);
  put(published.type, empty ? &nobody_listens : list.release());
}

void Subscriptions::rebuild_where(std::uint32_t channel) {
  for (const Published& published : published_) {
    const auto& channels = published.channels;
    if (std::find(channels.begin(), channels.end(), channel) != channels.end()) rebuild(published);
  }
}

std::vector<const Listeners*> Subscriptions::take_unread() {
  std::vector<const Listeners*> unread;
  std::erase_if(retired_, [&unread](Retired& retired) {
    std::erase_if(retired.readers, has_left);
    if (!retired.readers.empty()) return false;
    unread.push_back(retired.list);
    return true;
  });
  if (replaced_.empty()) return unread;
  if (fence_for_readers()) heavy_fence();
  const auto readers = readers_now();
  for (const Listeners* list : std::exchange(replaced_, {})) {
    if (readers.empty()) {
      unread.push_back(list);
    } else {
      retired_.push_back({list, readers});
    }
  }
  return unread;
}

void Subscriptions::free_all(const std::vector<const Listeners*>& lists) noexcept {
  Local& l = local();
  for (const Listeners* list : lists) {
    for (RefCell* actor : list->actors) release_refs(l, actor, 1);
    delete list;
  }
}

bool Subscriptions::add(Subscriber subscriber, std::uint32_t channel) {
  std::vector<const Listeners*> unread;
  {
    const std::lock_guard guard{lock_};
    if (closed_) return false;
    auto& here = by_channel_[channel];
    if (std::find(here.begin(), here.end(), subscriber) != here.end()) return false;
    here.push_back(subscriber);
    if (subscriber.actor != nullptr) add_ref(subscriber.actor);
    rebuild_where(channel);
    unread = take_unread();
  }
  free_all(unread);
  if (hook_ != nullptr && subscriber.actor != nullptr) {
    hook_->on_subscribe(subscriber.actor, channel);
  }
  return true;
}

bool Subscriptions::remove(Subscriber subscriber, std::uint32_t channel) {
  std::vector<const Listeners*> unread;
  {
    const std::lock_guard guard{lock_};
    const auto found = by_channel_.find(channel);
    if (found == by_channel_.end() || std::erase(found->second, subscriber) == 0) return false;
    if (found->second.empty()) by_channel_.erase(found);
    rebuild_where(channel);
    unread = take_unread();
  }
  free_all(unread);
  if (subscriber.actor == nullptr) return true;
  if (hook_ != nullptr) hook_->on_unsubscribe(subscriber.actor, channel);
  release_refs(local(), subscriber.actor, 1);
  return true;
}

bool Subscriptions::remove_all(RefCell* actor) {
  std::vector<std::uint32_t> channels;
  {
    const std::lock_guard guard{lock_};
    for (const auto& [channel, here] : by_channel_) {
      if (std::find(here.begin(), here.end(), Subscriber{actor, nullptr}) != here.end()) {
        channels.push_back(channel);
      }
    }
  }
  bool any = false;
  for (const std::uint32_t channel : channels) {
    std::vector<const Listeners*> unread;
    {
      const std::lock_guard guard{lock_};
      const auto found = by_channel_.find(channel);
      if (found == by_channel_.end()) continue;
      if (std::erase(found->second, Subscriber{actor, nullptr}) == 0) continue;
      if (found->second.empty()) by_channel_.erase(found);
      rebuild_where(channel);
      unread = take_unread();
    }
    any = true;
    free_all(unread);
    release_refs(local(), actor, 1);  // the caller holds one too
  }
  if (any && hook_ != nullptr) hook_->on_unsubscribe_all(actor);
  return any;
}

const Listeners& Subscriptions::list_of(std::uint32_t type) {
  const std::lock_guard guard{lock_};
  const auto known = std::find_if(published_.begin(), published_.end(),
                                  [type](const Published& p) { return p.type == type; });
  if (known == published_.end()) {
    published_.push_back({type, channels_of(type)});
    rebuild(published_.back());
  }
  // The caller reads: what it gets is not freed.
  return *stream_.chunks_[type / EventStream::chunk_size]
              .load()
              ->at[type % EventStream::chunk_size];
}

void Subscriptions::close() noexcept {
  std::unordered_map<std::uint32_t, std::vector<Subscriber>> all;
  {
    const std::lock_guard guard{lock_};
    closed_ = true;
    all.swap(by_channel_);
    for (const Published& published : published_) rebuild(published);
  }
  Local& l = local();
  for (;;) {
    std::vector<const Listeners*> unread;
    bool mine_only = true;
    {
      const std::lock_guard guard{lock_};
      unread = take_unread();
      for (const Retired& retired : retired_) {
        for (const auto& reader : retired.readers) mine_only = mine_only && reader.first == &l;
      }
    }
    free_all(unread);
    if (mine_only) break;  // closed inside a publish of its own: that list waits for the destructor
    yield_thread();
  }
  for (const auto& [channel, here] : all) {
    for (const Subscriber& s : here) {
      if (s.actor != nullptr) release_refs(l, s.actor, 1);
    }
  }
}

}  // namespace kebne::detail
