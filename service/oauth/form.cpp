#include "service/oauth/form.hpp"

#include "text/ascii.hpp"
#include "text/target.hpp"

#include <utility>

namespace thimble::service::oauth {

namespace {

constexpr std::size_t most_parameters = 50;

} // namespace

outcome<form> form::read(std::string_view target)
{
    const auto parsed = http::parse_target(target);
    if (!parsed || parsed->query.size() > most_parameters)
        return std::unexpected(invalid_request("The parameters cannot be read"));
    form out;
    for (const auto& [name, value] : parsed->query)
        if (!out.values_.emplace(name, value).second)
            return std::unexpected(invalid_request("A parameter is there twice"));
    return out;
}

outcome<form> form::of_query(const http::request& what)
{
    return read(what.head.target());
}

outcome<form> form::of_body(const http::request& what)
{
    if (what.body_too_large)
        return std::unexpected(
            oauth_error{.code = "invalid_request", .description = "Too large", .status = 413});
    const std::string_view type = what.head[boost::beast::http::field::content_type];
    const auto media = to_lower(trim(type.substr(0, type.find(';'))));
    if (media != "application/x-www-form-urlencoded" || what.body.contains('#'))
        return std::unexpected(
            invalid_request("The body must be application/x-www-form-urlencoded"));
    return read("/?" + what.body);
}

const std::string& form::operator[](std::string_view name) const
{
    static const std::string nothing;
    const auto found = values_.find(name);
    return found == values_.end() ? nothing : found->second;
}

outcome<std::string> form::needed(std::string_view name, std::size_t most_bytes) const
{
    const auto& value = (*this)[name];
    if (value.empty())
        return std::unexpected(invalid_request(std::string(name) + " is missing"));
    if (value.size() > most_bytes)
        return std::unexpected(invalid_request(std::string(name) + " is too long"));
    return value;
}

} // namespace thimble::service::oauth
