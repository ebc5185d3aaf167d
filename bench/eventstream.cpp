// Publishing on an event stream with one subscriber of the published type.
//
// "publish-inplace": the subscriber is called in place, on the publishing thread, and counts; no
// actor, no mailbox. A fresh event stream; `ops` publications of one string by one thread.
// "publish-actor": the system's own event stream and an actor that counts; `ops` publications by
// one outside thread; the clock stops when the actor has received them all. A new actor for each
// batch.
#include "bench/micro.hpp"
#include "bench/quiet.hpp"
#include "kebne/actor.hpp"

#include <latch>
#include <memory>
#include <optional>
#include <stdexcept>

namespace kebne::bench {
namespace {

struct Tally : detail::InPlaceSubscriber {
  std::int64_t seen = 0;
  Tally() {
    call = [](InPlaceSubscriber& self, std::uint32_t, const void*) noexcept {
      ++static_cast<Tally&>(self).seen;
    };
  }
};

class Counter final : public Actor {
 public:
  static void behavior(On<Counter>& on) { on.handle<&Counter::count>(); }
  Counter(std::latch* done, std::int64_t goal) : done_{done}, left_{goal} {}

 private:
  void count(const std::string&) {
    if (--left_ == 0) done_->count_down();
  }
  std::latch* done_;
  std::int64_t left_;
};

}  // namespace

void eventstream(const Options& options, const Report& report) {
  const std::string foo{"foo"};
  std::unique_ptr<EventStream> stream;
  Tally tally;
  micro(
      options, report, "eventstream", "publish-inplace",
      [&] {
        stream = std::make_unique<EventStream>();
        tally.seen = 0;
        stream->subscribe_in_place(tally, detail::channel_id<std::string>());
      },
      [&] {
        for (std::int64_t i = 0; i < options.ops; ++i) stream->publish(foo);
        if (tally.seen != options.ops) throw std::runtime_error{"eventstream: lost publications"};
      });

  ActorSystem system{"eventstream", {.workers = options.workers, .logging = quiet}};
  std::optional<std::latch> done;
  ActorRef actor;
  micro(
      options, report, "eventstream", "publish-actor",
      [&] {
        system.event_stream().unsubscribe(actor);
        system.stop(actor);
        done.emplace(1);
        actor = system.spawn<Counter>("", &*done, options.ops);
        system.ask<Identify>(actor).get();
        system.event_stream().subscribe<std::string>(actor);
      },
      [&] {
        const EventStream& s = system.event_stream();
        for (std::int64_t i = 0; i < options.ops; ++i) s.publish(foo);
        done->wait();
      });
}

}  // namespace kebne::bench
