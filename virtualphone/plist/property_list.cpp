#include "virtualphone/plist/property_list.hpp"

#include "text/utf8.hpp"
#include "virtualphone/plist/binary_reader.hpp"

#include <plist/plist.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

namespace thimble::virtualphone::plist {
namespace {

constexpr auto uid_key = "CF$UID";

struct node_freed {
    using pointer = plist_t;
    void operator()(plist_t node) const noexcept { plist_free(node); }
};
using node = std::unique_ptr<void, node_freed>;

struct memory_freed {
    void operator()(char* memory) const noexcept { std::free(memory); }
};
using c_memory = std::unique_ptr<char, memory_freed>;

std::string_view as_text(byte_view message)
{
    return {reinterpret_cast<const char*>(message.data()), message.size()};
}

/// libplist builds and frees trees by recursion, so that depth is known before it sees them.
bool nests_too_deep(std::string_view xml)
{
    int depth = 0;
    int nodes = 0;
    for (std::size_t at = xml.find('<'); at != xml.npos; at = xml.find('<', at + 1)) {
        const std::string_view tag = xml.substr(at + 1, 6);
        if (tag.starts_with("dict") || tag.starts_with("array"))
            ++depth;
        else if (tag.starts_with("/dict") || tag.starts_with("/array"))
            --depth;
        if (depth > deepest_nesting || ++nodes > 4 * most_nodes)
            return true;
    }
    return false;
}

value to_value(plist_t from);

value to_array(plist_t from)
{
    value items = value::array();
    const std::uint32_t size = plist_array_get_size(from);
    for (std::uint32_t i = 0; i < size; ++i)
        items.push_back(to_value(plist_array_get_item(from, i)));
    return items;
}

value to_object(plist_t from)
{
    value members = value::object();
    plist_dict_iter raw = nullptr;
    plist_dict_new_iter(from, &raw);
    const c_memory iterator(static_cast<char*>(raw));
    for (;;) {
        char* key = nullptr;
        plist_t item = nullptr;
        plist_dict_next_item(from, raw, &key, &item);
        const c_memory owned_key(key);
        if (!item)
            return members;
        if (key)
            members[key] = to_value(item);
    }
}

value to_value(plist_t from)
{
    switch (plist_get_node_type(from)) {
    case PLIST_BOOLEAN: {
        std::uint8_t flag = 0;
        plist_get_bool_val(from, &flag);
        return flag != 0;
    }
    case PLIST_UINT: {
        std::uint64_t number = 0;
        plist_get_uint_val(from, &number);
        return static_cast<std::int64_t>(number);
    }
    case PLIST_REAL: {
        double number = 0;
        plist_get_real_val(from, &number);
        return number;
    }
    case PLIST_STRING: {
        char* raw = nullptr;
        plist_get_string_val(from, &raw);
        const c_memory text(raw);
        return std::string(raw ? raw : "");
    }
    case PLIST_DATA: {
        std::uint64_t size = 0;
        const char* content = plist_get_data_ptr(from, &size);
        return data({reinterpret_cast<const std::uint8_t*>(content), size});
    }
    case PLIST_DATE: {
        std::int32_t seconds = 0;
        std::int32_t unused = 0;
        plist_get_date_val(from, &seconds, &unused);
        return date_text(seconds);
    }
    case PLIST_UID: {
        std::uint64_t number = 0;
        plist_get_uid_val(from, &number);
        return uid(static_cast<std::uint32_t>(number));
    }
    case PLIST_ARRAY:
        return to_array(from);
    case PLIST_DICT:
        return to_object(from);
    default:
        return nullptr;
    }
}

node to_node(const value& from)
{
    switch (from.type()) {
    case value::value_t::boolean:
        return node(plist_new_bool(from.get<bool>()));
    case value::value_t::number_integer:
    case value::value_t::number_unsigned:
        return node(plist_new_uint(from.get<std::uint64_t>()));
    case value::value_t::number_float:
        return node(plist_new_real(from.get<double>()));
    case value::value_t::binary: {
        const auto& content = from.get_binary();
        return node(plist_new_data(reinterpret_cast<const char*>(content.data()), content.size()));
    }
    case value::value_t::array: {
        node items(plist_new_array());
        for (const value& item : from)
            plist_array_append_item(items.get(), to_node(item).release());
        return items;
    }
    case value::value_t::object: {
        if (const auto number = uid_of(from))
            return node(plist_new_uid(*number));
        node members(plist_new_dict());
        for (const auto& [key, item] : from.items())
            plist_dict_set_item(members.get(), key.c_str(), to_node(item).release());
        return members;
    }
    default:
        return node(
            plist_new_string(from.is_string() ? from.get_ref<const std::string&>().c_str() : ""));
    }
}

using writer = decltype(&plist_to_xml);

bytes written(const value& root, writer write)
{
    char* raw = nullptr;
    std::uint32_t size = 0;
    write(to_node(root).get(), &raw, &size);
    if (!raw)
        throw std::bad_alloc();
    const c_memory content(raw);
    return {raw, raw + size};
}

} // namespace

std::string date_text(double seconds)
{
    constexpr double furthest = 1e11; // some thousand years
    const auto since = static_cast<std::int64_t>(
        std::isfinite(seconds) ? std::clamp(seconds, -furthest, furthest) : 0.0);
    constexpr std::chrono::sys_days beginning(std::chrono::year(2001) / std::chrono::January / 1);
    const std::chrono::sys_seconds moment = beginning + std::chrono::seconds(since);
    const auto day = std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(moment - day);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return text.data();
}

std::expected<value, std::string> parse(byte_view message)
{
    const std::string_view text = as_text(message);
    if (text.starts_with("bplist00"))
        return parse_binary(message);
    if (text.contains(
            '\0')) // which XML does not know, and at which an assertion of libplist ends us
        return std::unexpected("an XML property list holds a zero byte");
    if (!service::is_utf8(text)) // JSON, in which it is logged and told, has no other text
        return std::unexpected("an XML property list is not UTF-8");
    if (nests_too_deep(text))
        return std::unexpected("property list is too deep or too large");
    plist_t raw = nullptr;
    plist_from_xml(text.data(), static_cast<std::uint32_t>(text.size()), &raw);
    const node root(raw);
    if (!root)
        return std::unexpected("neither an XML nor a binary property list");
    return to_value(root.get());
}

bytes to_xml(const value& root)
{
    return written(root, plist_to_xml);
}
bytes to_binary(const value& root)
{
    return written(root, plist_to_bin);
}

value data(byte_view content)
{
    return value::binary({content.begin(), content.end()});
}

value uid(std::uint32_t number)
{
    return {{uid_key, number}};
}

std::optional<std::uint32_t> uid_of(const value& from)
{
    if (!from.is_object() || from.size() != 1)
        return std::nullopt;
    const auto number = integer_at(from, uid_key);
    if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

const value* find(const value& dictionary, std::string_view key)
{
    if (!dictionary.is_object())
        return nullptr;
    const auto found = dictionary.find(key);
    return found == dictionary.end() ? nullptr : &*found;
}

std::optional<std::string> string_at(const value& dictionary, std::string_view key)
{
    const value* found = find(dictionary, key);
    return found && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
}

std::optional<std::int64_t> integer_at(const value& dictionary, std::string_view key)
{
    const value* found = find(dictionary, key);
    return found && found->is_number_integer() ? std::optional(found->get<std::int64_t>())
                                               : std::nullopt;
}

std::optional<bool> bool_at(const value& dictionary, std::string_view key)
{
    const value* found = find(dictionary, key);
    return found && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
}

std::optional<bytes> data_at(const value& dictionary, std::string_view key)
{
    const value* found = find(dictionary, key);
    return found && found->is_binary() ? std::optional(bytes(found->get_binary())) : std::nullopt;
}

} // namespace thimble::virtualphone::plist
