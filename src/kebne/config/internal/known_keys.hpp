#pragma once

#include "kebne/config/internal/layers.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail::hocon {

/// The keys that have a meaning: those of the reference files, and what `*.keys` add.
class KnownKeys {
 public:
  /// A name in a known path, and what may follow.
  struct Name {
    std::map<std::string, std::unique_ptr<Name>, std::less<>> below;
    std::vector<const Name*> like;  ///< what is below these is below this, too
    bool open = false;              ///< anything may be below
  };
  using Names = std::vector<const Name*>;

  /// Built once, from the texts in the library.
  [[nodiscard]] static const KnownKeys& get();

  [[nodiscard]] Names roots() const { return {&root_}; }

  /// What one of the names allows as the next; empty when the key is unknown.
  [[nodiscard]] static Names next(const Names& names, std::string_view key);

  /// Whether an object looks like a dispatcher or mailbox that a user has named.
  [[nodiscard]] Names as_dispatcher(const Child& child) const;

  /// The known path that differs least from this one; empty when all differ much.
  [[nodiscard]] std::string nearest(std::string_view path) const;

  /// The name, of those that may be next, that differs least from this one; empty as above.
  [[nodiscard]] static std::string nearest_name(const Names& names, std::string_view key);

 private:
  KnownKeys();
  Name& at(std::string_view path);
  void add_objects(Name& name, const Objects& objects, std::string& path);
  void add_lines(std::string_view text);
  void add_line(std::string_view line);

  Name root_;
  std::vector<std::string> paths_;  ///< without those that have a `*`
};

/// How many letters must be put in, left out or changed, or `most + 1` when it is more than `most`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most);

}  // namespace kebne::detail::hocon
