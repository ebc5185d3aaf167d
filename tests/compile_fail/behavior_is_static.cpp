#include "kebne/actor.hpp"

struct Order {};

class Shop final : public kebne::Actor {
 public:
#ifdef KEBNE_MUST_FAIL
  void behavior(kebne::On<Shop>& on) { on.handle<&Shop::order>(); }
#else
  static void behavior(kebne::On<Shop>& on) { on.handle<&Shop::order>(); }
#endif
  void order(const Order&) {}
};

kebne::Props shop() { return kebne::props<Shop>(); }
