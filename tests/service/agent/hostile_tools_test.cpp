// Uses of tools that no model should make: a tool error, or an act that stays on the screen.
#include "service/agent/tool_table.hpp"
#include "service/typed_text.hpp"
#include "tests/catch2.hpp"

#include <rapidcheck.h>

namespace thimble::service::agent::test {

namespace {

using nlohmann::json;

/// Whether every place of an action is on the screen.
struct stays_on {
    screen::pixel_size size;

    bool has(int x, int y) const { return x >= 0 && x < size.width && y >= 0 && y < size.height; }

    template <class Action>
    bool operator()(const Action& what) const
    {
        if constexpr (requires { what.from_x; })
            return has(what.from_x, what.from_y) && has(what.to_x, what.to_y);
        else if constexpr (requires { what.x; })
            return has(what.x, what.y);
        else
            return true;
    }
};

/// What whoever carries it out will rely on.
void check_act(const std::expected<act, std::string>& came, screen::pixel_size size)
{
    if (!came) {
        RC_ASSERT(came.error().ends_with("Nothing was done."));
        RC_ASSERT(came.error().size() < 2000U);
        return;
    }
    const auto* action = std::get_if<link::action>(&*came);
    if (action == nullptr)
        return;
    RC_ASSERT(std::visit(stays_on{size}, *action));
    if (const auto* typed = find_action<link::type>(*came))
        RC_ASSERT(check_typed_text(typed->text, typed->method).has_value());
    RC_ASSERT(link::duration_of(*action) <= std::chrono::seconds(30));
}

screen::pixel_size any_size()
{
    return {.width = *rc::gen::inRange(1, 1345), .height = *rc::gen::inRange(1, 1345)};
}

rc::Gen<std::string> any_name(const tool_table& tools)
{
    std::vector<std::string> names{"swipe", "TAP", "", "tap ", "unlock", "screenshot"};
    for (int times = 0; times < 4; ++times)
        for (const auto& each : tools.rows())
            names.push_back(each.name);
    return rc::gen::elementOf(std::move(names));
}

/// A number such as models invent: on the screen, near its edges, or anywhere.
json any_number()
{
    switch (*rc::gen::inRange(0, 5)) {
    case 0:
        return *rc::gen::inRange(-3, 1400);
    case 1:
        return *rc::gen::arbitrary<std::int64_t>();
    case 2:
        return *rc::gen::arbitrary<std::uint64_t>();
    case 3:
        return *rc::gen::inRange(0, 1400) / 2.0;
    default:
        return *rc::gen::elementOf(std::vector<std::int64_t>{0, 1, 620, 621, 1343, 1344, 2147483647,
                                                             2147483648, -2147483649, 4294967296});
    }
}

json any_value()
{
    const std::vector<json> odd{nullptr,
                                true,
                                "",
                                "1",
                                "up",
                                "pinch_out",
                                "a\nb",
                                json::array(),
                                json::object(),
                                json::array({1, 2}),
                                "{{secret:",
                                std::string(11'000, 'x')};
    return *rc::gen::inRange(0, 3) == 0 ? *rc::gen::elementOf(odd) : any_number();
}

/// Members that some tool knows, a few others, and any values.
json any_arguments(const tool_table& tools, std::string_view name)
{
    json out = json::object();
    for (const auto& row : tools.rows())
        for (const auto& field : row.fields)
            if (row.name == name ? *rc::gen::inRange(0, 8) > 0 : *rc::gen::inRange(0, 12) == 0)
                out[field.name] = any_value();
    if (*rc::gen::arbitrary<bool>())
        out[*rc::gen::arbitrary<std::string>()] = 1;
    return out;
}

std::string any_damage(std::string to)
{
    for (int times = *rc::gen::inRange(0, 4); times > 0 && !to.empty(); --times) {
        const auto at = *rc::gen::inRange<std::size_t>(0, to.size());
        if (*rc::gen::arbitrary<bool>())
            to.erase(at, *rc::gen::inRange<std::size_t>(1, 5));
        else
            to.insert(at, 1, *rc::gen::elementOf(std::string("{}[]\",:-0123456789.eE\\ntu\xFF")));
    }
    return to;
}

/// rapidcheck makes 100 cases of a property unless it is told otherwise.
constexpr int rounds = 5;

} // namespace

TEST_CASE("500 uses with any fields never leave the screen", "[agent]")
{
    const tool_table tools;
    for (int round = 0; round < rounds; ++round)
        CHECK(rc::check([&] {
            const auto name = *any_name(tools);
            const auto size = any_size();
            const auto written =
                any_arguments(tools, name).dump(-1, ' ', false, json::error_handler_t::replace);
            check_act(tools.read(name, written, size), size);
        }));
}

TEST_CASE("500 damaged uses never leave the screen", "[agent]")
{
    const tool_table tools;
    const std::vector<std::pair<std::string, std::string>> good{
        {"tap", R"({"x":620,"y":100})"},
        {"long_press", R"({"x":12,"y":1300,"duration_ms":800})"},
        {"flick", R"({"x":300,"y":700,"direction":"up"})"},
        {"drag", R"({"from_x":10,"from_y":20,"to_x":600,"to_y":1343,"speed":"fast"})"},
        {"pinch", R"({"x":300,"y":700,"action":"pinch_in","duration_ms":9000})"},
        {"type", R"({"text":"hello {{secret:pin}}"})"},
        {"keypress", R"({"key":"enter","modifiers":["shift"],"repeat":3})"}};
    for (int round = 0; round < rounds; ++round)
        CHECK(rc::check([&] {
            const auto [name, written] = *rc::gen::elementOf(good);
            const auto size = any_size();
            check_act(tools.read(name, any_damage(written), size), size);
        }));
}

TEST_CASE("500 places on the screen are all taken", "[agent]")
{
    const tool_table tools; // the counterpart: not everything is refused
    for (int round = 0; round < rounds; ++round)
        CHECK(rc::check([&] {
            const auto size = any_size();
            const link::tap wanted{.x = *rc::gen::inRange(0, size.width),
                                   .y = *rc::gen::inRange(0, size.height)};
            const json given = {{"x", wanted.x}, {"y", wanted.y}};
            const bool taken = tools.read("tap", given.dump(), size) == act(link::action(wanted));
            RC_ASSERT(taken);
        }));
}

} // namespace thimble::service::agent::test
