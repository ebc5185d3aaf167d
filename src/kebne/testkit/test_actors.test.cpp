#include "kebne/testkit/test_actors.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace kebne {
namespace {

TEST(TestActors, SwallowReturnAndPassOn) {
  TestKit kit;
  Probe client = kit.probe();
  Probe server = kit.probe();
  const ActorRef hole = kit.spawn<BlackHoleActor>("hole");
  const ActorRef echo = kit.spawn<EchoActor>("echo");
  const ActorRef forwarder = kit.spawn<ForwardActor>("forwarder", server.ref());

  client.send(hole, 1);
  client.expect_none();
  EXPECT_TRUE(kit.observer().unhandled().empty());

  client.send(echo, 2);
  EXPECT_EQ(client.expect<int>(), 2);

  client.send(forwarder, std::make_unique<int>(3));
  EXPECT_EQ(*server.expect<std::unique_ptr<int>>(), 3);
  EXPECT_EQ(server.last_sender(), client.ref());
}

TEST(TestActors, HaveNobodyToReturnTo) {
  TestKit kit;
  const ActorRef echo = kit.spawn<EchoActor>("echo");
  kit.expect_dead_letters<int>(1, [&] { echo.tell(1); });
}

}  // namespace
}  // namespace kebne
