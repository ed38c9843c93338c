#include "text/uuid.hpp"

#include "text/hexadecimal.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

namespace thimble::service {

namespace {

using octets = std::array<unsigned char, 16>;

constexpr std::array<std::size_t, 4> dash_places{8, 13, 18, 23};

bool is_hex(char digit)
{
    return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f') ||
           (digit >= 'A' && digit <= 'F');
}

bool is_dash_place(std::size_t place)
{
    return std::ranges::find(dash_places, place) != dash_places.end();
}

std::string uuid_text(octets value, unsigned version)
{
    value[6] = static_cast<unsigned char>((value[6] & 0x0FU) | (version << 4U));
    value[8] = static_cast<unsigned char>((value[8] & 0x3FU) | 0x80U);
    auto text = hexadecimal(value);
    for (const std::size_t place : dash_places)
        text.insert(place, 1, '-');
    return text;
}

void fill_with_random(std::span<unsigned char> place)
{
    if (RAND_bytes(place.data(), static_cast<int>(place.size())) != 1)
        throw std::runtime_error("the system gives no random bytes");
}

octets random_octets()
{
    octets value{};
    fill_with_random(value);
    return value;
}

/// Milliseconds since 1970 in the upper bits, nothing in the lower 12.
std::uint64_t ticks(std::chrono::system_clock::time_point moment)
{
    const auto passed = std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch();
    return static_cast<std::uint64_t>(passed.count()) << 12U;
}

/// The first 48 bits, and the last 12 behind the version.
void put(std::uint64_t ticks, octets& to)
{
    for (std::size_t place = 0; place < 6; ++place)
        to.at(place) = static_cast<unsigned char>(ticks >> (52U - 8U * place));
    to[6] = static_cast<unsigned char>((ticks >> 8U) & 0x0FU);
    to[7] = static_cast<unsigned char>(ticks);
}

} // namespace

std::string random_uuid()
{
    return uuid_text(random_octets(), 4);
}

std::string random_uuids::next()
{
    if (used_ == bytes_.size()) {
        fill_with_random(bytes_);
        used_ = 0;
    }
    octets value{};
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(used_), value.size(), value.begin());
    used_ += value.size();
    return uuid_text(value, 4);
}

std::string ordered_uuids::next(std::chrono::system_clock::time_point now)
{
    last_ = std::max(last_ + 1, ticks(now));
    octets value = random_octets();
    put(last_, value);
    return uuid_text(value, 7);
}

std::string ordered_uuids::first_of(std::chrono::system_clock::time_point moment)
{
    octets value{};
    put(ticks(moment), value);
    return uuid_text(value, 7);
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
    if (text.size() != 36)
        return false;
    for (std::size_t place = 0; place < text.size(); ++place)
        if (is_dash_place(place) ? text[place] != '-' : !is_hex(text[place]))
            return false;
    return true;
}

} // namespace thimble::service
