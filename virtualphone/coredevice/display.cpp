// displayservice: says whether the phone could send its picture as a stream, and refuses below 27.
#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/coredevice/version.hpp"

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

constexpr std::int64_t not_supported = 9021;

outcome support_info(conversation& with, const xpc::dictionary&)
{
    constexpr std::int64_t all_of_27 = 972;
    const bool streams = major_version(with.device) >= first_with_stream;
    return xpc::dictionary{{"supportedFeatures", streams ? all_of_27 : std::int64_t{0}},
                           {"supportedFeaturesDescription", streams ? "video, audio" : "none"},
                           {"avcFrameworkVersion", "2205.1.2"}};
}

outcome server_status(conversation&, const xpc::dictionary&)
{
    return xpc::dictionary{
        {"running", false}, {"sessions", xpc::array()}, {"runDurationSeconds", 0.0}};
}

/// The stream itself is not made of software yet, so every phone refuses as an older one does.
outcome start(conversation&, const xpc::dictionary&)
{
    return std::unexpected(
        refusal{.domain = core_device_error,
                .code = not_supported,
                .description = "The media stream is not supported on this device."});
}

} // namespace

boost::asio::awaitable<void> serve_display(conversation& with)
{
    static constexpr std::array features{feature{"getmediasupportinfo", support_info},
                                         feature{"getmediastreamserverstatus", server_status},
                                         feature{"startmediastream", start}};
    co_await serve_features(with, features);
}

} // namespace thimble::virtualphone::coredevice
