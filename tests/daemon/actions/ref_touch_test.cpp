// Touches at elements that were seen before, and typing into them: the same ones, or nothing.
#include "tests/daemon/actions/performing.hpp"
#include "tests/daemon/phone_with_elements.hpp"
#include "tests/daemon/written_phone.hpp"

#include <cmath>

namespace thimble::daemon {

namespace {

using nlohmann::json;

device::element piece(const std::string& type, const std::string& label, double x, double y)
{
    return {.type = type,
            .label = label,
            .name = label,
            .value = {},
            .x = x,
            .y = y,
            .width = 100,
            .height = 40};
}

device::element app_called(const std::string& name)
{
    auto out = piece("Application", name, 0, 0);
    out.width = 393;
    out.height = 852;
    return out;
}

/// As the service makes it of the record of an element.
link::seen_element as_seen(const json& record, const std::string& app)
{
    return {.type = record.at("type"),
            .label = record.contains("unnamed") ? "" : record.at("label"),
            .identifier = record.value("identifier", ""),
            .app = app,
            .x = record.at("x"),
            .y = record.at("y"),
            .width = record.at("width"),
            .height = record.at("height"),
            .unique = !record.contains("alike")};
}

bool is_near(gesture::point one, gesture::point other)
{
    return std::abs(one.x - other.x) < 1 && std::abs(one.y - other.y) < 1;
}

template <class Phone>
struct ref_fixture : performing<Phone> {
    /// The element with this label as it is told now.
    link::seen_element seen(const std::string& label)
    {
        const auto told = this->perform(link::elements{.limit = 1000});
        REQUIRE(told);
        for (const auto& each : told->value.at("elements"))
            if (each.at("label") == label)
                return as_seen(each, told->value.at("app"));
        FAIL("there is no " << label);
        return {};
    }
};

/// A phone of 393 by 852 points, whose screenshots have 620 by 1344 pixels.
struct ref_phone : ref_fixture<phone_with_elements> {
    ref_phone()
    {
        phone->on_screen = {app_called("Notes"), piece("Button", "Save", 20, 60),
                            piece("Button", "Back", 200, 60)};
    }

    gesture::point touched() const
    {
        REQUIRE_FALSE(phone->played.empty());
        return phone->played.back().contacts.front().samples.front().where;
    }

    static link::touch_ref tap_at(const link::seen_element& what, bool held = false)
    {
        return {.at = what, .to = {}, .held = held, .what = link::tap{}};
    }

