// Key strokes in time, and the texts that they type.
#include "device/hid/key_plan.hpp"
#include "gesture/keys.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

namespace hid = device::hid;
using device::key_stroke;
using std::chrono::milliseconds;

/// "0ms e1 | 10ms 04 e1 | …": the time, and each usage that is down.
std::string keys_in(const hid::report_plan& plan)
{
    std::string text;
    for (const auto& each : plan) {
        text += (text.empty() ? "" : " | ") + std::to_string(each.at / milliseconds(1)) + "ms";
        const auto& down = std::get<hid::key_frame>(each.what).down;
        for (std::size_t usage = 0; usage < hid::key_usages; ++usage)
            if (down.test(usage))
                text += " " + std::to_string(usage);
    }
    return text;
}

std::string keys_planned(const std::vector<key_stroke>& strokes)
{
    const auto plan = hid::plan_of(strokes);
    REQUIRE(plan);
    return keys_in(*plan);
}

} // namespace

TEST_CASE("a key goes down and up, its modifiers before it", "[hid]")
{
    CHECK(keys_planned({{.usage = 4}}) == "0ms 4 | 30ms");
    CHECK(keys_planned({{.usage = 25, .modifiers = gesture::command_bit}}) ==
          "0ms 227 | 10ms 25 227 | 40ms");
    CHECK(keys_planned({{.usage = 4,
                         .modifiers = gesture::control_bit | gesture::shift_bit |
                                      gesture::alternate_bit}}) ==
          "0ms 224 225 226 | 10ms 4 224 225 226 | 40ms");
    CHECK(keys_planned({}).empty());
}

TEST_CASE("the same key twice is two strokes", "[hid]")
{
    CHECK(keys_planned({{.usage = 4}, {.usage = 4}}) == "0ms 4 | 30ms | 50ms 4 | 80ms");
}

TEST_CASE("a key that no report can tell of is refused", "[hid]")
{
    const auto plan = hid::plan_of(std::vector<key_stroke>{{.usage = 240}});
    REQUIRE_FALSE(plan);
    CHECK(plan.error().what == device::problem::unsupported);
    CHECK(plan.error().cause == "key_missing");
}

TEST_CASE("texts are typed as on a US keyboard", "[hid]")
{
    const auto strokes = hid::strokes_of("aZ1!\n\t ");
    REQUIRE(strokes);
    CHECK(*strokes == std::vector<key_stroke>{{.usage = 0x04},
                                              {.usage = 0x1D, .modifiers = gesture::shift_bit},
                                              {.usage = 0x1E},
                                              {.usage = 0x1E, .modifiers = gesture::shift_bit},
                                              {.usage = 0x28},
                                              {.usage = 0x2B},
                                              {.usage = 0x2C}});
    CHECK(hid::strokes_of("")->empty());
}

TEST_CASE("every printable character of ASCII has a stroke of its own", "[hid]")
{
    for (char one = ' '; one <= '~'; ++one) {
        const auto strokes = hid::strokes_of(std::string(1, one));
        INFO(one);
        REQUIRE(strokes);
        CHECK(strokes->size() == 1);
    }
}

TEST_CASE("the first character that no key has is told by its position alone", "[hid]")
{
    CHECK(hid::strokes_of("ab\xC3\xA9") == std::unexpected(hid::not_on_keyboard{.position = 2}));
    CHECK(hid::strokes_of("\r") == std::unexpected(hid::not_on_keyboard{.position = 0}));
    CHECK(hid::strokes_of("x\x7F") == std::unexpected(hid::not_on_keyboard{.position = 1}));
}

TEST_CASE("text goes at more than fifteen characters a second", "[hid]")
{
    const auto strokes = hid::strokes_of("The quick brown fox jumps over it.");
    REQUIRE(strokes);
    const auto plan = hid::plan_of(*strokes);
    REQUIRE(plan);
    const std::chrono::duration<double> took = plan->back().at;
    CHECK(static_cast<double>(strokes->size()) / took.count() > 15);
}

} // namespace thimble::tests
