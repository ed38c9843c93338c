#include "device/packages/mach_o.hpp"

#include <algorithm>
#include <array>
#include <bit>

// A thin file is a header (magic, processor, its variant, kind of file, number and bytes of load
// commands, flags; one word more with 64 bits), then load commands of which each begins with its
// kind and its size. A file of several slices is a table in front of thin files, in big-endian.

namespace thimble::device::packages {
namespace {

constexpr std::uint32_t thin_32 = 0xFEEDFACE; // in the processor's order, little-endian here
constexpr std::uint32_t thin_64 = 0xFEEDFACF;
constexpr std::uint32_t slices_32 = 0xCAFEBABE; // big-endian; Java's classes begin so as well
constexpr std::uint32_t slices_64 = 0xCAFEBABF;
constexpr std::uint32_t most_slices = 16; // a class of Java has a larger number there
constexpr std::uint32_t most_commands = 10'000;

constexpr std::uint32_t command_version_min_ios = 0x25;
constexpr std::uint32_t command_build_version = 0x32;

constexpr std::uint32_t processor_x86 = 7;
constexpr std::uint32_t processor_arm = 12;
constexpr std::uint32_t with_64_bits = 0x01000000;

/// A number at a place in the file; nothing beyond its end.
class head_reader {
public:
    explicit head_reader(std::string_view head) : head_(head) {}

    std::optional<std::uint32_t> little(std::uint64_t at) const
    {
        const auto big = this->big(at);
        return big ? std::optional(std::byteswap(*big)) : std::nullopt;
    }

    std::optional<std::uint32_t> big(std::uint64_t at) const
    {
        if (at > head_.size() || head_.size() - at < 4)
            return std::nullopt;
        std::uint32_t value = 0;
        for (const char each : head_.substr(at, 4))
            value = (value << 8U) | static_cast<unsigned char>(each);
        return value;
    }

private:
    std::string_view head_;
};

std::string architecture_name(std::uint32_t processor, std::uint32_t variant)
{
    constexpr std::uint32_t with_pointer_authentication = 2;
    constexpr std::uint32_t variant_bits = 0x00FFFFFF;
    if (processor == (processor_arm | with_64_bits))
        return (variant & variant_bits) == with_pointer_authentication ? "arm64e" : "arm64";
    if (processor == processor_arm)
        return "armv7";
    if (processor == (processor_x86 | with_64_bits))
        return "x86_64";
    return processor == processor_x86 ? "i386" : "cpu " + std::to_string(processor);
}

build_target target_of_platform(std::uint32_t platform)
{
    constexpr std::uint32_t ios = 2;
    constexpr std::array<std::uint32_t, 4> simulators{7, 8, 9, 12}; // iOS, tvOS, watchOS, visionOS
    if (platform == ios)
        return build_target::phone;
    return std::ranges::find(simulators, platform) != simulators.end() ? build_target::simulator
                                                                       : build_target::other;
}

/// By the load commands of the thin file at `start`.
build_target target_at(const head_reader& head, std::uint64_t start, bool x86)
{
    const auto magic = head.little(start);
    const auto count = head.little(start + 16);
    if ((magic != thin_32 && magic != thin_64) || !count)
        return build_target::unknown;
    std::uint64_t at = start + (magic == thin_64 ? 32 : 28);
    for (std::uint32_t i = 0; i < std::min(*count, most_commands); ++i) {
        const auto kind = head.little(at);
        const auto size = head.little(at + 4);
        if (!kind || !size || *size < 8)
            break;
        const auto platform = head.little(at + 8);
        if (*kind == command_build_version && platform)
            return target_of_platform(*platform);
        if (*kind == command_version_min_ios) // of Xcode 9 and before, which built both with it
            return x86 ? build_target::simulator : build_target::phone;
        at += *size;
    }
    return build_target::unknown;
}

bool is_x86(std::uint32_t processor)
{
    return (processor & ~with_64_bits) == processor_x86;
}

std::optional<executable_code> read_thin(const head_reader& head)
{
    const auto processor = head.little(4);
    const auto variant = head.little(8);
    if (!processor || !variant)
        return std::nullopt;
    return executable_code{.architectures = {architecture_name(*processor, *variant)},
                           .target = target_at(head, 0, is_x86(*processor))};
}

std::optional<executable_code> read_slices(const head_reader& head, bool wide)
{
    constexpr std::uint64_t table = 8;
    const auto count = head.big(4);
    if (!count || *count == 0 || *count > most_slices)
        return std::nullopt;
    executable_code code;
    build_target of_arm64 = build_target::unknown; // a phone takes that slice and no other
    build_target of_others = build_target::unknown;
    bool has_arm64 = false;
    for (std::uint32_t i = 0; i < *count; ++i) {
        const std::uint64_t at = table + (i * (wide ? 32U : 20U));
        const auto processor = head.big(at);
        const auto variant = head.big(at + 4);
        const auto offset = head.big(at + (wide ? 12 : 8)); // its lower half where there are two
        if (!processor || !variant || !offset)
            return std::nullopt;
        code.architectures.push_back(architecture_name(*processor, *variant));
        const auto target = target_at(head, *offset, is_x86(*processor));
        const bool is_arm64 = *processor == (processor_arm | with_64_bits);
        has_arm64 = has_arm64 || is_arm64;
        auto& first = is_arm64 ? of_arm64 : of_others;
        if (first == build_target::unknown)
            first = target;
    }
    code.target = has_arm64 ? of_arm64 : of_others;
    return code;
}

} // namespace

bool begins_executable(std::string_view head)
{
    const head_reader from(head);
    const auto little = from.little(0);
    const auto big = from.big(0);
    return little == thin_32 || little == thin_64 || big == slices_32 || big == slices_64;
}

std::optional<executable_code> read_executable(std::string_view head)
{
    if (!begins_executable(head))
        return std::nullopt;
    const head_reader from(head);
    const auto magic = from.big(0);
    if (magic == slices_32 || magic == slices_64)
        return read_slices(from, magic == slices_64);
    return read_thin(from);
}

} // namespace thimble::device::packages
