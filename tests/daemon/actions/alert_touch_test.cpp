// Touches while an alert is in front: its own elements take them, what it covers does not.
#include "tests/daemon/actions/performing.hpp"
#include "tests/daemon/phone_with_elements.hpp"

#include <algorithm>
#include <future>
#include <thread>

namespace thimble::daemon {

namespace {

const device::alert battery{.text = "Low Battery", .buttons = {"Later", "Close"}};

device::element
element_at(const std::string& type, const std::string& label, double x, double y, int depth)
{
    return {.type = type,
            .label = label,
            .name = {},
            .value = {},
            .x = x,
            .y = y,
            .width = 100,
            .height = 40,
            .depth = depth};
}

/// A page with a "Save" and a "Close" button, and over it, once shown, an alert with buttons of its
/// own and a keyboard. Points of a phone of 393 by 852, whose screenshots have 620 by 1344 pixels.
struct alerted_phone : performing<phone_with_elements> {
    alerted_phone()
    {
        phone->on_screen = {element_at("Application", "App", 0, 0, 0),
                            element_at("Button", "Save", 20, 60, 1),
                            element_at("Button", "Close", 200, 60, 1)};
    }

    /// The alert, known to the daemon since its last look.
    void show_alert(bool in_tree = true)
    {
        phone->front_alert.shown = battery;
        phone->told.alert = battery;
        if (!in_tree)
            return;
        auto alert = element_at("Alert", "Low Battery", 60, 360, 1);
        alert.width = 270;
        alert.height = 130;
        phone->on_screen.push_back(alert);
        phone->on_screen.push_back(element_at("Button", "Later", 70, 440, 2));
        phone->on_screen.push_back(element_at("Button", "Close", 200, 440, 2));
        phone->on_screen.push_back(element_at("Other", "", 0, 0, 1));
        auto keyboard = element_at("Keyboard", "", 0, 560, 2);
        keyboard.width = 393;
        keyboard.height = 292;
        phone->on_screen.push_back(keyboard);
        phone->on_screen.push_back(element_at("Key", "q", 0, 580, 3));
    }

    /// An alert's elements, as they stand in the tree that holds them.
    std::vector<device::element> dialog(const std::string& type)
    {
        auto box = element_at(type, "Low Battery", 60, 360, 1);
        box.width = 270;
        box.height = 130;
        return {box, element_at("StaticText", "Low Battery", 70, 380, 2),
                element_at("Button", "Later", 70, 440, 2),
                element_at("Button", "Close", 200, 440, 2)};
    }

    void show_in_app(const std::vector<device::element>& what, const device::alert& told)
    {
        phone->front_alert.shown = told;
        phone->told.alert = told;
        phone->on_screen.insert(phone->on_screen.end(), what.begin(), what.end());
    }

    std::vector<std::string> listed()
    {
        const auto done = perform(link::elements{});
        REQUIRE(done);
        std::vector<std::string> labels;
        for (const auto& each : done->value.at("elements"))
            labels.push_back(each.at("label"));
        return labels;
    }

    double height_of_touch() const
    {
        return phone->played.back().contacts.front().samples.front().where.y;
    }

    static link::touch_element tap_at(const std::string& selector)
    {
        return {.selector = selector, .to_selector = {}, .what = link::tap{}};
    }

