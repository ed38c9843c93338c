// The part of protocol buffers that a media offer is written in: numbers, and what has a length.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace thimble::virtualphone::media {

struct proto_field {
    std::uint32_t number = 0;
    std::variant<std::uint64_t, byte_view> value; // a view of the message that was parsed
};

using proto_fields = std::vector<proto_field>;

/// The fields of one message in their order; at most 256. The error says what is wrong.
std::expected<proto_fields, std::string> parse_fields(byte_view message);

/// The first field with this number that is a number, or that has a length; nothing: there is none.
std::optional<std::uint64_t> number_in(const proto_fields& fields, std::uint32_t number);
std::optional<byte_view> content_in(const proto_fields& fields, std::uint32_t number);

class proto_writer {
public:
    proto_writer& number(std::uint32_t field, std::uint64_t value);
    proto_writer& content(std::uint32_t field, byte_view value);
    proto_writer& text(std::uint32_t field, std::string_view value);

    const bytes& written() const noexcept { return written_; }

private:
    void varint(std::uint64_t value);

    bytes written_;
};

} // namespace thimble::virtualphone::media
