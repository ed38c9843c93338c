// Cost of a phone's video: from packets to pictures, and from pictures to JPEG and PNG:
// bench_video [FRAMES] [ROUNDS]. Its stream is made by the program x265, of a list that is
// scrolled. Ends with 1 when packets cost too large a share of decoding, when decoding costs more
// than libde265 alone, or when a screenshot costs more than it may of OpenCV's way to one.
#include "bench/command_line.hpp"
#include "bench/measurement.hpp"
#include "bench/phone_screens.hpp"
#include "device/media/video_formats.hpp"
#include "device/media/video_receiver.hpp"
#include "screen/conversion.hpp"
#include "screen/hevc_decoder.hpp"
#include "tests/video/rtp_sender.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <libde265/de265.h>
#include <memory>
#include <stdexcept>

namespace thimble::bench {

namespace {

namespace media = device::media;

constexpr double allowed_receiving = 0.05; // of the time that decoding takes
constexpr double allowed_decoding = 1.1;   // of libde265's own
constexpr double allowed_jpeg = 0.5;       // of the time that OpenCV takes
constexpr double allowed_png = 0.5;
constexpr std::size_t packet_payload = 1'200;
constexpr int stream_width = 1'136; // as an iPhone with a panel of 1125 by 2436 pixels sends it
constexpr int stream_height = 2'464;
constexpr int scroll = 12; // pixels a picture
constexpr int pictures_a_second = 60;
constexpr int shown_a_second = 30;

/// A folder that goes with it.
class scratch_folder {
public:
    scratch_folder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "thimble-video-XXXXXX");
        if (::mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("there is no place for a stream");
        path_ = name;
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// A screen that is scrolled, picture by picture, as raw video with headers.
void write_pictures(const std::filesystem::path& to, int count)
{
    const auto screens = phone_screens();
    cv::Mat list;
    cv::resize(screens.front().pixels, list, {stream_width, stream_height}, 0, 0, cv::INTER_AREA);
    cv::vconcat(list, list, list);
    std::ofstream out(to, std::ios::binary);
    out << "YUV4MPEG2 W" << stream_width << " H" << stream_height << " F" << pictures_a_second
        << ":1 Ip C420jpeg\n";
    for (int nth = 0; nth < count; ++nth) {
        const int top = (nth * scroll) % stream_height;
        cv::Mat planes;
        cv::cvtColor(list(cv::Rect(0, top, stream_width, stream_height)), planes,
                     cv::COLOR_BGR2YUV_I420);
        out << "FRAME\n";
        out.write(reinterpret_cast<const char*>(planes.data), // NOLINT(*-reinterpret-cast)
                  static_cast<std::streamsize>(planes.total()));
    }
}

std::vector<tests::coded_picture> made_stream(int count)
{
    const scratch_folder folder;
    const auto raw = folder.path() / "pictures.y4m";
    const auto coded = folder.path() / "stream.hevc";
    write_pictures(raw, count);
    std::printf("x265 makes a stream of %d pictures …\n", count);
    const auto command =
        "x265 --log-level error --preset superfast --tune zerolatency --bframes 0 --keyint -1 "
        "--repeat-headers --no-open-gop --bitrate 5400 --vbv-maxrate 6000 --vbv-bufsize 3000 "
        "--range full --input " +
        raw.string() + " -o " + coded.string();
    if (std::system(command.c_str()) != 0) // NOLINT(*-command-processor,concurrency-mt-unsafe)
        throw std::runtime_error("the program x265 is needed (package x265)");
    return tests::pictures_of(tests::units_of(coded));
}

std::vector<tests::rtp_datagram> packets_of(const std::vector<tests::coded_picture>& stream)
{
    tests::rtp_sender sender;
    sender.longest_payload = packet_payload;
    std::vector<tests::rtp_datagram> result;
    for (const auto& each : stream)
        for (auto& packet : sender.packets_of(each))
            result.push_back(std::move(packet));
    return result;
}

std::vector<device::shared_unit> received(const std::vector<tests::rtp_datagram>& packets)
{
    std::vector<device::shared_unit> units;
    media::video_receiver receiver({}, [&](device::shared_unit one) { units.push_back(one); });
    for (const auto& each : packets)
        receiver.take(each, {});
    return units;
}

void fail_without(bool holds, const char* what)
{
    if (!holds)
        throw std::runtime_error(what);
}

std::vector<std::byte> sets_of(const device::video_format& of)
{
    std::vector<std::byte> result;
    for (const auto& each : of.parameter_sets)
        media::append_nal(result, each);
    return result;
}

std::size_t decode_ours(const std::vector<device::shared_unit>& units)
{
    screen::hevc_decoder decoder;
    fail_without(decoder.decode(sets_of(*units.front()->format)).has_value(), "no parameters");
    std::size_t pictures = 0;
    for (const auto& each : units)
        pictures += decoder.decode(each->data) && decoder.has_picture() ? 1 : 0;
    return pictures;
}

struct decoder_freed {
    void operator()(void* owned) const noexcept { de265_free_decoder(owned); }
};

/// The library with a whole file, as its own example has it.
std::size_t decode_alone(const std::vector<tests::coded_picture>& stream)
{
    const std::unique_ptr<void, decoder_freed> decoder(de265_new_decoder());
    std::size_t pictures = 0;
    const auto drain = [&] {
        for (int more = 1; more != 0;) {
            more = 0;
            if (de265_decode(decoder.get(), &more) != DE265_OK)
                break;
            while (de265_get_next_picture(decoder.get()) != nullptr)
                ++pictures;
        }
    };
    for (const auto& picture : stream) {
        for (const auto& unit : picture)
            de265_push_NAL(decoder.get(), unit.data(), static_cast<int>(unit.size()), 0, nullptr);
        drain();
    }
    de265_flush_data(decoder.get());
    drain();
    return pictures;
}

/// Of the last picture.
screen::picture newest_of(const std::vector<device::shared_unit>& units)
{
    screen::hevc_decoder decoder;
    fail_without(decoder.decode(sets_of(*units.front()->format)).has_value(), "no parameters");
    for (const auto& each : units)
        fail_without(decoder.decode(each->data).has_value(), "a picture cannot be decoded");
    auto made = decoder.newest(screen::pixel_size{.width = 1'125, .height = 2'436});
    fail_without(made.has_value(), "there is no picture");
    screen::picture result;
    result.size = made->upright();
    result.video = std::make_shared<const screen::video_picture>(std::move(*made));
    return result;
}

/// All three planes in one, as OpenCV wants them; of an even size.
cv::Mat planes_for_opencv(const screen::video_picture& from)
{
    const int width = from.planes.size.width / 2 * 2;
    const int height = from.planes.size.height / 2 * 2;
    cv::Mat result(height * 3 / 2, width, CV_8UC1);
    auto* to = result.data;
    for (std::size_t at = 0; at < 3; ++at) {
        const auto& one = from.planes.each.at(at);
        const int rows = at == 0 ? height : height / 2;
        const auto columns = static_cast<std::size_t>(at == 0 ? width : width / 2);
        for (int row = 0; row < rows; ++row, to += columns)
            std::copy_n(one.samples.get() + static_cast<std::size_t>(row) * one.width(), columns,
                        to);
    }
    return result;
}

void opencv_way(const cv::Mat& planes, screen::pixel_size to, const char* ending)
{
    cv::Mat pixels;
    cv::cvtColor(planes, pixels, cv::COLOR_YUV2BGR_I420);
    cv::Mat small;
    cv::resize(pixels, small, {to.width, to.height}, 0, 0, cv::INTER_AREA);
    std::vector<unsigned char> written;
    cv::imencode(ending, small, written);
}

bool measure_screenshots(const screen::picture& from, int rounds, measurement& jpeg)
{
    const auto planes = planes_for_opencv(*from.video);
    const auto to = screen::scaled_size(from.size);
    bool good = true;
    for (const auto format : {screen::picture_format::jpeg, screen::picture_format::png}) {
        const bool is_jpeg = format == screen::picture_format::jpeg;
        const auto times = compare(
            2, rounds, [&] { opencv_way(planes, to, is_jpeg ? ".jpg" : ".png"); },
            [&] {
                fail_without(screen::converted(from, {.format = format}).has_value(),
                             "a picture cannot be shown");
            });
        const double allowed = is_jpeg ? allowed_jpeg : allowed_png;
        std::printf(
            "a decoded picture to %-4s  OpenCV %6.2f ms, here %6.2f ms: %.2f (at most %.2f)\n",
            is_jpeg ? "JPEG" : "PNG", times.direct.quantile(0.5).count(),
            times.ours.quantile(0.5).count(), times.ratio(), allowed);
        if (is_jpeg)
            jpeg = times.ours;
        good = good && times.ratio() <= allowed;
    }
    return good;
}

bool run(int frames, int rounds)
{
    cv::setNumThreads(1);
    const auto stream = made_stream(frames);
    const auto packets = packets_of(stream);
    const auto units = received(packets);
    fail_without(units.size() == stream.size(), "pictures were lost");
    fail_without(decode_ours(units) == stream.size(), "pictures were not decoded");
    const auto receiving =
        compare(1, rounds, [&] { (void)decode_ours(units); }, [&] { (void)received(packets); });
    const auto decoding =
        compare(1, rounds, [&] { (void)decode_alone(stream); }, [&] { (void)decode_ours(units); });
    const auto each = [&](const measurement& of) { return of.quantile(0.5).count() / frames; };
    std::printf("packets of a picture       %6.3f ms, its decoding %6.2f ms: %.3f (at most %.2f)\n",
                each(receiving.ours), each(receiving.direct), receiving.ratio(), allowed_receiving);
    std::printf(
        "decoding a picture         libde265 %6.2f ms, here %6.2f ms: %.2f (at most %.1f)\n",
        each(decoding.direct), each(decoding.ours), decoding.ratio(), allowed_decoding);
    measurement jpeg;
    const bool screenshots = measure_screenshots(newest_of(units), rounds, jpeg);
    const double of_core =
        (each(decoding.ours) * pictures_a_second + jpeg.quantile(0.5).count() * shown_a_second) /
        10;
    std::printf("a viewer of %d JPEG a second of a screen with %d: %.0f %% of a core\n",
                shown_a_second, pictures_a_second, of_core);
    return receiving.ratio() <= allowed_receiving && decoding.ratio() <= allowed_decoding &&
           screenshots;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "FRAMES", .usual = 120, .least = 10}, {.name = "ROUNDS", .usual = 5}},
        [](const auto& numbers) { return thimble::bench::run(numbers[0], numbers[1]); });
}
