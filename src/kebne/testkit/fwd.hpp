#pragma once

namespace kebne {

class CallingThreadExecutor;
class Probe;
class RecordingObserver;
class RecordingSink;
class StepExecutor;
class TestKit;
class VirtualClock;
struct ExpectationFailed;

}  // namespace kebne
