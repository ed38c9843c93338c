#include "daemon/installed_apps/app_installations.hpp"

#include <boost/asio/post.hpp>

namespace thimble::daemon {

namespace {

constexpr std::chrono::minutes longest_upload_installation{60};

/// One who waits. Home thread; the worker holds it and calls nothing of it itself.
struct progress_listener {
    app_installations::tell_progress tell;
};

} // namespace

app_installations::app_installations(boost::asio::any_io_executor home, app_changes changes)
    : home_(std::move(home)), changes_(std::make_shared<const app_changes>(std::move(changes))),
      under_way_(std::make_shared<std::atomic<std::size_t>>(0))
{
}

boost::asio::awaitable<installed_file> app_installations::install(wanted_installation what,
                                                                  tell_progress tell,
                                                                  wanted_flag wanted,
                                                                  std::shared_ptr<const void> kept)
{
    const auto listener = std::make_shared<progress_listener>(std::move(tell));
    struct until_left {
        std::shared_ptr<progress_listener> listener;
        wanted_flag wanted;
        ~until_left()
        {
            *wanted = false;
            listener->tell = nullptr;
        }
    } const waits{listener, wanted};
    const auto watch = [listener, wanted, home = home_,
                        told = -1.0](const device::install_progress& progress) mutable {
        if (progress.done != told) {
            told = progress.done;
            boost::asio::post(home, [listener, progress] {
                if (listener->tell)
                    listener->tell(progress);
            });
        }
        return wanted->load();
    };
    device::blocking_client calls(home_, under_way_);
    auto done = co_await calls.run(
        longest_upload_installation,
        [changes = changes_, what = std::move(what), watch = device::install_watch(watch),
         kept = std::move(kept)] { return install_file(*changes, what, watch); });
    if (done)
        co_return std::move(*done);
    co_return installed_file{
        .outcome = {.problems = {},
                    .failure = device::failure{.what = device::problem::timed_out,
                                               .phone = device::reached::perhaps,
                                               .message = "The phone did not answer in time.",
                                               .cause = "service_silent"},
                    .note = {}},
        .app = {}};
}

} // namespace thimble::daemon
