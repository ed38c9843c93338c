// The bounds of what stands in messages. The same checks hold for what is written and what is read.
#pragma once

#include "link/wire/place.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace thimble::link::wire {

struct whole {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

struct real {
    double least = 0;
    double most = 0;
};

/// UTF-8, in bytes.
struct text {
    std::size_t most = 0;
    std::size_t least = 0;
};

/// Printable ASCII without spaces: ids, codes, features.
struct token {
    std::size_t most = 0;
    std::size_t least = 1;
};

/// Limits of a list's length.
struct many {
    std::size_t most = 0;
    std::size_t least = 0;
};

/// A JSON object with whatever is in it.
struct free_object {};

/// Something that stands in a message.
struct spot {
    const place& at;
    findings& found;

    void refuse(std::string reason) const { found.refuse(at, std::move(reason)); }
};

// Each refuses what is out of bounds; the reason names the bounds alone.
void check(const spot& here, std::int64_t value, const whole& bounds);
void check(const spot& here, double value, const real& bounds);
void check(const spot& here, std::string_view value, const text& bounds);
void check(const spot& here, std::string_view value, const token& bounds);
void check(const spot& here, std::size_t count, const many& bounds);
void check(const spot& here, const nlohmann::json& value, const free_object& bounds);

} // namespace thimble::link::wire
