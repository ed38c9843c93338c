#include "text/trace_context.hpp"

#include "text/hexadecimal.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <stdexcept>

namespace thimble::service {

namespace {

// Version, trace, parent and flags, with a hyphen between them.
constexpr std::string_view no_trace = "00-00000000000000000000000000000000-0000000000000000-00";
static_assert(no_trace.size() == trace_context::length);

constexpr std::string_view own_version = "00";
constexpr std::string_view no_version = "ff";

constexpr std::size_t parent_place = 36;
constexpr std::size_t parent_bytes = 8;
constexpr std::size_t flags_place = 53;

/// Of digits in lower case alone.
bool has_hexadecimal_digits_only(std::string_view text)
{
    return text.find_first_not_of(hexadecimal_digits) == std::string_view::npos;
}

bool is_of_zeros(std::string_view id)
{
    return id.find_first_not_of('0') == std::string_view::npos;
}

/// Hyphens and digits of version 00, whatever stands behind.
bool has_the_fields(std::string_view text)
{
    if (text.size() < no_trace.size())
        return false;
    for (std::size_t place = 0; place < no_trace.size(); ++place) {
        const bool is_hyphen = no_trace[place] == '-';
        if (is_hyphen ? text[place] != '-' : !has_hexadecimal_digits_only(text.substr(place, 1)))
            return false;
    }
    return true;
}

bool is_sampled(std::string_view flags)
{
    return hexadecimal_digits.find(flags[1]) % 2 == 1;
}

} // namespace

trace_context::trace_context() noexcept
{
    std::ranges::copy(no_trace, text_.begin());
}

std::optional<trace_context> trace_context::parse(std::string_view text)
{
    if (!has_the_fields(text))
        return std::nullopt;
    const auto version = text.substr(0, 2);
    const bool goes_on = text.size() > length;
    if (version == no_version || (goes_on && (version == own_version || text[length] != '-')))
        return std::nullopt;
    trace_context out;
    std::ranges::copy(text.substr(2, flags_place - 2), out.text_.begin() + 2);
    if (is_of_zeros(out.trace_id()) || is_of_zeros(out.parent_id()))
        return std::nullopt;
    if (is_sampled(text.substr(flags_place, 2)))
        out.text_.back() = '1';
    return out;
}

std::optional<trace_context> trace_context::parse_own_version(std::string_view text)
{
    return text.starts_with(own_version) ? parse(text) : std::nullopt;
}

trace_context trace_context::next_hop() const
{
    auto out = *this;
    std::array<unsigned char, parent_bytes> bytes{};
    do {
        if (RAND_bytes(bytes.data(), parent_bytes) != 1)
            throw std::runtime_error("The system gives no random numbers.");
    } while (std::ranges::count(bytes, 0) == parent_bytes);
    std::ranges::copy(hexadecimal(bytes), out.text_.begin() + parent_place);
    return out;
}

} // namespace thimble::service
