// Takes the values of secrets out of what comes back from the phone.
#pragma once

#include "service/agent/pattern_search.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

/// The secrets that a session may have typed. A value; no thread of its own.
class secret_values {
public:
    /// An account has at most half as many secrets. Beyond that the values that were added longest
    /// ago go, which are those that have been replaced.
    static constexpr std::size_t most_values = 200;

    /// Both have been found valid: see secrets.hpp. A value that is too short is not looked for.
    void add(std::string name, std::string_view value);

    /// `text` with `{{secret:name}}` in place of every value. Values are found in any case and with
    /// spaces, punctuation and symbols between their characters, as phones show the numbers of
    /// cards; where one begins with another, the longer counts. Takes time that grows with the
    /// length of the text alone.
    std::string without_secrets(std::string_view text) const;

private:
    struct row {
        std::string name;
        std::string wanted;      // in the form in which it is searched
        bool literal = false;    // hardly more than punctuation: searched in the text as it is
        std::uint64_t added = 0; // the latest time
    };

    /// Finds those rows that are literal, or those that are not.
    struct searcher {
        pattern_search search;
        std::vector<std::size_t> rows; // by the index of their pattern
    };

    static constexpr std::size_t no_row = static_cast<std::size_t>(-1);

    /// A part of a text, in bytes, that is a value or a name in braces.
    struct match {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t row = no_row; // no_row: a name, which stays
    };

    void drop_oldest();
    void prepare() const;
    searcher searcher_of(bool literal) const;
    void find_names(std::string_view text, std::vector<match>& out) const;
    void find_values(std::string_view text, std::vector<match>& out) const;
    void find_literals(std::string_view text, std::vector<match>& out) const;
    std::vector<match> matches_in(std::string_view text) const;

    std::vector<row> rows_;
    std::uint64_t added_ = 0; // values, known ones included
    mutable bool prepared_ = true;
    mutable searcher values_;
    mutable searcher literals_;
};

} // namespace thimble::service::agent
