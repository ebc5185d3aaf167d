#include "kebne/actor/event/any_payload.hpp"

namespace kebne {

AnyPayload AnyPayload::adopt(Envelope* e) {
  AnyPayload payload;
  try {
    payload.rep_ = IntrusivePtr<Rep>{new Rep{e}};
  } catch (...) {
    detail::free_envelope(detail::local(), e);
    throw;
  }
  return payload;
}

void AnyPayload::Rep::release() noexcept {
  // acq_rel: the last one sees what the others did.
  if (refs.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  detail::free_envelope(detail::local(), envelope);
  delete this;
}

}  // namespace kebne
