// The virtual phone's DTX: whatever a host sends is read or refused. The first byte chooses:
// frames with messages, arguments, or one archive.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/dtx/protocol/archive.hpp"
#include "virtualphone/dtx/protocol/frames.hpp"
#include "virtualphone/plist/property_list.hpp"

namespace thimble::fuzz {

namespace {

namespace dtx = virtualphone::dtx;

/// The values of an archive as text. libplist finds equal data by chance, and then writes it once
/// instead of twice, so that bytes may differ that say the same; a NaN is not equal to itself.
std::string content_of(dtx::byte_view archived)
{
    const auto list = virtualphone::plist::parse(archived);
    require(list.has_value(), "an archive that was written is a list");
    return list->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The first time, keys may lose what is behind a zero in them.
void check_archive(dtx::byte_view input)
{
    const auto read = dtx::unarchive(input);
    if (!read)
        return require(!read.error().empty(), "an error has words");
    const auto once = dtx::unarchive(dtx::archive(*read));
    if (!once)
        return; // a limit counts what was shared before
    const auto twice = dtx::archive(*once);
    const auto again = dtx::unarchive(twice);
    require(again.has_value(), "an object that was written is read");
    require(content_of(dtx::archive(*again)) == content_of(twice), "it is the same object");
}

void check_arguments(dtx::byte_view input)
{
    const auto read = dtx::decode_auxiliary(input);
    if (!read)
        return require(!read.error().empty(), "an error has words");
    require(read->size() <= dtx::most_arguments, "there is an end to arguments");
}

void check_frames(dtx::byte_view input)
{
    dtx::frame_reader whole;
    dtx::frame_reader pieces;
    whole.append(input);
    std::size_t of_whole = 0;
    std::size_t of_pieces = 0;
    for (auto next = whole.next(); next && *next; next = whole.next()) {
        ++of_whole;
        const auto told = dtx::decode_message((*next)->content);
        require(told || !told.error().empty(), "an error has words");
        require((*next)->content.size() <= input.size(), "content is not made up");
    }
    for (const auto octet : input) {
        pieces.append({&octet, 1});
        const auto next = pieces.next();
        if (!next)
            break;
        of_pieces += *next ? 1U : 0U;
    }
    require(of_whole == of_pieces, "messages do not depend on their pieces");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    if (size == 0)
        return 0;
    const dtx::byte_view input(data + 1, size - 1);
    switch (data[0] % 3) {
    case 0:
        check_frames(input);
        break;
    case 1:
        check_arguments(input);
        break;
    default:
        check_archive(input);
    }
    return 0;
}
