#include "tests/video/decoded_video.hpp"

#include <libde265/de265.h>
#include <stdexcept>

namespace thimble::test {

namespace {

struct freed_decoder {
    void operator()(de265_decoder_context* what) const noexcept { de265_free_decoder(what); }
};

std::size_t number_at(std::span<const std::byte> from, std::size_t at, std::size_t length)
{
    if (at + length > from.size())
        throw std::runtime_error("a unit breaks off");
    std::size_t out = 0;
    for (const auto each : from.subspan(at, length))
        out = out << 8U | std::to_integer<std::size_t>(each);
    return out;
}

} // namespace

struct video_decoder::implementation {
    std::unique_ptr<de265_decoder_context, freed_decoder> decoder{de265_new_decoder()};

    void push(std::span<const std::byte> unit) const
    {
        const auto failed =
            de265_push_NAL(decoder.get(), unit.data(), static_cast<int>(unit.size()), 0, nullptr);
        if (failed != DE265_OK)
            throw std::runtime_error(de265_get_error_text(failed));
    }

    std::vector<picture> take() const
    {
        int more = 1;
        std::vector<picture> out;
        while (more != 0) {
            more = 0;
            const auto failed = de265_decode(decoder.get(), &more);
            if (failed != DE265_OK && failed != DE265_ERROR_WAITING_FOR_INPUT_DATA)
                throw std::runtime_error(de265_get_error_text(failed));
            if (const auto warning = de265_get_warning(decoder.get()); warning != DE265_OK)
                throw std::runtime_error(de265_get_error_text(warning));
            while (const auto* shown = de265_get_next_picture(decoder.get())) {
                int stride = 0;
                const auto* plane = de265_get_image_plane(shown, 0, &stride);
                out.push_back({.width = de265_get_image_width(shown, 0),
                               .height = de265_get_image_height(shown, 0),
                               .corner = plane[0]});
            }
            if (failed == DE265_ERROR_WAITING_FOR_INPUT_DATA)
                break;
        }
        return out;
    }
};

video_decoder::video_decoder(std::span<const std::byte> configuration)
    : self_(std::make_unique<implementation>())
{
    constexpr std::size_t arrays_at = 23;
    auto at = arrays_at;
    for (auto arrays = number_at(configuration, at - 1, 1); arrays > 0; --arrays) {
        const auto units = number_at(configuration, at + 1, 2);
        at += 3;
        for (std::size_t each = 0; each < units; ++each) {
            const auto length = number_at(configuration, at, 2);
            self_->push(configuration.subspan(at + 2, length));
            at += 2 + length;
        }
    }
}

video_decoder::~video_decoder() = default;

std::vector<video_decoder::picture> video_decoder::decode(std::span<const std::byte> unit)
{
    for (std::size_t at = 0; at < unit.size();) {
        const auto length = number_at(unit, at, 4);
        number_at(unit, at + 4 + length, 0);
        self_->push(unit.subspan(at + 4, length));
        at += 4 + length;
    }
    de265_push_end_of_frame(self_->decoder.get());
    return self_->take();
}

std::vector<video_decoder::picture> video_decoder::finish()
{
    de265_flush_data(self_->decoder.get());
    return self_->take();
}

} // namespace thimble::test
