// What may be told, and what becomes of it on its way: copies, moves, shares, destruction.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

/// Copies, moves and destructions of the messages of one test.
struct Counts {
  int copies = 0;
  int moves = 0;
  int alive = 0;
};

/// A message that counts; `Extra` decides whether it fits into an envelope.
template <std::size_t Extra>
struct Counted {
  explicit Counted(Counts* to) : counts{to} { ++counts->alive; }
  Counted(const Counted& other) : counts{other.counts} {
    ++counts->copies;
    ++counts->alive;
  }
  Counted(Counted&& other) noexcept : counts{other.counts} {
    ++counts->moves;
    ++counts->alive;
  }
  ~Counted() { --counts->alive; }
  Counts* counts;
  std::array<char, Extra> extra{};
};
using Small = Counted<8>;
using Large = Counted<100>;
static_assert(detail::fits_inline<Small> && !detail::fits_inline<Large>);

struct Unique {
  std::unique_ptr<int> value;
};
static_assert(!detail::fits_inline<Unique>);

struct alignas(64) Aligned {
  int value;
};
struct Trivial {
  std::array<int, 10> values;
};
static_assert(sizeof(Trivial) == Envelope::room && detail::fits_inline<Trivial>);

struct ThrowsOnCopy {
  ThrowsOnCopy() = default;
  ThrowsOnCopy(const ThrowsOnCopy&) { throw std::runtime_error{"copy"}; }
  ThrowsOnCopy(ThrowsOnCopy&&) noexcept = default;
};
struct ThrowsOnMove {
  ThrowsOnMove() = default;
  ThrowsOnMove(ThrowsOnMove&&) { throw std::runtime_error{"move"}; }
};

/// Takes messages in one of the forms, and passes on what it is told to.
template <class M>
class ByReference final : public Actor {
 public:
  static void behavior(On<ByReference>& on) { on.template handle<&ByReference::get>(); }
  explicit ByReference(ActorRef next) : next_{std::move(next)} {}
  ByReference() = default;

 private:
  void get(const M&) {
    if (next_) forward(next_);
  }
  ActorRef next_;
};
template <class M>
class ByValue final : public Actor {
 public:
  static void behavior(On<ByValue>& on) { on.template handle<&ByValue::get>(); }

 private:
  void get(M) {}
};

TEST(Envelope, HoldsASmallMessageAndDestroysItOnce) {
  TestKit kit;
  Counts counts;

  kit.spawn<ByReference<Small>>("a").tell(Small{&counts});
  EXPECT_EQ(counts.alive, 1);
  kit.run_until_idle();

  EXPECT_EQ(counts.alive, 0);
  EXPECT_EQ(counts.copies, 0);
  EXPECT_EQ(counts.moves, 1);
}

TEST(Envelope, MovesALargeMessageOnceToAndOnceFromTheHeap) {
  TestKit kit;
  Counts counts;

  kit.spawn<ByReference<Large>>("a").tell(Large{&counts});
  kit.run_until_idle();
  EXPECT_EQ(counts.moves, 1);
  kit.spawn<ByValue<Large>>("b").tell(Large{&counts});
  kit.run_until_idle();

  EXPECT_EQ(counts.moves, 3);
  EXPECT_EQ(counts.copies, 0);
  EXPECT_EQ(counts.alive, 0);
}

TEST(Envelope, CopiesANamedMessageAndLeavesItAlone) {
  TestKit kit;
  Counts counts;
  const Small small{&counts};

  kit.spawn<ByValue<Small>>("a").tell(small);
  kit.run_until_idle();

  EXPECT_EQ(counts.copies, 1);
  EXPECT_EQ(counts.alive, 1);
}

