// Movies of samples of any size, at any times: boxes fill them, fragments follow one another, and
// no sample is lost. The first six bytes are the track, then come samples of four bytes: flags,
// size, and the time since the one before in tenths of a second.
#include "mp4/fragmented_movie.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/mp4/boxes.hpp"

#include <algorithm>
#include <array>

namespace thimble::fuzz {

namespace {

using octets = std::span<const std::uint8_t>;

constexpr std::size_t track_bytes = 6;
constexpr std::size_t sample_bytes = 4;
constexpr std::uint8_t key_flag = 1;
constexpr std::uint8_t flush_flag = 2;
constexpr mp4::movie_limits small_limits{.fragment = std::chrono::milliseconds(500),
                                         .fragment_samples = 5,
                                         .fragment_bytes = 400,
                                         .longest_sample = std::chrono::hours(1)};

mp4::video_track track_of(octets from)
{
    return {.configuration = mp4::bytes(from[0]),
            .width = static_cast<std::uint16_t>(from[1] * 8),
            .height = static_cast<std::uint16_t>(from[2] * 8),
            .shown_width = static_cast<std::uint16_t>(from[3] * 8),
            .shown_height = static_cast<std::uint16_t>(from[4] * 8),
            .turned = static_cast<mp4::turn>(from[5] % 4),
            .created_at = {}};
}

/// Of all that was written.
class movie_check {
public:
    void take(const mp4::bytes& written)
    {
        for (const auto& each : mp4::boxes_in(written)) {
            if (each.type == "moof")
                check_fragment(each.content);
            else if (each.type == "mdat")
                require(each.content.size() == announced_, "data are as long as their samples");
            else
                require(false, "a fragment has no other boxes");
        }
    }

    std::uint64_t samples() const { return samples_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    void check_fragment(mp4::box_content moof)
    {
        const auto begin = mp4::number_in(mp4::find_box(moof, "traf/tfdt").content, 4, 8);
        require(samples_ == 0 || begin == end_, "a fragment begins where the last one ended");
        end_ = begin;
        announced_ = 0;
        const auto run = mp4::find_box(moof, "traf/trun").content;
        const auto count = mp4::number_in(run, 4, 4);
        require(run.size() == 12 + count * 12, "a run is as long as it says");
        for (std::size_t each = 0; each < count; ++each) {
            const auto duration = mp4::number_in(run, 12 + each * 12, 4);
            require(duration > 0, "no two samples are at one time");
            end_ += duration;
            announced_ += mp4::number_in(run, 16 + each * 12, 4);
        }
        samples_ += count;
        bytes_ += announced_;
    }

    std::uint64_t samples_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t announced_ = 0; // by the fragment that was read last
    std::uint64_t end_ = 0;
};

void record(mp4::fragmented_movie& movie, octets samples)
{
    static const std::array<std::byte, 255> content{};
    movie_check written;
    std::uint64_t taken = 0;
    std::uint64_t bytes_taken = 0;
    std::chrono::milliseconds at{0};
    for (; samples.size() >= sample_bytes; samples = samples.subspan(sample_bytes)) {
        const bool key = (samples[0] & key_flag) != 0;
        const std::size_t size = samples[1];
        at += std::chrono::milliseconds(100) * (samples[2] * 256 + samples[3]);
        written.take(movie.add({.data = std::span(content).first(size), .key = key, .at = at}));
        if (size > 0 && (taken > 0 || key)) {
            ++taken;
            bytes_taken += size;
        }
        if ((samples[0] & flush_flag) != 0)
            written.take(movie.flush());
        require(written.bytes() + movie.held_bytes() == bytes_taken, "what is held comes later");
        require(written.samples() == movie.written().samples, "what was given out is known");
    }
    written.take(movie.finish(at));
    require(written.samples() == taken && written.bytes() == bytes_taken, "no sample is lost");
    require(movie.held_bytes() == 0, "nothing is left");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto input = std::span(data, size);
    if (input.size() < fuzz::track_bytes)
        return 0;
    mp4::fragmented_movie movie(fuzz::track_of(input), fuzz::small_limits);
    const auto boxes = mp4::boxes_in(movie.head());
    fuzz::require(boxes.size() == 2, "a head has two boxes");
    fuzz::require(mp4::find_box(movie.head(), "moov/trak/tkhd").content.size() == 96,
                  "the track has its header");
    fuzz::record(movie, input.subspan(fuzz::track_bytes));
    return 0;
}
