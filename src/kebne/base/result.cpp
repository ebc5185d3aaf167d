#include "kebne/base/result.hpp"

namespace kebne {

std::string_view to_string(Code code) noexcept {
  switch (code) {
    case Code::BadSyntax: return "BadSyntax";
    case Code::OutOfRange: return "OutOfRange";
    case Code::Timeout: return "Timeout";
    case Code::DeadTarget: return "DeadTarget";
    case Code::WrongReplyType: return "WrongReplyType";
    case Code::UserError: return "UserError";
    case Code::Terminated: return "Terminated";
    case Code::Full: return "Full";
  }
  return "unknown";
}

}  // namespace kebne