TEST(Envelope, DestroysWhatNobodyReads) {
  Counts counts;
  {
    TestKit kit;
    const ActorRef a = kit.spawn<ByReference<Small>>("a");
    kit.system().stop(a);
    a.tell(Small{&counts});
    a.tell(Large{&counts});
    kit.run_until_idle();
    EXPECT_EQ(counts.alive, 0);
    a.tell(Small{&counts});
    ActorRef::nobody().tell(Large{&counts});
    kit.system().dead_letters().tell(Large{&counts});
    EXPECT_EQ(counts.alive, 0);
    kit.tell(a, Large{&counts});
  }
  EXPECT_EQ(counts.alive, 0);
}

TEST(Envelope, CarriesWhatCanOnlyBeMoved) {
  TestKit kit;
  kit.test_actor().ref().tell(Unique{std::make_unique<int>(7)});

  EXPECT_EQ(*kit.expect<Unique>().value, 7);
}

TEST(Envelope, KeepsTheAlignmentOfAMessage) {
  class Aligner final : public Actor {
   public:
    bool receive(Envelope& e) override {
      reply(reinterpret_cast<std::uintptr_t>(e.get_if<Aligned>()) % alignof(Aligned));
      return true;
    }
  };
  TestKit kit;
  const ActorRef aligner = kit.spawn<Aligner>("aligner");

  for (int i = 0; i < 5; ++i) {
    kit.tell(aligner, Aligned{i});
    EXPECT_EQ(kit.expect<std::uintptr_t>(), 0u);
  }
}

TEST(Envelope, CarriesEveryByteOfItsRoom) {
  TestKit kit;
  const Trivial sent{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  kit.tell(kit.spawn<ByReference<Trivial>>("a", kit.test_actor().ref()), sent);

  EXPECT_EQ(kit.expect<Trivial>().values, sent.values);
}

TEST(Envelope, IsNotLostWhenAMessageCannotBeBuilt) {
  TestKit kit;
  const ActorRef a = kit.test_actor().ref();
  const ThrowsOnCopy original;

  for (int i = 0; i < 100; ++i) {
    EXPECT_THROW(a.tell(original), std::runtime_error);
    EXPECT_THROW(a.tell(ThrowsOnMove{}), std::runtime_error);
    EXPECT_THROW(a.tell(original, a), std::runtime_error);
  }
  const ActorRef targets[] = {a, a};
  EXPECT_THROW(tell_all(targets, original), std::runtime_error);
  a.tell(1);

  EXPECT_EQ(kit.expect<int>(), 1);
  kit.expect_none();
}

TEST(Envelope, SharesOnePayloadAmongMany) {
  TestKit kit;
  Counts counts;
  std::vector<ActorRef> readers;
  for (int i = 0; i < 10; ++i) readers.push_back(kit.spawn<ByReference<Small>>(""));

  tell_all(readers, Small{&counts});
  EXPECT_EQ(counts.alive, 1);
  kit.run_until_idle();

  EXPECT_EQ(counts.copies, 0);
  EXPECT_EQ(counts.moves, 1);
  EXPECT_EQ(counts.alive, 0);
}

TEST(Envelope, GivesEachOfManyTakersACopyAndTheLastTheOriginal) {
  TestKit kit;
  Counts counts;
  std::vector<ActorRef> takers;
  for (int i = 0; i < 10; ++i) takers.push_back(kit.spawn<ByValue<Small>>(""));

  tell_all(takers, Small{&counts});
  kit.run_until_idle();

  EXPECT_EQ(counts.copies, 9);
  EXPECT_EQ(counts.moves, 2);  // to the heap, and from it to the last one
  EXPECT_EQ(counts.alive, 0);
}

TEST(Envelope, ToldToManyByAnActorCarriesItAsTheSender) {
  class Broadcaster final : public Actor {
   public:
    explicit Broadcaster(ActorRef to) : to_{std::move(to)} {}
    bool receive(Envelope&) override {
      const ActorRef targets[] = {to_, to_, ActorRef{}, ActorRef::nobody()};
      tell_all(targets, std::string{"hello"});
      return true;
    }

   private:
    ActorRef to_;
  };
  TestKit kit;
  const ActorRef broadcaster = kit.spawn<Broadcaster>("b", kit.test_actor().ref());
  broadcaster.tell(1);

  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(kit.expect<std::string>(), "hello");
    EXPECT_EQ(kit.test_actor().last_sender(), broadcaster);
  }
  kit.expect_none();
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
  tell_all(std::vector<ActorRef>{}, 1);
}

