// The code and the message of a request that the store does not serve.
#include "contract/store_failure.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace thimble::service::test {

namespace {

service::failure unwritten_note()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The note could not be written down.",
            .context = {{"outcome", "not_sent"}}};
}

store::problem refusal()
{
    return {.text = "the disk is full"};
}

store::problem unreached_server()
{
    return {.text = "no connection", .unreached = true, .away = true};
}

store::problem late_server()
{
    return {.text = "it took too long", .may_have_happened = true, .away = true};
}

} // namespace

TEST_CASE("what a store refuses is an error of the service", "[service]")
{
    for (auto* const make : {&failure_of_store, &failure_of_write}) {
        const auto out = make(refusal(), unwritten_note());
        CHECK(out.code == "INTERNAL_ERROR");
        CHECK(out.message == unwritten_note().message);
        CHECK(http_status(out.code) == 500);
    }
}

TEST_CASE("a store that is away is to be asked again", "[service]")
{
    for (const auto& why : {unreached_server(), late_server()}) {
        const auto out = failure_of_store(why, unwritten_note());
        CHECK(out.message == unwritten_note().message);
        CHECK(out.context.at("outcome") == "not_sent");
        const auto answer = to_response(out);
        CHECK(answer.status == 503);
        const std::pair<std::string, std::string> soon("Retry-After", "1");
        CHECK(std::ranges::count(answer.headers, soon) == 1);
    }
}

TEST_CASE("a write whose answer was lost may have been done, and that is said", "[service]")
{
    const auto late = failure_of_write(late_server(), unwritten_note());
    CHECK(late.code == "STORE_UNAVAILABLE");
    CHECK(late.message.contains("may have been done"));
    CHECK(late.context.at("reason") == "not_in_time");
    const auto unreached = failure_of_write(unreached_server(), unwritten_note());
    CHECK(unreached.code == "STORE_UNAVAILABLE");
    CHECK(unreached.message.contains("nothing was written"));
    CHECK(unreached.context.at("reason") == "not_reached");
}

} // namespace thimble::service::test
