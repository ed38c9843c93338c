#include "selectors/selector.hpp"

#include "text/ascii.hpp"
#include "text/folded_text.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

constexpr std::string_view space = " \t\n";

struct ordinal {
    std::string_view word;
    int number;
};

constexpr std::array ordinals{
    ordinal{"first", 1},   ordinal{"1st", 1}, ordinal{"second", 2}, ordinal{"2nd", 2},
    ordinal{"third", 3},   ordinal{"3rd", 3}, ordinal{"fourth", 4}, ordinal{"4th", 4},
    ordinal{"fifth", 5},   ordinal{"5th", 5}, ordinal{"sixth", 6},  ordinal{"6th", 6},
    ordinal{"seventh", 7}, ordinal{"7th", 7}, ordinal{"eighth", 8}, ordinal{"8th", 8},
    ordinal{"ninth", 9},   ordinal{"9th", 9}, ordinal{"tenth", 10}, ordinal{"10th", 10},
};

/// Words that say the side and "the first" in one.
struct end_word {
    std::string_view word;
    side from;
};

constexpr std::array end_words{
    end_word{"last", side::bottom},       end_word{"top", side::top},
    end_word{"topmost", side::top},       end_word{"bottom", side::bottom},
    end_word{"bottommost", side::bottom}, end_word{"leftmost", side::left},
    end_word{"rightmost", side::right},
};

constexpr std::array counted_from{
    end_word{"from the top", side::top},
    end_word{"from the bottom", side::bottom},
    end_word{"from the left", side::left},
    end_word{"from the right", side::right},
};

std::string trimmed(std::string_view text)
{
    return std::string(trim(text, space));
}

/// Without the words that only make a sentence of it.
std::string without_article(std::string_view text)
{
    for (const std::string_view article : {"the ", "a ", "an "})
        if (text.starts_with(article))
            return trimmed(text.substr(article.size()));
    return trimmed(text);
}

side opposite(side from)
{
    constexpr std::array other{side::bottom, side::top, side::right, side::left};
    return other.at(static_cast<std::size_t>(from));
}

/// "from the left", cut off the end of the text.
std::optional<side> take_side(std::string& text)
{
    for (const auto& one : counted_from) {
        if (!text.ends_with(one.word))
            continue;
        text = trimmed(std::string_view(text).substr(0, text.size() - one.word.size()));
        return one.from;
    }
    return std::nullopt;
}

/// "second" or "last", cut off the beginning of the text, with the side from its end.
std::optional<position> take_position(std::string& text)
{
    std::string rest = text;
    const auto from = take_side(rest);
    const auto end = std::min(rest.find(' '), rest.size());
    const std::string word = rest.substr(0, end);
    rest = trimmed(std::string_view(rest).substr(end));
    const auto* const numbered = std::ranges::find(ordinals, word, &ordinal::word);
    const auto* const named = std::ranges::find(end_words, word, &end_word::word);
    if (numbered == ordinals.end() && named == end_words.end())
        return std::nullopt;
    text = rest;
    if (numbered != ordinals.end())
        return position{.number = numbered->number, .from = from.value_or(side::top)};
    if (from && word == "last")
        return position{.number = 1, .from = opposite(*from)};
    return position{.number = 1, .from = named->from};
}

/// The reading with its last words understood as a kind; nothing where they are none.
std::optional<reading> with_kind(const reading& plain)
{
    const element_kind* kind = kind_at_end_of(plain.text);
    if (kind == nullptr)
        return std::nullopt;
    reading out = plain;
    out.text =
        trimmed(std::string_view(plain.text).substr(0, plain.text.size() - kind->word.size()));
    out.kind = kind;
    return out;
}

struct quotation {
    std::string before;
    std::string text;
    std::string after;
};

/// The first text in quotes, straight or curly; folding has made all of one kind.
std::optional<quotation> quotation_in(std::string_view text)
{
    struct marks {
        std::string_view open;
        std::string_view close;
    };
    for (const auto& [open, close] :
         {marks{"\"", "\""}, marks{"“", "”"}, marks{"'", "'"}, marks{"‘", "’"}, marks{"«", "»"}}) {
        const auto begin = text.find(open);
        if (begin == std::string_view::npos || (begin > 0 && text[begin - 1] != ' '))
            continue; // an apostrophe
        const auto from = begin + open.size();
        const auto end = text.rfind(close);
        if (end == std::string_view::npos || end <= from)
            continue;
        return quotation{.before = trimmed(text.substr(0, begin)),
                         .text = trimmed(text.substr(from, end - from)),
                         .after = trimmed(text.substr(end + close.size()))};
    }
    return std::nullopt;
}

/// A text in quotes; what stands around it says which one, and of what kind.
reading quoted_reading(const quotation& given)
{
    std::string around = without_article(given.before + " " + given.after);
    reading out{
        .text = given.text, .kind = nullptr, .which = take_position(around), .quoted = true};
    out.kind = kind_at_end_of(around);
    return out;
}

void add(std::vector<reading>& to, const reading& one)
{
    const auto kinded = with_kind(one);
    if (!one.text.empty())
        to.push_back(one);
    if (kinded)
        to.push_back(*kinded);
}

} // namespace

std::vector<reading> readings_of(std::string_view selector)
{
    const std::string all = trimmed(folded(selector));
    if (const auto quote = quotation_in(all))
        return {quoted_reading(*quote)};
    std::vector<reading> out;
    const std::string text = without_article(all);
    if (text != all) // an app's own words may begin with an article
        out.push_back({.text = all, .kind = nullptr, .which = {}});
    add(out, {.text = text, .kind = nullptr, .which = {}});
    std::string rest = text;
    if (const auto which = take_position(rest))
        add(out, {.text = without_article(rest), .kind = nullptr, .which = which});
    if (out.empty())
        out.push_back({.text = all, .kind = nullptr, .which = {}});
    return out;
}

} // namespace thimble::service