TEST(Envelope, StopsAllThatAreToldAPoisonPillAtOnce) {
  TestKit kit;
  const std::vector<ActorRef> targets{kit.spawn<ByValue<int>>("a"), kit.spawn<ByValue<int>>("b")};

  tell_all(targets, PoisonPill{});
  kit.run_until_idle();

  for (const ActorRef& target : targets) target.tell(1);
  EXPECT_EQ(kit.observer().dead_letters().size(), 2u);
}

template <class M>
struct Forwarding : testing::Test {
  /// Sends `message` through an actor that reads and forwards it; what arrives.
  static M forwarded(TestKit& kit, M message) {
    const ActorRef through = kit.spawn<ByReference<M>>("through", kit.test_actor().ref());
    const Probe origin = kit.probe("origin");
    origin.send(through, std::move(message));
    M out = kit.expect<M>();
    EXPECT_EQ(kit.test_actor().last_sender(), origin.ref());
    return out;
  }
};

TEST(EnvelopeForward, KeepsTheSenderOfATrivialMessage) {
  TestKit kit;
  EXPECT_EQ(Forwarding<int>::forwarded(kit, 7), 7);
}

TEST(EnvelopeForward, CopiesAMessageThatLiesInTheEnvelope) {
  TestKit kit;
  Counts counts;
  { (void)Forwarding<Small>::forwarded(kit, Small{&counts}); }
  EXPECT_EQ(counts.copies, 1);
  EXPECT_EQ(counts.alive, 0);
}

TEST(EnvelopeForward, SharesAMessageOnTheHeap) {
  TestKit kit;
  Counts counts;
  { (void)Forwarding<Large>::forwarded(kit, Large{&counts}); }
  EXPECT_EQ(counts.copies, 0);
  EXPECT_EQ(counts.alive, 0);
}

TEST(EnvelopeForward, PassesOnWhatCanOnlyBeMoved) {
  TestKit kit;
  EXPECT_EQ(*Forwarding<Unique>::forwarded(kit, Unique{std::make_unique<int>(9)}).value, 9);
}

TEST(EnvelopeForward, PassesOnSpecialMessages) {
  class Butler final : public Actor {
   public:
    explicit Butler(ActorRef to) : to_{std::move(to)} {}
    bool receive(Envelope&) override {
      forward(to_);
      return true;
    }

   private:
    ActorRef to_;
  };
  TestKit kit;
  const ActorRef butler = kit.spawn<Butler>("butler", ActorRef{});
  kit.tell(butler, 1);
  kit.run_until_idle();

  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  EXPECT_EQ(kit.observer().dead_letters()[0].sender, "akka://test/user/test");
}

TEST(EnvelopeForward, IsNothingWithoutAMessage) {
  class Eager final : public Actor {
   public:
    explicit Eager(ActorRef to) : to_{std::move(to)} {}
    void pre_start() override { forward(to_); }

   private:
    ActorRef to_;
  };
  TestKit kit;
  kit.spawn<Eager>("eager", kit.test_actor().ref());
  kit.expect_none();
}

TEST(Envelope, DoesNotHoldATypeThatNobodyHasSentYet) {
  struct NeverSent {};
  struct Reader final : Actor {
    bool receive(Envelope& e) override {
      EXPECT_EQ(e.get_if<NeverSent>(), nullptr);
      EXPECT_FALSE(e.holds<NeverSent>());
      return e.holds<int>();
    }
  };
  TestKit kit;
  kit.spawn<Reader>("reader").tell(1);
  kit.run_until_idle();
  EXPECT_TRUE(kit.observer().unhandled().empty());
}

}  // namespace
}  // namespace kebne
