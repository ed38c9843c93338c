#include "http/byte_range.hpp"

#include "text/whole_number.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>

namespace thimble::service::http {

namespace {

constexpr std::string_view range_unit = "bytes=";

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

asked_range last_bytes(std::uint64_t count, std::uint64_t size)
{
    const auto length = std::min(count, size);
    if (length == 0)
        return {.kind = range_kind::none};
    return {.kind = range_kind::part, .bytes = {.first = size - length, .length = length}};
}

} // namespace

asked_range read_range(std::string_view field, std::uint64_t size)
{
    field = trimmed(field);
    if (field.size() < range_unit.size() ||
        !boost::beast::iequals(boost::beast::string_view(field.data(), range_unit.size()),
                               boost::beast::string_view(range_unit.data(), range_unit.size())))
        return {};
    const auto range = trimmed(field.substr(range_unit.size()));
    const auto dash = range.find('-');
    if (dash == std::string_view::npos)
        return {};
    const auto from = range.substr(0, dash);
    const auto to = range.substr(dash + 1);
    const auto first = whole_number<std::uint64_t>(from);
    const auto last = whole_number<std::uint64_t>(to);
    if ((!from.empty() && !first) || (!to.empty() && !last) || (!first && !last))
        return {}; // several, or none that is one
    if (!first)
        return last_bytes(*last, size);
    if (last && *last < *first)
        return {};
    if (*first >= size)
        return {.kind = range_kind::none};
    const auto end = last && *last < size - 1 ? *last + 1 : size;
    return {.kind = range_kind::part, .bytes = {.first = *first, .length = end - *first}};
}

std::string content_range(const byte_range& what, std::optional<std::uint64_t> size)
{
    return "bytes " + std::to_string(what.first) + "-" +
           std::to_string(what.first + what.length - 1) + "/" +
           (size ? std::to_string(*size) : std::string("*"));
}

} // namespace thimble::service::http
