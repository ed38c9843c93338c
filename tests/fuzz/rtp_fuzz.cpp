// Datagrams of a phone's video: whatever they are, what comes out is whole pictures that follow a
// key. Each datagram stands behind its length in two bytes; a length of 0 lets time pass.
#include "device/media/nal_unit.hpp"
#include "device/media/video_receiver.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace media = device::media;

/// Of what is handed over, picture by picture.
class picture_check {
public:
    void take(const device::shared_unit& one)
    {
        require(one->format != nullptr, "a picture has a format");
        require(one->key || one->format == format_, "only a key has another format");
        require(any_ || one->key, "the first picture is a key");
        require(!any_ || one->number > number_, "numbers go up");
        require(one->number == number_ + 1 || one->key, "after a loss there is a key");
        format_ = one->format;
        number_ = one->number;
        any_ = true;
        check_units(one->data);
    }

private:
    static void check_units(media::byte_view data)
    {
        bool slices = false;
        while (!data.empty()) {
            const auto before = data.size();
            const auto type = media::nal_type(media::take_nal(data));
            require(data.size() < before && type.has_value(), "a picture is made of units");
            require(!media::nal::is_parameter_set(*type), "parameters are in the format");
            slices = slices || media::nal::is_slice(*type);
        }
        require(slices, "a picture has slices");
    }

    std::shared_ptr<const device::video_format> format_;
    std::uint64_t number_ = 0;
    bool any_ = false;
};

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    fuzz::picture_check check;
    device::media::video_receiver receiver(
        {}, [&check](const device::shared_unit& one) { check.take(one); });
    device::media::video_receiver::time now{std::chrono::hours(1)};
    auto left = std::as_bytes(std::span(data, size));
    while (left.size() >= 2) {
        const auto length =
            std::min<std::size_t>(left.size() - 2, (std::to_integer<std::size_t>(left[0]) << 8U) |
                                                       std::to_integer<std::size_t>(left[1]));
        if (length == 0)
            now += std::chrono::milliseconds(31);
        receiver.give_up(now);
        fuzz::require(receiver.due() > now, "what was given up is waited for no more");
        receiver.take(left.subspan(2, length), now);
        left = left.subspan(2 + length);
    }
    return 0;
}
