// The virtual phone's file service: whatever packets a host sends are answered or end the
// connection, within the storage, and no path leads out of the files.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/services/file_conversation.hpp"

namespace thimble::fuzz {

namespace {

namespace phone = virtualphone;

/// The packet at the beginning of `input`, which is removed from it; nothing where none is whole.
std::optional<phone::afc_request> next_request(phone::plist::byte_view& input)
{
    if (input.size() < phone::afc_header_bytes)
        return std::nullopt;
    const auto header = phone::parse_afc_header(input.first(phone::afc_header_bytes));
    if (!header)
        return std::nullopt;
    input = input.subspan(phone::afc_header_bytes);
    if (input.size() < header->arguments + header->payload)
        return std::nullopt;
    const auto arguments = input.first(header->arguments);
    const auto payload = input.subspan(header->arguments, header->payload);
    input = input.subspan(header->arguments + header->payload);
    return phone::afc_request{.header = *header,
                              .arguments = {arguments.begin(), arguments.end()},
                              .payload = {payload.begin(), payload.end()}};
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    constexpr std::size_t most = 1U << 20U;
    const auto room = std::make_shared<virtualphone::packages::file_room>();
    room->most = most;
    virtualphone::packages::file_tree files(room, most);
    virtualphone::file_conversation conversation(files, {});
    virtualphone::plist::byte_view input(data, size);
    while (const auto request = fuzz::next_request(input)) {
        const auto answer = conversation.answer(*request);
        fuzz::require(answer.size() >= virtualphone::afc_header_bytes, "every packet is answered");
        fuzz::require(files.bytes() <= most && room->used == files.bytes(),
                      "no more is stored than there is room for");
    }
    for (const auto& path : files.paths_below("")) {
        fuzz::require(virtualphone::packages::file_tree::normal(path) == path,
                      "no path leads out of the files");
        fuzz::require(files.find(path) != nullptr, "what is listed is there");
    }
    return 0;
}
