// Guards that end or hold up an agent that does not come to an end itself.
#include "service/agent/budget.hpp"
#include "service/agent/consent.hpp"
#include "service/agent/progress_guard.hpp"
#include "tests/catch2.hpp"

#include <algorithm>

namespace thimble::service::agent::test {

using namespace std::chrono_literals;

namespace {

/// A white screen with a black square of these pixels at a place.
screen::image picture_with(int edge, int x, int y)
{
    screen::image out({.width = 621, .height = 1344});
    std::ranges::fill(out.pixels(), std::uint8_t{255});
    for (int row = y; row < y + edge; ++row) {
        const auto from = static_cast<std::size_t>(row) * out.row_bytes() +
                          static_cast<std::size_t>(x) * screen::image::channels;
        std::ranges::fill(
            out.pixels().subspan(from, static_cast<std::size_t>(edge) * screen::image::channels),
            std::uint8_t{0});
    }
    return out;
}

screen_mark screen_at(int place)
{
    return screen_mark(picture_with(60, 10 + place, 10 + place));
}

act tap_at(int x)
{
    return link::action(link::tap{.x = x, .y = 5});
}

} // namespace

TEST_CASE("screens that look alike are told from those that do not", "[agent]")
{
    const screen_mark plain(picture_with(0, 0, 0));
    CHECK(plain.looks_like(screen_mark(picture_with(0, 0, 0))));
    CHECK(plain.looks_like(screen_mark(picture_with(4, 100, 100))));        // a speck
    CHECK_FALSE(plain.looks_like(screen_mark(picture_with(20, 100, 100)))); // a passcode's dot
    CHECK_FALSE(screen_at(0).looks_like(screen_at(30)));
    CHECK_FALSE(plain.looks_like(screen_mark(screen::image({.width = 1344, .height = 621}))));
    CHECK_FALSE(screen_mark().looks_like(screen_mark()));
}

TEST_CASE("the same on the same screen is told once, then it is stuck", "[agent]")
{
    progress_guard guard;
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::fine);
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::fine);
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::repeated);
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::stuck);
}

TEST_CASE("another screen or another act is progress", "[agent]")
{
    progress_guard guard;
    for (int turn = 0; turn < 30; ++turn) {
        CHECK(guard.add(tap_at(1), screen_at(30 * (turn % 10))) == progress::fine);
        if (turn % 10 == 9)
            guard = {};
    }
    for (int turn = 0; turn < 30; ++turn)
        CHECK(guard.add(tap_at(turn), screen_at(0)) == progress::fine);
}

TEST_CASE("going to and fro is no progress", "[agent]")
{
    progress_guard guard;
    std::vector<progress> seen;
    for (int turn = 0; turn < 6; ++turn)
        seen.push_back(guard.add(tap_at(turn % 2), screen_at(60 * (turn % 2))));
    CHECK(std::ranges::count(seen, progress::fine) == 4);
    CHECK(seen[4] == progress::repeated);
    CHECK(seen[5] == progress::stuck);
}

TEST_CASE("what has long been done does not count", "[agent]")
{
    progress_guard guard;
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::fine);
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::fine);
    for (int turn = 0; turn < 11; ++turn)
        CHECK(guard.add(tap_at(100 + turn), screen_at(0)) == progress::fine);
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::fine);
}

TEST_CASE("a word of the user makes up for all repetitions", "[agent]")
{
    progress_guard guard;
    for (int turn = 0; turn < 3; ++turn)
        guard.add(tap_at(1), screen_at(0));
    guard.begin_anew();
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::fine);
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::fine);
    CHECK(guard.add(tap_at(1), screen_at(0)) == progress::repeated);
}

TEST_CASE("a screen that nobody has seen is never the same", "[agent]")
{
    progress_guard guard;
    for (int turn = 0; turn < 20; ++turn)
        CHECK(guard.add(tap_at(1), {}) == progress::fine);
}

TEST_CASE("a budget is used up by turns, money or time", "[agent]")
{
    const budget granted{.turns = 10, .micro_dollars = 2'500'000, .time = 60s};
    const spending within{.turns = 9, .micro_dollars = 2'499'999, .time = 59'999ms};
    CHECK_FALSE(used_up(granted, within));
    auto spent = within;
    spent.turns = 10;
    CHECK(used_up(granted, spent)->code == "BUDGET_EXCEEDED");
    CHECK(used_up(granted, spent)->message == "The task was not done within 10 turns.");
    spent = within;
    spent.micro_dollars = 2'500'000;
    CHECK(used_up(granted, spent)->code == "BUDGET_EXCEEDED");
    CHECK(used_up(granted, spent)->message == "The task was not done for 2.50 USD.");
    spent = within;
    spent.time = 60s;
    CHECK(used_up(granted, spent)->code == "TIMEOUT");
    CHECK(used_up(granted, spent)->message == "The task was not done within 60 seconds.");
}

TEST_CASE("a limit of money is told to the last decimal that counts", "[agent]")
{
    const auto words = [](std::int64_t limit) {
        return used_up({.micro_dollars = limit}, {.micro_dollars = limit})->message;
    };
    CHECK(words(35'000) == "The task was not done for 0.035 USD.");
    CHECK(words(1) == "The task was not done for 0.000001 USD.");
    CHECK(words(120'000) == "The task was not done for 0.12 USD.");
    CHECK(words(10'000'000) == "The task was not done for 10.00 USD.");
    CHECK(words(0) == "The task was not done for 0.00 USD.");
}

TEST_CASE("without a limit of money only turns and time count", "[agent]")
{
    CHECK_FALSE(used_up({}, {.turns = 99, .micro_dollars = 1'000'000'000'000, .time = 29min}));
    CHECK(used_up({}, {.turns = 100}));
    CHECK(used_up({}, {.time = 30min}));
}

TEST_CASE("a limit of money needs a price", "[agent]")
{
    const budget granted{.micro_dollars = 1'000'000};
    CHECK_FALSE(used_up(granted, {.turns = 0, .cost_known = false}));
    CHECK(used_up(granted, {.turns = 1, .cost_known = false})->code == "BUDGET_EXCEEDED");
    CHECK_FALSE(used_up(granted, {.turns = 1, .cost_known = true}));
    CHECK_FALSE(used_up({}, {.turns = 1, .cost_known = false}));
}

TEST_CASE("a plain yes is a consent, and nothing else is", "[agent]")
{
    for (const auto* reply :
         {"yes", "Yes.", " YES!\n", "y", "ok", "Okay", "go ahead", "Yes, please", "allow"})
        CHECK(is_consent(reply));
    for (const auto* reply : {"", " ", "no", "yes but only once", "yes?", "not ok", "yesterday",
                              "yes, no", "don't allow", "maybe", "yes\nno", "yes!!", "."}) {
        INFO(reply);
        CHECK_FALSE(is_consent(reply));
    }
}

} // namespace thimble::service::agent::test
