#pragma once

#include "kebne/config/internal/document.hpp"
#include "kebne/config/internal/lexer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail::hocon {

/// Builds a document's tree from its text; substitutions are left as `Pending` values.
///
/// Recursive descent, one token ahead; the depth is limited. Its functions return false or null
/// when there is a problem, and `problem_` says which.
class Parser {
 public:
  Parser(Document& document, const ConfigReading& reading);

  Parsed<void> run(std::string_view text, std::string_view origin);

  /// Reads one value that belongs to a document without substitutions, such as that of a variable.
  Parsed<Value*> run_value(std::string_view text, std::string_view origin);

  [[nodiscard]] bool has_substitutions() const noexcept { return has_substitutions_; }

 private:
  /// A text that is being read, and those that include it.
  struct Frame {
    const Source* source;
    Lexer lexer;
    std::size_t base;  ///< names of the path where it was included
    bool in_list;      ///< included inside a list, where no path leads
    Frame* outer;
  };

  bool read_source(const Source* source, Object& into);
  Value* only_value();
  bool check_text(const Source* source);
  bool root(Object& into);
  bool fields(Object& into, Token closing, const Place& opened);
  bool field(Object& into);
  bool separator(Token closing);

  bool is_include() const;
  bool include(Object& into);
  bool include_name(std::string& name);
  bool include_text(const Place& place, std::string_view name, Object& into);

  bool key(Lexer& lexer, std::uint32_t base, std::vector<std::string_view>& names);
  bool pieces(Lexer& lexer, std::uint32_t base, std::string_view first, std::uint32_t offset,
              std::vector<std::string_view>& names);
  bool dotted(std::string_view text, std::uint32_t offset, std::vector<std::string_view>& names);

  Value* value(const Place& after);
  bool part(Part& next);
  Value* single(const Part& part);
  Value* joined(const ArenaVector<Part>& parts);
  Value* joined_texts(const ArenaVector<Part>& parts);
  Value* pending(const ArenaVector<Part>& parts);
  Value* appended(Object& into, std::string_view key, Value* item);
  Value* object();
  Value* list();
  bool items(List& into, const Place& opened);
  const Substitution* substitution();

  bool deeper(const Place& place);
  [[nodiscard]] Place here() const noexcept { return {frame_->source, frame_->lexer.begin}; }
  [[nodiscard]] Token token() const noexcept { return frame_->lexer.token; }
  void advance() { frame_->lexer.advance(); }
  void skip_newlines() {
    while (token() == Token::Newline) advance();
  }

  /// The token that is next is not what is wanted. Returns false.
  bool unexpected(std::string_view wanted);
  bool fail(const Place& place, std::string found, std::string wanted, Code code = Code::BadSyntax);
  [[nodiscard]] std::string path_text() const;

  Document& document_;
  Arena& arena_;
  const ConfigReading& reading_;
  Frame* frame_ = nullptr;
  std::vector<std::string_view> path_;  ///< names of the key that is being read
  std::uint32_t depth_ = 0;             ///< objects and lists that are open
  std::uint32_t lists_ = 0;             ///< lists that are open
  std::uint32_t includes_ = 0;
  std::size_t bytes_ = 0;
  bool has_substitutions_ = false;
  std::optional<Problem> problem_;
};

}  // namespace kebne::detail::hocon
