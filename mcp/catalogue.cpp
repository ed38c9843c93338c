// Answers of a catalogue about entries that it does not have.
#include "mcp/catalogue.hpp"

namespace thimble::mcp {

namespace asio = boost::asio;

std::string catalogue::why_no_tool(std::string_view /*name*/, const principal& /*who*/) const
{
    return "There is no such tool";
}

asio::awaitable<std::vector<resource>> catalogue::resources(const principal& /*who*/)
{
    co_return std::vector<resource>{};
}

std::vector<resource_template> catalogue::resource_templates(const principal& /*who*/)
{
    return {};
}

asio::awaitable<outcome<resource_result>> catalogue::read_resource(std::string_view uri,
                                                                   call& /*of*/)
{
    co_return std::unexpected(resource_not_found(uri));
}

std::vector<prompt> catalogue::prompts(const principal& /*who*/)
{
    return {};
}

asio::awaitable<outcome<prompt_result>>
catalogue::get_prompt(std::string_view /*name*/, const nlohmann::json& /*arguments*/, call& /*of*/)
{
    co_return std::unexpected(invalid_params("There is no such prompt"));
}

asio::awaitable<outcome<completion>> catalogue::complete(const completion_request& /*what*/,
                                                         call& /*of*/)
{
    co_return completion{};
}

} // namespace thimble::mcp
