#include "text/uuid.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <algorithm>
#include <stdexcept>

namespace thimble::service {

namespace {

using boost::uuids::uuid;

/// From the system's source each time: there is no state that threads or forks could share.
uuid random_value()
{
    return boost::uuids::random_generator_pure()();
}

/// Milliseconds since 1970 in the upper bits, nothing in the lower 12.
std::uint64_t ticks(std::chrono::system_clock::time_point moment)
{
    const auto passed = std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch();
    return static_cast<std::uint64_t>(passed.count()) << 12U;
}

/// Version 7, which Boost has from 1.86 on: `ticks` and the last 62 bits of `rest`.
std::string ordered_text(std::uint64_t ticks, uuid rest)
{
    auto* const octet = rest.begin();
    for (std::size_t place = 0; place < 6; ++place)
        octet[place] = static_cast<unsigned char>(ticks >> (52U - 8U * place));
    octet[6] = static_cast<unsigned char>(0x70U | ((ticks >> 8U) & 0x0FU));
    octet[7] = static_cast<unsigned char>(ticks);
    octet[8] = static_cast<unsigned char>((octet[8] & 0x3FU) | 0x80U);
    return to_string(rest);
}

} // namespace

std::string random_uuid()
{
    return to_string(random_value());
}

std::string ordered_uuids::next(std::chrono::system_clock::time_point now)
{
    last_ = std::max(last_ + 1, ticks(now));
    return ordered_text(last_, random_value());
}

std::string ordered_uuids::first_of(std::chrono::system_clock::time_point moment)
{
    return ordered_text(ticks(moment), {});
}

std::string named_uuid(std::string_view space, std::string_view name)
{
    const auto of = boost::uuids::string_generator()(space.begin(), space.end());
    return to_string(boost::uuids::name_generator_sha1(of)(name.data(), name.size()));
}

std::optional<std::array<std::byte, 16>> uuid_bytes(std::string_view text)
{
    if (!is_uuid(text))
        return std::nullopt;
    const auto read = boost::uuids::string_generator()(text.begin(), text.end());
    std::array<std::byte, 16> result{};
    std::ranges::transform(read, result.begin(),
                           [](unsigned char each) { return std::byte{each}; });
    return result;
}

bool is_uuid(std::string_view text)
{
    if (text.size() != 36) // Boost also takes braces, and none of the hyphens
        return false;
    try {
        boost::uuids::string_generator()(text.begin(), text.end());
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}

} // namespace thimble::service
