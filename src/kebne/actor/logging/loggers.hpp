#pragma once

#include <memory>
#include <string>

namespace kebne {

class Props;

/// What a logger actor of one's own answers once it is ready to take records.
struct LoggerInitialized {};

/// What such an actor gets first. It has been subscribed to `LogEvent` already.
struct InitializeLogger {
  using Reply = LoggerInitialized;
};

/// An actor class that `LoggingOptions::loggers` can name.
struct LoggerType {
  std::string name;
  std::shared_ptr<const Props> props;
};

/// Base, beside `Actor`, of classes whose messages are logged when `debug.receive` says so.
struct LogReceive {};

}  // namespace kebne