    void check_stale(link::action what)
    {
        const auto before = phone->played.size();
        const auto why = refused(std::move(what));
        CHECK(why.why.code == "STALE_FRAME");
        CHECK(why.outcome == link::outcome::not_sent);
        CHECK(phone->played.size() == before);
    }
};

} // namespace

TEST_CASE_METHOD(ref_phone, "an element that nothing can have moved is touched unread", "[daemon]")
{
    const auto save = seen("Save");
    const auto reads = phone->tree_reads;
    const auto done = perform(tap_at(save, true));
    REQUIRE(done);
    CHECK(is_near(touched(), {70, 80}));
    CHECK(phone->tree_reads == reads);
    CHECK(done->value.at("element").at("label") == "Save");
    CHECK(done->value.at("element").at("source") == "ref");
}

TEST_CASE_METHOD(ref_phone, "an element that has moved is touched where it is now", "[daemon]")
{
    const auto save = seen("Save");
    phone->on_screen[1].y = 600;
    const auto reads = phone->tree_reads;
    REQUIRE(perform(tap_at(save)));
    CHECK(is_near(touched(), {70, 620}));
    CHECK(phone->tree_reads == reads + 1);
}

TEST_CASE_METHOD(ref_phone, "what the screen does not show for certain is not touched", "[daemon]")
{
    const auto save = seen("Save");
    const auto before = phone->on_screen;

    phone->on_screen[1].label = phone->on_screen[1].name = "Send";
    check_stale(tap_at(save));

    phone->on_screen = before;
    phone->on_screen[1].type = "Cell";
    check_stale(tap_at(save));

    phone->on_screen = before;
    phone->on_screen[0].label = "Maps"; // another app has a Save as well
    check_stale(tap_at(save));

    phone->on_screen = before;
    phone->on_screen[1].y = 200;
    phone->on_screen.push_back(piece("Button", "Save", 20, 300)); // which of the two?
    check_stale(tap_at(save));
    phone->on_screen.back() = piece("Button", "Save", 20, 60); // the one that is where it was
    REQUIRE(perform(tap_at(save)));
    CHECK(is_near(touched(), {70, 80}));

    phone->on_screen = before;
    phone->on_screen[1].identifier = "other";
    check_stale(tap_at(save));
}

TEST_CASE_METHOD(ref_phone, "of several alike the one at its place is the same one", "[daemon]")
{
    phone->on_screen = {app_called("Notes"), piece("Cell", "Item", 20, 60),
                        piece("Cell", "Item", 20, 160)};
    const auto first = seen("Item");
    CHECK_FALSE(first.unique);
    phone->on_screen.erase(phone->on_screen.begin() + 1); // the other one is alone now
    check_stale(tap_at(first));
}

TEST_CASE_METHOD(ref_phone, "a drag goes from a ref to a ref, or to a place", "[daemon]")
{
    const auto save = seen("Save");
    const auto back = seen("Back");
    const auto done =
        perform(link::touch_ref{.at = save, .to = back, .held = false, .what = link::drag{}});
    REQUIRE(done);
    CHECK(done->value.at("from_element").at("label") == "Save");
    CHECK(done->value.at("to_element").at("label") == "Back");
    const auto& path = phone->played.back();
    CHECK(is_near(path.contacts.back().samples.back().where, {250, 80}));
    const auto to_place = perform(link::touch_ref{
        .at = save, .to = {}, .held = true, .what = link::hold_and_drag{.to_x = 310, .to_y = 672}});
    REQUIRE(to_place);
    CHECK_FALSE(to_place->value.contains("to_element"));
    CHECK(is_near(phone->played.back().contacts.back().samples.back().where, {197, 426}));
}

TEST_CASE_METHOD(ref_phone, "what lies under an alert is not touched by its ref", "[daemon]")
{
    const auto save = seen("Save");
    const device::alert battery{.text = "Low Battery", .buttons = {"Close"}};
    phone->front_alert.shown = battery;
    phone->told.alert = battery;
    CHECK(cause_of(refused(tap_at(save))) == "ACTION_FAILED alert_in_front"); // the system's
    auto alert = piece("Alert", "Low Battery", 60, 360);
    alert.depth = 1;
    phone->on_screen.push_back(alert);
    CHECK(cause_of(refused(tap_at(save))) == "ACTION_FAILED alert_in_front");
    CHECK(cause_of(refused(tap_at(save, true))) == "ACTION_FAILED alert_in_front");
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(ref_phone, "a held ref of a screen that has turned is stale", "[daemon]")
{
    const auto save = seen("Save");
    auto on = on_stage();
    on.made_for = link::coordinate_space{.size = {.width = 1344, .height = 620},
                                         .turned = screen::orientation::landscape_left};
    std::optional<action_outcome> outcome;
    boost::asio::co_spawn(context, daemon::perform(on, tap_at(save, true)),
                          [&](const std::exception_ptr&, action_outcome how) { outcome = how; });
    context.restart();
    context.run_for(std::chrono::seconds(20));
    REQUIRE(outcome);
    REQUIRE_FALSE(*outcome);
    CHECK(outcome->error().why.code == "STALE_FRAME");
}

TEST_CASE_METHOD(ref_phone,
                 "elements tell what they are and what can be done with them",
                 "[daemon]")
{
    auto field = piece("TextField", "Name", 20, 200);
    field.name = "name-field";
    field.identifier = "name-field";
    field.value = field.placeholder = "Your name";
    auto wifi = piece("Switch", "Wi-Fi", 20, 300);
    wifi.value = "1";
    auto tab = piece("Button", "Home", 20, 400);
    tab.traits = {"Button", "Selected"};
    auto keyboard = piece("Keyboard", "", 0, 600);
    phone->on_screen = {app_called("Notes"), field, wifi, tab, keyboard};
    const auto done = perform(link::elements{.limit = 10});
    REQUIRE(done);
    CHECK(done->value.at("app") == "Notes");
    CHECK(done->value.at("keyboard") == true);
    CHECK(done->value.at("count") == 3);
    const auto& told = done->value.at("elements");
    CHECK(told[0] == json::parse(R"({"label":"Name","type":"TextField","x":31,"y":315,"width":159,
        "height":64,"enabled":true,"identifier":"name-field","placeholder":"Your name",
        "focused":true,"actions":["tap","type"]})"));
    CHECK(told[1].at("on") == true);
    CHECK(told[1].at("value") == "1");
    CHECK(told[2].at("selected") == true);
    CHECK(told[2].at("traits") == json{"Button", "Selected"});
}

TEST_CASE_METHOD(ref_phone, "an element is looked for without a touch", "[daemon]")
{
    const auto done = perform(link::find_element{.selector = "the Save button"});
    REQUIRE(done);
    CHECK(done->value.at("element").at("label") == "Save");
    CHECK(done->value.at("element").at("source") == "tree");
    CHECK(done->value.at("element").at("actions") == json{"tap"});
    CHECK(done->value.at("space").at("width") == 620);
    CHECK(done->value.at("app") == "Notes");
    CHECK(refused(link::find_element{.selector = "Teleport"}).why.code == "ELEMENT_NOT_FOUND");
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(ref_phone, "a field that is looked for tells whether it has the focus", "[daemon]")
{
    const auto field = piece("TextField", "Name", 20, 200);
    const auto keyboard = piece("Keyboard", "", 0, 600);
    const auto has_focus = [this] {
        const auto done = perform(link::find_element{.selector = "the Name field"});
        REQUIRE(done);
        return done->value.at("element").value("focused", false);
    };
    phone->on_screen = {app_called("Notes"), field};
    CHECK_FALSE(has_focus());
    phone->on_screen = {app_called("Notes"), field, keyboard};
    CHECK(has_focus());
    phone->on_screen = {app_called("Notes"), field, piece("TextField", "City", 20, 300), keyboard};
    CHECK_FALSE(has_focus()); // this driver does not say which of two it is
}

namespace {

struct ref_typing : ref_fixture<written_phone> {
    ref_typing()
    {
        auto field = piece("TextField", "Name", 20, 100);
        field.width = 350;
        phone->on_screen = {app_called("Notes"), field};
        phone->field.focused = false;
    }

    link::type_ref typing(bool held, bool focused = false)
    {
        return {.into = seen("Name"),
                .held = held,
                .focused = focused,
                .what = {.text = "Ada", .method = link::typing_method::automatic}};
    }
};

} // namespace

TEST_CASE_METHOD(ref_typing, "a field is tapped before text goes into it", "[daemon]")
{
    auto what = typing(true);
    phone->field.focused = true; // as the tap makes it
    const auto done = perform(what);
    REQUIRE(done);
    CHECK(phone->played.size() == 1);
    CHECK(phone->field.content == "Ada");
    CHECK(done->receipt->verified == true);
    CHECK(done->value.at("element").at("label") == "Name");
}

TEST_CASE_METHOD(ref_typing, "a field that has the keyboard is not tapped", "[daemon]")
{
    phone->field.focused = true;
    REQUIRE(perform(typing(true, true)));
    CHECK(phone->played.empty());
    phone->on_screen.push_back(piece("Keyboard", "", 0, 600));
    REQUIRE(perform(typing(false)));
    CHECK(phone->played.empty());
    CHECK(phone->field.content == "AdaAda");
}

TEST_CASE_METHOD(ref_typing, "nothing is typed where another field has the keyboard", "[daemon]")
{
    auto what = typing(true);
    phone->field.focused = true;
    phone->field.frame = {.x = 20, .y = 500, .width = 200, .height = 30};
    const auto why = refused(what);
    CHECK(cause_of(why) == "ACTION_FAILED keyboard_not_shown");
    CHECK(why.outcome == link::outcome::unknown); // the tap was done
    CHECK(phone->field.content.empty());
    CHECK(phone->typings == 0);
}

TEST_CASE_METHOD(ref_typing, "an app is ended, and what did not run is success, too", "[daemon]")
{
    const auto front = perform(link::terminate_app{.bundle_id = "com.example.app"});
    REQUIRE(front);
    CHECK(front->value.at("was_running") == true);
    CHECK(front->receipt->verified == true);
    CHECK(phone->app == "com.apple.springboard");
    const auto other = perform(link::terminate_app{.bundle_id = "com.example.other"});
    REQUIRE(other);
    CHECK(other->value.at("was_running") == false);
    phone->stays_in_front = "com.example.app";
    phone->app = "com.example.app";
    CHECK(cause_of(refused(link::terminate_app{.bundle_id = "com.example.app"})) ==
          "ACTION_FAILED app_in_front");
}

} // namespace thimble::daemon
