#include "virtualphone/xpc/protocol/object.hpp"
#include "virtualphone/xpc/protocol/wire.hpp"

#include <algorithm>
#include <bit>

namespace thimble::virtualphone::xpc {
namespace {

constexpr int deepest = 32;
constexpr std::size_t most_objects = 200'000;

struct malformed {
    const char* why;
};

/// Throws malformed, which does not leave this file.
class reader {
public:
    explicit reader(byte_view from) : left_(from) {}

    template <class Number>
    Number number()
    {
        const byte_view content = take(sizeof(Number));
        Number value = 0;
        for (std::size_t at = 0; at < content.size(); ++at)
            value |= static_cast<Number>(static_cast<Number>(content[at]) << (8 * at));
        return value;
    }

    object value(int level)
    {
        if (level > deepest)
            throw malformed{"it is nested too deeply"};
        if (++objects_ > most_objects)
            throw malformed{"it holds too many objects"};
        switch (static_cast<wire::kind>(number<std::uint32_t>())) {
        case wire::kind::null:
            return {};
        case wire::kind::boolean:
            return number<std::uint32_t>() != 0;
        case wire::kind::int64:
            return static_cast<std::int64_t>(number<std::uint64_t>());
        case wire::kind::uint64:
            return number<std::uint64_t>();
        case wire::kind::real:
            return std::bit_cast<double>(number<std::uint64_t>());
        case wire::kind::date:
            return date{static_cast<std::int64_t>(number<std::uint64_t>())};
        case wire::kind::data:
            return data();
        case wire::kind::string:
            return string();
        case wire::kind::uuid:
            return identifier();
        case wire::kind::array:
            return list(level);
        case wire::kind::dictionary:
            return members(level);
        }
        throw malformed{"it holds an object of an unknown type"};
    }

    bool at_end() const { return left_.empty(); }

private:
    byte_view take(std::size_t count)
    {
        if (count > left_.size())
            throw malformed{"it breaks off"};
        const byte_view result = left_.first(count);
        left_ = left_.subspan(count);
        return result;
    }

    byte_view take_padded(std::size_t count)
    {
        const byte_view result = take(count);
        take((4 - count % 4) % 4);
        return result;
    }

    bytes data()
    {
        const byte_view content = take_padded(number<std::uint32_t>());
        return {content.begin(), content.end()};
    }

    std::string string()
    {
        const byte_view content = take_padded(number<std::uint32_t>());
        if (content.empty() || content.back() != 0 || std::ranges::count(content, 0) != 1)
            throw malformed{"a string does not end where it says"};
        return {content.begin(), content.end() - 1};
    }

    std::string name()
    {
        const auto end = std::ranges::find(left_, 0);
        const auto length = static_cast<std::size_t>(end - left_.begin());
        const byte_view content = take_padded(length + 1);
        return {content.begin(), content.end() - 1};
    }

    uuid identifier()
    {
        uuid result;
        std::ranges::copy(take(result.octets.size()), result.octets.begin());
        return result;
    }

    /// Content of the next container. Its length is not kept to: go-ios leaves the count out of an
    /// array's, and phones read it all the same.
    template <class Read>
    void inside(Read read)
    {
        if (number<std::uint32_t>() > left_.size())
            throw malformed{"it breaks off"};
        for (auto count = number<std::uint32_t>(); count > 0; --count)
            read();
    }

    array list(int level)
    {
        array result;
        inside([&] { result.push_back(value(level + 1)); });
        return result;
    }

    dictionary members(int level)
    {
        dictionary result;
        inside([&] {
            auto key = name();
            result.add(std::move(key), value(level + 1));
        });
        return result;
    }

    byte_view left_;
    std::size_t objects_ = 0;
};

} // namespace

std::expected<object, std::string> decode_body(byte_view body)
try {
    reader from(body);
    if (from.number<std::uint32_t>() != wire::body_magic ||
        from.number<std::uint32_t>() != wire::body_version)
        return std::unexpected("it does not begin as one");
    object result = from.value(0);
    if (!from.at_end())
        return std::unexpected("there is more behind it");
    return result;
} catch (const malformed& found) {
    return std::unexpected(found.why);
}

} // namespace thimble::virtualphone::xpc
