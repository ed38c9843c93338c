// main() of the tests.
#include "tests/test_failure.hpp"

#include <openssl/crypto.h>

#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#include <catch2/catch_test_macros.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

int main(int argc, char** argv)
{
    // As in the programs: a worker's thread, which nothing joins, may end while the process does,
    // and what OpenSSL keeps for it would be lost once OpenSSL has been torn down.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
    thimble::fail_tests_by([](const std::string& why) { FAIL_CHECK(why); });
    const int code = Catch::Session().run(argc, argv);
    thimble::fail_tests_by(nullptr);
    return code;
}
