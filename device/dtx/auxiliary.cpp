#include "device/dtx/auxiliary.hpp"

#include "device/coredevice/little_endian.hpp"

#include <bit>
#include <optional>

// A primitive dictionary: u32 of which the lowest byte is its kind and the rest was a capacity
// once, u32 0, u64 bytes that follow, then keys and values in turn. A primitive: u32 kind, then
// what belongs to it, without padding.

namespace thimble::device::dtx {
namespace {

using coredevice::little_endian;
using coredevice::put_little_endian;

namespace primitive {

constexpr std::uint32_t text = 0x01;
constexpr std::uint32_t buffer = 0x02;
constexpr std::uint32_t int32 = 0x03;
constexpr std::uint32_t int64 = 0x06;
constexpr std::uint32_t real = 0x09;
constexpr std::uint32_t null = 0x0A;
constexpr std::uint32_t dictionary = 0xF0;

constexpr std::uint32_t mask = 0xFF;

} // namespace primitive

constexpr std::uint32_t dictionary_of_hosts = 0x1F0;
constexpr std::size_t dictionary_header = 16;

class argument_writer {
public:
    explicit argument_writer(bytes& to) : to_(to) {}

    void operator()(no_argument /*nil*/) // as empty bytes: a null is a key
    {
        put_little_endian(to_, primitive::buffer);
        put_little_endian(to_, std::uint32_t{0});
    }

    void operator()(const std::string& what)
    {
        put_little_endian(to_, primitive::text);
        put_little_endian(to_, static_cast<std::uint32_t>(what.size()));
        for (const char each : what)
            to_.push_back(static_cast<std::byte>(each));
    }

    void operator()(const bytes& what)
    {
        put_little_endian(to_, primitive::buffer);
        put_little_endian(to_, static_cast<std::uint32_t>(what.size()));
        to_.insert(to_.end(), what.begin(), what.end());
    }

    void operator()(std::int32_t what)
    {
        put_little_endian(to_, primitive::int32);
        put_little_endian(to_, static_cast<std::uint32_t>(what));
    }

    void operator()(std::int64_t what)
    {
        put_little_endian(to_, primitive::int64);
        put_little_endian(to_, static_cast<std::uint64_t>(what));
    }

    void operator()(double what)
    {
        put_little_endian(to_, primitive::real);
        put_little_endian(to_, std::bit_cast<std::uint64_t>(what));
    }

private:
    bytes& to_;
};

/// After a failure nothing more is read.
class primitive_reader {
public:
    explicit primitive_reader(byte_view from) : rest_(from) {}

    std::expected<arguments, malformed> dictionary()
    {
        integer<std::uint64_t>(); // kind and zero
        const auto length = integer<std::uint64_t>();
        if (!failed_ && length > rest_.size())
            failed_ = malformed::truncated;
        if (!failed_)
            rest_ = rest_.first(static_cast<std::size_t>(length));
        arguments result;
        while (!failed_ && !rest_.empty()) {
            one(); // the key
            result.push_back(one());
            limit(result);
        }
        return outcome(std::move(result));
    }

    std::expected<arguments, malformed> flat_list()
    {
        take(dictionary_header);
        arguments result;
        while (!failed_ && !rest_.empty()) {
            is_null_ = false;
            auto next = one();
            if (!is_null_) // a key, as in the dictionary
                result.push_back(std::move(next));
            limit(result);
        }
        return outcome(std::move(result));
    }

private:
    std::expected<arguments, malformed> outcome(arguments result) const
    {
        if (failed_)
            return std::unexpected(*failed_);
        return result;
    }

    void limit(const arguments& so_far)
    {
        if (!failed_ && so_far.size() > most_arguments)
            failed_ = malformed::too_many;
    }

    byte_view take(std::uint64_t count)
    {
        if (failed_ || rest_.size() < count) {
            failed_ = failed_.value_or(malformed::truncated);
            return {};
        }
        const auto taken = rest_.first(static_cast<std::size_t>(count));
        rest_ = rest_.subspan(taken.size());
        return taken;
    }

    template <class Integer>
    Integer integer()
    {
        const auto from = take(sizeof(Integer));
        return failed_ ? Integer{0} : little_endian<Integer>(from);
    }

    byte_view sized() { return take(integer<std::uint32_t>()); }

    argument one()
    {
        switch (integer<std::uint32_t>() & primitive::mask) {
        case primitive::text:
            return text();
        case primitive::buffer:
            return buffer();
        case primitive::int32:
            return static_cast<std::int32_t>(integer<std::uint32_t>());
        case primitive::int64:
            return static_cast<std::int64_t>(integer<std::uint64_t>());
        case primitive::real:
            return std::bit_cast<double>(integer<std::uint64_t>());
        case primitive::null:
            is_null_ = true;
            return no_argument{};
        case primitive::dictionary:
            integer<std::uint32_t>();
            take(integer<std::uint64_t>());
            return no_argument{};
        default:
            failed_ = failed_.value_or(malformed::unknown_kind);
            return no_argument{};
        }
    }

    argument text()
    {
        std::string result;
        for (const auto each : sized())
            result.push_back(std::to_integer<char>(each));
        return result;
    }

    argument buffer()
    {
        const auto content = sized();
        if (content.empty())
            return no_argument{};
        return bytes(content.begin(), content.end());
    }

    byte_view rest_;
    bool is_null_ = false;
    std::optional<malformed> failed_;
};

} // namespace

bytes encode(const arguments& what)
{
    if (what.empty())
        return {};
    bytes content;
    for (const auto& each : what) {
        put_little_endian(content, primitive::null);
        std::visit(argument_writer(content), each);
    }
    bytes result;
    result.reserve(dictionary_header + content.size());
    put_little_endian(result, dictionary_of_hosts);
    put_little_endian(result, std::uint32_t{0});
    put_little_endian(result, static_cast<std::uint64_t>(content.size()));
    result.insert(result.end(), content.begin(), content.end());
    return result;
}

std::expected<arguments, malformed> decode_arguments(byte_view auxiliary)
{
    if (auxiliary.empty())
        return arguments{};
    const auto kind = std::to_integer<std::uint32_t>(auxiliary.front());
    primitive_reader reader(auxiliary);
    return kind == primitive::dictionary ? reader.dictionary() : reader.flat_list();
}

} // namespace thimble::device::dtx
