#include "device/images/property_lists.hpp"

#include <fstream>
#include <iterator>

namespace thimble::device::images {
namespace {

bool is_kind(plist_t node, plist_type kind)
{
    return node != nullptr && plist_get_node_type(node) == kind;
}

} // namespace

property_list parse_property_list(std::string_view content)
{
    property_list parsed;
    const auto length = static_cast<std::uint32_t>(content.size());
    if (content.starts_with("bplist00"))
        plist_from_bin(content.data(), length, adopt(parsed));
    else
        plist_from_xml(content.data(), length, adopt(parsed));
    return parsed;
}

property_list read_property_list(const std::filesystem::path& file, std::size_t most)
{
    std::error_code failed;
    const auto size = std::filesystem::file_size(file, failed);
    if (failed || size > most)
        return {};
    std::ifstream from(file, std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(from), {});
    return from ? parse_property_list(content) : property_list();
}

std::string to_xml(plist_t what)
{
    c_string text;
    std::uint32_t length = 0;
    plist_to_xml(what, adopt(text), &length);
    return text ? std::string(text.get(), length) : std::string();
}

plist_t member_of(plist_t dictionary, const char* key)
{
    return is_kind(dictionary, PLIST_DICT) ? plist_dict_get_item(dictionary, key) : nullptr;
}

std::optional<std::string> text_at(plist_t dictionary, const char* key)
{
    auto* const node = member_of(dictionary, key);
    if (!is_kind(node, PLIST_STRING))
        return std::nullopt;
    c_string text;
    plist_get_string_val(node, adopt(text));
    return text ? std::optional<std::string>(text.get()) : std::nullopt;
}

std::optional<blob> data_at(plist_t dictionary, const char* key)
{
    auto* const node = member_of(dictionary, key);
    if (!is_kind(node, PLIST_DATA))
        return std::nullopt;
    c_string content;
    std::uint64_t size = 0;
    plist_get_data_val(node, adopt(content), &size);
    return content ? blob(content.get(), size) : blob();
}

std::optional<bool> flag_at(plist_t dictionary, const char* key)
{
    auto* const node = member_of(dictionary, key);
    if (!is_kind(node, PLIST_BOOLEAN))
        return std::nullopt;
    std::uint8_t value = 0;
    plist_get_bool_val(node, &value);
    return value != 0;
}

std::optional<std::uint64_t> number_at(plist_t dictionary, const char* key)
{
    auto* const node = member_of(dictionary, key);
    if (!is_kind(node, PLIST_UINT))
        return std::nullopt;
    std::uint64_t value = 0;
    plist_get_uint_val(node, &value);
    return value;
}

plist_t new_data(const blob& content)
{
    return plist_new_data(content.data(), content.size());
}

} // namespace thimble::device::images
