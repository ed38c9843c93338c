// Arguments and archives of DTX: whatever comes is read or refused, and what was read can be
// written. The first byte says which of the two follows.
#include "device/dtx/archive.hpp"
#include "device/dtx/auxiliary.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace thimble::fuzz {

namespace {

namespace dtx = device::dtx;

constexpr dtx::archive_limits few{.depth = 64, .objects = 1U << 14, .bytes = 1U << 20};

/// Written, because a number that is none is not equal to itself.
void check_archive(dtx::byte_view input)
{
    const auto read = dtx::unarchive(input, few);
    if (!read)
        return require(!to_string(read.error()).empty(), "an error has a name");
    const auto once = dtx::archive(*read);
    const auto again = dtx::unarchive(once, {.depth = 256, .objects = 1U << 20}); // larger in ours
    require(again.has_value(), "a value that was written is read");
    require(dtx::archive(*again) == once, "it is the same value");
}

void check_arguments(dtx::byte_view input)
{
    const auto read = dtx::decode_arguments(input);
    if (!read)
        return require(!to_string(read.error()).empty(), "an error has a name");
    const auto once = dtx::encode(*read);
    const auto again = dtx::decode_arguments(once);
    require(again.has_value(), "arguments that were written are read");
    require(dtx::encode(*again) == once, "they are the same arguments");
    for (const auto& each : *read)
        if (const auto* buffer = std::get_if<dtx::bytes>(&each))
            check_archive(*buffer);
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    if (size == 0)
        return 0;
    const auto input = std::as_bytes(std::span(data + 1, size - 1));
    if (data[0] % 2 == 0)
        fuzz::check_archive(input);
    else
        fuzz::check_arguments(input);
    return 0;
}
