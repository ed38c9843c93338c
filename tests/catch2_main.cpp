// main() for Catch2 2; version 3 brings its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
