// Apps and processes.
#include "device/coredevice/app_service.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

#include <array>

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
using coredevice::service::apps;
using device::problem;

constexpr auto stream_feature = "com.apple.coredevice.feature.streamapplist";

xpc::dictionary app_entry(const std::string& id)
{
    return {{"bundleIdentifier", id}, {"name", "Notes"},     {"version", "1.2"},
            {"path", "/Apps/a.app"},  {"isRemovable", true}, {"isFirstParty", false},
            {"isDeveloperApp", true}, {"isInternal", false}, {"isHidden", false}};
}

xpc::dictionary list_flags()
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

xpc::value member_in(const xpc::dictionary& of, std::string_view key)
{
    const auto* found = of.find(key);
    REQUIRE(found != nullptr);
    return *found;
}

xpc::dictionary token(std::int64_t id, const std::string& url)
{
    return {{"processIdentifier", id}, {"executableURL", xpc::dictionary{{"relative", url}}}};
}

xpc::dictionary side_channel(const xpc::value& id, xpc::dictionary status)
{
    return {{"CoreDevice.XPCMessageKey.sideChannelStatus", std::move(status)},
            {"XPCSideChannel.uniqueIdentifier", id}};
}

xpc::dictionary pushed(const std::string& id)
{
    return {{"pushing", xpc::dictionary{{"elements", xpc::array{app_entry(id)}}}}};
}

xpc::value channel_of(const fake_service::heard_message& what)
{
    const auto proxy = member_in(input_of(what), "streamProxy");
    return member_in(*proxy.as<xpc::dictionary>(), "sideChannel");
}

/// A service that streams one app after the other, beside what others are told.
void stream_apps(fake_service& self, const fake_service::heard_message& what)
{
    const auto channel = channel_of(what);
    const auto push = [&](const xpc::value& to, xpc::dictionary status) {
        self.say(1, {.flags = 0x101, .id = 1, .body = side_channel(to, std::move(status))});
    };
    push(channel, pushed("first"));
    push(xpc::uuid(), pushed("another's"));
    self.reply(what, {{"CoreDevice.output", xpc::dictionary()}});
    push(channel, pushed("second"));
    push(channel, {{"finishStreaming", xpc::dictionary()}});
}

std::vector<std::string> ids_of(const std::vector<coredevice::app>& all)
{
    std::vector<std::string> result;
    for (const auto& each : all)
        result.push_back(each.bundle_id);
    return result;
}

} // namespace

TEST_CASE("apps are streamed where the phone offers it", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(apps, stream_apps, {stream_feature});
    const auto read = run_until_done(context, coredevice::list_apps(phone.connected()));
    REQUIRE(read);
    CHECK(ids_of(*read) == std::vector<std::string>{"first", "second"});
    CHECK(read->front() == coredevice::app{.bundle_id = "first",
                                           .name = "Notes",
                                           .version = "1.2",
                                           .path = "/Apps/a.app",
                                           .removable = true,
                                           .developer = true});
    REQUIRE(service.messages.size() == 1);
    CHECK(feature_of(service.messages.front()) == stream_feature);
    CHECK(member_in(input_of(service.messages.front()), "actualInput") == xpc::value(list_flags()));
}

TEST_CASE("a stream of apps ends with the phone's refusal", "[coredevice]")
{
    boost::asio::io_context context;
    const auto cause_with = [&](const fake_service::handler& how) {
        fake_phone phone(context);
        phone.add(apps, how, {stream_feature});
        const auto read = run_until_done(context, coredevice::list_apps(phone.connected()));
        REQUIRE_FALSE(read);
        return read.error().cause;
    };
    CHECK(cause_with(answering({{"CoreDevice.error",
                                 xpc::dictionary{{"domain", "d"}, {"code", std::int64_t{3}}}}})) ==
          "d 3");
    CHECK(cause_with([](fake_service& self, const auto& what) {
              self.say(1, {.flags = 0x101,
                           .body = side_channel(channel_of(what),
                                                {{"receivedError", xpc::dictionary()}})});
          }) == "malformed_answer");
    CHECK(cause_with([](fake_service& self, const auto&) { self.hang_up(); }) ==
          "connection_closed");
}

TEST_CASE("apps are asked for where the phone streams none", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service =
        phone.add_answering(apps, xpc::array{app_entry("one"), xpc::dictionary(), true});
    const auto read = run_until_done(context, coredevice::list_apps(phone.connected()));
    REQUIRE(read);
    CHECK(ids_of(*read) == std::vector<std::string>{"one"});
    CHECK(feature_of(service.messages.front()) == "com.apple.coredevice.feature.listapps");
    CHECK(input_of(service.messages.front()) == list_flags());
}

