#pragma once

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/interceptor.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kebne::detail {

/// The interceptors of a system.
class Interceptors {
 public:
  explicit Interceptors(const std::vector<std::shared_ptr<Interceptor>>& all);

  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }

 private:
  friend class Interception;
  struct One {
    std::shared_ptr<Interceptor> interceptor;
    bool includes_scheduled;
  };
  std::vector<One> all_;
};

/// One message on its way through the interceptors.
class Interception {
 public:
  Interception(ActorCell& cell, const Envelope& e, std::optional<ScheduledTell> scheduled) noexcept
      : cell_{cell}, invocation_{cell, e.type, scheduled} {}

  void before() noexcept;
  void after(Outcome outcome) noexcept;

 private:
  [[nodiscard]] bool concerns(const Interceptors::One& one) const noexcept {
    return one.includes_scheduled || !invocation_.scheduled();
  }

  ActorCell& cell_;
  const Invocation invocation_;
};

}  // namespace kebne::detail
