// Touches at places and elements, and several actions in a row.
#include "tests/daemon/actions/performing.hpp"
#include "tests/daemon/phone_with_elements.hpp"

#include <cmath>

namespace thimble::daemon {

namespace {

using nlohmann::json;
using std::chrono::milliseconds;

device::element button(const std::string& label, double x, double y)
{
    return {.type = "Button",
            .label = label,
            .name = {},
            .value = {},
            .x = x,
            .y = y,
            .width = 100,
            .height = 40};
}

/// An upright phone of 393 by 852 points, whose screenshots have 620 by 1344 pixels.
struct touched_phone : performing<phone_with_elements> {
    /// The path that the phone has played for it.
    gesture::touch_path played(link::action what)
    {
        REQUIRE(perform(std::move(what)));
        REQUIRE_FALSE(phone->played.empty());
        return phone->played.back();
    }

    std::size_t touches() const { return phone->played.size(); }
};

link::touch_element at(const std::string& selector, link::touch what)
{
    return {.selector = selector, .to_selector = {}, .what = what};
}

gesture::point begin_of(const gesture::touch_path& path)
{
    return path.contacts.front().samples.front().where;
}

gesture::point end_of(const gesture::touch_path& path)
{
    return path.contacts.back().samples.back().where;
}

bool near(gesture::point one, gesture::point other)
{
    return std::abs(one.x - other.x) < 1 && std::abs(one.y - other.y) < 1;
}

} // namespace

TEST_CASE_METHOD(touched_phone, "each touch is played as its own gesture", "[daemon]")
{
    CHECK(played(link::double_tap{10, 10}).contacts.size() == 2);
    CHECK(played(link::triple_tap{10, 10}).contacts.size() == 3);
    CHECK(played(link::tap_and_hold{10, 10, milliseconds(700)}).duration() == milliseconds(700));
    const auto pan = played(link::pan{310, 672, link::direction::up, milliseconds(400)});
    CHECK(end_of(pan).y < begin_of(pan).y);
    CHECK(played(link::pinch{310, 672, link::pinch_kind::rotate_cw, milliseconds(500)})
              .contacts.size() == 2);
}

TEST_CASE_METHOD(touched_phone, "a drag goes from pixel to pixel", "[daemon]")
{
    const auto path = played(link::drag{0, 0, 619, 1343, link::speed::fast});
    CHECK(near(begin_of(path), {0, 0}));
    CHECK(near(end_of(path), {393, 852}));
    const auto held = played(link::hold_and_drag{0, 0, 310, 0, milliseconds(600)});
    CHECK(held.contacts[0].samples[1].at == milliseconds(600));
    CHECK(begin_of(held) == held.contacts[0].samples[1].where);
}

TEST_CASE_METHOD(touched_phone, "a drag to a place outside names the coordinate", "[daemon]")
{
    const auto refused = perform(link::drag{0, 0, 620, 0});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().why.context.at("field") == "to_x");
    CHECK(touches() == 0);
}

TEST_CASE_METHOD(touched_phone, "a receipt tells of a gesture that was bent", "[daemon]")
{
    const auto receipt = [&](link::action what) {
        const auto done = perform(std::move(what));
        REQUIRE(done);
        return done->receipt->shaped;
    };
    CHECK(receipt(link::pinch{1, 1}));
    CHECK_FALSE(receipt(link::pinch{310, 672}));
    CHECK(receipt(link::pan{310, 10, link::direction::up}));
}

TEST_CASE_METHOD(touched_phone,
                 "a touch lands in the middle of what the selector names",
                 "[daemon]")
{
    phone->on_screen = {button("Cancel", 20, 60), button("Save", 200, 60)};
    const auto done = perform(at("the save button", link::tap{}));
    REQUIRE(done);
    CHECK(done->value.at("element").at("label") == "Save");
    CHECK(done->value.at("element").at("source") == "tree");
    CHECK(near(begin_of(phone->played.back()), {250, 80}));
}

TEST_CASE_METHOD(touched_phone,
                 "of a clipped element the part on the screen is touched",
                 "[daemon]")
{
    phone->on_screen = {button("Half", -50, 60)};
    CHECK(near(begin_of(played(at("Half", link::tap{}))), {25, 80}));
    phone->on_screen = {button("Gone", -100, 60), button("Below", 0, 852)};
    CHECK(perform(at("Gone", link::tap{})).error().why.code == "ELEMENT_NOT_FOUND");
    CHECK(perform(at("Below", link::tap{})).error().why.code == "ELEMENT_NOT_FOUND");
}

