// The headers that many tests share: see cmake/precompile.cmake.
#pragma once

#include "cmake/precompiled.hpp"
#include "tests/catch2.hpp"
