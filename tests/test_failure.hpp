// Failing a test from code that benchmarks use as well, which have no Catch2.
#pragma once

#include <functional>
#include <string>

namespace thimble {

/// Failure of the test that is running; null where none is.
void fail_tests_by(std::function<void(const std::string&)> how);

/// The test goes on. Without a test it is printed.
void fail_test(const std::string& why);

} // namespace thimble
