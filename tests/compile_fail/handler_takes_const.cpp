#include "kebne/actor.hpp"

struct Order {
  int items;
};

class Shop final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Shop>& on) { on.handle<&Shop::order>(); }
#ifdef KEBNE_MUST_FAIL
  void order(Order& o) { o.items = 0; }
#else
  void order(Order o) { o.items = 0; }
#endif
};

kebne::Props shop() { return kebne::props<Shop>(); }
