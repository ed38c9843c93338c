// State that the client carries between a question and its answer.
#include "mcp/request_state.hpp"
#include "tests/catch2.hpp"

namespace thimble::mcp::test {

using namespace std::chrono_literals;

namespace {

const request_states::time noon{std::chrono::hours(500'000)};
const state_binding ours{.account = "a", .digest = "d"};

} // namespace

TEST_CASE("a state comes back as it was, once", "[mcp]")
{
    request_states states(60s);
    const auto text =
        states.seal({.asked = {{"k", "q"}}, .answers = {{"j", {{"x", 1}}}}}, ours, noon);
    const auto opened = states.open(text, ours, noon + 60s);
    REQUIRE(opened);
    CHECK(opened->asked["k"] == "q");
    CHECK(opened->answers["j"]["x"] == 1);
    CHECK_FALSE(states.open(text, ours, noon));
}

TEST_CASE("a state is good for its account, its request and its time alone", "[mcp]")
{
    request_states states(60s);
    const auto text = states.seal({}, ours, noon);
    CHECK_FALSE(states.open(text, {.account = "b", .digest = "d"}, noon));
    CHECK_FALSE(states.open(text, {.account = "a", .digest = "e"}, noon));
    CHECK_FALSE(states.open(text, ours, noon + 61s));
    CHECK_FALSE(request_states(60s).open(text, ours, noon));
    CHECK(states.open(text, ours, noon));
}

TEST_CASE("a state with any character changed is refused", "[mcp]")
{
    request_states states(60s);
    const auto text = states.seal({.asked = {{"k", "q"}}}, ours, noon);
    for (std::size_t at = 0; at < text.size(); ++at) {
        auto damaged = text;
        damaged[at] = damaged[at] == 'A' ? 'B' : 'A';
        CHECK_FALSE(states.open(damaged, ours, noon));
        CHECK_FALSE(states.open(text.substr(0, at), ours, noon));
    }
    CHECK_FALSE(states.open(text + "A", ours, noon));
    CHECK(states.open(text, ours, noon));
}

TEST_CASE("a request is the same whatever its metadata and answers are", "[mcp]")
{
    const auto digest = digest_of_request("m", {{"a", 1}, {"_meta", 1}, {"requestState", "x"}});
    CHECK(digest == digest_of_request("m", {{"a", 1}, {"inputResponses", 2}}));
    CHECK(digest != digest_of_request("m", {{"a", 2}}));
    CHECK(digest != digest_of_request("n", {{"a", 1}}));
}

} // namespace thimble::mcp::test
