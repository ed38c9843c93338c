// The developer image of an attached phone, mounted by itself where this computer has it.
#include "device/fleet/attached_phone.hpp"
#include "device/fleet/image_pause.hpp"

namespace thimble::device {
namespace {

constexpr std::chrono::seconds mount_limit{180};
constexpr std::chrono::seconds image_look_pause{1};

} // namespace

/// A restart of the phone unmounts it; until the phone is unlocked nothing can be mounted.
boost::asio::awaitable<void> attached_phone::keep_image()
{
    if (!context_.options.tunnels || !context_.options.mount_image)
        co_return co_await until_detached();
    image_pause attempts;
    for (;;) {
        std::chrono::milliseconds pause = image_look_pause;
        if (told_.trust == trust_state::trusted && claimed_ && locked() != true &&
            told_.developer_mode != false && prerequisites_.image == image_state::missing) {
            co_await mount_image();
            pause = attempts.after(image_problem_);
        }
        co_await (image_problem_ ? unlocked_ : detached_).wait_for(pause);
    }
}

boost::asio::awaitable<void> attached_phone::mount_image()
{
    const auto before = image_problem_;
    auto mounted = co_await image_calls_.run(
        mount_limit, [mount = context_.options.mount_image, where = where_,
                      ios = told_.os_version] { return mount(where, ios); });
    if (!mounted)
        mounted = std::unexpected(failure{.what = problem::timed_out,
                                          .message = "Mounting the developer image takes too long.",
                                          .cause = "image_silent"});
    image_problem_ = *mounted ? std::nullopt : std::optional(mounted->error());
    if (*mounted)
        context_.log->info("phone {}: the developer image is mounted", where_.udid);
    else if (!before || before->message != image_problem_->message)
        context_.log->warn("phone {}: {}", where_.udid, image_problem_->message);
    if (*mounted)
        services_.tunnel().look_anew();
    look_soon();
    conclude();
}

} // namespace thimble::device
