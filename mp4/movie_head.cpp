#include "mp4/movie_head.hpp"

#include <array>

namespace thimble::mp4 {

namespace {

constexpr std::int64_t from_1904_to_1970 = 2'082'844'800; // seconds
constexpr std::uint32_t one = 0x00010000;                 // 16.16
constexpr std::uint32_t minus_one = 0xFFFF0000;
constexpr std::uint32_t matrix_w = 0x40000000; // 2.30
constexpr std::uint16_t undetermined = 0x55C4; // the language "und"

std::uint64_t seconds_since_1904(std::chrono::system_clock::time_point when)
{
    const auto since = std::chrono::floor<std::chrono::seconds>(when.time_since_epoch()).count();
    return since > -from_1904_to_1970 ? static_cast<std::uint64_t>(since + from_1904_to_1970) : 0;
}

struct presented_size {
    std::uint16_t width = 0;
    std::uint16_t height = 0;
};

/// Of the pictures, before they are turned.
presented_size presented(const video_track& of)
{
    const auto part = [](std::uint16_t shown, std::uint16_t whole) {
        return shown > 0 && shown < whole ? shown : whole;
    };
    return {.width = part(of.shown_width, of.width), .height = part(of.shown_height, of.height)};
}

/// a, b, u, c, d, v, x, y, w of ISO/IEC 14496-12, 6.2.2. The turned picture is moved back to where
/// its corner was.
std::array<std::uint32_t, 9> matrix_of(const video_track& of)
{
    const auto width = std::uint32_t{presented(of).width} << 16U;
    const auto height = std::uint32_t{presented(of).height} << 16U;
    switch (of.turned) {
    case turn::quarter:
        return {0, one, 0, minus_one, 0, 0, height, 0, matrix_w};
    case turn::half:
        return {minus_one, 0, 0, 0, minus_one, 0, width, height, matrix_w};
    case turn::three_quarters:
        return {0, minus_one, 0, one, 0, 0, 0, width, matrix_w};
    case turn::none:
        break;
    }
    return {one, 0, 0, 0, one, 0, 0, 0, matrix_w};
}

void put_times(box_writer& to, const video_track& of)
{
    const auto when = seconds_since_1904(of.created_at);
    to.put64(when); // made
    to.put64(when); // changed
}

void put_movie_header(box_writer& to, const video_track& of)
{
    to.open("mvhd", 1, 0);
    put_times(to, of);
    to.put32(timescale);
    to.put64(0); // of the samples in the head: there are none
    to.put32(one);
    to.put16(0x0100); // volume
    to.put_zeros(10);
    for (const auto each : matrix_of({}))
        to.put32(each);
    to.put_zeros(24);
    to.put32(track_id + 1); // of a track that might be added
    to.close();
}

void put_track_header(box_writer& to, const video_track& of)
{
    constexpr std::uint32_t enabled_in_movie = 3;
    to.open("tkhd", 1, enabled_in_movie);
    put_times(to, of);
    to.put32(track_id);
    to.put32(0);
    to.put64(0);      // as in the movie's header
    to.put_zeros(16); // reserved, layer, group, volume, reserved
    for (const auto each : matrix_of(of))
        to.put32(each);
    to.put32(std::uint32_t{presented(of).width} << 16U);
    to.put32(std::uint32_t{presented(of).height} << 16U);
    to.close();
}

void put_media_header(box_writer& to, const video_track& of)
{
    to.open("mdhd", 1, 0);
    put_times(to, of);
    to.put32(timescale);
    to.put64(0);
    to.put16(undetermined);
    to.put16(0);
    to.close();
    to.open("hdlr", 0, 0);
    to.put32(0);
    to.put("vide");
    to.put_zeros(12);
    to.put("Screen");
    to.put8(0); // ends the name
    to.close();
}

/// The media lies in the same file.
void put_data_reference(box_writer& to)
{
    constexpr std::uint32_t in_this_file = 1;
    to.open("dinf");
    to.open("dref", 0, 0);
    to.put32(1);
    to.open("url ", 0, in_this_file);
    to.close();
    to.close();
    to.close();
}

/// The part of the pictures that is to be shown, where that is not all of them: its size, and how
/// far its centre is from theirs, as fractions (ISO/IEC 14496-12, 12.1.4).
void put_clean_aperture(box_writer& to, const video_track& of)
{
    const auto shown = presented(of);
    if (shown.width == of.width && shown.height == of.height)
        return;
    const auto put_fraction = [&to](std::uint32_t numerator, std::uint32_t denominator) {
        to.put32(numerator);
        to.put32(denominator);
    };
    to.open("clap");
    put_fraction(shown.width, 1);
    put_fraction(shown.height, 1);
    put_fraction(std::uint32_t{shown.width} - std::uint32_t{of.width},
                 2); // below zero: the two's complement
    put_fraction(std::uint32_t{shown.height} - std::uint32_t{of.height}, 2);
    to.close();
}

void put_sample_entry(box_writer& to, const video_track& of)
{
    constexpr std::uint32_t dots_per_inch = 0x00480000; // 72
    to.open("stsd", 0, 0);
    to.put32(1);
    to.open("hvc1");
    to.put_zeros(6);
    to.put16(1); // the data reference
    to.put_zeros(16);
    to.put16(of.width);
    to.put16(of.height);
    to.put32(dots_per_inch);
    to.put32(dots_per_inch);
    to.put32(0);
    to.put16(1);      // a picture in each sample
    to.put_zeros(32); // the name of the encoder
    to.put16(0x0018); // colours without transparency
    to.put16(0xFFFF);
    to.open("hvcC");
    to.put(of.configuration);
    to.close();
    put_clean_aperture(to, of);
    to.close();
    to.close();
}

/// Empty: samples are in fragments.
void put_sample_tables(box_writer& to)
{
    for (const auto* const each : {"stts", "stsc"}) {
        to.open(each, 0, 0);
        to.put32(0);
        to.close();
    }
    to.open("stsz", 0, 0);
    to.put32(0);
    to.put32(0);
    to.close();
    to.open("stco", 0, 0);
    to.put32(0);
    to.close();
}

void put_media_information(box_writer& to, const video_track& of)
{
    to.open("minf");
    to.open("vmhd", 0, 1);
    to.put_zeros(8); // mode and colour
    to.close();
    put_data_reference(to);
    to.open("stbl");
    put_sample_entry(to, of);
    put_sample_tables(to);
    to.close();
    to.close();
}

void put_fragments_to_come(box_writer& to)
{
    to.open("mvex");
    to.open("trex", 0, 0);
    to.put32(track_id);
    to.put32(1);      // the sample entry
    to.put_zeros(12); // durations, sizes and flags are told with each sample
    to.close();
    to.close();
}

} // namespace

bytes movie_head(const video_track& of)
{
    bytes out;
    box_writer to(out);
    to.open("ftyp");
    to.put("iso6");
    to.put32(0);
    to.put("iso5");
    to.put("iso6");
    to.put("mp41");
    to.close();
    to.open("moov");
    put_movie_header(to, of);
    to.open("trak");
    put_track_header(to, of);
    to.open("mdia");
    put_media_header(to, of);
    put_media_information(to, of);
    to.close();
    to.close();
    put_fragments_to_come(to);
    to.close();
    return out;
}

} // namespace thimble::mp4
