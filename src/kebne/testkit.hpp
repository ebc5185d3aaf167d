#pragma once

// All that a test of actors needs.

#include "kebne/testkit/calling_thread_executor.hpp"
#include "kebne/testkit/probe.hpp"
#include "kebne/testkit/recording_observer.hpp"
#include "kebne/testkit/recording_sink.hpp"
#include "kebne/testkit/step_executor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "kebne/testkit/virtual_clock.hpp"
