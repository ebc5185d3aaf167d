#include "kebne/actor.hpp"

#include <memory>
#include <utility>

#ifdef KEBNE_MUST_FAIL
using Argument = std::unique_ptr<int>;
#else
using Argument = std::shared_ptr<int>;
#endif

class Keeper final : public kebne::Actor {
 public:
  explicit Keeper(Argument) {}
};

kebne::Props keeper(Argument argument) { return kebne::props<Keeper>(std::move(argument)); }
