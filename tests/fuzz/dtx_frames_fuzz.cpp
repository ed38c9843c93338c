// DTX: whatever comes is read or refused, the same however it is cut, and what was read can be
// written. The first byte says into which pieces the stream is cut.
#include "device/dtx/fragments.hpp"
#include "device/dtx/payload.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace dtx = device::dtx;

constexpr dtx::assembler_limits small{.message = 1U << 14, .buffered = 1U << 15, .begun = 4};

struct outcome {
    std::vector<dtx::assembled_message> messages;
    bool failed = false;

    friend bool operator==(const outcome&, const outcome&) = default;
};

outcome assemble(dtx::byte_view input, std::size_t piece)
{
    outcome result;
    dtx::message_assembler assembler(small);
    while (!input.empty() && !result.failed) {
        const auto now = input.first(std::min(piece, input.size()));
        input = input.subspan(now.size());
        auto taken = assembler.take(now);
        result.failed = !taken;
        if (taken)
            std::ranges::move(*taken, std::back_inserter(result.messages));
        else
            require(!to_string(taken.error()).empty(), "an error has a name");
    }
    return result;
}

void check_body(const dtx::assembled_message& of)
{
    const auto read = dtx::decode_body(of.body);
    if (!read)
        return require(!to_string(read.error()).empty(), "an error has a name");
    require(dtx::decode_body(dtx::encode(*read)) == read, "a body that was written is the same");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    if (size == 0)
        return 0;
    const auto input = std::as_bytes(std::span(data + 1, size - 1));
    const auto whole = fuzz::assemble(input, size);
    const auto cut = fuzz::assemble(input, 1U + data[0]);
    fuzz::require(whole.failed == cut.failed, "a stream is refused however it is cut");
    fuzz::require(whole.failed || whole == cut, "messages are the same however they are cut");
    fuzz::dtx::bytes written;
    for (const auto& each : whole.messages) {
        fuzz::check_body(each);
        fuzz::dtx::put_message(written, each.header, each.body, 1000);
    }
    const auto again = fuzz::assemble(written, written.size() + 1);
    fuzz::require(!again.failed && again.messages == whole.messages,
                  "messages that were written are the same");
    return 0;
}
