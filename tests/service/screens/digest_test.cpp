// Text and length of a digest.
#include "service/screens/digest.hpp"
#include "tests/catch2.hpp"
#include "tests/service/screens/sample_screens.hpp"

#include <algorithm>
#include <array>
#include <ctime>

namespace thimble::service {

namespace {

constexpr reading_mark unmarked{};
constexpr std::size_t limit = most_digest_tokens * bytes_of_token;

/// With every ref as R, so that a text can be compared.
std::string without_refs(std::string text, const shown_screen& of)
{
    std::vector<std::string> refs;
    for (const auto& each : of.elements)
        refs.push_back(each.ref);
    std::ranges::sort(refs, std::greater(), &std::string::size); // "a1" stands in "a12"
    for (const auto& ref : refs)
        for (auto at = text.find(ref); at != std::string::npos; at = text.find(ref))
            text.replace(at, ref.size(), "R");
    return text;
}

std::string digest_of(const shown_screen& what)
{
    screen_history on;
    const auto& kept = on.remember(what, unmarked);
    return without_refs(digest(kept, nullptr), kept);
}

/// With long labels and values, of many types.
shown_screen crowded_screen(int elements)
{
    auto what = screen_of({}, std::string(1000, '\n'));
    for (int row = 0; row < elements; ++row) {
        std::string label = "“" + std::string(400, row % 2 == 0 ? '"' : 'x') + std::to_string(row);
        auto one = in_row(row, "Type" + std::to_string(row % 40), label);
        one.value = std::string(999, 'y');
        what.elements.push_back(std::move(one));
    }
    return what;
}

/// Of the first look, of a second at which everything has changed, and of the difference.
std::array<std::string, 3> texts_of_two_looks(shown_screen what)
{
    screen_history on;
    const auto first = on.remember(what, unmarked);
    auto text = digest(first, nullptr);
    std::ranges::reverse(what.elements);
    for (auto& each : what.elements)
        each.label += "!";
    const auto second = on.remember(what, unmarked);
    return {std::move(text), digest(second, &first), digest_of_change(first, second)};
}

double processor_time()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// The least of several rounds, in seconds of this thread's own processor time.
double work_of_two_looks(int elements)
{
    constexpr int rounds = 3;
    const auto screen = crowded_screen(elements);
    double least = 1e9;
    for (int round = 0; round < rounds; ++round) {
        const auto began = processor_time();
        texts_of_two_looks(screen);
        least = std::min(least, processor_time() - began);
    }
    return least;
}

} // namespace

TEST_CASE("a digest has a line for each element that can be touched or read", "[screens]")
{
    auto field = in_row(1, "TextField", "Name");
    field.value = "Ada";
    field.focused = true;
    auto search = in_row(2, "SearchField", "");
    search.placeholder = "Search";
    auto wifi = in_row(3, "Switch", "Wi-Fi");
    wifi.on = true;
    wifi.value = "1";
    auto tab = in_row(4, "Button", "Home");
    tab.selected = true;
    tab.value = "1";
    auto off = in_row(5, "Button", "Send", false);
    off.enabled = false;
    auto what = screen_of(
        {in_row(0, "Button", "Save"), field, search, wifi, tab, off, text_in_row(6, "A text")});
    what.keyboard = true;
    CHECK(digest_of(what) == "app \"Notes\", keyboard shown\n"
                             "R button \"Save\"\n"
                             "R field \"Name\" = \"Ada\" focused\n"
                             "R search empty, \"Search\"\n"
                             "R switch \"Wi-Fi\" on\n"
                             "R button \"Home\" selected\n"
                             "R button \"Send\" disabled\n"
                             "R text \"A text\"\n");
}

TEST_CASE("a text in something that can be touched is that thing's label", "[screens]")
{
    const auto what =
        screen_of({in_row(0, "Cell", ""), in_row(1, "Button", "Save"), text_in_row(0, "Groceries"),
                   text_in_row(1, "Save"), text_in_row(2, "Alone")});
    CHECK(digest_of(what) == "app \"Notes\"\n"
                             "R cell \"Groceries\"\n"
                             "R button \"Save\"\n"
                             "R text \"Alone\"\n");
}

TEST_CASE("of a long list the first rows are told and the rest is counted", "[screens]")
{
    auto what = screen_of({in_row(0, "Button", "Save")});
    for (int row = 0; row < 200; ++row)
        what.elements.push_back(in_row(row + 1, "Cell", "Row " + std::to_string(row)));
    what.count = 2000; // so many there were
    const auto text = digest_of(what);
    CHECK(text.starts_with("app \"Notes\"\nR button \"Save\"\nR cell \"Row 0\"\n"));
    CHECK(text.contains("192 more cell"));
    CHECK(text.contains("1799 more not read"));
    CHECK(text.size() < 400);
}

TEST_CASE("whatever is on the screen, a digest has 300 tokens at most", "[screens]")
{
    for (const auto& each : texts_of_two_looks(crowded_screen(most_elements))) {
        INFO(each);
        CHECK(each.size() <= limit);
        CHECK(each.size() > limit / 2);
        CHECK(std::ranges::count(each, '\n') > 8);
    }
}

TEST_CASE("twice the elements cost no four times the work", "[screens]")
{
    const auto half = work_of_two_looks(most_elements / 2);
    const auto all = work_of_two_looks(most_elements);
    INFO(half << " and " << all << " s of processor time");
    CHECK(all < 3 * half);
}

TEST_CASE("what has just changed stands first", "[screens]")
{
    screen_history on;
    auto what = screen_of({in_row(0, "Button", "Save"), in_row(1, "Button", "Back"),
                           in_row(2, "Button", "Share"), text_in_row(3, "Old")});
    const auto before = on.remember(what, unmarked);
    what.elements.push_back(text_in_row(4, "Saved"));
    const auto now = on.remember(what, unmarked);
    CHECK(without_refs(digest(now, &before), now)
              .starts_with("app \"Notes\"\nR text \"Saved\"\nR button \"Save\"\n"));
}

TEST_CASE("a digest of a change has what is different alone", "[screens]")
{
    screen_history on;
    auto wifi = in_row(1, "Switch", "Wi-Fi");
    wifi.on = false;
    const auto before = on.remember(
        screen_of({in_row(0, "Button", "Save"), wifi, in_row(2, "Button", "Back")}), unmarked);
    wifi.on = true;
    const auto now = on.remember(
        screen_of({in_row(0, "Button", "Save"), wifi, in_row(3, "Button", "New")}), unmarked);
    CHECK(without_refs(digest_of_change(before, now), now) ==
          "app \"Notes\"\ngone: -" + before.elements[2].ref +
              "\n~R switch \"Wi-Fi\" on\n+R button \"New\"\n");
    const auto same = on.remember(
        screen_of({in_row(0, "Button", "Save"), wifi, in_row(3, "Button", "New")}), unmarked);
    CHECK(digest_of_change(now, same) == "app \"Notes\"\nno change\n");
}

TEST_CASE("what lies under an alert is counted and not offered", "[screens]")
{
    auto under = in_row(0, "Button", "Save");
    under.covered = true;
    CHECK(digest_of(screen_of({in_row(1, "Button", "Allow"), under})) ==
          "app \"Notes\", an alert in front\nR button \"Allow\"\nand 1 more under the alert\n");
}

} // namespace thimble::service