TEST_CASE_METHOD(touched_phone, "a drag between elements tells of both", "[daemon]")
{
    phone->on_screen = {button("A", 0, 60), button("B", 200, 600)};
    const auto done =
        perform(link::touch_element{.selector = "A", .to_selector = "B", .what = link::drag{}});
    REQUIRE(done);
    CHECK(done->value.at("from_element").at("label") == "A");
    CHECK(done->value.at("to_element").at("label") == "B");
    CHECK(near(end_of(phone->played.back()), {250, 620}));
}

TEST_CASE_METHOD(touched_phone, "an element that is not there is not touched", "[daemon]")
{
    phone->on_screen = {button("Cancel", 20, 60)};
    const auto refused = perform(at("Save", link::tap{}));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().why.code == "ELEMENT_NOT_FOUND");
    CHECK(refused.error().why.context.at("candidates").at(0).at("label") == "Cancel");
    CHECK(refused.error().outcome == link::outcome::not_sent);
    CHECK(touches() == 0);
}

TEST_CASE_METHOD(touched_phone, "elements come in pixels, most useful first", "[daemon]")
{
    auto text = button("A text", 0, 0);
    text.type = "StaticText";
    auto hidden = button("Hidden", 0, 0);
    hidden.visible = false;
    auto app = button("Notes", 0, 0);
    app.type = "Application";
    auto holder = button("", 0, 0);
    holder.type = "Other";
    phone->on_screen = {app, holder, hidden, text, button("Low", 0, 800), button("High", 0, 60)};
    const auto done = perform(link::elements{.limit = 3});
    REQUIRE(done);
    const auto& list = done->value.at("elements");
    REQUIRE(list.size() == 3);
    CHECK(list[0] == json::parse(R"({"label":"High","type":"Button","x":0,"y":94,)"
                                 R"("width":158,"height":64,"enabled":true,"actions":["tap"]})"));
    CHECK(list[1].at("label") == "Low");
    CHECK(list[2].at("label") == "A text");
    CHECK(done->value.at("space") ==
          json{{"width", 620}, {"height", 1344}, {"orientation", "portrait"}});
    CHECK(perform(link::elements{})->value.at("elements").size() == 4);
}

TEST_CASE_METHOD(touched_phone, "a batch does its steps in order", "[daemon]")
{
    phone->on_screen = {button("Save", 200, 60)};
    const auto done =
        perform(link::batch{.steps = {link::tap{1, 1}, at("Save", link::double_tap{})}});
    REQUIRE(done);
    const auto& steps = done->value.at("steps");
    CHECK(steps[0] == json{{"action", "tap"}, {"outcome", "done"}, {"result", json::object()}});
    CHECK(steps[1].at("action") == "double-tap-select");
    CHECK(steps[1].at("result").at("element").at("label") == "Save");
    CHECK(touches() == 2);
}

TEST_CASE_METHOD(touched_phone, "a batch stops at the first step that fails", "[daemon]")
{
    const auto failed =
        perform(link::batch{.steps = {link::tap{1, 1}, at("Save", link::tap{}), link::tap{2, 2}}});
    REQUIRE_FALSE(failed);
    CHECK(failed.error().why.code == "ELEMENT_NOT_FOUND");
    CHECK(failed.error().outcome == link::outcome::unknown); // the first one was done
    const auto& steps = failed.error().why.context.at("steps");
    CHECK(steps.at(0).at("outcome") == "done");
    CHECK(steps.at(1).at("error").at("error") == "ELEMENT_NOT_FOUND");
    CHECK(steps.at(2).at("outcome") == "not_sent");
    CHECK(touches() == 1);
}

TEST_CASE_METHOD(touched_phone, "a batch with a place outside does not begin", "[daemon]")
{
    const auto refused = [&](link::step last) {
        const auto failed = perform(link::batch{.steps = {link::tap{1, 1}, std::move(last)}});
        REQUIRE_FALSE(failed);
        CHECK(failed.error().why.code == "INVALID_ARGUMENT");
        CHECK(failed.error().outcome == link::outcome::not_sent);
        return failed.error().why.context.at("field").get<std::string>();
    };
    CHECK(refused(link::tap{620, 1}) == "steps[1].x");
    CHECK(refused(link::drag{0, 0, 1, 1344}) == "steps[1].to_y");
    CHECK(refused(link::hold_and_drag{-1, 0, 1, 1}) == "steps[1].from_x");
    CHECK(touches() == 0);
}

TEST_CASE_METHOD(touched_phone, "a batch whose first step fails was not sent", "[daemon]")
{
    const auto failed = perform(link::batch{.steps = {at("Save", link::tap{}), link::tap{2, 2}}});
    REQUIRE_FALSE(failed);
    CHECK(failed.error().outcome == link::outcome::not_sent);
    CHECK(touches() == 0);
}

} // namespace thimble::daemon
