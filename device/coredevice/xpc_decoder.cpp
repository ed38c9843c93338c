// XPC objects read by recursive descent. The bytes come from a phone and may be anything: depth,
// number and length are checked before anything is reserved for them.
#include "device/coredevice/little_endian.hpp"
#include "device/coredevice/xpc_kinds.hpp"
#include "device/coredevice/xpc_object.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace thimble::device::coredevice::xpc {
namespace {

constexpr std::size_t smallest_object = 4;           // a null
constexpr std::size_t smallest_entry = 8;            // a key of at most three letters and a null
constexpr std::size_t largest_reservation = 1U << 8; // more only for objects that have really come

/// Reads objects out of bytes that may be anything. After a failure nothing more is read.
class object_reader {
public:
    object_reader(std::span<const std::byte> bytes, object_limits limits)
        : rest_(bytes), limits_(limits)
    {
    }

    std::expected<value, malformed> only_object()
    {
        auto result = object(0);
        if (!failed_ && !rest_.empty())
            failed_ = malformed::trailing_bytes;
        if (failed_)
            return std::unexpected(*failed_);
        return result;
    }

private:
    value fail(malformed why)
    {
        if (!failed_)
            failed_ = why;
        return {};
    }

    std::span<const std::byte> bytes(std::size_t count)
    {
        if (failed_ || rest_.size() < count) {
            fail(malformed::truncated);
            return {};
        }
        const auto taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }

    template <class Integer>
    Integer integer()
    {
        const auto from = bytes(sizeof(Integer));
        return failed_ ? Integer{0} : little_endian<Integer>(from);
    }

    void skip_padding(std::size_t length) { bytes((4 - (length % 4)) % 4); }

    value object(std::size_t depth)
    {
        if (++objects_ > limits_.objects)
            return fail(malformed::too_many);
        const auto what = static_cast<wire_kind>(integer<std::uint32_t>());
        if (failed_)
            return {};
        switch (what) {
        case wire_kind::array:
            return array_of(depth + 1);
        case wire_kind::dictionary:
            return dictionary_of(depth + 1);
        case wire_kind::file_transfer:
            return transfer(depth);
        default:
            return scalar(what);
        }
    }

    value scalar(wire_kind what)
    {
        switch (what) {
        case wire_kind::null:
            return null{};
        case wire_kind::boolean:
            return integer<std::uint32_t>() != 0;
        case wire_kind::int64:
            return static_cast<std::int64_t>(integer<std::uint64_t>());
        case wire_kind::uint64:
            return integer<std::uint64_t>();
        case wire_kind::real:
            return std::bit_cast<double>(integer<std::uint64_t>());
        case wire_kind::date:
            return date{.nanoseconds = static_cast<std::int64_t>(integer<std::uint64_t>())};
        case wire_kind::data:
            return data_bytes();
        case wire_kind::string:
            return text();
        case wire_kind::uuid:
            return uuid_bytes();
        default:
            return fail(malformed::unknown_kind);
        }
    }

    value data_bytes()
    {
        const auto length = integer<std::uint32_t>();
        const auto from = bytes(length);
        skip_padding(length);
        return data(from.begin(), from.end());
    }

    value uuid_bytes()
    {
        uuid result;
        std::ranges::copy(bytes(result.bytes.size()), result.bytes.begin());
        return result;
    }

    /// The letters before the NUL, which is the last byte.
    std::string text_in(std::span<const std::byte> from)
    {
        std::string result;
        if (from.empty() || std::ranges::find(from, std::byte{0}) != from.end() - 1) {
            fail(malformed::bad_text);
            return result;
        }
        for (const auto each : from.first(from.size() - 1))
            result.push_back(std::to_integer<char>(each));
        return result;
    }

    value text()
    {
        const auto length = integer<std::uint32_t>();
        const auto from = bytes(length);
        if (failed_)
            return {};
        auto result = text_in(from);
        skip_padding(length);
        return result;
    }

    std::string key()
    {
        const auto end = std::ranges::find(rest_, std::byte{0});
        if (end == rest_.end()) {
            fail(malformed::bad_text);
            return {};
        }
        const auto length = static_cast<std::size_t>(end - rest_.begin()) + 1;
        auto result = text_in(bytes(length));
        skip_padding(length);
        return result;
    }

    /// A container that has begun, and the bytes behind its own until end_container().
    struct container {
        std::span<const std::byte> behind;
        std::size_t count = 0;
    };

    container begin_container(std::size_t depth, std::size_t smallest)
    {
        const auto length = integer<std::uint32_t>();
        if (failed_ || depth > limits_.depth) {
            fail(malformed::too_deep);
            return {};
        }
        const auto own = bytes(length);
        if (failed_)
            return {};
        container result{.behind = rest_};
        rest_ = own;
        result.count = integer<std::uint32_t>();
        // So many cannot be in so few bytes, and would cost memory before that shows.
        if (result.count > rest_.size() / smallest)
            fail(malformed::too_many);
        return result;
    }

    void end_container(const container& of)
    {
        if (!failed_ && !rest_.empty())
            fail(malformed::bad_length);
        rest_ = of.behind;
    }

    value array_of(std::size_t depth)
    {
        const auto own = begin_container(depth, smallest_object);
        array result;
        result.reserve(failed_ ? 0 : std::min(own.count, largest_reservation));
        for (std::size_t at = 0; at < own.count && !failed_; ++at)
            result.push_back(object(depth));
        end_container(own);
        return result;
    }

    value dictionary_of(std::size_t depth)
    {
        const auto own = begin_container(depth, smallest_entry);
        dictionary result;
        for (std::size_t at = 0; at < own.count && !failed_; ++at) {
            auto name = key();
            result.add(std::move(name), object(depth));
        }
        end_container(own);
        return result;
    }

    value transfer(std::size_t depth)
    {
        file_transfer result{.id = integer<std::uint64_t>()};
        if (depth >= limits_.depth) // what follows is a dictionary, or could be a transfer again
            return fail(malformed::too_deep);
        const auto what = object(depth + 1);
        const auto* about = what.as<dictionary>();
        const auto* size = about != nullptr ? about->find("s") : nullptr;
        if (size == nullptr || size->as<std::uint64_t>() == nullptr)
            return fail(malformed::bad_transfer);
        result.size = *size->as<std::uint64_t>();
        return result;
    }

    std::span<const std::byte> rest_;
    object_limits limits_;
    std::size_t objects_ = 0;
    std::optional<malformed> failed_;
};

} // namespace

std::string_view to_string(malformed what)
{
    switch (what) {
    case malformed::truncated:
        return "truncated";
    case malformed::unknown_kind:
        return "unknown_kind";
    case malformed::too_deep:
        return "too_deep";
    case malformed::too_many:
        return "too_many";
    case malformed::bad_length:
        return "bad_length";
    case malformed::bad_text:
        return "bad_text";
    case malformed::bad_transfer:
        return "bad_transfer";
    case malformed::not_an_object:
        return "not_an_object";
    case malformed::trailing_bytes:
        return "trailing_bytes";
    case malformed::too_large:
        return "too_large";
    case malformed::not_a_message:
        return "not_a_message";
    }
    return "";
}

std::expected<value, malformed> decode(std::span<const std::byte> bytes, object_limits limits)
{
    return object_reader(bytes, limits).only_object();
}

} // namespace thimble::device::coredevice::xpc
