#include "mcp/error.hpp"

#include <utility>

namespace thimble::mcp {

using nlohmann::json;

json to_json(const error& what)
{
    json out{{"code", what.code}, {"message", what.message}};
    if (!what.data.is_null())
        out["data"] = what.data;
    return out;
}

error invalid_request(std::string message)
{
    return {.code = code::invalid_request, .message = std::move(message)};
}

error invalid_params(std::string message)
{
    return {.code = code::invalid_params, .message = std::move(message)};
}

error method_not_found(std::string_view method)
{
    return {.code = code::method_not_found,
            .message = "Method not found",
            .data = {{"method", method}}};
}

error resource_not_found(std::string_view uri)
{
    return {
        .code = code::resource_not_found, .message = "Resource not found", .data = {{"uri", uri}}};
}

error missing_capability(std::string_view capability)
{
    json needed = json::object();
    const auto dot = capability.find('.');
    auto& outer = needed[std::string(capability.substr(0, dot))] = json::object();
    if (dot != std::string_view::npos)
        outer[std::string(capability.substr(dot + 1))] = json::object();
    return {.code = code::missing_client_capability,
            .message = "The client has not declared the capability " + std::string(capability),
            .data = {{"requiredCapabilities", std::move(needed)}},
            .of_envelope = true};
}

} // namespace thimble::mcp
