#include "device/plist/property_list.hpp"

#include "device/plist/property_list_formats.hpp"
#include "text/whole_number.hpp"

namespace thimble::device::plist {
namespace {

template <class Kind>
std::optional<Kind> held_at(const property_value& dictionary, std::string_view key)
{
    const auto* const found = member_of(dictionary, key);
    const auto* const held = found == nullptr ? nullptr : std::get_if<Kind>(&found->held);
    return held == nullptr ? std::nullopt : std::optional(*held);
}

/// Calls `with` for each element of the array, or for the value itself where it is none.
template <class Each>
void for_each_at(const property_value& dictionary, std::string_view key, Each with)
{
    const auto* const found = member_of(dictionary, key);
    if (found == nullptr)
        return;
    if (const auto* const all = std::get_if<property_array>(&found->held)) {
        for (const auto& each : *all)
            with(each);
        return;
    }
    with(*found);
}

} // namespace

void property_budget::take_value(int depth)
{
    if (depth > deepest_property || values_ == 0)
        throw malformed_property_list("The property list is too deep or too large.");
    --values_;
}

void property_budget::take_bytes(std::size_t count)
{
    if (count > bytes_)
        throw malformed_property_list("The property list holds too much.");
    bytes_ -= count;
}

bool append_utf8(std::string& to, std::uint32_t code_point)
{
    if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000))
        return false;
    const auto tail = [&](unsigned shift) {
        to += static_cast<char>(0x80U | ((code_point >> shift) & 0x3FU));
    };
    if (code_point < 0x80) {
        to += static_cast<char>(code_point);
    } else if (code_point < 0x800) {
        to += static_cast<char>(0xC0U | (code_point >> 6U));
        tail(0);
    } else if (code_point < 0x10000) {
        to += static_cast<char>(0xE0U | (code_point >> 12U));
        tail(6);
        tail(0);
    } else {
        to += static_cast<char>(0xF0U | (code_point >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
    return true;
}

std::expected<property_value, std::string> parse_property_list(std::string_view content)
try {
    return content.starts_with("bplist") ? read_binary_property_list(content)
                                         : read_xml_property_list(content);
} catch (const malformed_property_list& problem) {
    return std::unexpected(std::string(problem.what()));
}

const property_value* member_of(const property_value& dictionary, std::string_view key)
{
    const auto* const members = std::get_if<property_dictionary>(&dictionary.held);
    if (members == nullptr)
        return nullptr;
    const auto found = members->find(key);
    return found == members->end() ? nullptr : &found->second;
}

std::optional<std::string> text_at(const property_value& dictionary, std::string_view key)
{
    return held_at<std::string>(dictionary, key);
}

std::optional<std::string> data_at(const property_value& dictionary, std::string_view key)
{
    auto held = held_at<property_data>(dictionary, key);
    return held ? std::optional(std::move(held->bytes)) : std::nullopt;
}

std::optional<std::uint64_t> unsigned_at(const property_value& dictionary, std::string_view key)
{
    if (const auto large = held_at<std::uint64_t>(dictionary, key))
        return large;
    const auto number = held_at<std::int64_t>(dictionary, key);
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::optional<bool> flag_at(const property_value& dictionary, std::string_view key)
{
    return held_at<bool>(dictionary, key);
}

std::optional<std::chrono::sys_seconds> date_at(const property_value& dictionary,
                                                std::string_view key)
{
    return held_at<std::chrono::sys_seconds>(dictionary, key);
}

std::vector<std::string> texts_at(const property_value& dictionary, std::string_view key)
{
    std::vector<std::string> texts;
    for_each_at(dictionary, key, [&](const property_value& each) {
        if (const auto* const text = std::get_if<std::string>(&each.held))
            texts.push_back(*text);
    });
    return texts;
}

std::vector<std::int64_t> numbers_at(const property_value& dictionary, std::string_view key)
{
    std::vector<std::int64_t> numbers;
    for_each_at(dictionary, key, [&](const property_value& each) {
        if (const auto* const number = std::get_if<std::int64_t>(&each.held))
            numbers.push_back(*number);
        else if (const auto* const text = std::get_if<std::string>(&each.held))
            if (const auto written = service::whole_number<std::int64_t>(*text))
                numbers.push_back(*written);
    });
    return numbers;
}

} // namespace thimble::device::plist
