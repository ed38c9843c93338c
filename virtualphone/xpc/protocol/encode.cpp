#include "virtualphone/xpc/protocol/object.hpp"
#include "virtualphone/xpc/protocol/wire.hpp"

#include <bit>

namespace thimble::virtualphone::xpc {
namespace {

class writer {
public:
    template <class Number>
    void number(Number value)
    {
        for (std::size_t at = 0; at < sizeof(value); ++at)
            out_.push_back(static_cast<std::uint8_t>(value >> (8 * at)));
    }

    void number(wire::kind value) { number(static_cast<std::uint32_t>(value)); }

    void padded(byte_view content)
    {
        out_.insert(out_.end(), content.begin(), content.end());
        while (out_.size() % 4 != 0)
            out_.push_back(0);
    }

    void c_string(std::string_view text)
    {
        out_.insert(out_.end(), text.begin(), text.end());
        padded(std::array<std::uint8_t, 1>{0});
    }

    void object(const xpc::object& what)
    {
        std::visit([this](const auto& content) { put(content); }, what.value());
    }

    bytes take() { return std::move(out_); }

private:
    void put(std::monostate) { number(wire::kind::null); }

    void put(bool value)
    {
        number(wire::kind::boolean);
        number(std::uint32_t{value ? 1U : 0U});
    }

    void put(std::int64_t value)
    {
        number(wire::kind::int64);
        number(static_cast<std::uint64_t>(value));
    }

    void put(std::uint64_t value)
    {
        number(wire::kind::uint64);
        number(value);
    }

    void put(double value)
    {
        number(wire::kind::real);
        number(std::bit_cast<std::uint64_t>(value));
    }

    void put(date value)
    {
        number(wire::kind::date);
        number(static_cast<std::uint64_t>(value.nanoseconds));
    }

    void put(const bytes& value)
    {
        number(wire::kind::data);
        number(static_cast<std::uint32_t>(value.size()));
        padded(value);
    }

    void put(const std::string& value)
    {
        number(wire::kind::string);
        number(static_cast<std::uint32_t>(value.size() + 1));
        c_string(value);
    }

    void put(const uuid& value)
    {
        number(wire::kind::uuid);
        padded(value.octets);
    }

    void put(const array& value)
    {
        number(wire::kind::array);
        const std::size_t length_at = begin_length();
        number(static_cast<std::uint32_t>(value.size()));
        for (const auto& each : value)
            object(each);
        end_length(length_at);
    }

    void put(const dictionary& value)
    {
        number(wire::kind::dictionary);
        const std::size_t length_at = begin_length();
        number(static_cast<std::uint32_t>(value.members().size()));
        for (const auto& [name, each] : value.members()) {
            c_string(name);
            object(each);
        }
        end_length(length_at);
    }

    std::size_t begin_length()
    {
        number(std::uint32_t{0});
        return out_.size();
    }

    void end_length(std::size_t behind)
    {
        const auto length = static_cast<std::uint32_t>(out_.size() - behind);
        for (std::size_t at = 0; at < sizeof(length); ++at)
            out_[behind - sizeof(length) + at] = static_cast<std::uint8_t>(length >> (8 * at));
    }

    bytes out_;
};

} // namespace

bytes encode_body(const object& what)
{
    writer to;
    to.number(wire::body_magic);
    to.number(wire::body_version);
    to.object(what);
    return to.take();
}

} // namespace thimble::virtualphone::xpc
