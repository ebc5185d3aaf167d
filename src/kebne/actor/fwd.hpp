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
class Scheduler;
class SupervisorStrategy;
class SynchronizationContext;
class Timers;
struct ActorIdentity;
struct ActorKilled;
struct AskFailed;
struct AskTimeout;
struct ConfigError;
struct DeathPact;
struct Failed;
struct Identify;
struct InitializationFailed;
struct IntentionalActorRestart;
struct IntentionalRestart;
struct Kill;
struct NameError;
struct PoisonPill;
struct PostRestartFailed;
struct PreRestartFailed;
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
