// Payloads: a message that can only be moved has one receiver; one that is told to many is shared.
#include "kebne/actor.hpp"

#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

// [move_only]
struct Parcel {
  using Reply = std::string;
  std::unique_ptr<std::string> content;
};

class Receiver final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Receiver>& on) { on.handle<&Receiver::parcel>(); }

 private:
  std::string parcel(Parcel m) { return std::move(*m.content); }  // by value: the message is ours
};
// [/move_only]

struct News {
  explicit News(std::string t) : text{std::move(t)} {}
  News(const News& other) : text{other.text} { ++copies; }
  News(News&&) noexcept = default;

  std::string text;
  static inline std::atomic<int> copies = 0;
};
struct CountNews {
  using Reply = int;
};

// [shared]
class Reader final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Reader>& on) {
    on.handle<&Reader::news>();
    on.handle<&Reader::count>();
  }

 private:
  void news(const News&) { ++read_; }  // by reference: all readers see the same object
  int count(const CountNews&) { return read_; }

  int read_ = 0;
};
// [/shared]

}  // namespace

int main() {
  kebne::ActorSystem system{"post"};
  const kebne::ActorRef receiver = system.spawn<Receiver>("receiver");
  std::puts(system.ask<Parcel>(receiver, std::make_unique<std::string>("a book")).get().c_str());

  // [tell_all]
  std::vector<kebne::ActorRef> readers;
  for (int i = 0; i < 3; ++i) readers.push_back(system.spawn<Reader>(""));
  kebne::tell_all(readers, News{"rain tomorrow"});
  // [/tell_all]
  int read = 0;
  for (const kebne::ActorRef& reader : readers) read += system.ask<CountNews>(reader).get();
  std::printf("read by %d, copied %d times\n", read, News::copies.load());
}
