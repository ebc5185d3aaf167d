#include "kebne/testkit/step_executor.hpp"

#include "kebne/actor/detail/local.hpp"

#include <limits>
#include <utility>

namespace kebne {
namespace {

/// While this thread steps, references that come back are collected, as on a worker.
class Deferring {
 public:
  explicit Deferring(detail::Local& l) noexcept : l_{l}, before_{std::exchange(l.defers, true)} {}
  Deferring(const Deferring&) = delete;
  Deferring& operator=(const Deferring&) = delete;
  ~Deferring() {
    l_.defers = before_;
    if (!before_) l_.deferred.flush(l_);
  }

 private:
  detail::Local& l_;
  bool before_;
};

}  // namespace

bool StepExecutor::run_one() { return run_at_most(1) == 1; }

std::size_t StepExecutor::run_until_idle() {
  return run_at_most(std::numeric_limits<std::size_t>::max());
}

std::size_t StepExecutor::run_at_most(std::size_t limit) {
  detail::Local& l = detail::local();
  const Deferring deferring{l};
  detail::ActorCell* const outer = l.current;  // a handler may step others
  std::size_t steps = 0;
  ++depth_;
  for (; steps < limit && !ready_.empty(); ++steps) {
    if (seed_ != 0) std::swap(ready_.front(), ready_[random_.next() % ready_.size()]);
    Runnable* r = ready_.front();
    ready_.pop_front();
    if (r->run(r, l)) ready_.push_back(r);
  }
  --depth_;
  l.current = outer;
  return steps;
}

}  // namespace kebne
