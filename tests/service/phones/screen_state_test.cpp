// Screens and refs of a phone as one node tells them to another.
#include "service/phones/screen_state.hpp"
#include "tests/catch2.hpp"

#include <chrono>
#include <string>

namespace thimble::service::test {

namespace {

constexpr const char* screen_text =
    R"({"space":{"width":620,"height":1344,"orientation":"portrait"},"app":"Mail","count":2,
        "elements":[{"x":10,"y":20,"width":100,"height":40,"label":"Send","type":"button"},
                    {"x":10,"y":80,"width":100,"height":40,"label":"","type":"text_field",
                     "identifier":"to","unnamed":true,"alike":2,"value":"bob"}]})";

/// A phone as each of two nodes knows it.
struct phone_at_two_nodes {
    const shown_screen& read(known_phone& at)
    {
        return at.screens.remember(read_screen(nlohmann::json::parse(screen_text)).value(), {});
    }

    /// The newest screen of the one, told to the other.
    void tell(const known_phone& from, known_phone& to)
    {
        const auto state = screen_state(from, newest_screen_at(to));
        REQUIRE(state);
        adopt_screen(to, nlohmann::json::parse(state->dump()));
    }

    known_phone one;
    known_phone other;
};

} // namespace

TEST_CASE("a ref that another node has given means the same element", "[service]")
{
    phone_at_two_nodes on;
    const auto ref = on.read(on.one).elements.front().ref;
    CHECK_FALSE(on.other.screens.find_ref(ref));
    const auto state = ref_state(on.one, ref);
    REQUIRE(state);
    adopt_ref(on.other, nlohmann::json::parse(state->dump()));
    const auto found = on.other.screens.find_ref(ref);
    REQUIRE(found);
    CHECK(found->what->label == "Send");
    CHECK(found->app == "Mail");
    CHECK(found->space.size.width == 620);
    CHECK_FALSE(found->read.quiet);
    CHECK_FALSE(ref_state(on.one, "of-nobody"));
}

TEST_CASE("a frame of another node is known by its size", "[service]")
{
    phone_at_two_nodes on;
    on.one.frames.remember("frame", {.size = {.width = 620, .height = 1344}});
    CHECK_FALSE(frame_state(on.one, "another"));
    auto state = frame_state(on.one, "frame");
    REQUIRE(state);
    adopt_frame(on.other, "frame", nlohmann::json::parse(state->dump()));
    const auto known = on.other.frames.find("frame");
    REQUIRE(known);
    CHECK(known->size.height == 1344);
    (*state)["space"]["height"] = -1;
    adopt_frame(on.other, "without size", *state);
    CHECK_FALSE(on.other.frames.find("without size"));
}

TEST_CASE("elements keep the refs that another node has given", "[service]")
{
    phone_at_two_nodes on;
    const auto first = on.read(on.one);
    on.tell(on.one, on.other);
    REQUIRE(on.other.screens.find(first.frame_id) != nullptr);
    CHECK(on.other.frames.find(first.frame_id) == first.space);
    const auto& second = on.read(on.other);
    REQUIRE(second.elements.size() == first.elements.size());
    for (std::size_t at = 0; at < first.elements.size(); ++at) {
        CHECK(second.elements[at].ref == first.elements[at].ref);
        CHECK(second.elements[at].shows_the_same_as(first.elements[at]));
        CHECK(second.elements[at].unnamed == first.elements[at].unnamed);
    }
    const auto change = difference(*on.other.screens.find(first.frame_id), second);
    CHECK(change.added.empty());
    CHECK(change.changed.empty());
    CHECK(change.gone.empty());
}

TEST_CASE("a screen that is not newer is not told", "[service]")
{
    phone_at_two_nodes on;
    CHECK(newest_screen_at(on.one) == 0);
    CHECK_FALSE(screen_state(on.one, 0));
    on.read(on.one);
    CHECK(screen_state(on.one, 0));
    CHECK_FALSE(screen_state(on.one, newest_screen_at(on.one)));
}

TEST_CASE("what is no screen is not adopted", "[service]")
{
    phone_at_two_nodes on;
    for (
        const auto* text :
        {R"({})", R"({"frame_id":7,"elements":[]})",
         R"({"frame_id":"f","space":{"width":0,"height":1,"orientation":"portrait"},"elements":[]})"})
        adopt_screen(on.other, nlohmann::json::parse(text));
    CHECK(on.other.screens.newest() == nullptr);
    adopt_ref(on.other, nlohmann::json::parse(R"({"element":{"ref":"r1"}})"));
    CHECK_FALSE(on.other.screens.find_ref("r1"));
}

} // namespace thimble::service::test
