#include "kebne/base/detail/node_pool.hpp"

#include "kebne/base/detail/platform.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

namespace kebne::detail {

namespace {

/// 64 KiB, aligned to their size, so that a node finds its slab by masking its address.
struct Slab {
  static constexpr std::size_t bytes = 64 * 1024;
  static constexpr std::size_t header = 64;
  Slab* next;
  Slab** back;
  Node* reserve;  ///< free nodes that are not at hand
  std::uint32_t reserved;
  std::uint32_t carved;
  std::uint32_t capacity;
};
static_assert(sizeof(Slab) <= Slab::header);

/// Address space for slabs. Free ones keep their range and none of their memory.
class SlabSource {
 public:
  Slab* take(std::uint32_t node_size) {
    const std::lock_guard guard{mutex_};
    if (free_.empty()) extend();
    auto* slab = new (free_.back()) Slab{};
    free_.pop_back();
    slab->capacity = static_cast<std::uint32_t>((Slab::bytes - Slab::header) / node_size);
    live_.fetch_add(1, std::memory_order_relaxed);
    return slab;
  }

  void give(Slab* slab) noexcept {
    discard_memory(slab, Slab::bytes);
    const std::lock_guard guard{mutex_};
    free_.push_back(slab);  // within the capacity that `extend` reserved
    live_.fetch_sub(1, std::memory_order_relaxed);
  }

  [[nodiscard]] std::uint64_t live() const noexcept {
    return live_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t extent = 64;  // slabs

  void extend() {
    free_.reserve(total_ + extent);
    auto* at = static_cast<char*>(reserve_memory(extent * Slab::bytes, Slab::bytes));
    if (at == nullptr) throw std::bad_alloc{};
    total_ += extent;
    for (std::size_t i = extent; i-- > 0;) free_.push_back(at + i * Slab::bytes);
  }

  std::mutex mutex_;
  std::vector<void*> free_;
  std::size_t total_ = 0;
  std::atomic<std::uint64_t> live_{0};
};

SlabSource& slab_source() {
  static SlabSource& source = *new SlabSource;  // threads may give nodes back until the very end
  return source;
}

Slab* slab_of(Node* node) noexcept {
  return reinterpret_cast<Slab*>(reinterpret_cast<std::uintptr_t>(node) & ~(Slab::bytes - 1));
}

}  // namespace

std::uint64_t NodePool::live_slabs() noexcept { return slab_source().live(); }

/// The slabs of one pool, with their free nodes that are not at hand.
struct NodePool::Slabs {
  std::mutex lock;
  Slab* first = nullptr;

