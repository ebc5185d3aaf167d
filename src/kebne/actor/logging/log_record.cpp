#include "kebne/actor/logging/log_record.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/logging/log.hpp"

#include <new>

namespace kebne {

using detail::local;

void LogRecord::own_source() noexcept {
  owns_source_ = true;
  if (actor_ != nullptr) detail::acquire_unit(local(), actor_);
  if (origin_ != nullptr) origin_->add_ref();
}

void LogRecord::dispose() noexcept {
  detail::Local& l = local();
  detail::RefCell* const actor = owns_source_ ? actor_ : nullptr;
  detail::LogOrigin* const origin = owns_source_ ? origin_ : nullptr;
  const std::uint16_t node_owner = owner;
  this->~LogRecord();
  auto* node = new (static_cast<void*>(this)) detail::Node{};
  node->owner = node_owner;
  l.cells.give(node);
  if (actor != nullptr) detail::release_unit(l, actor);
  if (origin != nullptr) origin->release();
}

std::string LogRecord::source() const {
  if (origin_ != nullptr && !origin_->name.empty()) {
    if (origin_->is_path) return origin_->name;
    return fmt::format("{} ({})", origin_->name, address());
  }
  const detail::RefCell* cell = actor_ != nullptr ? actor_ : origin_->cell;
  return detail::path_text(cell);
}

const std::string& LogRecord::address() const noexcept { return *bus_->address; }

std::string LogRecord::message() const {
  switch (form_) {
    case Form::Text: return text_;
    case Form::Captured: return render_(format_, args_);
    case Form::Template: return MessageTemplate{template_->text}.render(template_->args);
  }
  return {};
}

std::string_view LogRecord::format() const noexcept {
  return form_ == Form::Template ? std::string_view{template_->text} : format_;
}

std::vector<LogField> LogRecord::fields() const {
  std::vector<LogField> out;
  if (origin_ != nullptr) out = origin_->fields;
  if (form_ != Form::Template) return out;
  for (LogField& field : MessageTemplate{template_->text}.fields(template_->args)) {
    out.push_back(std::move(field));
  }
  return out;
}

}  // namespace kebne