    void check_covered(link::action what)
    {
        const auto before = phone->played.size();
        const auto why = refused(std::move(what));
        CHECK(cause_of(why) == "ACTION_FAILED alert_in_front");
        CHECK(why.outcome == link::outcome::not_sent);
        CHECK(why.why.context.at("alert") ==
              nlohmann::json{{"text", "Low Battery"}, {"buttons", {"Later", "Close"}}});
        CHECK(phone->played.size() == before);
    }
};

} // namespace

TEST_CASE_METHOD(alerted_phone, "an element under an alert is not touched", "[daemon]")
{
    REQUIRE(perform(tap_at("Save")));
    show_alert();
    check_covered(tap_at("Save"));
    check_covered(tap_at("Sav")); // nor is one that is only alike
}

TEST_CASE_METHOD(alerted_phone, "an alert's button is meant before one that it covers", "[daemon]")
{
    show_alert();
    const auto done = perform(tap_at("Close"));
    REQUIRE(done);
    CHECK(done->value.at("element").at("confidence") == 1.0);
    CHECK(phone->played.back().contacts.front().samples.front().where.y > 440);
    CHECK(perform(tap_at("q"))); // the keyboard types into the alert
}

TEST_CASE_METHOD(alerted_phone, "only an alert's own elements are candidates", "[daemon]")
{
    show_alert();
    const auto why = refused(tap_at("Teleport"));
    CHECK(why.why.code == "ELEMENT_NOT_FOUND");
    CHECK(why.why.context.at("alert").at("text") == "Low Battery");
    for (const auto& each : why.why.context.at("candidates"))
        CHECK(each.at("y").get<int>() > 500); // pixels: the page's buttons lie above
}

TEST_CASE_METHOD(alerted_phone, "an alert's own elements are listed first", "[daemon]")
{
    show_alert();
    const auto done = perform(link::elements{});
    REQUIRE(done);
    std::vector<std::string> labels;
    for (const auto& each : done->value.at("elements"))
        labels.push_back(each.at("label"));
    CHECK(labels ==
          std::vector<std::string>{"Later", "Close", "Low Battery", "q", "Save", "Close"});
}

TEST_CASE_METHOD(alerted_phone, "a system alert that is not in the tree covers it all", "[daemon]")
{
    show_alert(false);
    check_covered(tap_at("Save"));
    phone->front_alert.shown.reset(); // it has been answered, and nobody has looked since
    CHECK(perform(tap_at("Save")));
}

TEST_CASE_METHOD(alerted_phone, "a system alert is found in the system's tree", "[daemon]")
{
    show_alert(false);
    phone->of_system = dialog("Alert");
    phone->of_system.insert(phone->of_system.begin(),
                            element_at("Application", "SpringBoard", 0, 0, 0));
    CHECK(listed() == std::vector<std::string>{"Later", "Close", "Low Battery", "Low Battery",
                                               "Save", "Close"});
    REQUIRE(perform(tap_at("Close")));
    CHECK(height_of_touch() > 440);
    check_covered(tap_at("Save"));
}

TEST_CASE_METHOD(alerted_phone, "behind a system alert what fits nothing may be hidden", "[daemon]")
{
    show_alert(false);
    SECTION("which no tree holds") {}
    SECTION("which the system's tree holds")
    {
        phone->of_system = dialog("Alert");
    }
    check_covered(tap_at("Teleport"));
}

TEST_CASE_METHOD(alerted_phone, "an alert that comes behind the tree covers it all", "[daemon]")
{
    phone->on_screen.push_back(element_at("Button", "Copy", 20, 200, 1));
    phone->on_screen.push_back(element_at("Button", "Copy", 20, 300, 1));
    phone->front_alert.shown = battery; // and nobody has looked since
    check_covered(tap_at("Copy"));      // of which there are two
    const auto why = refused(tap_at("Teleport"));
    CHECK(why.why.code == "ELEMENT_NOT_FOUND");
    CHECK(why.why.context.at("candidates").empty());
}

TEST_CASE_METHOD(alerted_phone, "a sheet's buttons are touched, what it covers is not", "[daemon]")
{
    show_in_app(dialog("Sheet"), battery);
    REQUIRE(perform(tap_at("Close")));
    CHECK(height_of_touch() > 440);
    check_covered(tap_at("Save"));
    CHECK(listed().back() == "Close");
    CHECK(perform(link::tap{60, 120})); // beside it, which puts it away
}

TEST_CASE_METHOD(alerted_phone, "a sheet in a popover covers nothing", "[daemon]")
{
    auto sheet = dialog("Sheet");
    for (auto& each : sheet)
        ++each.depth;
    auto region = element_at("Other", "", 0, 0, 1);
    region.name = "PopoverDismissRegion";
    phone->on_screen.push_back(region);
    phone->on_screen.insert(phone->on_screen.end(), sheet.begin(), sheet.end());
    CHECK(perform(tap_at("Save")));
    CHECK(perform(tap_at("Later")));
}

TEST_CASE_METHOD(alerted_phone, "a dialog of a page is known by its words", "[daemon]")
{
    const device::alert told{.text = "Low Battery\n20 % left", .buttons = battery.buttons};
    SECTION("they are all there")
    {
        show_in_app(dialog("Other"), told);
        REQUIRE(perform(tap_at("Close")));
        CHECK(height_of_touch() > 440);
        CHECK(refused(tap_at("Save")).why.context.at("cause") == "alert_in_front");
    }
    SECTION("a button is missing, and so it is another alert")
    {
        auto page = dialog("Other");
        page.erase(page.begin() + 2);
        show_in_app(page, told);
        CHECK(refused(tap_at("Close")).why.context.at("cause") == "alert_in_front");
        CHECK(phone->played.empty());
    }
}

TEST_CASE_METHOD(alerted_phone, "a tap beside an alert is not made", "[daemon]")
{
    REQUIRE(perform(link::tap{60, 120}));
    CHECK(phone->tree_reads == 0); // without an alert nothing is read for a tap
    show_alert();
    check_covered(link::tap{60, 120});
    check_covered(link::double_tap{60, 120});
    check_covered(link::triple_tap{60, 120});
    check_covered(link::tap_and_hold{60, 120, std::chrono::milliseconds(600)});
    CHECK(perform(link::tap{310, 730}));                         // its own button
    CHECK(perform(link::tap{60, 1000}));                         // the keyboard
    CHECK(perform(link::flick{310, 1340, link::direction::up})); // from the edge
}

TEST_CASE_METHOD(alerted_phone, "texts are compared in the picture pool", "[daemon]")
{
    std::promise<void> released;
    const auto release = released.get_future().share();
    for (unsigned thread = 0; thread < std::max(1U, std::thread::hardware_concurrency()); ++thread)
        boost::asio::co_spawn(context, pictures.run([release] {
            release.wait();
            return true;
        }),
                              [](const std::exception_ptr&, bool) {});
    bool found = false;
    boost::asio::co_spawn(context, daemon::perform(on_stage(), tap_at("Save")),
                          [&](const std::exception_ptr&, const action_outcome&) { found = true; });
    context.restart();
    context.poll();
    CHECK_FALSE(found); // every thread of the pool is busy
    CHECK(phone->tree_reads == 1);
    released.set_value();
    context.run_for(std::chrono::seconds(20));
    CHECK(found);
}

} // namespace thimble::daemon
