// Selecting, copying and pasting in a note, by fingers and by keys.
#include "tests/virtualphone/os/handset.hpp"

#include <ctime>

using thimble::tests::handset;
namespace vp = thimble::virtualphone;

namespace {

using range = std::optional<std::pair<int, int>>;

struct note_in_hand : handset {
    explicit note_in_hand(std::string_view content = "",
                          std::string_view model = "iPhone 15 Pro",
                          vp::turned way = vp::turned::portrait)
        : handset(model)
    {
        os.launch("com.apple.mobilenotes", now);
        os.rotate_device(way, now);
        tap(line(5));
        if (!content.empty())
            os.type(content, now);
        wait(500);
    }

    /// A place in the n-th line of the text, counted from 0.
    vp::place line(int number, double x = 20) const
    {
        const auto note = find("TextView", "Note");
        REQUIRE(note);
        return {.x = note->frame.x + 20 + x, .y = note->frame.y + 20 + 11 + 22.0 * number};
    }

    std::string text() const { return note().at("text").get<std::string>(); }
    int caret() const { return note().at("caret").get<int>(); }
    range selection() const
    {
        const auto said = note().at("selection");
        if (said.is_null())
            return std::nullopt;
        return std::pair{said.at(0).get<int>(), said.at(1).get<int>()};
    }
    nlohmann::json note() const { return state_of("com.apple.mobilenotes"); }

    void triple_tap(vp::place at)
    {
        double_tap(at);
        wait(80);
        tap(at);
    }
    void hold(vp::place at)
    {
        down(at);
        wait(600);
        up(at);
        wait(50);
    }
    void key(std::uint32_t usage, std::uint32_t modifiers = 0)
    {
        os.key(usage, modifiers, true, now);
        os.key(usage, modifiers, false, now);
    }
};

} // namespace

TEST_CASE("a double tap selects the word, a triple tap the paragraph", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"})
        for (const auto way : {vp::turned::portrait, vp::turned::landscape_right}) {
            INFO(model << " " << vp::to_string(way));
            note_in_hand phone("über all\nthe hills", model, way);
            phone.double_tap(phone.line(0));
            CHECK(phone.selection() == range({0, 4}));
            phone.wait(1000);
            phone.triple_tap(phone.line(1));
            CHECK(phone.selection() == range({9, 18}));
            const std::vector<std::string> expected{"tap", "double_tap", "triple_tap"};
            auto seen = phone.gestures();
            seen.erase(seen.begin(), seen.end() - 3);
            CHECK(seen == expected);
        }
}

TEST_CASE("two taps that are too slow select nothing", "[virtualphone]")
{
    note_in_hand phone("some words");
    phone.double_tap(phone.line(0), 400);
    CHECK_FALSE(phone.selection());
}

TEST_CASE("typing and deleting take the place of the selection", "[virtualphone]")
{
    note_in_hand phone("good morning");
    phone.double_tap(phone.line(0));
    phone.os.type("fine", phone.now);
    CHECK(phone.text() == "fine morning");
    CHECK_FALSE(phone.find("Menu", "Edit menu"));
    phone.wait(1000);
    phone.double_tap(phone.line(0));
    phone.choose("Key", "delete");
    CHECK(phone.text() == " morning");
}

TEST_CASE("the menu of a selection copies, cuts and pastes", "[virtualphone]")
{
    note_in_hand phone("salt pepper");
    phone.double_tap(phone.line(0));
    CHECK_FALSE(phone.find("MenuItem", "Paste")); // there is nothing to paste yet
    phone.choose("MenuItem", "Copy");
    CHECK(phone.os.clipboard() == "salt");
    CHECK(phone.selection() == range({0, 4}));
    CHECK_FALSE(phone.find("MenuItem", "Copy"));

    phone.tap(phone.line(4)); // behind everything
    phone.wait(500);
    phone.hold(phone.line(4));
    CHECK_FALSE(phone.find("MenuItem", "Cut"));
    phone.choose("MenuItem", "Paste");
    CHECK(phone.text() == "salt peppersalt"); // its own text: nobody is asked
    CHECK_FALSE(phone.os.alert());

    phone.hold(phone.line(4));
    phone.choose("MenuItem", "Select All");
    CHECK(phone.selection() == range({0, 15}));
    phone.choose("MenuItem", "Cut");
    CHECK(phone.text().empty());
    CHECK(phone.os.clipboard() == "salt peppersalt");
}