TEST_CASE("an app is launched with all that the phone wants to know", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add_answering(
        apps, xpc::dictionary{{"processToken", token(42, "file:///Apps/My%20App.app/My%20App")}});
    const auto started = run_until_done(
        context, coredevice::launch_app(phone.connected(), {.bundle_id = "com.example.notes",
                                                            .arguments = {"-x"},
                                                            .environment = {{"A", "b"}},
                                                            .anew = true}));
    REQUIRE(started);
    CHECK(*started == coredevice::process{.id = 42, .executable = "/Apps/My App.app/My App"});
    const auto& asked = service.messages.front();
    CHECK(feature_of(asked) == "com.apple.coredevice.feature.launchapplication");
    const auto input = input_of(asked);
    CHECK(member_in(input, "applicationSpecifier") ==
          xpc::value(
              xpc::dictionary{{"bundleIdentifier", xpc::dictionary{{"_0", "com.example.notes"}}}}));
    CHECK(member_in(input, "standardIOIdentifiers") == xpc::value(xpc::dictionary()));
    const auto options = *member_in(input, "options").as<xpc::dictionary>();
    CHECK(member_in(options, "arguments") == xpc::value(xpc::array{"-x"}));
    CHECK(member_in(options, "environmentVariables") == xpc::value(xpc::dictionary{{"A", "b"}}));
    CHECK(member_in(options, "standardIOUsesPseudoterminals") == xpc::value(true));
    CHECK(member_in(options, "startStopped") == xpc::value(false));
    CHECK(member_in(options, "terminateExisting") == xpc::value(true));
    CHECK(member_in(options, "user") == xpc::value(xpc::dictionary{{"shortName", "mobile"}}));
    const auto plist = *member_in(options, "platformSpecificOptions").as<xpc::data>();
    CHECK(hexadecimal(plist).contains(hexadecimal(letters_of("<plist version=\"1.0\"><dict/>"))));
}

TEST_CASE("an app that was just ended is launched once more, and not ended again", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(apps, [](fake_service& self,
                                             const fake_service::heard_message& what) {
        const xpc::dictionary refusal{{"domain", "com.apple.dt.CoreDeviceError"},
                                      {"code", std::int64_t{10'004}}};
        if (self.messages.size() == 1)
            self.reply(what, {{"CoreDevice.error", refusal}});
        else
            self.reply(what,
                       {{"CoreDevice.output", xpc::dictionary{{"processToken", token(7, "/a")}}}});
    });
    const auto started = run_until_done(
        context, coredevice::launch_app(phone.connected(), {.bundle_id = "a", .anew = true}));
    REQUIRE(started);
    CHECK(started->id == 7);
    REQUIRE(service.messages.size() == 2);
    const auto options = member_in(input_of(service.messages.back()), "options");
    CHECK(member_in(*options.as<xpc::dictionary>(), "terminateExisting") == xpc::value(false));
}

TEST_CASE("an app that the phone refuses is launched once", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(
        apps,
        answering({{"CoreDevice.error", xpc::dictionary{{"domain", "com.apple.dt.CoreDeviceError"},
                                                        {"code", std::int64_t{10'008}}}}}));
    const auto started =
        run_until_done(context, coredevice::launch_app(phone.connected(), {.bundle_id = "a"}));
    REQUIRE_FALSE(started);
    CHECK(started.error().cause == "com.apple.dt.CoreDeviceError 10008");
    CHECK(service.messages.size() == 1);
}

TEST_CASE("processes are listed and an app's is found among them", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto folder = std::string("file:///private/var/containers/Bundle/Application/X/");
    phone.add_answering(
        apps, xpc::dictionary{{"processTokens",
                               xpc::array{token(1, "file:///sbin/launchd"),
                                          token(8, folder + "Notes.app/PlugIns/Share.appex/Share"),
                                          token(9, folder + "Notes.app/Notes"),
                                          token(-1, "file:///a"), xpc::dictionary(), true}}});
    const auto all = run_until_done(context, coredevice::list_processes(phone.connected()));
    REQUIRE(all);
    CHECK(all->size() == 3);
    const auto found =
        coredevice::process_of(*all, "/var/containers/Bundle/Application/X/Notes.app");
    REQUIRE(found);
    CHECK(found->id == 9);
    CHECK_FALSE(coredevice::process_of(*all, "/var/containers/Bundle/Application/X/Note"));
}

TEST_CASE("an app is ended by the process that its path leads to", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto answers = [](fake_service& self, const fake_service::heard_message& what) {
        const auto feature = feature_of(what);
        if (feature.ends_with("listapps"))
            return self.reply(what, {{"CoreDevice.output", xpc::array{app_entry("notes")}}});
        if (feature.ends_with("listprocesses"))
            return self.reply(
                what, {{"CoreDevice.output",
                        xpc::dictionary{
                            {"processTokens", xpc::array{token(9, "file:///Apps/a.app/Notes")}}}}});
        self.reply(what, {{"CoreDevice.output", xpc::dictionary()}});
    };
    const auto& service = phone.add(apps, answers);
    auto& host = phone.connected();
    CHECK(run_until_done(context, coredevice::end_app(host, "notes")) == true);
    CHECK(member_in(input_of(service.messages.back()), "process") ==
          xpc::value(xpc::dictionary{{"processIdentifier", std::int64_t{9}}}));
    CHECK(run_until_done(context, coredevice::end_app(host, "another")) == false);
}

TEST_CASE("a process is ended by its number", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add_answering(apps, xpc::dictionary());
    auto& host = phone.connected();
    const auto kill = [&]() -> boost::asio::awaitable<bool> {
        const auto killed = co_await coredevice::kill_process(host, 42);
        co_return killed.has_value();
    };
    CHECK(run_until_done(context, kill()));
    CHECK(feature_of(service.messages.front()) ==
          "com.apple.coredevice.feature.sendsignaltoprocess");
    CHECK(input_of(service.messages.front()) ==
          xpc::dictionary{{"process", xpc::dictionary{{"processIdentifier", std::int64_t{42}}}},
                          {"signal", std::int64_t{9}}});
}

} // namespace thimble::tests
