#pragma once

namespace kebne {

class Probe;
class RecordingObserver;
class RecordingSink;
class StepExecutor;
class TestKit;
class VirtualClock;
struct ExpectationFailed;

}  // namespace kebne
