#include "service/accounts/rights.hpp"

#include <algorithm>
#include <ranges>

namespace thimble::service {

namespace {

std::string joined(const std::vector<std::string>& words, char between)
{
    std::string out;
    for (const auto& each : words) {
        if (!out.empty())
            out += between;
        out += each;
    }
    return out;
}

} // namespace

std::string_view to_string(scope which)
{
    switch (which) {
    case scope::read:
        return "read";
    case scope::act:
        return "act";
    case scope::sessions:
        return "sessions";
    case scope::admin:
        return "admin";
    }
    return "";
}

std::optional<scope> parse_scope(std::string_view name)
{
    const auto* const found =
        std::ranges::find(all_scopes, name, [](scope each) { return to_string(each); });
    return found == all_scopes.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> scope_set::names() const
{
    std::vector<std::string> out;
    for (const auto each : all_scopes)
        if (has(each))
            out.emplace_back(to_string(each));
    return out;
}

std::string to_text(scope_set which)
{
    return joined(which.names(), ' ');
}

std::optional<scope_set> parse_scopes(std::string_view text)
{
    constexpr std::string_view every = "read act sessions admin"; // as nearly all keys have it
    if (text == every)
        return scope_set::all();
    scope_set out;
    for (const auto part : std::views::split(text, ' ')) {
        const std::string_view name(part.begin(), part.end());
        if (name.empty())
            continue;
        const auto one = parse_scope(name);
        if (!one)
            return std::nullopt;
        out.add(*one);
    }
    return out;
}

bool access_rights::may_use(std::string_view phone_id) const
{
    return !phones || std::ranges::find(*phones, phone_id) != phones->end();
}

bool access_rights::include(const access_rights& others) const
{
    if (!scopes.has_all_of(others.scopes))
        return false;
    if (!phones)
        return true;
    return others.phones && std::ranges::all_of(*others.phones, [this](const std::string& each) {
               return may_use(each);
           });
}

std::optional<std::string> phones_text(const access_rights& of)
{
    if (!of.phones)
        return std::nullopt;
    return joined(*of.phones, ',');
}

std::optional<std::vector<std::string>> parse_phones(const std::optional<std::string>& text)
{
    if (!text)
        return std::nullopt;
    std::vector<std::string> out;
    for (const auto part : std::views::split(*text, ','))
        if (!part.empty())
            out.emplace_back(part.begin(), part.end());
    return out;
}

} // namespace thimble::service
