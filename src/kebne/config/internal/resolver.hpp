#pragma once

#include "kebne/config/internal/concatenation.hpp"
#include "kebne/config/internal/document.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail::hocon {

/// Fills in the substitutions of a document.
///
/// Each value that waits for one is computed once, at its first use; a value that needs itself is a
/// circle, unless it means what the key had before. Objects that a substitution brings to several
/// places are shared, not copied. Work is counted, and ends in an error at its limit. Its functions
/// return false when there is a problem, and `problem_` says which.
class Resolver {
 public:
  Resolver(Document& document, const ConfigLimits& limits)
      : arena_{document.arena}, root_{*document.root}, limits_{limits} {}

  Parsed<void> run();

 private:
  struct Found {
    bool ok = true;          ///< false: there is a problem
    Value* value = nullptr;  ///< null: nothing there
  };

  // What a pending value comes to; fields inside objects may still be pending.
  Found settled(Value* value);
  Found compute(Pending& pending);
  Found value_of(const Part& part, const Pending& pending);
  bool add(Concatenation& sum, Value* next, std::string_view blank, const Pending& pending);
  Found lookup(const Substitution& substitution);
  Found at(const Substitution& substitution, std::uint32_t prefix);
  Found earlier(Pending& value, const Substitution& substitution);
  Found circle(const Pending& pending);

  // Merging that leaves both sides as they are.
  Value* merged(Value* over, Value* under);
  Value* merged_objects(const Object& over, const Object& under);
  Value* clone_over(Pending& over, Value* under);

  // The second pass: what is left pending inside objects and lists, and how big it all becomes.
  bool walk(Value*& value, std::uint32_t depth);
  bool walk_object(Object& object, std::uint32_t depth);
  bool walk_list(List& list, std::uint32_t depth);
  bool count(std::uint32_t& weight, std::uint32_t& height, const Value* value);
  bool too_deep(const Place& place);

  bool fail(const Place& place, std::string_view key, std::string found, std::string wanted,
            Code code = Code::BadSyntax);
  bool fail(const Pending& pending, std::string found, std::string wanted,
            Code code = Code::BadSyntax);
  [[nodiscard]] std::string path_text() const;

  Arena& arena_;
  Object& root_;
  const ConfigLimits& limits_;
  std::vector<Pending*> waiting_;       ///< being computed, the innermost last
  std::vector<std::string_view> path_;  ///< of the value that the second pass is at
  std::uint64_t work_ = 0;
  bool misses_itself_ = false;  ///< the last lookup ended at a value that is being computed
  std::optional<Problem> problem_;
};

}  // namespace kebne::detail::hocon
