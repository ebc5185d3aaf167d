#pragma once

namespace kebne {

/// What a message type is besides itself, for subscribers: `using Bases = kebne::bases<A, IThing>;`
/// in the type. Bases of bases count too. They need not be C++ bases: who subscribed to `A` gets
/// the published object itself.
template <class... T>
struct bases {};

/// Stands for every message: who subscribes to it hears of everything that is published.
struct AnyMessage {};

}  // namespace kebne
