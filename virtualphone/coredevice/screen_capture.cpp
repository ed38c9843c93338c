// screencaptureservice: the picture, upright; one a connection.
#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/coredevice/services.hpp"

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

outcome capture(conversation& with, const xpc::dictionary& input)
{
    constexpr int jpeg_quality = 90;
    const auto format = wanted<std::string>(input, "requestedFormat");
    if (!format)
        return std::unexpected(format.error());
    if (*format != "png" && *format != "jpeg")
        return std::unexpected(refusal{
            .domain = core_device_error, .code = 1, .description = "The format is not supported."});
    operating_system& os = with.os();
    const encoded_picture picture = *format == "png" ? os.frame_png() : os.frame_jpeg(jpeg_quality);
    return xpc::dictionary{{"image", xpc::bytes(picture->begin(), picture->end())},
                           {"imageFormat", *format},
                           {"displayUniqueID", "1"}};
}

} // namespace

boost::asio::awaitable<void> serve_screen_capture(conversation& with)
{
    static constexpr std::array features{feature{"capturescreenshot", capture}};
    co_await serve_features(with, features, requests::one);
}

} // namespace thimble::virtualphone::coredevice
