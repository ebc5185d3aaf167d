#include "kebne/actor/internal/supervision.hpp"

#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/system_core.hpp"

namespace kebne::detail {

Directive default_decision(const std::exception_ptr& cause) noexcept {
  try {
    std::rethrow_exception(cause);
  } catch (const InitializationFailed&) {
    return Directive::Stop;
  } catch (const ActorKilled&) {
    return Directive::Stop;
  } catch (...) {
    return Directive::Restart;
  }
}

void report_failure(const ActorCell& cell, const std::exception_ptr& cause, FailureSite site,
                    std::string_view outcome) noexcept {
  const MessageType* type = site.message_type != 0 ? &message_type(site.message_type) : nullptr;
  cell.core->observe([&](Observer& observer) {
    observer.on_failure({lazy_path(&cell), lazy_type(type), site.point, cause, outcome});
  });
}

}  // namespace kebne::detail
