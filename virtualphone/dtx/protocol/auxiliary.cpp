#include "virtualphone/dtx/protocol/auxiliary.hpp"

#include "virtualphone/dtx/protocol/archive.hpp"
#include "virtualphone/dtx/protocol/little_endian.hpp"

#include <bit>

namespace thimble::virtualphone::dtx {
namespace {

// A dictionary of primitives: its word and eight bytes of length, then pairs of a key, which is
// always the null primitive, and a value.
enum class primitive : std::uint8_t {
    text = 0x01,
    archive = 0x02,
    int32 = 0x03,
    int64 = 0x06,
    real = 0x09,
    null = 0x0A,
    dictionary = 0xF0,
};

/// The upper bits are a capacity that nobody needs; some hosts read no other word than this one.
constexpr std::uint32_t dictionary_word = 0x1F0;
constexpr std::size_t auxiliary_header_size = 16;

using parsed_arguments = std::expected<std::vector<argument>, std::string>;

std::unexpected<std::string> breaks_off()
{
    return std::unexpected(std::string("the arguments break off"));
}

void put_word(bytes& to, primitive kind)
{
    put_number(to, static_cast<std::uint32_t>(kind));
}

void put_sized(bytes& to, primitive kind, byte_view content)
{
    put_word(to, kind);
    put_number(to, static_cast<std::uint32_t>(content.size()));
    to.insert(to.end(), content.begin(), content.end());
}

struct argument_writer {
    bytes& to;

    void operator()(const object& value) const
    {
        put_sized(to, primitive::archive, value.is_nil() ? bytes() : archive(value));
    }
    void operator()(std::int32_t value) const
    {
        put_word(to, primitive::int32);
        put_number(to, value);
    }
    void operator()(std::int64_t value) const
    {
        put_word(to, primitive::int64);
        put_number(to, value);
    }
    void operator()(double value) const
    {
        put_word(to, primitive::real);
        put_number(to, std::bit_cast<std::uint64_t>(value));
    }
    void operator()(const std::string& value) const
    {
        put_sized(to, primitive::text,
                  {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
    }
};

std::expected<argument, std::string> read_archived(byte_view content)
{
    if (content.empty())
        return object();
    auto value = unarchive(content);
    if (!value)
        return std::unexpected("an argument is no archive: " + value.error());
    return *std::move(value);
}

template <class Number>
std::expected<argument, std::string> read_number(content_reader& from)
{
    const auto number = from.number<Number>();
    if (!number)
        return breaks_off();
    return *number;
}

std::expected<argument, std::string> read_sized(content_reader& from, primitive kind)
{
    const auto size = from.number<std::uint32_t>();
    const auto content = size ? from.take(*size) : std::nullopt;
    if (!content)
        return breaks_off();
    if (kind == primitive::archive)
        return read_archived(*content);
    return std::string(content->begin(), content->end());
}

std::expected<argument, std::string> read_argument(content_reader& from, primitive kind)
{
    switch (kind) {
    case primitive::text:
    case primitive::archive:
        return read_sized(from, kind);
    case primitive::int32:
        return read_number<std::int32_t>(from);
    case primitive::int64:
        return read_number<std::int64_t>(from);
    case primitive::real: {
        const auto bits = from.number<std::uint64_t>();
        if (!bits)
            return breaks_off();
        return std::bit_cast<double>(*bits);
    }
    case primitive::null:
    case primitive::dictionary:
        break;
    }
    return std::unexpected("an argument is of an unknown type");
}

/// Values with null keys before them, or without: a null is no argument in either.
parsed_arguments read_values(content_reader from)
{
    std::vector<argument> result;
    while (!from.at_end()) {
        const auto word = from.number<std::uint32_t>();
        if (!word)
            return breaks_off();
        const auto kind = static_cast<primitive>(*word & 0xFFU);
        if (kind == primitive::null)
            continue;
        if (result.size() >= most_arguments)
            return std::unexpected("there are too many arguments");
        auto value = read_argument(from, kind);
        if (!value)
            return std::unexpected(value.error());
        result.push_back(*std::move(value));
    }
    return result;
}

} // namespace

object object_of(const argument& what)
{
    if (const auto* value = std::get_if<object>(&what))
        return *value;
    if (const auto* number = std::get_if<std::int32_t>(&what))
        return std::int64_t{*number};
    if (const auto* number = std::get_if<std::int64_t>(&what))
        return *number;
    if (const auto* number = std::get_if<double>(&what))
        return *number;
    return std::get<std::string>(what);
}

std::optional<std::int64_t> integer_of(const argument& what)
{
    const object value = object_of(what);
    const auto* number = value.as<std::int64_t>();
    return number == nullptr ? std::nullopt : std::optional(*number);
}

bytes encode_auxiliary(const std::vector<argument>& arguments)
{
    if (arguments.empty())
        return {};
    bytes values;
    for (const argument& each : arguments) {
        put_word(values, primitive::null);
        std::visit(argument_writer{values}, each);
    }
    bytes result;
    put_number(result, dictionary_word);
    put_number(result, std::uint32_t{0});
    put_number(result, std::uint64_t{values.size()});
    result.insert(result.end(), values.begin(), values.end());
    return result;
}

parsed_arguments decode_auxiliary(byte_view content)
{
    if (content.empty())
        return std::vector<argument>();
    content_reader from(content);
    const auto header = from.take(auxiliary_header_size);
    if (!header)
        return breaks_off();
    content_reader fields(*header);
    const auto kind = static_cast<primitive>(*fields.number<std::uint32_t>() & 0xFFU);
    fields.number<std::uint32_t>();
    const auto size = *fields.number<std::uint64_t>();
    if (kind != primitive::dictionary)
        return read_values(from);
    const auto values = from.take(size);
    if (!values)
        return breaks_off();
    return read_values(content_reader(*values));
}

} // namespace thimble::virtualphone::dtx
