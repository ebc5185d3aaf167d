#pragma once

#include <string>
#include <string_view>

namespace kebne::bench {

/// Writes results to stdout, one line each: for people, or as tab-separated values.
///
/// Used by one thread.
class Report {
 public:
  Report(bool tsv, bool quick) noexcept : tsv_{tsv}, quick_{quick} {}

  /// `quick` runs mark the parameter, so that a figure with cut counts never passes for a full one.
  void line(std::string_view benchmark, std::string_view variant, std::string_view parameter,
            double value, std::string_view unit) const;

 private:
  bool tsv_;
  bool quick_;
};

/// A line on the terminal that says what is being measured; silent when stderr is none.
class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::string_view text);
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

/// Writes `# text` to stderr.
void note(std::string_view text);

/// `1234567` as `1,234,567`, rounded.
std::string grouped(double value);

}  // namespace kebne::bench
