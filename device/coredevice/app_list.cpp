// The list of apps, which comes piece by piece beside the reply.
#include "device/coredevice/app_service.hpp"
#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/side_channel.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <utility>

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

boost::asio::awaitable<result<std::vector<app>>> stream_apps(core_device& of)
{
    std::vector<app> apps;
    streaming what{.service = service::apps,
                   .feature = stream_feature,
                   .input = list_input(),
                   .subject = "its apps",
                   .open_within = list_limit,
                   .longest_silence = list_limit};
    const auto streamed = co_await stream_elements(
        of, std::move(what), [&apps](const xpc::array& elements) { add_apps(elements, apps); });
    if (!streamed)
        co_return std::unexpected(streamed.error());
    co_return apps;
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
