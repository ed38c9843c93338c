// Keys in reports type on the phone, as a keyboard on its table does.
#include "tests/virtualphone/hid/report_bytes.hpp"
#include "tests/virtualphone/os/handset.hpp"
#include "virtualphone/hid/keyboard.hpp"

namespace thimble::tests {
namespace {

constexpr unsigned key_a = 0x04;
constexpr unsigned key_b = 0x05;
constexpr unsigned key_h = 0x0B;
constexpr unsigned key_1 = 0x1E;
constexpr unsigned left_shift = 0xE1;
constexpr unsigned left_command = 0xE3;

/// A phone with Notes in front.
struct typing_handset : handset {
    typing_handset()
    {
        os.launch(notes_app, now);
        wait(500);
    }

    void report(std::initializer_list<unsigned> usages)
    {
        const auto read =
            vp::hid::parse_key_report(key_bytes(usages, static_cast<std::uint64_t>(now.count())));
        REQUIRE(read);
        os.advance(now);
        keys.take(*read, os, now);
        wait(20);
    }

    /// The keys of the log: the usage, and true where it went down.
    std::vector<std::pair<unsigned, bool>> strokes() const
    {
        std::vector<std::pair<unsigned, bool>> all;
        for (const auto& each : events("key"))
            all.emplace_back(each.at("usage").get<unsigned>(), each.at("phase") == "down");
        return all;
    }

    vp::hid::keyboard keys;
};

using strokes = std::vector<std::pair<unsigned, bool>>;

} // namespace

TEST_CASE("reports become strokes, one for each key that changes", "[hid]")
{
    typing_handset phone;
    phone.report({key_a});
    phone.report({key_a, key_b});
    phone.report({key_b});
    phone.report({});
    CHECK(phone.strokes() == strokes{{key_a, true}, {key_b, true}, {key_a, false}, {key_b, false}});
}

TEST_CASE("a modifier is down before the key that comes with it, and lifted after it", "[hid]")
{
    typing_handset phone;
    phone.report({left_shift, key_a});
    phone.report({});
    CHECK(phone.strokes() ==
          strokes{{left_shift, true}, {key_a, true}, {key_a, false}, {left_shift, false}});
}

TEST_CASE("reported keys are typed with their modifiers", "[hid]")
{
    typing_handset phone;
    phone.tap({.x = 150, .y = 200});
    REQUIRE(phone.os.keyboard_shown());
    for (const std::initializer_list<unsigned>& held :
         {std::initializer_list<unsigned>{left_shift, key_h}, {key_a}, {left_shift, key_1}}) {
        phone.report(held);
        phone.report({});
    }
    CHECK(phone.state_of(notes_app).at("text") == "Ha!");
}

TEST_CASE("Command-H on a reported keyboard goes home", "[hid]")
{
    typing_handset phone;
    phone.report({left_command, key_h});
    phone.report({});
    phone.wait(1000);
    CHECK(phone.os.front_app() == springboard);
}

TEST_CASE("keys stay down until a report leaves them out", "[hid]")
{
    typing_handset phone;
    phone.report({key_a});
    phone.report({key_a});
    phone.keys.release(phone.os, phone.now);
    phone.keys.release(phone.os, phone.now);
    CHECK(phone.strokes() == strokes{{key_a, true}, {key_a, false}});
}

TEST_CASE("keys that come one at a time have the modifiers that are down", "[hid]")
{
    typing_handset phone;
    phone.keys.press(left_shift, true, phone.os, phone.now);
    phone.keys.press(key_a, true, phone.os, phone.now);
    phone.keys.press(key_a, false, phone.os, phone.now);
    phone.keys.press(left_shift, false, phone.os, phone.now);
    CHECK(phone.strokes().size() == 4);
    CHECK(phone.events("key").at(1).at("modifiers") == 2);
}

} // namespace thimble::tests
