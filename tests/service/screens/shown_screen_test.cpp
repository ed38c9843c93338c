// Screens as desktops tell of them: newer ones, older ones, and broken ones.
#include "service/screens/shown_screen.hpp"
#include "tests/catch2.hpp"

namespace thimble::service {

using nlohmann::json;

namespace {

json told(const json& element)
{
    return {{"space", {{"width", 620}, {"height", 1344}, {"orientation", "portrait"}}},
            {"app", "Notes"},
            {"elements", json::array({element})}};
}

json place()
{
    return {{"label", "Wi-Fi"}, {"type", "Switch"}, {"x", 1},
            {"y", 2},           {"width", 3},       {"height", 4}};
}

/// The only element; fails the test where there is another number of them.
shown_element only_in(const json& value)
{
    auto seen = read_screen(value);
    REQUIRE(seen);
    REQUIRE(seen->elements.size() == 1);
    return std::move(seen->elements.front());
}

} // namespace

TEST_CASE("all that a desktop tells of an element stands in its record", "[screens]")
{
    auto record = place();
    record.update({{"enabled", true},
                   {"value", "1"},
                   {"identifier", "wifi"},
                   {"placeholder", "p"},
                   {"focused", true},
                   {"selected", true},
                   {"on", true},
                   {"traits", {"Button", "Selected"}},
                   {"actions", {"tap"}},
                   {"covered", true}});
    auto one = only_in(told(record));
    one.ref = "abcd1";
    record["ref"] = "abcd1";
    CHECK(json(element_record(one)) == record);
}

TEST_CASE("an older desktop tells less, and the rest is known of the type", "[screens]")
{
    const auto one = only_in(told(place()));
    CHECK(one.enabled);
    CHECK(one.unique);
    CHECK_FALSE(one.on);
    CHECK(one.actions == std::vector<std::string>{"tap"});
    const auto record = element_record(one);
    CHECK(record.at("value").is_null());
    CHECK(record.at("ref").is_null());
    CHECK_FALSE(read_screen(json{{"elements", json::array({place()})}}));
}

TEST_CASE("an element is met again by what was its own", "[screens]")
{
    auto record = place();
    record["identifier"] = "wifi";
    record["alike"] = 2;
    CHECK(seen(only_in(told(record)), "Notes") == link::seen_element{.type = "Switch",
                                                                     .label = "Wi-Fi",
                                                                     .identifier = "wifi",
                                                                     .app = "Notes",
                                                                     .x = 1,
                                                                     .y = 2,
                                                                     .width = 3,
                                                                     .height = 4,
                                                                     .unique = false});
    record["unnamed"] = true;
    CHECK(seen(only_in(told(record)), "Notes").label.empty());
}

TEST_CASE("what is not as it should be is left out or cut", "[screens]")
{
    for (const auto& broken : {json(nullptr), json(1), json::array(), json::object()})
        CHECK(read_screen(told(broken))->elements.empty());
    auto nowhere = place();
    for (const auto& x : {json(-1), json(1.5), json("1"), json(70'000), json(1e300)}) {
        nowhere["x"] = x;
        CHECK(read_screen(told(nowhere))->elements.empty());
    }
    auto odd = place();
    odd.update({{"value", 5},
                {"on", "yes"},
                {"traits", "Button"},
                {"label", std::string(5000, 'x')},
                {"type", std::string(5000, 'x')},
                {"actions", json::array({1, "tap", std::string(500, 'x')})}});
    const auto one = only_in(told(odd));
    CHECK(one.value.empty());
    CHECK_FALSE(one.on);
    CHECK(one.traits.empty());
    CHECK(one.label.size() == 1000);
    CHECK(one.type.size() == 40);
    CHECK(one.actions.size() == 2);
    json many = told(place());
    for (int at = 0; at < 3000; ++at)
        many["elements"].push_back(place());
    CHECK(std::cmp_equal(read_screen(many)->elements.size(), most_elements));
    CHECK_FALSE(read_screen(json("text")));
}

} // namespace thimble::service
