// Refs of elements: which stay, which are new, what they mean.
#include "tests/catch2.hpp"
#include "tests/service/screens/sample_screens.hpp"

#include <set>

namespace thimble::service {

namespace {

constexpr reading_mark at_rest{.inputs = 3, .quiet = true};

/// The refs of the screen that is remembered.
std::vector<std::string> refs_after(screen_history& on, const shown_screen& what)
{
    std::vector<std::string> out;
    for (const auto& each : on.remember(what, at_rest).elements)
        out.push_back(each.ref);
    return out;
}

} // namespace

TEST_CASE("an element that stays keeps its ref, wherever it has moved", "[screens]")
{
    screen_history on;
    const auto first =
        refs_after(on, screen_of({in_row(0, "Button", "Save"), in_row(1, "Button", "Back")}));
    CHECK(first[0] != first[1]);
    const auto second =
        refs_after(on, screen_of({in_row(0, "Button", "Back"), in_row(1, "Button", "Share"),
                                  in_row(5, "Button", "Save")}));
    CHECK(second[0] == first[1]);
    CHECK(second[2] == first[0]);
    CHECK_FALSE(std::set(first.begin(), first.end()).contains(second[1]));
}

TEST_CASE("of elements that are alike only the one at the same place keeps its ref", "[screens]")
{
    screen_history on;
    const auto first =
        refs_after(on, screen_of({in_row(0, "Cell", "Item"), in_row(1, "Cell", "Item")}));
    const auto second =
        refs_after(on, screen_of({in_row(1, "Cell", "Item"), in_row(2, "Cell", "Item")}));
    CHECK(second[0] == first[1]);
    CHECK(second[1] != first[0]);

    auto alone = in_row(4, "Cell", "Item");
    alone.unique = false; // another one is alike, beyond what was told
    CHECK(refs_after(on, screen_of({alone}))[0] != second[0]);
}

TEST_CASE("what has no name is the same at the same place alone", "[screens]")
{
    screen_history on;
    const auto first = refs_after(on, screen_of({in_row(0, "Button", "")}));
    CHECK(refs_after(on, screen_of({in_row(1, "Button", "")})) != first);
    CHECK(refs_after(on, screen_of({in_row(1, "Button", "")}))[0] != first[0]);
}

TEST_CASE("another app's element of the same name is another one", "[screens]")
{
    screen_history on;
    const auto first = refs_after(on, screen_of({in_row(0, "Button", "Back")}, "Notes"));
    CHECK(refs_after(on, screen_of({in_row(0, "Button", "Back")}, "Maps")) != first);
}

TEST_CASE("refs of two phones, or of two runs, are not the same", "[screens]")
{
    std::set<std::string> all;
    for (int run = 0; run < 20; ++run) {
        screen_history on;
        all.insert(refs_after(on, screen_of({in_row(0, "Button", "Save")}))[0]);
    }
    CHECK(all.size() == 20);
}

TEST_CASE("a ref tells where its element was last, and whether it is still there", "[screens]")
{
    screen_history on;
    const auto ref = refs_after(on, screen_of({in_row(0, "Button", "Save")}))[0];
    REQUIRE(on.find_ref(ref));
    CHECK(on.find_ref(ref)->newest);
    CHECK(on.find_ref(ref)->read.inputs == at_rest.inputs);
    refs_after(on, screen_of({in_row(3, "Button", "Save")}));
    CHECK(on.find_ref(ref)->what->y == 220);
    CHECK(on.find_ref(ref)->newest);
    refs_after(on, screen_of({in_row(3, "Button", "Share")}));
    REQUIRE(on.find_ref(ref));
    CHECK_FALSE(on.find_ref(ref)->newest);
    CHECK_FALSE(on.find_ref(""));
    CHECK_FALSE(on.find_ref("nothing1"));
}

TEST_CASE("what was looked for has the ref of the same element, and is the newest", "[screens]")
{
    screen_history on;
    const auto whole = screen_of({in_row(0, "Button", "Save")});
    const auto ref = refs_after(on, whole)[0];
    const auto look = [&](const shown_element& what) {
        return on.remember(what, whole.space, whole.app, {.inputs = 4, .quiet = true});
    };
    CHECK(look(in_row(2, "Button", "Save")) == ref);
    CHECK(on.find_ref(ref)->what->y == 150);
    CHECK(on.find_ref(ref)->read.inputs == 4);
    const auto other = look(in_row(3, "Button", "Share"));
    CHECK(other != ref);
    CHECK(look(in_row(4, "Button", "Share")) == other);
    CHECK(refs_after(on, screen_of({in_row(4, "Button", "Share")}))[0] == other);
}

TEST_CASE("a difference tells what is new, what is other and what has gone", "[screens]")
{
    screen_history on;
    const auto first =
        on.remember(screen_of({in_row(0, "Button", "Save"), in_row(1, "Switch", "Wi-Fi"),
                               in_row(2, "Button", "Back")}),
                    at_rest);
    auto toggled = in_row(1, "Switch", "Wi-Fi");
    toggled.on = true;
    const auto second = on.remember(
        screen_of({in_row(0, "Button", "Save"), toggled, in_row(3, "Button", "New")}), at_rest);
    const auto change = difference(first, second);
    REQUIRE(change.added.size() == 1);
    CHECK(change.added[0]->label == "New");
    REQUIRE(change.changed.size() == 1);
    CHECK(change.changed[0]->label == "Wi-Fi");
    CHECK(change.gone == std::vector{first.elements[2].ref});
}

TEST_CASE("screens are forgotten, the oldest first, and never the newest", "[screens]")
{
    screen_history on;
    const auto first = on.remember(screen_of({in_row(0, "Button", "0")}), at_rest);
    std::string last;
    for (int at = 1; at < 20; ++at)
        last = on.remember(screen_of({in_row(0, "Button", std::to_string(at))}), at_rest).frame_id;
    CHECK(on.find(first.frame_id) == nullptr);
    CHECK_FALSE(on.find_ref(first.elements[0].ref));
    CHECK(on.find(last) != nullptr);

    auto huge = screen_of({});
    for (int at = 0; at < most_elements; ++at)
        huge.elements.push_back(in_row(at, "Cell", std::string(1000, 'x') + std::to_string(at)));
    for (int again = 0; again < 4; ++again)
        last = on.remember(huge, at_rest).frame_id;
    CHECK(on.find(last) != nullptr);
    CHECK(on.bytes() < 3UL * 1024 * 1024); // of one phone
    CHECK_FALSE(on.forget_oldest());
}

} // namespace thimble::service
