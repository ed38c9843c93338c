// RemoteXPC: whatever comes is read or refused, the same however it is cut, and what was read can
// be written. The first byte says what follows: one object, a stream of messages, or a directory of
// services.
#include "device/coredevice/service_directory.hpp"
#include "device/coredevice/xpc_message.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace coredevice = device::coredevice;
namespace xpc = coredevice::xpc;

using bytes = std::span<const std::byte>;

constexpr std::size_t most_bytes = 1U << 16; // of a message

/// Written, because a number that is none is not equal to itself.
std::vector<std::byte> written(const xpc::value& what)
{
    std::vector<std::byte> result;
    xpc::encode(what, result);
    return result;
}

void check_object(bytes input)
{
    const auto read = xpc::decode(input);
    if (!read)
        return require(!to_string(read.error()).empty(), "an error has a name");
    const auto once = written(*read);
    const auto again = xpc::decode(once);
    require(again.has_value(), "an object that was written is read");
    require(written(*again) == once, "it is the same object");
    if (const auto* entries = read->as<xpc::dictionary>())
        if (const auto directory = coredevice::read_directory(*entries))
            for (const auto& [name, entry] : directory->services)
                require(entry.port != 0, "a service has a port");
}

struct outcome {
    std::vector<std::vector<std::byte>> messages;
    bool failed = false;

    friend bool operator==(const outcome&, const outcome&) = default;
};

outcome read_messages(bytes input, std::size_t piece)
{
    outcome result;
    xpc::message_reader reader(most_bytes);
    while (!input.empty() && !result.failed) {
        const auto now = input.first(std::min(piece, input.size()));
        input = input.subspan(now.size());
        const auto taken = reader.take(now);
        result.failed = !taken;
        if (taken)
            for (const auto& each : *taken)
                result.messages.push_back(
                    each.body ? encode(xpc::message{each.flags, each.id, *each.body})
                              : std::vector<std::byte>());
    }
    return result;
}

void check_stream(bytes input)
{
    const auto whole = read_messages(input, most_bytes);
    const auto cut = read_messages(input, 7);
    require(cut.failed == whole.failed, "a stream is refused however it is cut");
    require(whole.failed || cut == whole, "messages are the same however they are cut");
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
        fuzz::check_object(input);
    else
        fuzz::check_stream(input);
    return 0;
}