TEST_CASE("a long press puts the caret down and asks what to do", "[virtualphone]")
{
    note_in_hand phone("first\nsecond");
    phone.hold(phone.line(0, 0));
    CHECK(phone.caret() == 0);
    CHECK(phone.find("MenuItem", "Select"));
    phone.choose("MenuItem", "Select");
    CHECK(phone.selection() == range({0, 5}));

    phone.down(phone.line(0, 0));
    phone.wait(600);
    phone.move(phone.line(1, 200));
    phone.up(phone.line(1, 200));
    CHECK(phone.caret() == 12); // it followed the finger
}

TEST_CASE("text from outside is pasted when the user allows it", "[virtualphone]")
{
    note_in_hand phone;
    phone.os.set_clipboard("from the desk", phone.now);
    phone.hold(phone.line(0));
    phone.choose("MenuItem", "Paste");
    REQUIRE(phone.os.alert());
    CHECK(phone.text().empty());
    phone.choose("Button", "Don't Allow Paste");
    CHECK(phone.text().empty());

    phone.key(0x19, 0x08); // Command-V
    REQUIRE(phone.os.alert());
    phone.choose("Button", "Allow Paste");
    CHECK(phone.text() == "from the desk");
    CHECK_FALSE(phone.os.alert());
}

TEST_CASE("a phone before iOS 16 pastes without asking", "[virtualphone]")
{
    vp::event_log log;
    vp::ios_profile old = *vp::find_ios_profile("16");
    old.paste_alert = false;
    vp::operating_system os(*vp::find_model("iPhone 15 Pro"), old,
                            {.udid = "0", .name = "Old", .passcode = {}}, log);
    const vp::milliseconds now(0);
    os.launch("com.apple.mobilenotes", now);
    os.touch(0, vp::touch_phase::down, {.x = 100, .y = 200}, now);
    os.touch(0, vp::touch_phase::up, {.x = 100, .y = 200}, now);
    os.set_clipboard("at once", now);
    os.key(0x19, 0x08, true, now);
    CHECK(os.app_states().at("com.apple.mobilenotes").at("text") == "at once");
}

TEST_CASE("Escape closes the menu and then the keyboard", "[virtualphone]")
{
    note_in_hand phone("text");
    phone.double_tap(phone.line(0));
    REQUIRE(phone.find("Menu", "Edit menu"));
    phone.key(0x29);
    CHECK_FALSE(phone.find("Menu", "Edit menu"));
    CHECK(phone.os.keyboard_shown());
    phone.key(0x29);
    CHECK_FALSE(phone.os.keyboard_shown());
}

TEST_CASE("every printable character of ASCII is on the keyboard", "[virtualphone]")
{
    note_in_hand phone;
    std::string all;
    const auto on_plane = [&](const std::vector<std::string>& switches, std::string_view keys) {
        for (const char each : keys) {
            for (const auto& other : switches)
                phone.choose("Key", other);
            phone.choose("Key", std::string(1, each));
            all += each;
        }
    };
    on_plane({}, "abcdefghijklmnopqrstuvwxyz");
    on_plane({"shift"}, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    on_plane({"123"}, "1");
    on_plane({}, "234567890-/:;()$&@\".,?!'");
    on_plane({"#+="}, "[");
    on_plane({}, "]{}#%^*+=_\\|~<>`");
    phone.choose("Key", "space");
    CHECK(phone.text() == all + " ");
    for (char each = ' '; each <= '~'; ++each)
        CHECK(phone.text().contains(each));
}

TEST_CASE("two quick taps on shift hold it", "[virtualphone]")
{
    note_in_hand phone;
    phone.choose("Key", "shift");
    phone.choose("Key", "shift");
    phone.choose("Key", "A");
    phone.choose("Key", "B");
    phone.choose("Key", "shift");
    phone.choose("Key", "c");
    CHECK(phone.text() == "ABc");
}

TEST_CASE("a letter costs no more after thousands of others", "[virtualphone]")
{
    note_in_hand phone;
    const auto time_of_some = [&phone] { // of the processor
        const auto begin = std::clock();
        for (int i = 0; i < 2'000; ++i)
            phone.os.type("x", phone.now);
        return std::clock() - begin;
    };
    const auto first = time_of_some();
    time_of_some();
    time_of_some();
    time_of_some();
    const auto last = time_of_some();
    CHECK(phone.text().size() == 10'000);
    CHECK(last < 5 * first);  // nine times as much if each looked at all that stands there
    phone.choose("Key", "q"); // which has to be found on the screen beside all that text
    CHECK(phone.text().back() == 'q');
}
