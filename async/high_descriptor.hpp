// Keeps descriptors free that others need.
#pragma once

namespace thimble::async {

/// A descriptor of the same thing above all that select() can watch, if the process may have such,
/// and the given one is closed; else the given one. The C libraries that speak to phones use
/// select() and end the process when they get one of those: what does not go through them must not
/// leave them nothing else. Any thread; before anybody waits for the descriptor.
int high_descriptor(int descriptor);

} // namespace thimble::async
