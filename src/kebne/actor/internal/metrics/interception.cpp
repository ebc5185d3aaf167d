#include "kebne/actor/internal/metrics/interception.hpp"

#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/base/detail/type_name.hpp"

#include <exception>
#include <stdexcept>

namespace kebne {

BorrowedRef Invocation::actor() const noexcept { return BorrowedRef{&cell_}; }

BorrowedRef Invocation::sender() const noexcept {
  return BorrowedRef{cell_.current != nullptr ? cell_.current->sender_cell() : nullptr};
}

const Envelope* Invocation::message() const noexcept { return cell_.current; }

std::string Invocation::type_name() const {
  return detail::demangle(detail::message_type(type_).info->name());
}

namespace detail {

Interceptors::Interceptors(const std::vector<std::shared_ptr<Interceptor>>& all) {
  for (const auto& interceptor : all) {
    if (interceptor == nullptr) {
      throw ConfigError{"telemetry.interceptors: found null, wanted an interceptor"};
    }
    all_.push_back({interceptor, interceptor->includes_scheduled()});
  }
}

void Interception::before() noexcept {
  for (const auto& one : cell_.core->interceptors.all_) {
    if (!concerns(one)) continue;
    try {
      one.interceptor->before(invocation_);
    } catch (...) {
      report_lost_exception(cell_, std::current_exception());
    }
  }
}

void Interception::after(Outcome outcome) noexcept {
  const auto& all = cell_.core->interceptors.all_;
  for (auto one = all.rbegin(); one != all.rend(); ++one) {
    if (!concerns(*one)) continue;
    try {
      one->interceptor->after(invocation_, outcome);
    } catch (...) {
      report_lost_exception(cell_, std::current_exception());
    }
  }
}

}  // namespace detail
}  // namespace kebne
