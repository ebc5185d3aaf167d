#pragma once

// All that a program needs to define actors and run them.

#include "kebne/actor/actor.hpp"
#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/actor_system.hpp"
#include "kebne/actor/behavior.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/event/dead_letters.hpp"
#include "kebne/actor/event/event_stream.hpp"
#include "kebne/actor/event/telemetry.hpp"
#include "kebne/actor/extension.hpp"
#include "kebne/actor/future.hpp"
#include "kebne/actor/interceptor.hpp"
#include "kebne/actor/logging/log.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/actor/metrics/snapshot.hpp"
#include "kebne/actor/props.hpp"
#include "kebne/actor/scheduler/scheduler.hpp"
#include "kebne/actor/system_options.hpp"
#include "kebne/actor/timers.hpp"
#include "kebne/config/config.hpp"
