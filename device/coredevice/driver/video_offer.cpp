#include "device/coredevice/driver/video_offer.hpp"

#include "async/sleep.hpp"
#include "device/coredevice/media_stream.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/growing_pause.hpp"

namespace thimble::device::coredevice {

boost::asio::awaitable<void> until_video_offered(core_device& by, offer_pauses between)
{
    growing_pause unanswered(between.unanswered, between.longest);
    for (;;) {
        auto pause = between.look;
        if (by.directory().find(service::display) != nullptr) {
            const auto told = co_await offers_media_streams(by);
            if (told && *told)
                co_return;
            pause = told ? between.denied : unanswered.after_failure();
        }
        co_await async::sleep_for(pause);
    }
}

} // namespace thimble::device::coredevice
