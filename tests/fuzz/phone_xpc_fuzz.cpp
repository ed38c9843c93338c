// The virtual phone's HTTP/2 and XPC: whatever a host sends is read or refused. The first byte
// chooses: one object, messages, or frames.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/xpc/protocol/http2_peer.hpp"
#include "virtualphone/xpc/protocol/message.hpp"

namespace thimble::fuzz {

namespace {

namespace xpc = virtualphone::xpc;

void check_body(xpc::byte_view input)
{
    const auto read = xpc::decode_body(input);
    if (!read)
        return require(!read.error().empty(), "an error has words");
    const auto once = xpc::encode_body(*read);
    const auto again = xpc::decode_body(once);
    require(again.has_value(), "an object that was written is read");
    require(xpc::encode_body(*again) == once, "it is the same object");
}

void check_messages(xpc::byte_view input)
{
    xpc::message_reader whole;
    xpc::message_reader pieces;
    whole.append(input);
    std::size_t of_whole = 0;
    std::size_t of_pieces = 0;
    for (auto next = whole.next(); next && *next; next = whole.next())
        ++of_whole;
    for (const auto octet : input) {
        pieces.append({&octet, 1});
        const auto next = pieces.next();
        if (!next)
            break;
        of_pieces += *next ? 1U : 0U;
    }
    require(of_whole == of_pieces, "messages do not depend on their pieces");
}

/// The phone has something to say as well, and keeps to the host's windows.
void check_frames(xpc::byte_view input)
{
    constexpr std::size_t most_output = 4U << 20U;
    xpc::http2_peer phone;
    phone.send(1, xpc::bytes(100'000));
    std::size_t sent = phone.output().size();
    while (!input.empty()) {
        const auto piece = input.first(std::min<std::size_t>(input.size(), 37));
        input = input.subspan(piece.size());
        if (!phone.take(piece))
            return;
        std::size_t read = 0;
        while (const auto content = phone.next())
            read += content->content.size();
        require(read <= piece.size() + xpc::http2_peer::longest_frame, "content is not made up");
        sent += phone.output().size();
        require(sent < most_output, "little is said to little");
    }
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    if (size == 0)
        return 0;
    const xpc::byte_view input(data + 1, size - 1);
    switch (data[0] % 3) {
    case 0:
        check_body(input);
        break;
    case 1:
        check_messages(input);
        break;
    default:
        check_frames(input);
    }
    return 0;
}
