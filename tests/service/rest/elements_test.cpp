// Elements with refs, digests and differences.
#include "tests/service/rest/screen_fixture.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("elements have refs, which stay as long as they do", "[service]")
{
    with_screen on;
    const auto first = on.read();
    CHECK(first.at("app") == "Notes");
    CHECK(first.at("element_count") == 2);
    CHECK(first.at("since").is_null());
    const auto save = first.at("elements").at(0);
    CHECK(save.at("label") == "Save");
    CHECK(save.at("actions") == json{"tap"});
    CHECK(save.at("value").is_null());
    CHECK(save.at("focused") == false);
    const auto second = on.read("?limit=1");
    CHECK(second.at("elements").size() == 1);
    CHECK(second.at("element_count") == 2);
    CHECK(second.at("elements").at(0).at("ref") == save.at("ref"));
    CHECK(second.at("frame_id") != first.at("frame_id"));
    CHECK(on.last_command().what == link::action(link::elements{.limit = 1000}));
}

TEST_CASE("a difference has what is new, other or gone, and an unknown frame has it all",
          "[service]")
{
    with_screen on;
    const auto first = on.read();
    const std::string frame = first.at("frame_id");
    on.show({element("Save", 100, {{"value", "x"}}), element("New", 300)});
    const auto change = on.read("?since=" + frame);
    CHECK(change.at("since") == frame);
    REQUIRE(change.at("elements").size() == 2);
    CHECK(change.at("elements").at(0).at("label") == "Save");
    CHECK(change.at("elements").at(1).at("label") == "New");
    CHECK(change.at("gone") == json::array({first.at("elements").at(1).at("ref")}));
    const auto whole = on.read("?since=6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10");
    CHECK(whole.at("since").is_null());
    CHECK(whole.at("elements").size() == 2);
    CHECK(whole.at("gone").empty());
}

TEST_CASE("a digest has the refs of the elements in a short text", "[service]")
{
    with_screen on;
    const auto ref = on.ref_of("Save");
    const auto told = on.read("?format=digest");
    const std::string text = told.at("digest");
    CHECK(text.contains(ref + " button \"Save\"\n"));
    CHECK(told.at("tokens") == (text.size() + 3) / 4);
    CHECK_FALSE(told.contains("elements"));
    const std::string frame = told.at("frame_id");
    CHECK(on.read("?format=digest&since=" + frame).at("digest") == "app \"Notes\"\nno change\n");
    const auto whole = on.read("?format=digest&since=nothing");
    CHECK(whole.at("since").is_null());
    CHECK(whole.at("digest").get<std::string>().contains("\"Save\""));
    CHECK(on.client.get(on.path("elements?format=xml")).error() == "INVALID_ARGUMENT");
}

} // namespace thimble::service::test
