#include "kebne/actor.hpp"

#include <string>

class Shop final : public kebne::Actor {
 public:
#ifdef KEBNE_MUST_FAIL
  explicit Shop(std::string&) {}  // a recipe's copies are const
#else
  explicit Shop(const std::string&) {}
#endif
};

kebne::Props shop() { return kebne::props<Shop>(std::string{"name"}); }
