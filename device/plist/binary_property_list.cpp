#include "device/plist/binary_list.hpp"
#include "device/plist/property_list_formats.hpp"

#include <cmath>

namespace thimble::device::plist {
namespace {

[[noreturn]] void refuse_binary_list()
{
    throw malformed_property_list("The binary property list is damaged.");
}

/// Seconds since the beginning of 2001.
std::chrono::sys_seconds moment_of(double since)
{
    constexpr double furthest = 1e12;
    if (!std::isfinite(since) || std::abs(since) > furthest)
        refuse_binary_list();
    constexpr std::chrono::sys_days beginning(std::chrono::year(2001) / std::chrono::January / 1);
    return beginning + std::chrono::seconds(static_cast<std::int64_t>(since));
}

/// Each object is counted as often as it is referred to, before anything is made of it.
class tree_reader {
public:
    explicit tree_reader(const binary_list& from) : from_(from) {}

    property_value read(std::size_t number, int depth)
    {
        using kind = binary_list::kind;
        budget_.take_value(depth);
        const auto found = from_.at(number);
        if (!found)
            refuse_binary_list();
        switch (found->what) {
        case kind::boolean:
            return {found->integer != 0};
        case kind::integer:
        case kind::uid:
            return {found->integer};
        case kind::large_integer:
            return {static_cast<std::uint64_t>(found->integer)};
        case kind::real:
            return {found->real};
        case kind::date:
            return {moment_of(found->real)};
        case kind::data:
            budget_.take_bytes(found->content.size());
            return {property_data{std::string(reinterpret_cast<const char*>(found->content.data()),
                                              found->content.size())}};
        case kind::ascii:
        case kind::utf16:
            budget_.take_bytes(found->content.size());
            return {text_of(*found)};
        case kind::array:
            return {array(*found, depth)};
        case kind::dictionary:
            return {dictionary(*found, depth)};
        case kind::null:
            break;
        }
        refuse_binary_list();
    }

private:
    property_array array(const binary_list::node& of, int depth)
    {
        property_array items;
        for (std::size_t place = 0; place < of.count; ++place)
            items.push_back(read(from_.reference(of, place), depth + 1));
        return items;
    }

    property_dictionary dictionary(const binary_list::node& of, int depth)
    {
        property_dictionary members;
        for (std::size_t place = 0; place < of.count; ++place) {
            auto key = read(from_.reference(of, place), depth + 1);
            auto* const name = std::get_if<std::string>(&key.held);
            if (name == nullptr)
                refuse_binary_list();
            members.insert_or_assign(std::move(*name),
                                     read(from_.reference(of, of.count + place), depth + 1));
        }
        return members;
    }

    const binary_list& from_;
    property_budget budget_;
};

} // namespace

property_value read_binary_property_list(std::string_view content)
{
    const auto list = binary_list::open(std::as_bytes(std::span(content)));
    if (!list)
        refuse_binary_list();
    return tree_reader(*list).read(list->root(), 0);
}

} // namespace thimble::device::plist
