// The part of a content that a request asks for: RFC 9110, 14.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::http {

struct byte_range {
    std::uint64_t first = 0;
    std::uint64_t length = 0;

    friend bool operator==(const byte_range&, const byte_range&) = default;
};

enum class range_kind : std::uint8_t {
    whole, // none was asked for, or one that is passed over, as several are
    part,
    none, // it lies behind the end
};

struct asked_range {
    range_kind kind = range_kind::whole;
    byte_range bytes = {};
};

/// `field`: the value of Range. `size`: of the content, in bytes.
asked_range read_range(std::string_view field, std::uint64_t size);

/// Value of Content-Range. `size`: nothing where the content still grows.
std::string content_range(const byte_range& what, std::optional<std::uint64_t> size);

} // namespace thimble::service::http
