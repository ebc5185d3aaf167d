#include "kebne/config/internal/resolver.hpp"

#include "kebne/config/internal/path.hpp"

#include <fmt/core.h>

#include <utility>

namespace kebne::detail::hocon {

namespace {

std::string spelled(const Substitution& substitution) {
  std::string path;
  for (const std::string_view name : substitution.path) append_name(path, name);
  return fmt::format("${{{}{}}}", substitution.optional ? "?" : "", shown(path));
}

}  // namespace

Parsed<void> Resolver::run() {
  if (walk_object(root_, 0)) return {};
  return tl::unexpected{std::move(*problem_)};
}

Resolver::Found Resolver::settled(Value* value) {
  if (!is(value, Kind::Pending)) return {true, value};
  Pending& pending = as_pending(value);
  if (pending.mark == Mark::Done) return {true, pending.result};
  if (pending.mark == Mark::Visiting) return circle(pending);
  return compute(pending);
}

/// A value that depends on substitutions: its parts, and under them what the key had before.
Resolver::Found Resolver::compute(Pending& pending) {
  if (waiting_.size() >= limits_.chain) {
    fail(pending, "a chain of substitutions longer than that",
         fmt::format("at most {} that wait for each other", limits_.chain), Code::Full);
    return {false};
  }
  pending.mark = Mark::Visiting;
  waiting_.push_back(&pending);
  Concatenation sum{arena_, pending.place};
  bool first = true;
  for (const Part& part : pending.parts) {
    const Found found = value_of(part, pending);
    if (!found.ok || !add(sum, found.value, first ? std::string_view{} : part.blank, pending)) {
      return {false};
    }
    first = false;
  }
  Value* result = sum.finish();
  if (result == nullptr || is(result, Kind::Object)) {
    const Found prior = settled(pending.prior);
    if (!prior.ok) return prior;
    if (result == nullptr) {
      result = prior.value;
    } else if (is(prior.value, Kind::Object)) {
      result = merged(result, prior.value);
    }
  }
  waiting_.pop_back();
  pending.result = result;
  pending.mark = Mark::Done;
  if (work_ <= limits_.work) return {true, result};
  fail(pending, "substitutions that cost more than that",
       fmt::format("at most {} steps", limits_.work), Code::Full);
  return {false};
}

Resolver::Found Resolver::value_of(const Part& part, const Pending& pending) {
  if (part.value != nullptr) return {true, part.value};
  return part.substitution != nullptr ? lookup(*part.substitution) : settled(pending.prior);
}

bool Resolver::add(Concatenation& sum, Value* next, std::string_view blank,
                   const Pending& pending) {
  work_ += 1 + blank.size();
  if (next == nullptr) {
    sum.add_blank(blank);
    return true;
  }
  const Value* before = sum.value();
  if (before != nullptr && !fits(before, next)) {
    return fail(pending, fmt::format("{} joined to {}", described(next), described(before)),
                "values of one kind");
  }
  if (is_simple(next)) {
    sum.add_text(next, blank);
    work_ += text_of(next).size();
  } else if (is(next, Kind::List)) {
    sum.add_list(next);
    work_ += as_list(next).items.size();
  } else {
    sum.set(before == nullptr ? next : merged(next, sum.value()));
  }
  if (work_ <= limits_.work) return true;
  return fail(pending, "substitutions that cost more than that",
              fmt::format("at most {} steps", limits_.work), Code::Full);
}

Resolver::Found Resolver::lookup(const Substitution& substitution) {
  misses_itself_ = false;
  for (const std::uint32_t base : substitution.bases) {
    const Found found = at(substitution, base);
    if (!found.ok || found.value != nullptr) return found;
  }
  const Found found = at(substitution, 0);
  if (!found.ok || found.value != nullptr || substitution.optional) return found;
  fail(substitution.place, substitution.key,
       misses_itself_ ? fmt::format("{}, which means itself", spelled(substitution))
                      : fmt::format("{}, which has no value", spelled(substitution)),
       misses_itself_ ? "an earlier value of this key" : "a key with a value in the same text");
  return {false};
}

/// The value at the first `prefix` names of the prefix and then the path.
Resolver::Found Resolver::at(const Substitution& substitution, std::uint32_t prefix) {
  Value* value = &root_;
  for (std::uint32_t i = 0; i < prefix + substitution.path.size(); ++i) {
    if (!is(value, Kind::Object)) return {};
    ++work_;
    const std::string_view name =
        i < prefix ? substitution.prefix[i] : substitution.path[i - prefix];
    value = as_object(value).find(name);
    const Found found = is(value, Kind::Pending) && value->mark == Mark::Visiting
                            ? earlier(as_pending(value), substitution)
                            : settled(value);
    if (!found.ok || found.value == nullptr) return found;
    value = found.value;
  }
  return {true, value};
}

/// The value is just being computed. Where it is the innermost one, or that lies under it, the
/// substitution means what the key had before; anything else is a circle.
Resolver::Found Resolver::earlier(Pending& value, const Substitution& substitution) {
  Pending* innermost = waiting_.back();
  Value* layer = &value;
  while (is(layer, Kind::Pending) && layer != innermost) {
    layer = as_pending(layer).prior;
    ++work_;
  }
  if (layer == innermost) {
    misses_itself_ = misses_itself_ || innermost->prior == nullptr;
    return settled(innermost->prior);
  }
  fail(substitution.place, substitution.key,
       fmt::format("{}, which leads back to itself", spelled(substitution)), "no circle");
  return {false};
}

Resolver::Found Resolver::circle(const Pending& pending) {
  fail(pending, "a substitution that leads back to itself", "no circle");
  return {false};
}

bool Resolver::fail(const Place& place, std::string_view key, std::string found, std::string wanted,
                    Code code) {
  if (problem_) return false;
  problem_ = Problem{std::string{key}, origin_of(place), std::move(found), std::move(wanted), code};
  return false;
}

bool Resolver::fail(const Pending& pending, std::string found, std::string wanted, Code code) {
  for (const Part& part : pending.parts) {
    if (part.substitution == nullptr) continue;
    return fail(part.substitution->place, part.substitution->key, std::move(found),
                std::move(wanted), code);
  }
  return fail(pending.place, path_text(), std::move(found), std::move(wanted), code);
}

std::string Resolver::path_text() const {
  std::string text;
  for (const std::string_view name : path_) append_name(text, name);
  return text;
}

}  // namespace kebne::detail::hocon
