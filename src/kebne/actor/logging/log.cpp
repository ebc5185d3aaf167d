#include "kebne/actor/logging/log.hpp"

#include "kebne/actor/event/event_stream.hpp"
#include "kebne/base/clock.hpp"

#include <exception>

namespace kebne {
namespace detail {

LogOrigin::~LogOrigin() {
  if (cell != nullptr) release_refs(local(), cell, 1);
}

RecordBuilder::RecordBuilder(LogBus& bus, LogLevel level, RefCell* actor, LogOrigin* origin) {
  static_assert(sizeof(LogRecord) <= sizeof(ActorCell), "a record lives in a node for cells");
  Local& l = local();
  Node* node = l.cells.take();
  const std::uint16_t owner = node->owner;
  record_ = new (static_cast<void*>(node)) LogRecord(owner, bus);
  record_->word = static_cast<std::uint64_t>(bus.clock->wall().time_since_epoch().count());
  record_->thread_ = l.number();
  record_->level_ = level;
  record_->actor_ = actor;
  record_->origin_ = origin;
  record_->form_ = LogRecord::Form::Captured;  // nothing to destroy yet
}

RecordBuilder::~RecordBuilder() {
  if (record_ != nullptr) LogEvent{record_};
}

void RecordBuilder::text(std::string done) noexcept {
  ::new (static_cast<void*>(&record_->text_)) std::string{std::move(done)};
  record_->form_ = LogRecord::Form::Text;
}

void RecordBuilder::text(std::string_view format, fmt::format_args args) noexcept {
  record_->format_ = format;
  try {
    text(fmt::vformat(fmt::string_view{format.data(), format.size()}, args));
  } catch (const std::exception& e) {
    text(fmt::format("{} [an argument could not be formatted: {}]", format, e.what()));
  } catch (...) {
    text(fmt::format("{} [an argument could not be formatted]", format));
  }
}

void RecordBuilder::message_template(std::string_view text, std::initializer_list<LogValue> args) {
  auto with_args = std::make_unique<LogRecord::WithArgs>(
      LogRecord::WithArgs{std::string{text}, std::vector<LogValue>{args}});
  ::new (static_cast<void*>(&record_->template_))
      std::unique_ptr<LogRecord::WithArgs>{std::move(with_args)};
  record_->form_ = LogRecord::Form::Template;
}

void RecordBuilder::publish() {
  const EventStream& events = *record_->bus_->events;
  LogRecord* const record = std::exchange(record_, nullptr);
  switch (record->level_) {
    case LogLevel::Debug: return events.publish(LogDebug{record});
    case LogLevel::Info: return events.publish(LogInfo{record});
    case LogLevel::Warning: return events.publish(LogWarning{record});
    default: return events.publish(LogError{record});
  }
}

LogEvent RecordBuilder::dropped_notice(const LogRecord& like, std::uint64_t n) {
  auto origin = std::make_unique<LogOrigin>();
  origin->name = "log";
  RecordBuilder notice{*like.bus_, LogLevel::Warning, nullptr, nullptr};
  notice.text(fmt::format("{} log records dropped: the sinks did not keep up", n));
  notice.record_->origin_ = origin.release();  // the record's own count
  notice.record_->owns_source_ = true;
  return LogEvent{std::exchange(notice.record_, nullptr)};
}

}  // namespace detail

void Log::text(LogLevel level, std::string message) const {
  if (!is_enabled(level) || level == LogLevel::Off) return;
  detail::RecordBuilder record{*bus_, level, actor_, origin_};
  record.text(std::move(message));
  record.publish();
}

void Log::message(LogLevel level, std::string_view message_template,
                  std::initializer_list<LogValue> args) const {
  if (!is_enabled(level) || level == LogLevel::Off) return;
  detail::RecordBuilder record{*bus_, level, actor_, origin_};
  record.message_template(message_template, args);
  record.publish();
}

Log Log::with(std::string name, LogValue value) const {
  auto origin = std::make_unique<detail::LogOrigin>();
  if (origin_ != nullptr) {
    origin->name = origin_->name;
    origin->fields = origin_->fields;
  }
  origin->fields.push_back({std::move(name), std::move(value)});
  detail::RefCell* cell = actor_ != nullptr ? actor_ : origin_->cell;
  if (cell != nullptr) detail::add_ref(cell);
  origin->cell = cell;
  return Log{*bus_, origin.release()};
}

}  // namespace kebne
