// Reply of a model, whole and while it arrives.
#pragma once

#include "models/prompt.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::models {

/// Tokens, as the provider counts them. Each is counted in one place.
struct token_usage {
    std::int64_t input = 0;         // read anew
    std::int64_t cache_read = 0;    // known from an earlier prompt
    std::int64_t cache_written = 0; // read anew and kept for the next
    std::int64_t output = 0;        // thoughts included
    bool told = false;              // the provider has said it: not all do

    token_usage& operator+=(const token_usage& more);

    friend bool operator==(const token_usage&, const token_usage&) = default;
};

enum class stop_reason : std::uint8_t {
    end_of_turn,
    tool_use,
    max_tokens, // the prompt's limit: the last part may be cut off
    refusal,
    other,
};

struct reply {
    std::vector<part> parts =
        {}; // texts, thoughts and uses, as they came; to be said again as such
    stop_reason stopped = stop_reason::other;
    token_usage usage = {};
    std::chrono::steady_clock::duration written{}; // how long it took to write the request

    /// All texts, one after the other.
    std::string text() const;
    std::string thinking() const;
    std::vector<tool_use> tool_uses() const;
};

/// A piece of a reply that is coming.
struct delta {
    enum class kind : std::uint8_t { text, thinking, tool_name, arguments };

    kind what = kind::text;
    std::string_view text;    // valid during the call; UTF-8
    std::size_t tool_use = 0; // which one, counted from 0, of tool_name and arguments
};

/// Home thread, in the order of the reply. Must not throw.
using delta_listener = std::function<void(const delta&)>;

/// Home thread, whenever the provider tells more: what a prompt has used so far, with all its
/// tries. Must not throw.
using usage_listener = std::function<void(const token_usage&)>;

} // namespace thimble::service::models
