#include "device/coredevice/device_info.hpp"

#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/side_channel.hpp"
#include "device/coredevice/xpc_members.hpp"

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds info_limit{10};
constexpr std::chrono::hours longest_stillness{24}; // of a display
constexpr double longest_side = 16'384;             // pixels
constexpr double largest_scale = 16;                // of them to a point
constexpr auto updates_feature = "com.apple.coredevice.feature.displayinfoupdates";
constexpr auto lock_feature = "com.apple.coredevice.feature.getlockstate";

/// The output of a feature that takes no input, a dictionary.
boost::asio::awaitable<result<xpc::dictionary>> facts_by(core_device& of, std::string feature)
{
    const auto output = co_await of.invoke(
        service::device_info, {.feature = "com.apple.coredevice.feature." + feature}, info_limit);
    if (!output)
        co_return std::unexpected(output.error());
    const auto* facts = output->as<xpc::dictionary>();
    if (facts == nullptr)
        co_return std::unexpected(malformed_answer("itself"));
    co_return *facts;
}

bool is_within(double told, double most)
{
    return told >= 1 && told <= most;
}

/// One that no display has counts as not told.
display_size size_in(const xpc::dictionary& of, std::string_view key)
{
    const auto* sides = xpc::member<xpc::array>(of, key);
    if (sides == nullptr || sides->size() != 2)
        return {};
    const display_size told{.width = xpc::number(sides->front()).value_or(0),
                            .height = xpc::number(sides->back()).value_or(0)};
    const bool possible =
        is_within(told.width, longest_side) && is_within(told.height, longest_side);
    return possible ? told : display_size{};
}

/// The same.
std::optional<double> scale_in(const xpc::dictionary& of)
{
    const auto told = xpc::number_member(of, "pointScale");
    return told && is_within(*told, largest_scale) ? told : std::nullopt;
}

std::optional<bool> fact(const xpc::dictionary& of, std::string_view key)
{
    const auto* found = xpc::member<bool>(of, key);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

/// Of whatever else than "off" it is not known that nobody sees anything.
std::optional<bool> lit_in(const xpc::dictionary& what)
{
    const auto state = xpc::text_member(what, "backlightState");
    return state.empty() ? std::nullopt : std::optional(state != "off");
}

display display_in(const xpc::dictionary& what)
{
    display result{.id = xpc::integer_member(what, "displayId").value_or(0),
                   .name = xpc::text_member(what, "name"),
                   .native = size_in(what, "nativeSize"),
                   .mode = {},
                   .point_scale = scale_in(what),
                   .rotation = xpc::text_member(what, "currentOrientation"),
                   .lit = lit_in(what)};
    if (const auto* mode = xpc::member<xpc::dictionary>(what, "currentMode"))
        result.mode = size_in(*mode, "size");
    return result;
}

/// `facts` are about all of them, the light among others.
void add_displays(const xpc::array& of, const xpc::dictionary& facts, std::vector<display>& to)
{
    for (const auto& each : of) {
        const auto* what = each.as<xpc::dictionary>();
        if (what == nullptr)
            continue;
        to.push_back(display_in(*what));
        if (!to.back().lit)
            to.back().lit = lit_in(facts);
    }
}

/// An element of a stream is a display, or the facts of all.
std::vector<display> pushed_displays(const xpc::array& elements)
{
    std::vector<display> all;
    for (const auto& each : elements) {
        const auto* what = each.as<xpc::dictionary>();
        if (what == nullptr)
            continue;
        if (const auto* several = xpc::member<xpc::array>(*what, "displays"))
            add_displays(*several, *what, all);
        else
            all.push_back(display_in(*what));
    }
    return all;
}

} // namespace

boost::asio::awaitable<result<xpc::dictionary>> read_device_info(core_device& of)
{
    co_return co_await facts_by(of, "getdeviceinfo");
}

boost::asio::awaitable<result<std::vector<display>>> read_displays(core_device& of)
{
    const auto facts = co_await facts_by(of, "getdisplayinfo");
    if (!facts)
        co_return std::unexpected(facts.error());
    const auto* displays = xpc::member<xpc::array>(*facts, "displays");
    if (displays == nullptr)
        co_return std::unexpected(malformed_answer("its displays"));
    std::vector<display> read;
    add_displays(*displays, *facts, read);
    co_return read;
}

bool pushes_displays(const service_directory& of)
{
    return of.offers(service::device_info, updates_feature);
}

boost::asio::awaitable<result<void>>
follow_displays(core_device& of, std::function<void(const std::vector<display>&)> told)
{
    streaming what{.service = service::device_info,
                   .feature = updates_feature,
                   .subject = "its displays",
                   .open_within = info_limit,
                   .longest_silence = longest_stillness};
    co_return co_await stream_elements(of, std::move(what), [&told](const xpc::array& elements) {
        told(pushed_displays(elements));
    });
}

bool tells_lock_state(const service_directory& of)
{
    return of.offers(service::device_info, lock_feature);
}

boost::asio::awaitable<result<lock_state>> read_lock_state(core_device& of)
{
    const auto facts = co_await facts_by(of, "getlockstate");
    if (!facts)
        co_return std::unexpected(facts.error());
    co_return lock_state{.passcode_required = fact(*facts, "passcodeRequired"),
                         .unlocked_since_boot = fact(*facts, "unlockedSinceBoot")};
}

} // namespace thimble::device::coredevice
