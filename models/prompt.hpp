// Prompt for a model: instructions, the conversation so far, and the tools that it may use.
#pragma once

#include "screen/picture.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace thimble::service::models {

/// Reasoning of a model before its answer.
struct thought {
    std::string text = {};      // empty where the provider hides it
    std::string signature = {}; // by which the provider knows its own; empty: it is not said again
    bool hidden = false;        // the signature is all there is

    friend bool operator==(const thought&, const thought&) = default;
};

/// The model wants a tool to be used.
struct tool_use {
    std::string id = {}; // the result names it
    std::string name = {};
    std::string arguments = {}; // as the model has written them: JSON if all is well

    friend bool operator==(const tool_use&, const tool_use&) = default;
};

struct tool_result {
    std::string id = {}; // of the use
    std::string text = {};
    std::vector<screen::picture> pictures = {};
    bool failed = false;
};

/// A text, or one of the others.
using part = std::variant<std::string, screen::picture, thought, tool_use, tool_result>;

enum class speaker : std::uint8_t {
    user, // says texts, pictures and results
    model // says texts, thoughts and uses
};

struct message {
    speaker from = speaker::user;
    std::vector<part> parts = {};
};

struct tool {
    std::string name = {};
    std::string description = {};
    nlohmann::ordered_json schema = {}; // of the arguments: a JSON Schema of an object
};

struct prompt {
    std::string model = {};  // empty: the one that is configured
    std::string system = {}; // instructions; may be empty
    std::vector<tool> tools = {};
    std::vector<message> messages = {};
    std::size_t stable_messages = 0; // so many of the first will be the same next time
    std::uint32_t max_tokens = 4096; // of the reply
};

} // namespace thimble::service::models
