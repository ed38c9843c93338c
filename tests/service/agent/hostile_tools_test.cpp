// Uses of tools that no model should make: a tool error, or an act that stays on the screen.
#include "contract/typed_text.hpp"
#include "service/agent/tool_table.hpp"
#include "tests/catch2.hpp"

#include <rapidcheck.h>

namespace thimble::service::agent::test {

namespace {

using nlohmann::json;

/// True if every place of an action is on the screen.
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

/// Checks what the executor will rely on.
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

/// A place along an edge of this many pixels: on it, or not quite.
std::int64_t any_coordinate(int edge)
{
    return *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, edge),
                           rc::gen::elementOf(std::vector<std::int64_t>{
                               -1, 0, edge - 1, edge, edge + 1, edge + 4'294'967'296}));
}

/// A value that the field may have, or nearly.
json any_likely_value(const parameter& field, screen::pixel_size size)
{
    switch (field.kind) {
    case parameter::type::integer:
        if (field.along != axis::none)
            return any_coordinate(field.along == axis::x ? size.width : size.height);
        return *rc::gen::inRange(field.minimum - 1, field.maximum + 2);
    case parameter::type::boolean:
        return true;
    case parameter::type::choice:
        return *rc::gen::elementOf(field.choices);
    case parameter::type::texts:
        return json::array({"shift"});
    default:
        return *rc::gen::elementOf(std::vector<std::string>{
            "hello", "https://example.com/", "{{secret:pin}}", std::string(300, 'x')});
    }
}

/// Values that models invent.
json any_odd_value()
{
    const std::vector<json> odd{nullptr,
                                true,
                                "",
                                "1",
                                "a\x01",
                                1.0,
                                1e300,
                                json::array(),
                                json::object(),
                                json::array({1, 2}),
                                "{{secret:",
                                std::string(11'000, 'x'),
                                *rc::gen::arbitrary<std::int64_t>(),
                                *rc::gen::arbitrary<std::uint64_t>()};
    return *rc::gen::elementOf(odd);
}

/// Most members that the tool knows, and now and then one that is odd.
json any_arguments(const tool_table& tools, std::string_view name, screen::pixel_size size)
{
    json out = json::object();
    if (const auto member = *rc::gen::inRange(0, 12); member >= 9)
        out[std::vector<std::string>{"why", "x", "text"}.at(static_cast<std::size_t>(member - 9))] =
            any_odd_value();
    for (const auto& row : tools.rows())
        for (const auto& field : row.fields) {
            if (row.name != name)
                continue;
            // Small cases draw from the low end of a range: there a use must still be whole.
            const auto luck = *rc::gen::inRange(0, 16);
            if (luck < 15)
                out[field.name] = luck == 14 ? any_odd_value() : any_likely_value(field, size);
        }
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

/// In each of rapidcheck's 100 cases: 500 of each kind.
constexpr int uses = 5;

} // namespace

TEST_CASE("500 uses with any fields never leave the screen", "[agent]")
{
    const tool_table tools;
    int touches = 0; // that were on the screen
    CHECK(rc::check([&] {
        for (int use = 0; use < uses; ++use) {
            const auto name = *any_name(tools);
            const auto size = any_size();
            const auto written = any_arguments(tools, name, size).dump();
            const auto came = tools.read(name, written, size);
            check_act(came, size);
            const auto* action = came ? std::get_if<link::action>(&*came) : nullptr;
            touches += action != nullptr && link::has_coordinates(*action) ? 1 : 0;
        }
    }));
    CHECK(touches > 20); // else nothing has been tried
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
    CHECK(rc::check([&] {
        for (int use = 0; use < uses; ++use) {
            const auto [name, written] = *rc::gen::elementOf(good);
            const auto size = any_size();
            check_act(tools.read(name, any_damage(written), size), size);
        }
    }));
}

TEST_CASE("every place on the screen is taken", "[agent]")
{
    const tool_table tools; // the counterpart: not everything is refused
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
