#include "kebne/actor/detail/task.hpp"

#ifdef KEBNE_MUST_FAIL
constexpr auto callable = [] { return 1; };
#else
constexpr auto callable = [] {};
#endif

kebne::Runnable* task() { return kebne::detail::make_task(kebne::detail::local(), 0, callable); }
