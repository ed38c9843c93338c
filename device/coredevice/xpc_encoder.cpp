#include "device/coredevice/little_endian.hpp"
#include "device/coredevice/xpc_kinds.hpp"
#include "device/coredevice/xpc_object.hpp"

#include <bit>
#include <ranges>

namespace thimble::device::coredevice::xpc {
namespace {

class object_writer {
public:
    explicit object_writer(std::vector<std::byte>& to) : to_(to) {}

    void operator()(null /*what*/) { put(wire_kind::null); }

    void operator()(bool what)
    {
        put(wire_kind::boolean);
        put_word(what ? 1U : 0U);
    }

    void operator()(std::int64_t what)
    {
        put(wire_kind::int64);
        put_little_endian(to_, static_cast<std::uint64_t>(what));
    }

    void operator()(std::uint64_t what)
    {
        put(wire_kind::uint64);
        put_little_endian(to_, what);
    }

    void operator()(double what)
    {
        put(wire_kind::real);
        put_little_endian(to_, std::bit_cast<std::uint64_t>(what));
    }

    void operator()(date what)
    {
        put(wire_kind::date);
        put_little_endian(to_, static_cast<std::uint64_t>(what.nanoseconds));
    }

    void operator()(const data& what)
    {
        put(wire_kind::data);
        put_word(static_cast<std::uint32_t>(what.size()));
        to_.insert(to_.end(), what.begin(), what.end());
        pad(what.size());
    }

    void operator()(const std::string& what)
    {
        put(wire_kind::string);
        put_word(static_cast<std::uint32_t>(what.size() + 1));
        put_text(what);
    }

    void operator()(const uuid& what)
    {
        put(wire_kind::uuid);
        to_.insert(to_.end(), what.bytes.begin(), what.bytes.end());
    }

    void operator()(const array& what)
    {
        const auto length_at = begin_container(wire_kind::array, what.size());
        for (const auto& each : what)
            std::visit(*this, each.get());
        end_container(length_at);
    }

    void operator()(const dictionary& what)
    {
        const auto length_at = begin_container(wire_kind::dictionary, what.entries().size());
        for (const auto& [key, each] : what.entries()) {
            put_text(key);
            std::visit(*this, each.get());
        }
        end_container(length_at);
    }

    void operator()(const file_transfer& what)
    {
        put(wire_kind::file_transfer);
        put_little_endian(to_, what.id);
        (*this)(dictionary{{.key = "s", .what = what.size}});
    }

private:
    void put(wire_kind what) { put_word(static_cast<std::uint32_t>(what)); }
    void put_word(std::uint32_t what) { put_little_endian(to_, what); }

    void pad(std::size_t length) { to_.insert(to_.end(), (4 - (length % 4)) % 4, std::byte{0}); }

    void put_text(const std::string& what)
    {
        for (const char each : what)
            to_.push_back(static_cast<std::byte>(each));
        to_.push_back(std::byte{0});
        pad(what.size() + 1);
    }

    /// Where the length stands, which counts what follows it.
    std::size_t begin_container(wire_kind what, std::size_t count)
    {
        put(what);
        const auto length_at = to_.size();
        put_word(0);
        put_word(static_cast<std::uint32_t>(count));
        return length_at;
    }

    void end_container(std::size_t length_at)
    {
        const auto length = static_cast<std::uint32_t>(to_.size() - length_at - 4);
        for (std::size_t at = 0; at < 4; ++at)
            to_[length_at + at] = static_cast<std::byte>(length >> (8 * at));
    }

    std::vector<std::byte>& to_;
};

} // namespace

void encode(const value& what, std::vector<std::byte>& to)
{
    std::visit(object_writer(to), what.get());
}

} // namespace thimble::device::coredevice::xpc
