#include "selectors/comparison.hpp"

#include "text/edit_distance.hpp"
#include "text/folded_text.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <utility>

namespace thimble::service {

namespace {

constexpr std::size_t longest_compared = 200; // bytes; what follows does not count
constexpr double best_fuzzy = 0.89;           // below exact_likeness, whatever the words are
constexpr double hardly_a_word = 0.6;         // words less alike than this are different ones

/// Of an element's label, value and identifier, and of its identifier with the words apart.
constexpr std::array worth{1.0, 0.95, 0.92, 0.92};

bool is_part_of_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
}

std::uint32_t letters_of(std::string_view word)
{
    std::uint32_t letters = 0;
    for (const char c : word)
        letters |= 1U << (static_cast<unsigned char>(c) % 32U);
    return letters;
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

std::optional<compared_text> compared(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    return compared_text(folded(text.substr(0, longest_compared)));
}

/// A letter that one word lacks costs a change, and so does a byte of length.
std::size_t fewest_changes(const compared_text::word& one, const compared_text::word& other)
{
    const auto longer = std::max(one.size, other.size);
    const auto missing = std::max(std::popcount(one.letters & ~other.letters),
                                  std::popcount(other.letters & ~one.letters));
    return std::max(longer - std::min(one.size, other.size), static_cast<std::size_t>(missing));
}

double share_unchanged(std::size_t changes, std::size_t length)
{
    return 1 - (static_cast<double>(changes) / static_cast<double>(length));
}

} // namespace

compared_text::compared_text(std::string folded_text) : text(std::move(folded_text))
{
    for (auto at = text.begin(); words.size() < most_words;) {
        const auto begin = std::find_if(at, text.end(), is_part_of_word);
        at = std::find_if_not(begin, text.end(), is_part_of_word);
        if (begin == at)
            return;
        const std::string_view found(begin, at);
        words.push_back({.begin = static_cast<std::size_t>(begin - text.begin()),
                         .size = found.size(),
                         .letters = letters_of(found)});
    }
}

double comparison::exact(const std::string& folded_text, const screen_element& element)
{
    const texts& given = texts_of(element);
    for (std::size_t i = 0; i < given.size(); ++i) // the best comes first
        if (given.at(i) && given.at(i)->text == folded_text)
            return worth.at(i);
    return 0;
}

double comparison::likeness(const std::string& folded_text, const screen_element& element)
{
    auto& [text, likenesses] =
        wanted_
            .try_emplace(folded_text, wanted{.text = compared_text(folded_text), .likenesses = {}})
            .first->second;
    likenesses.resize(among_.size());
    auto& known = likenesses.at(static_cast<std::size_t>(&element - among_.data()));
    if (!known)
        known = std::max(exact(folded_text, element), compare(text, texts_of(element)));
    return *known;
}

const comparison::texts& comparison::texts_of(const screen_element& element)
{
    texts_.resize(among_.size());
    auto& known = texts_.at(static_cast<std::size_t>(&element - among_.data()));
    if (!known) {
        known = texts{compared(element.label), compared(element.value), compared(element.name), {}};
        if (auto apart = spaced(element.name); apart != element.name)
            known->back() = compared(apart);
    }
    return *known;
}

double comparison::compare(const compared_text& wanted, const texts& given)
{
    double best = 0;
    for (std::size_t i = 0; i < given.size() && !exhausted(); ++i)
        if (given.at(i))
            best = std::max(best, std::min(likeness_of_words(wanted, *given.at(i)), best_fuzzy) *
                                      worth.at(i));
    return best;
}

/// Every wanted word is looked for among those of the text; words of the text that nobody wanted
/// cost less than wanted ones that are not there.
double comparison::likeness_of_words(const compared_text& wanted, const compared_text& given)
{
    constexpr double cost_of_more = 0.3;
    if (wanted.words.empty() || given.words.empty())
        return 0;
    double found = 0;
    for (const auto& word : wanted.words) {
        double best = 0;
        for (const auto& other : given.words)
            best = std::max(best, likeness_of_words(wanted.word_text(word), given.word_text(other),
                                                    word, other));
        found += best;
    }
    const auto wanted_count = static_cast<double>(wanted.words.size());
    const auto given_count = static_cast<double>(given.words.size());
    const double more = std::max(0.0, given_count - wanted_count) / given_count;
    return (found / wanted_count) * (1 - (cost_of_more * more));
}

/// 0 for what are different words.
double comparison::likeness_of_words(std::string_view one,
                                     std::string_view other,
                                     const compared_text::word& of_one,
                                     const compared_text::word& of_other)
{
    ++work_;
    const auto longer = std::max(one.size(), other.size());
    if (share_unchanged(fewest_changes(of_one, of_other), longer) < hardly_a_word)
        return 0;
    work_ += one.size() * other.size();
    const double alike = share_unchanged(edit_distance(one, other), longer);
    return alike < hardly_a_word ? 0 : alike;
}

} // namespace thimble::service
