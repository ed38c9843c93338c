#include "tests/virtualphone/os/handset.hpp"

using nlohmann::json;
using thimble::tests::handset;

namespace {

constexpr auto clock_app = "com.apple.mobiletimer";

struct clock_in_hand : handset {
    explicit clock_in_hand(const char* model = "iPhone 15 Pro") : handset(model)
    {
        os.launch(clock_app, now);
        choose("Button", "Alarms");
    }

    json state() const { return state_of(clock_app); }
    json alarms() const { return state().at("alarms"); }

    /// Scrolls until the row can be seen, and taps it.
    void choose_row(const char* title)
    {
        for (int strokes = 0; strokes < 10 && !reaches(title); ++strokes) {
            stroke({.x = os.width_pt() / 2, .y = os.height_pt() * 0.7},
                   {.x = os.width_pt() / 2, .y = os.height_pt() * 0.4}, 300, 200);
            wait(500);
        }
        choose("Cell", title);
    }

    /// True if its middle can be touched.
    bool reaches(const char* title) const
    {
        const auto row = find("Cell", title);
        return row && row->frame.y + row->frame.height < os.height_pt();
    }
};

} // namespace

TEST_CASE("an alarm is added at its time", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"}) {
        INFO(model);
        clock_in_hand phone(model);
        CHECK(phone.alarms() == json::array({{{"time", "06:45"}, {"on", false}}}));
        phone.choose("Button", "Add");
        CHECK(phone.state().at("page") == "new");
        phone.choose_row("07 h");
        phone.choose_row("30 min");
        phone.choose("Button", "Save");
        CHECK(phone.state().at("page") == "alarms");
        CHECK(phone.alarms() ==
              json::array({{{"time", "06:45"}, {"on", false}}, {{"time", "07:30"}, {"on", true}}}));
    }
}

TEST_CASE("an alarm is switched, and one that is cancelled is not there", "[virtualphone]")
{
    clock_in_hand phone;
    phone.choose("Switch", "06:45");
    CHECK(phone.alarms().at(0).at("on") == true);
    phone.choose("Button", "Add");
    phone.choose_row("05 h");
    phone.choose("Button", "Cancel");
    CHECK(phone.alarms().size() == 1);
    phone.choose("Button", "Clock");
    CHECK(phone.state().at("page") == "cities");
    CHECK(phone.find("Cell", "Tokyo"));
}
