// Script of a model, read from a JSON file.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::scripted_model {

struct scripted_use {
    std::string id = {};
    std::string name = {};
    std::string arguments = {}; // as they stand on the wire, which need not be JSON
};

struct scripted_usage {
    std::int64_t input = 100;
    std::int64_t cache_read = 0;
    std::int64_t cache_written = 0;
    std::int64_t output = 20;
};

struct scripted_error {
    unsigned status = 500;
    std::string type = {};        // "overloaded_error"
    std::string message = {};     // may be long, or hostile
    std::string retry_after = {}; // the header; empty: none
};

/// One answer.
struct turn {
    std::string thinking = {};
    std::string text = {};
    std::vector<scripted_use> tool_uses = {};
    std::string stop = {}; // in the format's own words; empty: what fits
    scripted_usage usage = {};
    std::chrono::milliseconds delay{0};       // before the answer
    std::chrono::milliseconds pause{0};       // between two events
    std::optional<scripted_error> http = {};  // instead of a stream
    std::optional<scripted_error> error = {}; // in the middle of the stream, after all that is said
    std::optional<std::size_t> cut_after = {};   // events; then the connection is closed
    std::optional<std::size_t> stall_after = {}; // events; then nothing comes any more
    std::optional<std::string> raw = {};         // bytes in place of events
    std::size_t piece = 0;                       // bytes that are sent at once; 0: an event
};

struct conversation {
    std::string when = {};    // stands in the prompt's first words by the user; empty: any
    bool by_history = false;  // a turn for each that the prompt has; else one after the other
    bool repeat_last = false; // for ever; else what comes after the last is an error 500
    std::vector<turn> turns = {};
};

struct script {
    std::string key = {}; // that is asked for; empty: none
    std::vector<conversation> conversations = {};
};

/// {"key","conversations":[{"when","order":"arrival"|"history","repeat_last","turns":[…]}]}, or
/// {"turns":[…]} alone. An error is a sentence that names the member: a script with a member that
/// is not known would test something else than it seems to.
std::expected<script, std::string> parse_script(std::string_view text);

} // namespace thimble::scripted_model
