// Catalogue of a server's tools, resources and prompts. Implemented by those who have them.
#pragma once

#include "mcp/call.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::mcp {

/// Description of a tool for clients. The schemas are JSON Schema 2020-12 within the limits of
/// schema.hpp; their root is of type "object".
struct tool {
    std::string name;
    std::string title;
    std::string description;
    nlohmann::json input_schema{{"type", "object"}};
    nlohmann::json output_schema = nullptr; // null: it gives no structured content
    nlohmann::json annotations = nullptr;   // readOnlyHint, destructiveHint, …
};

struct tool_result {
    nlohmann::json content = nlohmann::json::array(); // blocks as in content.hpp
    nlohmann::json structured = nullptr;              // as the output schema says
    bool is_error = false; // the tool has failed, and the model may learn from it
};

struct resource {
    std::string uri;
    std::string name;
    std::string title;
    std::string description;
    std::string media_type;
};

struct resource_template {
    std::string uri_template; // RFC 6570
    std::string name;
    std::string title;
    std::string description;
    std::string media_type;
};

/// The time for which a result may be kept, and by whom. Modern clients are told.
struct freshness {
    std::chrono::milliseconds time{0};
    bool for_everybody = false; // the same for all accounts
};

struct resource_result {
    nlohmann::json contents = nlohmann::json::array(); // as content::text_contents() makes them
    freshness fresh{};
};

struct prompt_argument {
    std::string name;
    std::string description;
    bool required = false;
};

struct prompt {
    std::string name;
    std::string title;
    std::string description;
    std::vector<prompt_argument> arguments;
};

struct prompt_result {
    std::string description;
    nlohmann::json messages = nlohmann::json::array(); // of {role, content}
};

/// Argument to be completed: the one called `name` of a prompt or of a resource template.
struct completion_request {
    nlohmann::json reference; // {type, name} or {type, uri}
    std::string name;
    std::string value;                               // what there is of it
    nlohmann::json given = nlohmann::json::object(); // the arguments that are already known
};

struct completion {
    std::vector<std::string> values; // of these the first hundred are given
    std::optional<std::size_t> total = std::nullopt;
};

/// Features that a catalogue has at all. Methods of the rest do not exist.
struct features {
    bool tools = false;
    bool resources = false;
    bool prompts = false;
    bool completions = false;
    bool logging = false;
    bool tools_change = false; // that is, changes of the lists are told
    bool resources_change = false;
    bool prompts_change = false;
    bool resource_updates = false; // changes of single resources are told to those who ask
    freshness lists{};             // of all lists
};

/// Home thread. Lists have the same order each time, and depend on the principal at most.
class catalogue {
public:
    virtual ~catalogue() = default;

    virtual features offers() const = 0;

    virtual std::vector<tool> tools(const principal& who) = 0;

    /// The words for whoever calls a tool that is not among theirs.
    virtual std::string why_no_tool(std::string_view name, const principal& who) const;

    /// `arguments` fit the input schema of the tool, which exists.
    virtual boost::asio::awaitable<outcome<tool_result>>
    call_tool(std::string_view name, const nlohmann::json& arguments, call& of) = 0;

    virtual boost::asio::awaitable<std::vector<resource>> resources(const principal& who);
    virtual std::vector<resource_template> resource_templates(const principal& who);

    /// resource_not_found() where there is none.
    virtual boost::asio::awaitable<outcome<resource_result>> read_resource(std::string_view uri,
                                                                           call& of);

    virtual std::vector<prompt> prompts(const principal& who);

    /// `arguments` are strings, and all that the prompt requires are there.
    virtual boost::asio::awaitable<outcome<prompt_result>>
    get_prompt(std::string_view name, const nlohmann::json& arguments, call& of);

    virtual boost::asio::awaitable<outcome<completion>> complete(const completion_request& what,
                                                                 call& of);
};

} // namespace thimble::mcp
