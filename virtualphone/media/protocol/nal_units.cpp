#include "virtualphone/media/protocol/nal_units.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone::media {
namespace {

constexpr std::size_t start_code_size = 3;
constexpr std::uint8_t escape = 3;

/// The next 00 00 01 from there on; the end when there is none.
std::size_t find_start_code(byte_view stream, std::size_t from)
{
    for (std::size_t at = from; at + start_code_size <= stream.size(); ++at)
        if (stream[at] == 0 && stream[at + 1] == 0 && stream[at + 2] == 1)
            return at;
    return stream.size();
}

/// Zeros before a start code belong to it.
byte_view without_trailing_zeros(byte_view unit)
{
    while (!unit.empty() && unit.back() == 0)
        unit = unit.first(unit.size() - 1);
    return unit;
}

/// Bits from the front; past the end they are zeros, and ended() says so.
class bit_reader {
public:
    explicit bit_reader(byte_view content) : content_(content) {}

    std::uint32_t bits(unsigned count)
    {
        std::uint32_t value = 0;
        for (; count > 0; --count) {
            const std::size_t at = position_ / 8;
            const unsigned bit =
                at < content_.size() ? content_[at] >> (7 - position_ % 8) & 1U : 0;
            value = value << 1U | bit;
            ++position_;
        }
        return value;
    }

    void skip(std::size_t count) { position_ += count; }

    /// Exponential Golomb; too long a one is 0.
    std::uint32_t golomb()
    {
        constexpr unsigned longest = 31;
        unsigned zeros = 0;
        while (bits(1) == 0)
            if (++zeros > longest || ended())
                return 0;
        return (1U << zeros) - 1 + bits(zeros);
    }

    bool ended() const { return position_ > content_.size() * 8; }

private:
    byte_view content_;
    std::size_t position_ = 0;
};

/// Profiles, tiers and levels, of the whole and of each layer that has its own.
void skip_profiles(bit_reader& from, unsigned layers_below_the_last)
{
    constexpr std::size_t profile_bits = 88;
    constexpr std::size_t level_bits = 8;
    constexpr unsigned most_layers = 8;
    from.skip(profile_bits + level_bits);
    std::size_t more = 0;
    for (unsigned layer = 0; layer < layers_below_the_last; ++layer) {
        more += from.bits(1) != 0 ? profile_bits : 0;
        more += from.bits(1) != 0 ? level_bits : 0;
    }
    if (layers_below_the_last > 0)
        more += std::size_t{2} * (most_layers - layers_below_the_last);
    from.skip(more);
}

/// The first byte behind the hash of a picture, if this is one and all of it is there.
std::optional<std::size_t> end_of_hash(byte_view unit)
{
    constexpr std::size_t longest = 128;
    constexpr std::uint8_t hash_of_picture = 132;
    constexpr std::size_t before = nal_header_size + 2; // kind and length
    if (type_of(unit) != nal_type::suffix_information)
        return std::nullopt;
    bytes plain;
    unsigned zeros = 0;
    for (std::size_t at = 0; at < std::min(unit.size(), longest); ++at) {
        const bool escapes = zeros >= 2 && unit[at] == escape;
        zeros = !escapes && unit[at] == 0 ? zeros + 1 : 0;
        if (escapes)
            continue;
        plain.push_back(unit[at]);
        if (plain.size() > nal_header_size && plain[nal_header_size] != hash_of_picture)
            return std::nullopt;
        if (plain.size() > before && plain.size() > before + plain[before - 1])
            return at + 1; // a byte more ends it
    }
    return std::nullopt;
}

} // namespace

bool begins_picture(byte_view slice)
{
    return slice.size() > nal_header_size && (slice[nal_header_size] & 0x80U) != 0;
}

std::vector<byte_view> split_units(byte_view stream)
{
    std::vector<byte_view> result;
    std::size_t at = find_start_code(stream, 0);
    while (at < stream.size()) {
        const std::size_t begin = at + start_code_size;
        at = find_start_code(stream, begin);
        const auto unit = without_trailing_zeros(stream.subspan(begin, at - begin));
        if (unit.size() >= nal_header_size)
            result.push_back(unit);
    }
    return result;
}

bytes without_escapes(byte_view nal)
{
    bytes result;
    result.reserve(nal.size());
    unsigned zeros = 0;
    for (const std::uint8_t each : nal) {
        if (zeros >= 2 && each == escape) {
            zeros = 0;
            continue;
        }
        zeros = each == 0 ? zeros + 1 : 0;
        result.push_back(each);
    }
    return result;
}

std::optional<picture_size> size_in(byte_view sequence_parameters)
{
    constexpr std::uint32_t separate_planes = 3; // the format that may have them
    constexpr std::uint32_t largest = 16'384;
    if (type_of(sequence_parameters) != nal_type::sequence_parameters)
        return std::nullopt;
    const bytes content = without_escapes(sequence_parameters.subspan(nal_header_size));
    bit_reader from(content);
    from.skip(4); // which video parameters
    const unsigned layers = from.bits(3);
    from.skip(1); // nesting
    skip_profiles(from, layers);
    from.golomb(); // its own number
    if (from.golomb() == separate_planes)
        from.skip(1);
    const picture_size size{from.golomb(), from.golomb()};
    if (from.ended() || size.width == 0 || size.height == 0 || size.width > largest ||
        size.height > largest)
        return std::nullopt;
    return size;
}

std::expected<std::optional<std::vector<bytes>>, std::string> hashed_picture_reader::next()
{
    while (auto unit = take_unit()) {
        if (end_of_hash(*unit)) {
            held_ = 0;
            return std::exchange(units_, {});
        }
        held_ += unit->size();
        units_.push_back(*std::move(unit));
    }
    const auto end = begun_ ? end_of_hash(content_) : std::nullopt;
    if (end) {
        content_.erase(content_.begin(), content_.begin() + static_cast<std::ptrdiff_t>(*end));
        scanned_ = 0;
        begun_ = false;
        held_ = 0;
        return std::exchange(units_, {});
    }
    if (held_ + content_.size() > longest_picture)
        return std::unexpected("the encoder writes a picture that does not end");
    return std::nullopt;
}

/// The unit in front, once the start code of the next one is there.
std::optional<bytes> hashed_picture_reader::take_unit()
{
    for (;;) {
        const std::size_t at = find_start_code(content_, scanned_);
        if (at >= content_.size()) {
            // The beginning of a start code may be the end of what is there.
            scanned_ = content_.size() - std::min(content_.size(), start_code_size - 1);
            return std::nullopt;
        }
        const auto unit = without_trailing_zeros(byte_view(content_).first(at));
        bytes result(unit.begin(), unit.end());
        content_.erase(content_.begin(),
                       content_.begin() + static_cast<std::ptrdiff_t>(at + start_code_size));
        scanned_ = 0;
        if (std::exchange(begun_, true) && result.size() >= nal_header_size)
            return result;
    }
}

} // namespace thimble::virtualphone::media