  Slab& with_room(std::uint32_t node_size);  // under lock
  void reserve(Node* list) noexcept;
};

NodePool::NodePool(std::uint32_t node_size, std::uint16_t id, NodePoolRegistry& peers,
                   NodePoolLimits limits)
    : size_{node_size}, id_{id}, limits_{limits}, peers_{peers}, slabs_{new Slabs} {}

NodePool::~NodePool() {
  delete slabs_;
  for (const ChainPage* chains : away_) delete chains;
}

void NodePool::refill() {
  // acquire: pairs with send_home's release; the returned nodes' last writes are seen.
  if (Node* list = inbox_.exchange(nullptr, std::memory_order_acquire)) {
    count_ += inbox_count_.exchange(0, std::memory_order_relaxed);
    free_ = list;
    return;
  }
  const std::lock_guard guard{slabs_->lock};
  Slab& slab = slabs_->with_room(size_);
  if (slab.reserve != nullptr) {
    free_ = slab.reserve;
    count_ = slab.reserved;
    slab.reserve = nullptr;
    slab.reserved = 0;
    return;
  }
  // A batch at a time, so that a fresh thread touches one page and not a whole slab.
  char* base = reinterpret_cast<char*>(&slab) + Slab::header;
  const std::uint32_t first = slab.carved;
  slab.carved = std::min(slab.capacity, first + limits_.batch);
  Node* list = nullptr;
  for (std::uint32_t i = slab.carved; i-- > first;) {
    auto* node = new (base + std::size_t{i} * size_) Node{};
    node->owner = id_;
    node->next = list;
    list = node;
  }
  free_ = list;
  count_ = slab.carved - first;
}

Slab& NodePool::Slabs::with_room(std::uint32_t node_size) {
  for (Slab* slab = first; slab != nullptr; slab = slab->next) {
    if (slab->reserve != nullptr || slab->carved < slab->capacity) return *slab;
  }
  Slab* slab = slab_source().take(node_size);
  slab->next = first;
  slab->back = &first;
  if (first != nullptr) first->back = &slab->next;
  first = slab;
  return *slab;
}

Node* NodePool::plain_take() {
  void* memory = std::aligned_alloc(64, size_);
  if (memory == nullptr) throw std::bad_alloc{};
  Node* node = new (memory) Node{};
  node->owner = id_;
  return node;
}

void NodePool::give_foreign(Node* node) noexcept {
  ChainPage*& chains = away_[node->owner / page];
  if (KEBNE_UNLIKELY(chains == nullptr) && limits_.batch > 1) {
    chains = new (std::nothrow) ChainPage;
  }
  if (KEBNE_UNLIKELY(chains == nullptr)) {
    Chain alone{node, node, 1};
    send_home(node->owner, alone);
    return;
  }
  Chain& chain = chains->chains[node->owner % page];
  node->next = chain.head;
  if (chain.head == nullptr) chain.tail = node;
  chain.head = node;
  if (++chain.count == limits_.batch) send_home(node->owner, chain);
}

void NodePool::send_home(std::uint16_t owner, Chain& chain) noexcept {
  NodePool& home = *peers_.pools[owner].load(std::memory_order_acquire);
  Node* top = home.inbox_.load(std::memory_order_relaxed);
  do {
    chain.tail->next = top;
    // release: the owner's acquire in refill must see what was written to these nodes.
  } while (!home.inbox_.compare_exchange_weak(top, chain.head, std::memory_order_release,
                                              std::memory_order_relaxed));
  home.inbox_count_.fetch_add(chain.count, std::memory_order_relaxed);
  chain = Chain{};
}

void NodePool::flush() noexcept {
  for (std::uint32_t p = 0; p < NodePoolRegistry::max_owners / page; ++p) {
    // Ids are given out densely: behind the first page without a pool there are no others.
    if (peers_.pools[p * page].load(std::memory_order_acquire) == nullptr) break;
    if (away_[p] == nullptr) continue;
    for (std::uint32_t i = 0; i < page; ++i) {
      Chain& chain = away_[p]->chains[i];
      if (chain.count != 0) send_home(static_cast<std::uint16_t>(p * page + i), chain);
    }
  }
}

void NodePool::Slabs::reserve(Node* list) noexcept {
  const std::lock_guard guard{lock};
  while (list != nullptr) {
    Node* node = list;
    list = node->next;
    Slab* slab = slab_of(node);
    node->next = slab->reserve;
    slab->reserve = node;
    if (++slab->reserved != slab->carved) continue;
    *slab->back = slab->next;
    if (slab->next != nullptr) slab->next->back = slab->back;
    slab_source().give(slab);
  }
}

void NodePool::trim_inbox() noexcept {
  Node* list = inbox_.exchange(nullptr, std::memory_order_acquire);
  inbox_count_.store(0, std::memory_order_relaxed);
  slabs_->reserve(list);
}

void NodePool::trim() noexcept {
  const std::int64_t keep = limits_.keep;
  if (overflows()) trim_inbox();
  if (count_ <= keep) return;
  Node* last = free_;
  if (last == nullptr) {  // the count is a sum of other threads' news and may run ahead
    count_ = 0;
    return;
  }
  for (std::int64_t i = 1; i < keep / 2 && last->next != nullptr; ++i) last = last->next;
  Node* rest = last->next;
  last->next = nullptr;
  count_ = keep / 2;
  slabs_->reserve(rest);
}

}  // namespace kebne::detail
