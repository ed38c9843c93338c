// Random strings of Unicode scalar values, the same for the same seed.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace thimble::e2e {

/// THIMBLE_SEED where it is set, so that a failure can be had again.
inline std::uint32_t random_seed()
{
    const char* const given = std::getenv("THIMBLE_SEED"); // NOLINT(concurrency-mt-unsafe)
    return given == nullptr ? std::random_device()()
                            : static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10));
}

class random_text {
public:
    explicit random_text(std::uint32_t seed) : random_(seed) {}

    /// 1 to 40 characters of all planes, the first ones more often than their size would have it.
    /// Of the control characters U+0000 to U+001F only return and tab.
    std::string next()
    {
        std::string out;
        const auto length = between(1, 40);
        for (std::uint32_t i = 0; i < length; ++i)
            append(out, scalar_value());
        return out;
    }

private:
    std::uint32_t between(std::uint32_t least, std::uint32_t most)
    {
        return std::uniform_int_distribution(least, most)(random_);
    }

    std::uint32_t scalar_value()
    {
        constexpr std::uint32_t surrogates = 0xD800;
        constexpr std::uint32_t after_surrogates = 0xE000;
        switch (between(0, 6)) {
        case 0:
            return between(0, 1) == 0 ? '\n' : '\t';
        case 1:
            return between(0x20, 0xFF);
        case 2:
            return between(0x300, 0x36F); // combining marks
        case 3:
            return between(0x1F000, 0x1FAFF); // emoji
        case 4:
            return between(0x20, surrogates - 1);
        case 5:
            return between(after_surrogates, 0xFFFF); // private use, noncharacters
        default:
            return between(0x10000, 0x10FFFF);
        }
    }

    static void append(std::string& out, std::uint32_t value)
    {
        const auto tail = [&](unsigned shift) {
            out += static_cast<char>(0x80U | ((value >> shift) & 0x3FU));
        };
        if (value < 0x80) {
            out += static_cast<char>(value);
        } else if (value < 0x800) {
            out += static_cast<char>(0xC0U | (value >> 6U));
            tail(0);
        } else if (value < 0x10000) {
            out += static_cast<char>(0xE0U | (value >> 12U));
            tail(6);
            tail(0);
        } else {
            out += static_cast<char>(0xF0U | (value >> 18U));
            tail(12);
            tail(6);
            tail(0);
        }
    }

    std::mt19937 random_;
};

} // namespace thimble::e2e
