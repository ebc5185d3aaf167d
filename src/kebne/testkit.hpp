#pragma once

// All that a test of actors needs.

#include "kebne/testkit/calling_thread_executor.hpp"
#include "kebne/testkit/event_filter.hpp"
#include "kebne/testkit/exploration.hpp"
#include "kebne/testkit/latch.hpp"
#include "kebne/testkit/probe.hpp"
#include "kebne/testkit/recording_observer.hpp"
#include "kebne/testkit/recording_sink.hpp"
#include "kebne/testkit/step_executor.hpp"
#include "kebne/testkit/test_actor_ref.hpp"
#include "kebne/testkit/test_actors.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "kebne/testkit/test_settings.hpp"
#include "kebne/testkit/virtual_clock.hpp"
