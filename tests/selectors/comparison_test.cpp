// Comparison of texts with elements, on screens that somebody has made to be slow.
#include "selectors/comparison.hpp"
#include "selectors/find.hpp"
#include "tests/catch2.hpp"
#include "text/edit_distance.hpp"

#include <algorithm>
#include <ctime>
#include <functional>

namespace thimble::service {

namespace {

constexpr std::size_t most_on_a_screen = 2600;

screen_element labelled(const std::string& text, std::size_t place)
{
    return {.label = text,
            .name = text,
            .value = text,
            .type = "Button",
            .x = 0,
            .y = static_cast<int>(place) * 2,
            .width = 10,
            .height = 1};
}

/// Words that have the same letters in another order each.
std::string words_alike(std::size_t count, std::string letters)
{
    std::string out;
    for (std::size_t word = 0; word < count; ++word) {
        out += (out.empty() ? "" : " ") + letters;
        if (!std::ranges::next_permutation(letters).found)
            std::ranges::sort(letters);
    }
    return out;
}

/// All texts are long, and all words resemble those of the selector.
std::vector<screen_element> hostile_screen()
{
    std::vector<screen_element> all;
    for (std::size_t place = 0; place < most_on_a_screen; ++place)
        all.push_back(labelled(words_alike(33, "abdce"), place));
    return all;
}

const std::string& long_selector()
{
    static const std::string selector = "the second " + words_alike(77, "abcde") + " button";
    return selector;
}

std::clock_t processor_time_of(const std::function<void()>& work)
{
    const auto begin = std::clock();
    work();
    return std::clock() - begin;
}

/// The processor time, as this program was built, of all the work that a comparison may do.
std::clock_t time_of_most_work()
{
    const std::string one = "abcde";
    const std::string other = "bcaed";
    std::size_t distance = 0;
    const auto time = processor_time_of([&] {
        for (std::size_t done = 0; done < comparison::most_work; done += one.size() * other.size())
            distance += edit_distance(one, other);
    });
    CHECK(distance > 0);
    return time;
}

} // namespace

TEST_CASE("a hostile screen and a long selector take a bounded time", "[service]")
{
    constexpr int factor = 15; // a fifth of it is enough
    const auto screen = hostile_screen();
    std::string reason;
    const auto time = processor_time_of([&] {
        reason = find(long_selector(), screen).error().context.at("reason").get<std::string>();
    });
    CHECK(time < factor * time_of_most_work());
    CHECK(reason == "no_match");
}

TEST_CASE("the work for all texts of a screen is bounded", "[service]")
{
    constexpr std::size_t longest_word = 200;
    const auto screen = hostile_screen();
    comparison on(screen);
    for (std::size_t variant = 0; variant < 60 && !on.exhausted(); ++variant)
        for (const auto& each : screen)
            on.likeness(std::to_string(variant) + " " + words_alike(30, "abcde"), each);
    REQUIRE(on.exhausted());
    const auto most_for_one_text =
        compared_text::most_words * compared_text::most_words * longest_word;
    CHECK(on.work() <= comparison::most_work + most_for_one_text);
    const auto before = on.work();
    on.likeness("something else", screen.front());
    CHECK(on.work() == before);
}

TEST_CASE("what is exact is found on a screen too large to compare", "[service]")
{
    auto screen = hostile_screen();
    screen.push_back(labelled("Save", most_on_a_screen));
    const auto found = find("save", screen);
    REQUIRE(found);
    CHECK(found->element == &screen.back());
}

TEST_CASE("words without a letter in common are not compared letter by letter", "[service]")
{
    const std::vector<screen_element> screen{labelled("abc bca", 0)};
    comparison on(screen);
    CHECK(on.likeness("xyz", screen.front()) == 0);
    CHECK(on.work() <= 8); // once for each pair of words
    CHECK(on.likeness("abd", screen.front()) > 0);
    CHECK(on.work() > 8);
}

TEST_CASE("a text with words without end has as many as count", "[service]")
{
    CHECK(compared_text("one two").words.size() == 2);
    CHECK(compared_text("").words.empty());
    CHECK(compared_text(words_alike(100, "abcde")).words.size() == compared_text::most_words);
}

} // namespace thimble::service
