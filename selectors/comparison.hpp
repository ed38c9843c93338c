// Scores of texts against the elements of one screen: computed once, and with a bound on the work.
#pragma once

#include "selectors/screen_element.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Below this, calling an element the one that is meant would be a guess.
constexpr double good_likeness = 0.72;

/// The text is the element's own. Below it, the likeness is one of letters and words.
constexpr double exact_likeness = 0.9;

/// A folded text and its words. Words beyond the first most_words are left out: a screen may hold
/// texts that somebody has made to be slow.
struct compared_text {
    struct word {
        std::size_t begin = 0;
        std::size_t size = 0;
        std::uint32_t letters = 0; // a bit for each byte value modulo 32 that occurs
    };
    static constexpr std::size_t most_words = 32;

    explicit compared_text(std::string folded_text);

    std::string_view word_text(const word& which) const
    {
        return std::string_view(text).substr(which.begin, which.size);
    }

    std::string text;
    std::vector<word> words;
};

/// For one search, on one thread. `among` outlives it.
class comparison {
public:
    /// Bytes of words compared with each other: ten times what a large screen needs, and a fraction
    /// of a second. Beyond it, a text counts as not alike unless it is exact.
    static constexpr std::size_t most_work = 20'000'000;

    explicit comparison(std::span<const screen_element> among) : among_(among) {}

    std::span<const screen_element> among() const { return among_; }

    /// 1 for an element's label, a little less for its value or identifier, 0 for any other text.
    double exact(const std::string& folded_text, const screen_element& element);

    /// The same, down to 0 for a text that has nothing in common with any of them.
    double likeness(const std::string& folded_text, const screen_element& element);

    /// Some elements have not been compared: the best one found so far need not be the best.
    bool exhausted() const { return work_ >= most_work; }
    std::size_t work() const { return work_; }

private:
    /// The texts of an element: its label, value and identifier, as it is and with its words apart.
    using texts = std::array<std::optional<compared_text>, 4>;

    const texts& texts_of(const screen_element& element);
    double compare(const compared_text& wanted, const texts& given);
    double likeness_of_words(const compared_text& wanted, const compared_text& given);
    double likeness_of_words(std::string_view one,
                             std::string_view other,
                             const compared_text::word& of_one,
                             const compared_text::word& of_other);

    std::span<const screen_element> among_;
    std::vector<std::optional<texts>> texts_; // of each element, once it was looked at
    struct wanted {
        compared_text text;
        std::vector<std::optional<double>> likenesses; // of each element, once it was compared
    };
    std::map<std::string, wanted> wanted_;
    std::size_t work_ = 0;
};

} // namespace thimble::service
