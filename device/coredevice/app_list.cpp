// The list of apps, which comes piece by piece beside the reply.
#include "async/race.hpp"
#include "device/coredevice/app_service.hpp"
#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <variant>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds list_limit{30};
constexpr auto stream_feature = "com.apple.coredevice.feature.streamapplist";
constexpr auto list_feature = "com.apple.coredevice.feature.listapps";
constexpr std::size_t most_apps = 10'000;

/// All of these have to be there.
xpc::dictionary list_input()
{
    return {{"includeAppClips", false},
            {"includeRemovableApps", true},
            {"includeHiddenApps", false},
            {"includeInternalApps", false},
            {"includeDefaultApps", true},
            {"requireContainerAccess", false},
            {"includeAppGroupIdentifiers", false},
            {"includeContainerPaths", false}};
}

void add_apps(const xpc::array& elements, std::vector<app>& to)
{
    for (const auto& each : elements) {
        const auto* what = each.as<xpc::dictionary>();
        auto id = what != nullptr ? xpc::text_member(*what, "bundleIdentifier") : std::string();
        if (id.empty() || to.size() >= most_apps)
            continue;
        to.push_back({.bundle_id = std::move(id),
                      .name = xpc::text_member(*what, "name"),
                      .version = xpc::text_member(*what, "version"),
                      .path = xpc::text_member(*what, "path"),
                      .removable = xpc::bool_member(*what, "isRemovable"),
                      .hidden = xpc::bool_member(*what, "isHidden"),
                      .developer = xpc::bool_member(*what, "isDeveloperApp")});
    }
}

/// True if the stream goes on after `push`, of which others than ours are passed over.
result<bool> take_push(const xpc::dictionary& push, const xpc::uuid& channel, std::vector<app>& to)
{
    const auto* of = xpc::member<xpc::uuid>(push, "XPCSideChannel.uniqueIdentifier");
    const auto* status =
        xpc::member<xpc::dictionary>(push, "CoreDevice.XPCMessageKey.sideChannelStatus");
    if (of == nullptr || *of != channel || status == nullptr)
        return true;
    if (const auto* pushing = xpc::member<xpc::dictionary>(*status, "pushing"))
        if (const auto* elements = xpc::member<xpc::array>(*pushing, "elements"))
            add_apps(*elements, to);
    if (status->find("receivedError") != nullptr)
        return std::unexpected(malformed_answer("its apps"));
    return status->find("finishStreaming") == nullptr;
}

boost::asio::awaitable<result<std::vector<app>>> collect(remote_xpc& from, xpc::uuid channel)
{
    std::vector<app> apps;
    for (bool more = true; more;) {
        const auto push = co_await from.next_message(list_limit);
        if (!push)
            co_return std::unexpected(push.error());
        const auto taken = take_push(*push, channel, apps);
        if (!taken)
            co_return std::unexpected(taken.error());
        more = *taken;
    }
    co_return apps;
}

/// Ends only with a refusal: a reply without one may come before the stream, or after it.
boost::asio::awaitable<failure> until_refused(remote_xpc& by, xpc::dictionary request)
{
    const auto reply = co_await by.request(std::move(request), list_limit);
    if (!reply)
        co_return reply.error();
    const auto output = output_of(*reply);
    if (!output && output.error().cause != "malformed_answer")
        co_return output.error();
    co_return co_await by.until_closed();
}

boost::asio::awaitable<result<std::vector<app>>> stream_apps(core_device& of)
{
    auto opened = co_await of.open(service::apps, list_limit);
    if (!opened)
        co_return std::unexpected(opened.error());
    const auto channel = random_uuid();
    invocation what{
        .feature = stream_feature,
        .input = xpc::dictionary{{"actualInput", list_input()},
                                 {"streamProxy", xpc::dictionary{{"sideChannel", channel}}}}};
    auto first = co_await async::race(collect(*opened, channel),
                                      until_refused(*opened, of.wrapped(std::move(what))));
    if (auto* refused = std::get_if<failure>(&first))
        co_return std::unexpected(std::move(*refused));
    co_return std::get<0>(std::move(first));
}

boost::asio::awaitable<result<std::vector<app>>> ask_for_apps(core_device& of)
{
    const auto output = co_await of.invoke(
        service::apps, {.feature = list_feature, .input = list_input()}, list_limit);
    if (!output)
        co_return std::unexpected(output.error());
    const auto* elements = output->as<xpc::array>();
    if (elements == nullptr)
        co_return std::unexpected(malformed_answer("its apps"));
    std::vector<app> apps;
    add_apps(*elements, apps);
    co_return apps;
}

} // namespace

boost::asio::awaitable<result<std::vector<app>>> list_apps(core_device& of)
{
    if (of.directory().offers(service::apps, stream_feature))
        co_return co_await stream_apps(of);
    co_return co_await ask_for_apps(of);
}

} // namespace thimble::device::coredevice
