#include "kebne/actor.hpp"

#ifdef KEBNE_MUST_FAIL
void say(const kebne::Log& log) { log.info("{} of {}", 1); }
#else
void say(const kebne::Log& log) { log.info("{} of {}", 1, 2); }
#endif
