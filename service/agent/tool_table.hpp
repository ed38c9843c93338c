// The tools that a model is offered, and what its use of them becomes.
#pragma once

#include "contract/arguments.hpp"
#include "contract/failure.hpp"
#include "screen/orientation.hpp"
#include "service/agent/act.hpp"

#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

struct tool_row {
    std::string name;
    std::string description; // for the model
    std::vector<parameter> fields = {};

    /// Called once the fields have been checked one by one and against the screen.
    std::function<result<act>(const arguments&)> make = {};
};

/// A value without state; any thread.
class tool_table {
public:
    static constexpr std::size_t longest_arguments = 65'536; // bytes, as the model writes them

    tool_table();

    const std::vector<tool_row>& rows() const { return rows_; }

    /// JSON Schema of the tool's arguments: an object. It does not name the size of the screen, so
    /// that it is the same in every prompt.
    static nlohmann::ordered_json schema_of(const tool_row& row);

    /// The act that the model wants, or what is wrong with it in words for the model. `arguments`
    /// is its JSON as it stands, no text at all being an empty object; members that the tool does
    /// not know are ignored. Every coordinate of an action is a pixel of a screenshot of this size.
    std::expected<act, std::string>
    read(std::string_view name, std::string_view arguments, screen::pixel_size size) const;

private:
    std::vector<tool_row> rows_;
};

/// The name of the tool that an act is a use of; an action that no tool gives has its own.
std::string tool_name_of(const act& what);

} // namespace thimble::service::agent
