// Catalogue of tools, resources and prompts by which agents use phones.
#pragma once

#include "mcp/catalogue.hpp"
#include "service/mcp_tools/tool_use.hpp"

#include <optional>
#include <vector>

namespace thimble::service::mcp_tools {

/// Home thread. It acts by rows of the REST API, on behalf of the principal: its rights are a
/// service::account.
class phone_catalogue : public mcp::catalogue {
public:
    /// `rest` and `consent` outlive it.
    phone_catalogue(rest_rows& rest, act_consent& consent) : rest_(rest), consent_(consent) {}

    /// Makes the tools. Once, when all rows of the REST API are there.
    void make_tools();

    mcp::features offers() const override;
    /// Those that the key has the scopes for.
    std::vector<mcp::tool> tools(const mcp::principal& who) override;
    std::string why_no_tool(std::string_view name, const mcp::principal& who) const override;

    /// Scopes that a tool needs; nothing where there is no such tool.
    std::optional<scope_set> needs_of(std::string_view name) const;
    tool_answer
    call_tool(std::string_view name, const nlohmann::json& arguments, mcp::call& of) override;

    boost::asio::awaitable<std::vector<mcp::resource>>
    resources(const mcp::principal& who) override;
    std::vector<mcp::resource_template> resource_templates(const mcp::principal& who) override;
    boost::asio::awaitable<mcp::outcome<mcp::resource_result>>
    read_resource(std::string_view uri, mcp::call& of) override;

    std::vector<mcp::prompt> prompts(const mcp::principal& who) override;
    boost::asio::awaitable<mcp::outcome<mcp::prompt_result>>
    get_prompt(std::string_view name, const nlohmann::json& arguments, mcp::call& of) override;

private:
    std::vector<tool_row>::const_iterator find_row(std::string_view name) const;

    rest_rows& rest_;
    act_consent& consent_;
    std::vector<tool_row> rows_;
};

/// On whose behalf it is.
const account& account_of(const mcp::principal& who);

mcp::principal principal_of(account who);

} // namespace thimble::service::mcp_tools
