#include "service/admin/command_answer.hpp"

namespace thimble::service {

admin_answer done(std::string text)
{
    return {.done = true, .text = std::move(text)};
}

admin_answer refused(std::string text)
{
    return {.done = false, .text = std::move(text)};
}

admin_answer no_account(const std::string& name)
{
    return refused("There is no account '" + name + "'; make it with: account create");
}

std::string argument(const admin_request& of, std::string_view name)
{
    const auto found = of.arguments.find(name);
    return found == of.arguments.end() ? std::string() : found->second;
}

} // namespace thimble::service
