// Ids that say at which node of the service their bearer lives: "ID.NODE".
#pragma once

#include "text/uuid.hpp"

#include <string>
#include <string_view>

namespace thimble::service::nodes {

/// Behind the id itself.
inline std::string suffix_of_node(const std::string& node)
{
    return "." + node;
}

/// The node that an id names; empty where it names none. Anybody may have made it up.
inline std::string node_named_in(std::string_view id)
{
    const auto dot = id.rfind('.');
    const auto named = dot == std::string_view::npos ? std::string_view() : id.substr(dot + 1);
    return is_uuid(named) ? std::string(named) : std::string();
}

} // namespace thimble::service::nodes
