// "About equal", under one name for versions 2 and 3 of Catch2.
#pragma once

#include "tests/catch2.hpp"

namespace thimble::tests {

#if __has_include(<catch2/catch_all.hpp>)
using Catch::Approx;
#else
using Catch::Detail::Approx;
#endif

} // namespace thimble::tests
