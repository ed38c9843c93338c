// The phone's stream of pictures: the same pictures however its bytes are cut, and never too much.
#include "device/wda/mjpeg_stream.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace thimble::fuzz {

using device::wda::mjpeg_stream;

namespace {

struct heard {
    std::vector<screen::bytes> pictures;
    bool failed = false;
    bool accepted = false;

    friend bool operator==(const heard&, const heard&) = default;
};

/// Pieces of `cut` bytes and more, each longer than the one before.
heard listen(std::span<const std::byte> said, std::size_t cut)
{
    heard out;
    mjpeg_stream stream;
    std::size_t room = said.size();
    while (!said.empty() && !out.failed) {
        const auto piece = said.first(std::min(cut, said.size()));
        said = said.subspan(piece.size());
        ++cut;
        auto taken = stream.take(piece);
        out.failed = !taken;
        if (!taken)
            break;
        for (auto& each : *taken) {
            require(!each.empty() && each.size() <= room, "a picture is made of what has come");
            room -= each.size();
            out.pictures.push_back(std::move(each));
        }
    }
    out.accepted = stream.accepted();
    require(!out.failed || !stream.take(said), "what has failed stays so");
    return out;
}

} // namespace

} // namespace thimble::fuzz

/// The first byte says how small the pieces are.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    if (size == 0)
        return 0;
    const auto said = std::as_bytes(std::span(data, size)).subspan(1);
    const auto whole = listen(said, said.size() + 1);
    const auto pieces = listen(said, std::size_t{data[0]} % 64 + 1);
    require(whole.failed == pieces.failed && whole.accepted == pieces.accepted,
            "a stream breaks alike in any pieces");
    require(whole.failed || whole == pieces, "pictures are alike in any pieces");
    return 0;
}
