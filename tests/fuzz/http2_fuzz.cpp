// HTTP/2 and what is said over it: whatever comes is read or refused, the same however it is cut,
// and what goes out are frames that keep to the windows. The first byte says how much is being sent
// meanwhile and into which pieces the input is cut.
#include "device/coredevice/conversation.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace coredevice = device::coredevice;
namespace http2 = coredevice::http2;

constexpr std::size_t preface_bytes = 24;
constexpr std::size_t most_output = 1U << 22;

struct outcome {
    std::size_t arrivals = 0;
    std::vector<std::byte> file;
    bool failed = false;
};

void count(const coredevice::arrival& what, outcome& to)
{
    ++to.arrivals;
    if (const auto* file = std::get_if<coredevice::file_bytes_arrived>(&what))
        to.file.insert(to.file.end(), file->bytes.begin(), file->bytes.end());
}

outcome converse(std::span<const std::byte> input, std::size_t piece, bool sends)
{
    outcome result;
    coredevice::conversation conversation;
    std::vector<std::byte> output = conversation.take_output();
    conversation.begin_download(0);
    conversation.request({{"command", "PULL"}});
    if (sends) {
        const auto stream = conversation.begin_upload(1);
        conversation.upload(stream, std::vector<std::byte>(100'000));
        conversation.end_upload(stream);
    }
    while (!input.empty() && !result.failed) {
        const auto now = input.first(std::min(piece, input.size()));
        input = input.subspan(now.size());
        const auto taken = conversation.take(now);
        result.failed = !taken;
        if (taken)
            for (const auto& each : *taken)
                count(each, result);
        else
            require(!taken.error().why.empty(), "an error has a name");
        std::ranges::move(conversation.take_output(), std::back_inserter(output));
    }
    require(output.size() < most_output, "little is answered to little");
    http2::frame_reader reader;
    const auto frames = reader.take(std::span(output).subspan(preface_bytes));
    require(frames.has_value(), "what goes out are frames");
    return result;
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    if (size == 0)
        return 0;
    const auto input = std::as_bytes(std::span(data + 1, size - 1));
    const bool sends = (data[0] & 1U) != 0;
    const auto whole = fuzz::converse(input, size, sends);
    const auto cut = fuzz::converse(input, 1U + (data[0] >> 1U), sends);
    fuzz::require(whole.failed == cut.failed, "a stream is refused however it is cut");
    fuzz::require(whole.failed || whole.arrivals == cut.arrivals,
                  "as much arrives however it is cut");
    fuzz::require(whole.failed || whole.file == cut.file, "a file is the same however it is cut");
    return 0;
}
