// The tunnel of an attached phone, held open for as long as the phone is there.
#include "device/fleet/attached_phone.hpp"
#include "device/growing_pause.hpp"
#include "device/lockdown/core_device_proxy.hpp"

namespace thimble::device {
namespace {

constexpr std::chrono::seconds connect_limit{10};
constexpr std::chrono::milliseconds trust_pause{100}; // until lockdownd has said
constexpr std::chrono::milliseconds first_pause{200}; // after the end of a tunnel
/// With the time that a first action takes, a phone is driven within 3 s of its cause's end.
constexpr std::chrono::milliseconds longest_pause{1500};
constexpr std::chrono::seconds absent_pause{60}; // of the service, as before iOS 17.4
constexpr std::chrono::seconds lasting{10};      // of a tunnel that was no failure
constexpr std::chrono::seconds sight_limit{5};   // of a picture's decoding

bool says_absent(const failure& what)
{
    return what.cause == no_tunnel_service;
}

std::shared_ptr<coredevice::service_recorder>
recorder_of_services(const std::shared_ptr<recorder>& of, const std::string& udid)
{
    if (!of)
        return nullptr;
    return std::make_shared<coredevice::service_recorder>(
        [of, udid](const nlohmann::json& line) { of->service_event(udid, line); });
}

} // namespace

/// The driver, which this owns, is the only one to call these.
coredevice::tunnel_options attached_phone::tunnel_options()
{
    return {
        .home = context_.home,
        .connect = [this] { return connect_tunnel(); },
        .host = context_.host,
        .gone = [this] { return gone(); },
        .alone = [this] { return !runner_answers() && seen_.state != wda::runner_state::unknown; },
        .turned =
            [this] {
                const auto& shown = driver_.interface();
                return shown ? std::optional(shown->turned) : std::nullopt;
            },
        .changed =
            [this] {
                if (context_.recorder && services_.tunnel().is_open() != facts_.tunnel_open) {
                    const auto& problem = services_.tunnel().problem();
                    context_.recorder->tunnel(where_.udid, problem ? &*problem : nullptr);
                }
                conclude();
            },
        .lock_changed = [this] { look_soon(); }, // at what lockdownd says of it
        .wants_passcode = [this] { return ask_for_lock(); },
        .called =
            [this](const coredevice::call_note& note) {
                if (context_.recorder)
                    context_.recorder->service_call(where_.udid, note.what, note.took, note.failed);
            },
        .recorder = recorder_of_services(context_.recorder, where_.udid),
        .held = context_.inputs->on(where_.udid)};
}

coredevice::gate_options attached_phone::gate_options()
{
    return {.look = [this] { return see_screen(); },
            .media = {},
            .memory = context_.options.touch_gates,
            .times = {}};
}

boost::asio::awaitable<std::optional<coredevice::screen_sight>> attached_phone::see_screen()
{
    if (!services_.offers(capability::frame))
        co_return std::nullopt;
    const auto taken = co_await services_.captures().capture();
    if (!taken)
        co_return std::nullopt;
    const auto seen = co_await decoder_.run(
        sight_limit, [picture = taken->picture] { return coredevice::sight_of(picture); });
    co_return seen.value_or(std::nullopt);
}

boost::asio::awaitable<void> attached_phone::until_inputs_arrived()
{
    const auto self = shared_from_this();
    co_await services_.tunnel().until_inputs_arrived();
}

boost::asio::awaitable<result<tunnel::service_connection>> attached_phone::connect_tunnel()
{
    const auto turns = context_.looks;
    const auto turn = co_await turns->take();
    auto connected = co_await tunnel_connects_.run(
        connect_limit, [where = where_] { return connect_core_device_proxy(where); });
    if (!connected)
        co_return std::unexpected(
            failure{.what = problem::timed_out,
                    .message = "The phone's tunnel service did not answer in time.",
                    .cause = {}});
    co_return std::move(*connected);
}

boost::asio::awaitable<void> attached_phone::keep_tunnel()
{
    if (!context_.options.tunnels)
        co_return co_await until_detached();
    growing_pause again(first_pause, longest_pause);
    std::string said;
    for (;;) {
        auto wait =
            told_.trust == trust_state::unknown ? trust_pause : context_.options.probe_blocked;
        if (told_.trust == trust_state::trusted && claimed_) {
            const auto why = co_await services_.tunnel().live();
            if (!says_absent(why) && why.message != said)
                context_.log->info("phone {}: no tunnel: {}", where_.udid, why.message);
            said = why.message;
            if (services_.tunnel().lasted() > lasting)
                again.reset();
            wait = says_absent(why) ? absent_pause : again.after_failure();
        }
        co_await unlocked_.wait_for(wait);
    }
}

} // namespace thimble::device
