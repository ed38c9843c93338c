// The developer image of an attached phone: mounted by itself where this computer has it, and put
// in the place of another one that is mounted.
#include "async/sleep.hpp"
#include "device/fleet/attached_phone.hpp"
#include "device/fleet/image_pause.hpp"

#include <utility>

namespace thimble::device {
namespace {

constexpr std::chrono::seconds mount_limit{180};
constexpr std::chrono::seconds examination_limit{15};
constexpr std::chrono::seconds image_look_pause{1};
constexpr std::chrono::milliseconds idle_look_pause{100};
constexpr std::chrono::seconds idle_time{1}; // after which what drives the phone is between actions
constexpr std::chrono::seconds longest_use{60};

/// True for as long as this lives.
class raised_flag {
public:
    explicit raised_flag(bool& flag) : flag_(flag) { flag_ = true; }
    raised_flag(const raised_flag&) = delete;
    raised_flag& operator=(const raised_flag&) = delete;
    ~raised_flag() { flag_ = false; }

private:
    bool& flag_;
};

failure mounting_takes_too_long()
{
    return {.what = problem::timed_out,
            .message = "Mounting the developer image takes too long.",
            .cause = "image_silent"};
}

} // namespace

bool attached_phone::image_may_change() const
{
    return told_.trust == trust_state::trusted && claimed_ && locked() != true &&
           told_.developer_mode != false;
}

bool attached_phone::runner_uses_image() const
{
    return runner_answers() || runner_.phase() == runner_phase::starting;
}

/// A restart of the phone unmounts it; until the phone is unlocked nothing can be mounted.
boost::asio::awaitable<void> attached_phone::keep_image()
{
    if (!context_.options.tunnels || !context_.options.mount_image)
        co_return co_await until_detached();
    image_pause attempts;
    for (;;) {
        std::chrono::milliseconds pause = image_look_pause;
        if (image_may_change() && prerequisites_.image == image_state::missing) {
            co_await mount_image();
            pause = attempts.after(image_problem_);
        } else if (image_may_change() && prerequisites_.image == image_state::mounted &&
                   !other_image_.empty() && !runner_uses_image()) {
            co_await replace_image();
            look_soon();
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
        mounted = std::unexpected(mounting_takes_too_long());
    image_problem_ = *mounted ? std::nullopt : std::optional(mounted->error());
    if (*mounted)
        context_.log->info("phone {}: the developer image is mounted", where_.udid);
    else if (!before || before->message != image_problem_->message)
        context_.log->warn("phone {}: {}", where_.udid, image_problem_->message);
    image_examined_ = mounted->has_value();
    if (*mounted)
        services_.tunnel().look_anew();
    look_soon();
    conclude();
}

/// Once for each mounting. What cannot be found out is left as it is.
boost::asio::awaitable<void> attached_phone::examine_image()
{
    if (image_examined_ || !claimed_ || !context_.options.tunnels || !context_.options.other_image)
        co_return;
    image_examined_ = true;
    const auto other = co_await find_other_image();
    if (other.empty())
        co_return;
    if (context_.replaced->has(where_.udid, other))
        context_.log->info("phone {}: the developer image that is mounted is not the one on this "
                           "computer; it has been tried before and is left",
                           where_.udid);
    else
        other_image_ = other;
}

boost::asio::awaitable<std::string> attached_phone::find_other_image()
{
    const auto found = co_await image_calls_.run(
        examination_limit, [find = context_.options.other_image, where = where_,
                            ios = told_.os_version] { return find(where, ios); });
    co_return found.value_or(std::string());
}

/// Nothing new begins through services that are about to go, and what is under way ends first.
boost::asio::awaitable<void> attached_phone::replace_image()
{
    const raised_flag being_replaced(replacing_image_);
    const auto other = std::exchange(other_image_, {});
    context_.replaced->add(where_.udid, other);
    conclude();
    context_.log->info("phone {}: the developer image that is mounted is not the one on this "
                       "computer; it is replaced",
                       where_.udid);
    if (!co_await until_services_are_idle())
        co_return context_.log->warn("phone {}: its developer image is in use and stays",
                                     where_.udid);
    co_await services_.tunnel().until_inputs_arrived();
    auto replaced = co_await image_calls_.run(
        mount_limit, [replace = context_.options.replace_image, where = where_,
                      ios = told_.os_version] { return replace(where, ios); });
    if (!replaced)
        replaced = std::unexpected(mounting_takes_too_long());
    co_await note_replaced(other, *replaced);
    prerequisites_.image = image_state::unknown; // until it has been read again
    services_.tunnel().look_anew();
}

boost::asio::awaitable<void> attached_phone::note_replaced(std::string other, result<void> outcome)
{
    if (outcome) {
        context_.log->info("phone {}: the developer image was replaced", where_.udid);
        if (const auto now = co_await find_other_image(); !now.empty())
            context_.replaced->add(where_.udid, now); // the phone names it in a way of its own
        co_return;
    }
    context_.log->warn("phone {}: the developer image was not replaced: {}", where_.udid,
                       outcome.error().message);
    if (outcome.error().cause != "phone_locked")
        co_return;
    context_.replaced->remove(where_.udid, other);
    image_examined_ = false; // again once it is unlocked
}

boost::asio::awaitable<bool> attached_phone::until_services_are_idle()
{
    using clock = std::chrono::steady_clock;
    const auto deadline = clock::now() + longest_use;
    auto idle_since = clock::now();
    while (clock::now() - idle_since < idle_time) {
        if (clock::now() > deadline)
            co_return false;
        co_await async::sleep_for(idle_look_pause);
        if (services_.tunnel().calls_under_way() > 0)
            idle_since = clock::now();
    }
    co_return true;
}

} // namespace thimble::device
