// Many patterns in one text: what is found is what a search for one after the other finds.
#include "service/agent/pattern_search.hpp"
#include "tests/catch2.hpp"

#include <optional>
#include <rapidcheck.h>

namespace thimble::service::agent::test {

namespace {

using hits = std::vector<pattern_search::hit>;

/// Each pattern tried at each place.
hits found_one_by_one(const std::vector<std::string>& patterns, std::string_view text)
{
    hits out;
    for (std::size_t place = 0; place < text.size(); ++place) {
        std::optional<std::size_t> longest;
        for (std::size_t each = 0; each < patterns.size(); ++each)
            if (!patterns[each].empty() && text.substr(place).starts_with(patterns[each]) &&
                (!longest || patterns[each].size() > patterns[*longest].size()))
                longest = each;
        if (longest)
            out.push_back({.place = place, .pattern = *longest});
    }
    return out;
}

rc::Gen<std::string> short_text(std::string letters)
{
    return rc::gen::container<std::string>(rc::gen::elementOf(std::move(letters)));
}

} // namespace

TEST_CASE("the longest pattern that begins at a place is found", "[agent]")
{
    const std::vector<std::string> patterns{"he", "hers", "she", "his", "", "he"};
    CHECK(pattern_search(patterns).find("ushers").hits ==
          hits{{.place = 1, .pattern = 2}, {.place = 2, .pattern = 1}});
    CHECK(pattern_search(patterns).find("the").hits == hits{{.place = 1, .pattern = 0}});
    CHECK(pattern_search(patterns).find("").hits.empty());
    CHECK(pattern_search().find("anything").hits.empty());
    CHECK(pattern_search(std::vector<std::string>{""}).find("anything").hits.empty());
}

TEST_CASE("bytes of every value are found", "[agent]")
{
    std::vector<std::string> patterns;
    for (int byte = 0; byte < 256; ++byte)
        patterns.emplace_back(2, static_cast<char>(byte));
    const auto found = pattern_search(patterns).find(std::string(3, '\xFF') + std::string(2, '\0'));
    CHECK(found.hits == hits{{.place = 0, .pattern = 255},
                             {.place = 1, .pattern = 255},
                             {.place = 3, .pattern = 0}});
}

TEST_CASE("many patterns at once are found as one by one", "[agent]")
{
    CHECK(rc::check([] {
        const auto patterns = *rc::gen::container<std::vector<std::string>>(short_text("ab"));
        const auto text = *short_text("abc");
        const auto found = pattern_search(patterns).find(text);
        RC_ASSERT(found.hits == found_one_by_one(patterns, text));
        RC_ASSERT(found.steps <= 2 * text.size());
    }));
}

TEST_CASE("patterns that all but match everywhere cost no more than two steps a byte", "[agent]")
{
    std::vector<std::string> patterns;
    for (int each = 0; each < 100; ++each)
        patterns.push_back(std::to_string(10'000 + each) + std::string(4'090, 'a'));
    const std::string text(100'000, 'a');
    const auto found = pattern_search(patterns).find(text);
    CHECK(found.hits.empty());
    CHECK(found.steps <= 2 * text.size());
    const auto other = pattern_search(std::vector<std::string>{std::string(4'090, 'a') + "b"});
    CHECK(other.find(text).steps <= 2 * text.size());
}

} // namespace thimble::service::agent::test
