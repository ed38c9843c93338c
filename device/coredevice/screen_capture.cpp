#include "device/coredevice/screen_capture.hpp"

#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds capture_limit{10};

}

boost::asio::awaitable<result<screen_capture>> capture_screen(core_device& of)
{
    const auto output = co_await of.invoke(
        service::screen_capture,
        {.feature = "com.apple.coredevice.feature.capturescreenshot",
         .input = xpc::dictionary{{"displayUniqueID", xpc::null()}, {"requestedFormat", "png"}},
         .action = "com.apple.coredevice.action.capturescreenshot"},
        capture_limit);
    if (!output)
        co_return std::unexpected(output.error());
    const auto* about = output->as<xpc::dictionary>();
    const auto* image = about != nullptr ? xpc::member<xpc::data>(*about, "image") : nullptr;
    if (image == nullptr || image->empty())
        co_return std::unexpected(malformed_answer("its screen"));
    co_return screen_capture{.image = *image, .format = xpc::text_member(*about, "imageFormat")};
}

} // namespace thimble::device::coredevice
