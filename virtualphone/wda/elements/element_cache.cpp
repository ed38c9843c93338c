#include "virtualphone/wda/elements/element_cache.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

/// Eight bytes in hex, the lowest first.
std::string hex_bytes(std::uint64_t value)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (int byte = 0; byte < 8; ++byte, value >>= 8U) {
        text += digits[(value >> 4U) & 0xFU];
        text += digits[value & 0xFU];
    }
    return text;
}

/// The number of an element and of its process, packed into the form of a UUID.
std::string packed(std::uint32_t number, int pid)
{
    auto text = hex_bytes(number) + hex_bytes(static_cast<std::uint64_t>(pid));
    for (const std::size_t hyphen : {8U, 13U, 18U, 23U})
        text.insert(hyphen, "-");
    return text;
}

} // namespace

bool element_cache::alike(const element& one, const identity& who)
{
    return one.type == who.type && one.identifier == who.identifier && one.label == who.label;
}

/// Counts those before `found` that are like it; true when it has been reached.
bool element_cache::count_until(const element& in, const element& found, identity& who)
{
    if (&in == &found)
        return true;
    if (alike(in, who))
        ++who.ordinal;
    return std::ranges::any_of(
        in.children, [&](const element& child) { return count_until(child, found, who); });
}

const element* element_cache::locate(const element& in, const identity& who, std::size_t& left)
{
    if (alike(in, who) && left-- == 0)
        return &in;
    for (const element& child : in.children)
        if (const element* found = locate(child, who, left))
            return found;
    return nullptr;
}

std::string element_cache::id_of(const element& found, const element& tree, int pid)
{
    identity who{.type = found.type,
                 .identifier = found.identifier,
                 .label = found.label,
                 .ordinal = 0,
                 .pid = pid};
    count_until(tree, found, who);
    const auto known = std::ranges::find(entries_, who, &entry::who);
    if (known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
        return entries_.front().id;
    }
    entries_.push_front({.id = packed(++made_, pid), .who = std::move(who)});
    if (entries_.size() > most)
        entries_.pop_back();
    return entries_.front().id;
}

const element* element_cache::find(std::string_view id, const element& tree, int pid)
{
    const auto known = std::ranges::find_if(
        entries_, [&](const entry& each) { return boost::beast::iequals(each.id, id); });
    if (known == entries_.end() || known->who.pid != pid)
        return nullptr;
    entries_.splice(entries_.begin(), entries_, known);
    auto left = entries_.front().who.ordinal;
    return locate(tree, entries_.front().who, left);
}

} // namespace thimble::virtualphone::wda
