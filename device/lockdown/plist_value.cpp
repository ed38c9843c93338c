#include "device/lockdown/plist_value.hpp"

#include "device/text_limit.hpp"
#include "device/usbmux/handle.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace thimble::device {
namespace {

constexpr std::size_t longest_text = 1000; // bytes

bool is(plist_t node, plist_type type)
{
    return node != nullptr && plist_get_node_type(node) == type;
}

} // namespace

std::optional<std::string> string_of(plist_t node)
{
    if (!is(node, PLIST_STRING))
        return std::nullopt;
    c_string text;
    plist_get_string_val(node, adopt(text));
    return text ? std::optional(cut_text(text.get(), longest_text)) : std::nullopt;
}

std::optional<bool> bool_of(plist_t node)
{
    if (!is(node, PLIST_BOOLEAN))
        return std::nullopt;
    std::uint8_t value = 0;
    plist_get_bool_val(node, &value);
    return value != 0;
}

std::optional<std::int64_t> integer_of(plist_t node)
{
    if (is(node, PLIST_UINT)) {
        std::uint64_t value = 0;
        plist_get_uint_val(node, &value);
        return static_cast<std::int64_t>(value);
    }
    if (is(node, PLIST_REAL)) {
        double value = 0;
        plist_get_real_val(node, &value);
        return std::isfinite(value) && std::abs(value) < 1e15
                   ? std::optional(static_cast<std::int64_t>(value))
                   : std::nullopt;
    }
    return std::nullopt;
}

bool is_placeholder(plist_t app)
{
    auto* const flag = plist_dict_get_item(app, "IsPlaceholder");
    return bool_of(flag).value_or(integer_of(flag).value_or(0) != 0);
}

std::string json_text(plist_t node)
{
    using nlohmann::json;
    json value;
    if (const auto text = string_of(node))
        value = *text;
    else if (const auto flag = bool_of(node))
        value = *flag;
    else if (const auto number = integer_of(node))
        value = *number;
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace thimble::device
