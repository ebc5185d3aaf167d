#pragma once

namespace kebne {

class Probe;
class RecordingObserver;
class StepExecutor;
class TestKit;
class VirtualClock;
struct ExpectationFailed;

}  // namespace kebne
