#include "kebne/actor.hpp"

#include <memory>
#include <utility>
#include <vector>

#ifdef KEBNE_MUST_FAIL
using Shared = std::unique_ptr<int>;
#else
using Shared = std::shared_ptr<int>;
#endif

struct News {
  Shared text;
};

void publish(const std::vector<kebne::ActorRef>& all, News news) {
  kebne::tell_all(all, std::move(news));
}
