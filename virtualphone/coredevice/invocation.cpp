#include "virtualphone/coredevice/invocation.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace thimble::virtualphone::coredevice {
namespace {

namespace asio = boost::asio;

constexpr auto action_error = "com.apple.CoreDevice.ActionError";
constexpr std::int64_t code_of_not_implemented = 2;
constexpr std::int64_t not_supported = 9021;
constexpr std::int64_t other_type = 4864;
constexpr std::int64_t value_not_found = 4865;
constexpr std::string_view prefix = "com.apple.coredevice.feature.";

template <class Type>
bool lacks(const xpc::dictionary& of, std::string_view name)
{
    return xpc::member<Type>(of, name) == nullptr;
}

/// The member of coreDeviceVersion that is missing or of another type; empty: none.
std::string_view missing_in_version(const xpc::dictionary& version)
{
    const auto* components = xpc::member<xpc::array>(version, "components");
    if (components == nullptr || std::ranges::any_of(*components, [](const xpc::object& each) {
            return each.as<std::uint64_t>() == nullptr;
        }))
        return "components";
    if (lacks<std::int64_t>(version, "originalComponentsCount"))
        return "originalComponentsCount";
    return lacks<std::string>(version, "stringValue") ? "stringValue" : "";
}

/// The same for the envelope.
std::string_view missing_in_envelope(const xpc::dictionary& request)
{
    if (lacks<std::int64_t>(request, "CoreDevice.CoreDeviceDDIProtocolVersion"))
        return "CoreDevice.CoreDeviceDDIProtocolVersion";
    if (lacks<xpc::dictionary>(request, "CoreDevice.action"))
        return "CoreDevice.action";
    for (const std::string_view name :
         {"CoreDevice.deviceIdentifier", "CoreDevice.invocationIdentifier",
          "CoreDevice.featureIdentifier"})
        if (lacks<std::string>(request, name))
            return name;
    const auto* version = xpc::member<xpc::dictionary>(request, "CoreDevice.coreDeviceVersion");
    return version == nullptr ? "CoreDevice.coreDeviceVersion" : missing_in_version(*version);
}

asio::awaitable<outcome>
perform(conversation& with, std::span<const feature> features, const xpc::dictionary& request)
{
    if (const auto missing = missing_in_envelope(request); !missing.empty())
        co_return std::unexpected(missing_key(missing));
    const auto* name = xpc::member<std::string>(request, "CoreDevice.featureIdentifier");
    const auto found = std::ranges::find_if(features, [&](const feature& each) {
        return name->starts_with(prefix) &&
               each.name == std::string_view(*name).substr(prefix.size());
    });
    if (found == features.end())
        co_return std::unexpected(not_implemented());
    const auto* given = xpc::member<xpc::dictionary>(request, "CoreDevice.input");
    const xpc::dictionary input = given == nullptr ? xpc::dictionary() : *given;
    if (const auto* at_once = std::get_if<feature::immediate>(&found->perform))
        co_return (*at_once)(with, input);
    co_return co_await std::get<feature::lasting>(found->perform)(with, input);
}

/// The answer as a fault changes it; nothing: there will be none.
asio::awaitable<std::optional<xpc::dictionary>> shown(conversation& with, xpc::dictionary answer)
{
    const auto fault = with.device.faults.take_other_than_refusal(with.service);
    if (!fault)
        co_return answer;
    switch (fault->kind) {
    case fault_kind::hang:
        co_return std::nullopt;
    case fault_kind::corrupt:
        co_return xpc::dictionary{{"CoreDevice.output", "not what was asked for"}};
    case fault_kind::error:
        co_return answer_of(std::unexpected(
            refusal{.domain = core_device_error, .code = 1, .description = "The request failed."}));
    case fault_kind::delay:
    case fault_kind::trickle: {
        asio::steady_timer timer(with.host.executor());
        timer.expires_after(std::chrono::duration_cast<std::chrono::microseconds>(fault->length));
        co_await timer.async_wait(asio::use_awaitable);
        co_return answer;
    }
    case fault_kind::refuse:
    case fault_kind::cut:
        break;
    }
    throw boost::system::system_error(asio::error::connection_aborted);
}

} // namespace

refusal not_implemented()
{
    return {.domain = action_error,
            .code = code_of_not_implemented,
            .description = "The feature is not implemented."};
}

refusal needs_ios_27()
{
    return {.domain = core_device_error,
            .code = not_supported,
            .description = "Remote control requires iOS 27.0 or later on this device."};
}

refusal missing_key(std::string_view name)
{
    const std::string what = "Expected to find key " + std::string(name) + ".";
    return {.domain = cocoa_error,
            .code = value_not_found,
            .description = "The data couldn’t be read because it is missing.",
            .detail = what};
}

refusal type_mismatch(std::string_view wanted, std::string_view found)
{
    return {.domain = cocoa_error,
            .code = other_type,
            .description = "The data couldn’t be read because it isn’t in the correct format.",
            .detail = "Expected to decode " + std::string(wanted) + " but found a " +
                      std::string(found) + "."};
}

xpc::dictionary answer_of(outcome result)
{
    if (result)
        return {{"CoreDevice.output", *std::move(result)}};
    xpc::dictionary about{{"NSLocalizedDescription", result.error().description}};
    if (!result.error().detail.empty())
        about.add("NSDebugDescription", result.error().detail);
    return {{"CoreDevice.error", xpc::dictionary{{"domain", result.error().domain},
                                                 {"code", result.error().code},
                                                 {"userInfo", std::move(about)}}}};
}

asio::awaitable<void>
serve_features(conversation& with, std::span<const feature> features, requests how_many)
{
    do {
        const xpc::message request = co_await with.host.receive();
        auto answer =
            answer_of(co_await perform(with, features, *request.body->as<xpc::dictionary>()));
        if (auto sent = co_await shown(with, std::move(answer)))
            co_await with.host.reply(request, std::move(*sent));
    } while (how_many == requests::many);
}

} // namespace thimble::virtualphone::coredevice
