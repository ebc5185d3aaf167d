#pragma once

namespace kebne {

class Actor;
class ActorPath;
class ActorRef;
class ActorSystem;
class Address;
class BorrowedRef;
class Cancelable;
class Envelope;
class Props;
class SynchronizationContext;
class Scheduler;
class Timers;
struct ActorIdentity;
struct ActorKilled;
struct AskFailed;
struct AskTimeout;
struct ConfigError;
struct Identify;
struct InitializationFailed;
struct Kill;
struct NameError;
struct PoisonPill;
struct PostRestartFailed;
struct ReceiveTimeout;
struct ScheduledTell;
struct SchedulerOptions;
struct SystemOptions;
struct SystemTerminating;
struct Terminated;
template <class T>
class Future;
template <class T>
class On;

}  // namespace kebne
