#include "text/called.hpp"

#include "text/ascii.hpp"
#include "text/folded_text.hpp"
#include "text/uuid.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

constexpr std::size_t digits_of_old_udid = 40;
constexpr std::size_t digits_of_chip = 8; // before the hyphen of a newer UDID
constexpr std::size_t digits_of_device = 16;

bool is_hexadecimal(std::string_view text)
{
    return std::ranges::all_of(text, [](char each) {
        const char lower = to_lower(each);
        return is_digit(lower) || (lower >= 'a' && lower <= 'f');
    });
}

bool is_udid(std::string_view text)
{
    if (text.size() == digits_of_old_udid)
        return is_hexadecimal(text);
    return text.size() == digits_of_chip + 1 + digits_of_device && text[digits_of_chip] == '-' &&
           is_hexadecimal(text.substr(0, digits_of_chip)) &&
           is_hexadecimal(text.substr(digits_of_chip + 1));
}

template <class Test>
std::vector<std::size_t> places_where(const std::vector<called>& all, const Test& is_it)
{
    std::vector<std::size_t> found;
    for (std::size_t place = 0; place < all.size(); ++place)
        if (is_it(all[place]))
            found.push_back(place);
    return found;
}

std::vector<std::size_t> by_id(std::string_view wanted, const std::vector<called>& all)
{
    std::size_t kinds = 0;
    for (const auto& each : all)
        kinds = std::max(kinds, each.ids.size());
    const auto lower = to_lower(wanted);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        auto found = places_where(all, [&](const called& each) {
            return kind < each.ids.size() && to_lower(each.ids[kind]) == lower;
        });
        if (!found.empty())
            return found;
    }
    return {};
}

} // namespace

bool looks_like_id(std::string_view text)
{
    return is_uuid(text) || is_udid(text);
}

std::vector<std::size_t> find_called(std::string_view wanted, const std::vector<called>& all)
{
    if (wanted.empty())
        return {};
    auto found = by_id(wanted, all);
    if (!found.empty() || looks_like_id(wanted))
        return found;
    found = places_where(all, [&](const called& each) {
        return std::ranges::find(each.names, wanted) != each.names.end();
    });
    if (!found.empty())
        return found;
    const auto plain = folded(wanted);
    if (plain.empty()) // an accent alone, which every name without a letter would be
        return {};
    return places_where(all, [&](const called& each) {
        return std::ranges::find(each.names, plain, folded) != each.names.end();
    });
}

} // namespace thimble::service
