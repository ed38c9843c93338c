// A model that makes nonsense of its tools: five hundred kinds of it.
#include "tests/service/agent_loop/agents_at_work.hpp"

#include <random>

namespace thimble::service::test {

namespace {

using random_source = std::minstd_rand;

constexpr int turns_of_nonsense = 4; // with a fifth in a row the session would be given up
constexpr int uses_in_a_turn = 125;

std::size_t any_below(std::size_t bound, random_source& chance)
{
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(chance);
}

/// A use as a model should write it; never of a tool that ends the session or waits for somebody.
std::pair<std::string, std::string> sensible_use(random_source& chance)
{
    static const std::vector<std::pair<std::string, std::string>> all{
        {"tap", R"({"x": 100, "y": 200})"},
        {"drag", R"({"from_x": 1, "from_y": 2, "to_x": 619, "to_y": 1343, "speed": "fast"})"},
        {"pinch", R"({"x": 300, "y": 600, "action": "pinch_out", "duration_ms": 500})"},
        {"flick", R"({"x": 300, "y": 600, "direction": "up"})"},
        {"type", R"({"text": "Hello {{secret:mail}}"})"},
    };
    return all[any_below(all.size(), chance)];
}

/// Some places of a text are changed, cut out or said twice.
void damage(std::string& text, random_source& chance)
{
    static const std::string signs = "{}[]\":,-.0123456789eE \\nultrafs";
    for (auto times = 1 + any_below(4, chance); times > 0 && !text.empty(); --times) {
        const auto at = any_below(text.size(), chance);
        switch (any_below(4, chance)) {
        case 0:
            text[at] = signs[any_below(signs.size(), chance)];
            break;
        case 1:
            text.erase(at, 1 + any_below(8, chance));
            break;
        case 2:
            text.insert(at, text.substr(any_below(text.size(), chance)));
            break;
        default:
            text.insert(at, std::string(1 + any_below(300, chance), '['));
        }
    }
}

std::string turn_of_nonsense(random_source& chance)
{
    nlohmann::json uses = nlohmann::json::array();
    for (int count = 0; count < uses_in_a_turn; ++count) {
        auto [name, arguments] = sensible_use(chance);
        damage(any_below(8, chance) == 0 ? name : arguments, chance);
        uses.push_back({{"name", name}, {"raw_arguments", arguments}});
    }
    return nlohmann::json{{"tool_uses", uses}}.dump();
}

bool is_on_screen(const link::command& what)
{
    const auto within = [](int x, int y) { return x >= 0 && x < 620 && y >= 0 && y < 1344; };
    if (const auto* one = std::get_if<link::tap>(&what.what))
        return within(one->x, one->y);
    if (const auto* one = std::get_if<link::flick>(&what.what))
        return within(one->x, one->y);
    if (const auto* one = std::get_if<link::pinch>(&what.what))
        return within(one->x, one->y);
    if (const auto* one = std::get_if<link::drag>(&what.what))
        return within(one->from_x, one->from_y) && within(one->to_x, one->to_y);
    return true;
}

} // namespace

TEST_CASE("nonsense of a model is an error of a tool and never a touch beside the screen", "[runs]")
{
    random_source chance(GENERATE(1U, 2U, 3U));
    std::vector<std::string> turns;
    for (int count = 0; count < turns_of_nonsense; ++count)
        turns.push_back(turn_of_nonsense(chance));
    turns.push_back(turn({claim()}));
    agents_at_work agents({.script = script(turns),
                           .rules = {.secrets_without_asking = true},
                           .secrets = {{"mail", "ada@example.com"}}});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.sessions().active_session(agents.phone_id) != id; },
                         std::chrono::seconds(40)));
    const auto known = agents.facts_of(id);
    INFO(known.error.value_or("") << " with " << chance());
    CHECK(known.now == sessions::status::completed);
    for (const auto& each : agents.desktop->seen.received)
        CHECK(is_on_screen(each));
    const auto results = agents.texts_of(id, sessions::event_type::tool_result);
    CHECK(results.size() > 250); // a step that fails ends its turn
}

} // namespace thimble::service::test
