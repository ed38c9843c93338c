// Limits of attempts to sign in, and what counts as one.
#include "service/accounts/hashing_queue.hpp"
#include "service/accounts/sign_in_attempts.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

using namespace std::chrono_literals;

namespace {

constexpr attempt_limits narrow{.of_account = {.per_second = 0.1, .burst = 2},
                                .of_address = {.per_second = 1, .burst = 3}};

} // namespace

TEST_CASE("attempts are counted for a name and for an address", "[sign_in]")
{
    sign_in_attempts attempts(narrow);
    const sign_in_attempts::clock::time_point now{};
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.1", now));
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.2", now));
    CHECK(attempts.refuse("ada", "192.0.2.3", now) == 10s);
    CHECK_FALSE(attempts.refuse("bob", "192.0.2.1", now));
    CHECK_FALSE(attempts.refuse("eve", "192.0.2.1", now));
    CHECK(attempts.refuse("dan", "192.0.2.1", now) == 1s);
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.3", now + 10s));
}

TEST_CASE("an attempt that succeeds does not count", "[sign_in]")
{
    sign_in_attempts attempts(narrow);
    const sign_in_attempts::clock::time_point now{};
    for (int time = 0; time < 10; ++time) {
        CHECK_FALSE(attempts.refuse("ada", "192.0.2.1", now));
        attempts.succeeded("ada", "192.0.2.1", now);
    }
    for (int time = 0; time < 2; ++time) // the same without a success
        CHECK_FALSE(attempts.refuse("bob", "192.0.2.2", now));
    CHECK(attempts.refuse("bob", "192.0.2.2", now));
}

TEST_CASE("a name that has signed in from an address lately is not shut out by others", "[sign_in]")
{
    sign_in_attempts attempts(narrow);
    const sign_in_attempts::clock::time_point now{};
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.1", now));
    attempts.succeeded("ada", "192.0.2.1", now);
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.2", now));
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.3", now));
    CHECK(attempts.refuse("ada", "192.0.2.4", now));       // locked by strangers
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.1", now)); // not for its owner
    CHECK_FALSE(attempts.refuse("ada", "192.0.2.1", now));
    CHECK(attempts.refuse("ada", "192.0.2.1", now)); // who has a limit, too
    CHECK_FALSE(attempts.knows("ada", "192.0.2.1", now + lately_signed_in));
}

TEST_CASE("one address cannot take all places of the hasher, nor all addresses those of the known",
          "[sign_in]")
{
    hashing_queue queue({.unproven = 3, .of_address = 2, .known = 1});
    auto first = queue.enter("192.0.2.1", false);
    const auto second = queue.enter("192.0.2.1", false);
    REQUIRE(first);
    REQUIRE(second);
    CHECK_FALSE(queue.enter("192.0.2.1", false));
    const auto other = queue.enter("192.0.2.2", false);
    REQUIRE(other);
    CHECK_FALSE(queue.enter("192.0.2.3", false));
    const auto known = queue.enter("192.0.2.3", true);
    CHECK(known);
    CHECK_FALSE(queue.enter("192.0.2.4", true));
    first.reset();
    CHECK(queue.enter("192.0.2.1", false));
}

} // namespace thimble::service::test
