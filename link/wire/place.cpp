#include "link/wire/place.hpp"

#include "link/limits.hpp"
#include "text/ascii.hpp"

#include <algorithm>
#include <utility>

namespace thimble::link::wire {

std::string place::path() const
{
    std::string path = within == nullptr ? std::string() : within->path();
    if (index)
        return path + "[" + std::to_string(*index) + "]";
    if (!path.empty())
        path += ".";
    return path.append(name);
}

void findings::refuse(const place& at, std::string reason)
{
    if (!failed())
        problem = malformed{.field = at.path(), .reason = std::move(reason)};
}

void findings::pass_over(const place& at)
{
    constexpr std::size_t enough = 8;
    if (unknown_fields.size() < enough && is_name(at.name))
        unknown_fields.push_back(at.path());
}

bool is_name(std::string_view text)
{
    const auto allowed = [](char c) {
        return service::is_lower(c) || service::is_digit(c) || c == '-' || c == '_';
    };
    return !text.empty() && text.size() <= limits::word_bytes && std::ranges::all_of(text, allowed);
}

} // namespace thimble::link::wire
