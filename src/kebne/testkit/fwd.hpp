#pragma once

namespace kebne {

class AutoPilot;
class CallingThreadExecutor;
class EventFilter;
class MutedEvents;
class Probe;
class RecordingObserver;
class RecordingSink;
class StepExecutor;
class TestBarrier;
class TestKit;
class TestLatch;
class VirtualClock;
struct ExpectationFailed;
struct Exploration;
struct ScheduleFailed;
struct TestSettings;
template <class A>
class TestActorRef;

}  // namespace kebne
