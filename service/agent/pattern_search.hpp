// Finds many patterns in one text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

/// An Aho-Corasick automaton of the reversed patterns, which reads the text from its end: for each
/// place it then knows the longest pattern that begins there. Time and memory grow with the sum of
/// the lengths, never with a product of them. A value; const members may be called on any thread.
class pattern_search {
public:
    /// A place where patterns begin, and the longest of them: its index among those given. Of equal
    /// patterns, the first.
    struct hit {
        std::size_t place = 0;
        std::size_t pattern = 0;

        friend bool operator==(const hit&, const hit&) = default;
    };

    struct findings {
        std::vector<hit> hits; // in the order of the text
        std::size_t steps = 0; // between states: at most twice the text's length
    };

    pattern_search() = default;

    /// Empty patterns are never found.
    explicit pattern_search(std::span<const std::string> patterns);

    findings find(std::string_view text) const;

private:
    using index = std::uint32_t;
    using table = std::array<index, 256>;

    static constexpr index none = std::numeric_limits<index>::max();
    static constexpr index root = 0;

    enum class branching : std::uint8_t { none, one, many };

    /// Most states have one successor, so that a table for each would be a waste.
    struct state {
        index next = none;      // the only successor, or the place in tables_
        index fallback = root;  // the longest proper suffix that is a state as well
        index pattern = none;   // the longest that ends here
        unsigned char byte = 0; // that leads to the only successor
        branching kind = branching::none;
    };

    index successor(index from, unsigned char byte) const;
    void connect(index from, unsigned char byte, index to);
    void add(std::string_view pattern, index number);
    void set_fallbacks();
    void set_fallback(index from, unsigned char byte, index to);

    std::vector<state> states_ = {state{}};
    std::vector<table> tables_;
};

} // namespace thimble::service::agent
