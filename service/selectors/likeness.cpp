#include "service/selectors/likeness.hpp"

#include "service/edit_distance.hpp"
#include "service/folded_text.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace thimble::service {

namespace {

constexpr std::size_t longest_compared = 200; // bytes; what follows does not count
constexpr double best_fuzzy = 0.89;           // below exact_likeness, whatever the words are
constexpr double hardly_a_word = 0.6;         // words less alike than this are different ones

std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> words;
    const auto is_part = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
    };
    while (true) {
        const auto* const begin = std::ranges::find_if(text, is_part);
        const auto* const end = std::find_if_not(begin, text.end(), is_part);
        if (begin == end)
            return words;
        words.emplace_back(begin, end);
        text = std::string_view(end, text.end());
    }
}

/// "BackButton" as "Back Button": identifiers are written by programmers.
std::string spaced(std::string_view identifier)
{
    std::string out;
    for (const char c : identifier) {
        const bool upper = std::isupper(static_cast<unsigned char>(c)) != 0;
        if (upper && !out.empty() && std::islower(static_cast<unsigned char>(out.back())) != 0)
            out += ' ';
        out += c == '_' || c == '-' || c == '.' ? ' ' : c;
    }
    return out;
}

double likeness_of_words(std::string_view one, std::string_view other)
{
    const auto longer = std::max(one.size(), other.size());
    return 1 - (static_cast<double>(edit_distance(one, other)) / static_cast<double>(longer));
}

/// Every wanted word is looked for among those of the text; words of the text that nobody wanted
/// cost less than wanted ones that are not there.
double likeness_of_texts(std::string_view wanted, std::string_view text)
{
    constexpr double cost_of_more = 0.3;
    const auto wanted_words = words_of(wanted);
    const auto text_words = words_of(text);
    if (wanted_words.empty() || text_words.empty())
        return 0;
    double found = 0;
    for (const auto word : wanted_words) {
        double best = 0;
        for (const auto other : text_words)
            best = std::max(best, likeness_of_words(word, other));
        found += best < hardly_a_word ? 0 : best;
    }
    const auto wanted_count = static_cast<double>(wanted_words.size());
    const auto text_count = static_cast<double>(text_words.size());
    const double more = std::max(0.0, text_count - wanted_count) / text_count;
    return (found / wanted_count) * (1 - (cost_of_more * more));
}

double likeness_to(std::string_view wanted, std::string_view text, double when_same)
{
    if (text.empty())
        return 0;
    const std::string plain = folded(text.substr(0, longest_compared));
    if (plain == wanted)
        return when_same;
    return std::min(likeness_of_texts(wanted, plain), best_fuzzy) * when_same;
}

} // namespace

double likeness(std::string_view folded_text, const screen_element& element)
{
    constexpr double of_value = 0.95;
    constexpr double of_name = 0.92;
    return std::max({likeness_to(folded_text, element.label, 1),
                     likeness_to(folded_text, element.value, of_value),
                     likeness_to(folded_text, element.name, of_name),
                     likeness_to(folded_text, spaced(element.name), of_name)});
}

} // namespace thimble::service
