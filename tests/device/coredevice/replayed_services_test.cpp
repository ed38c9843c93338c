// A recorded conversation with a phone's services is a phone that can be asked again.
#include "device/coredevice/app_service.hpp"
#include "device/coredevice/device_info.hpp"
#include "device/coredevice/device_orientation.hpp"
#include "device/coredevice/pasteboard.hpp"
#include "device/coredevice/screen_capture.hpp"
#include "device/coredevice/service_names.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/coredevice/kept_recording.hpp"
#include "tests/device/coredevice/replayed_services.hpp"
#include "tests/device/run_until_done.hpp"

#include <sstream>

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
namespace service = device::coredevice::service;
using namespace std::chrono_literals;

constexpr auto updates = "com.apple.coredevice.feature.displayinfoupdates";
constexpr auto notes = "com.apple.mobilenotes";
constexpr auto replay_limit = 20s;

xpc::dictionary one_display(const std::string& rotation)
{
    return {{"displayId", std::int64_t{1}},
            {"nativeSize", xpc::array{1'290.0, 2'796.0}},
            {"pointScale", 3.0},
            {"currentOrientation", rotation}};
}

/// Answers each question about the phone itself, and pushes two displays to whoever follows them.
void tell_of_phone(fake_service& self, const fake_service::heard_message& what)
{
    if (feature_of(what).ends_with("getlockstate"))
        return self.reply(what,
                          {{"CoreDevice.output", xpc::dictionary{{"passcodeRequired", true}}}});
    if (feature_of(what) != updates)
        return self.reply(what, {{"CoreDevice.output",
                                  xpc::dictionary{{"displays", xpc::array{one_display("rot0")}}}}});
    const auto input = input_of(what);
    const auto channel = *input.find("streamProxy")->as<xpc::dictionary>()->find("sideChannel");
    const auto push = [&](const xpc::value& to, xpc::dictionary status) {
        self.say(1, {.flags = 0x101,
                     .id = 1,
                     .body = xpc::dictionary{
                         {"CoreDevice.XPCMessageKey.sideChannelStatus", std::move(status)},
                         {"XPCSideChannel.uniqueIdentifier", to}}});
    };
    const auto pushing = [](const char* rotation) {
        return xpc::dictionary{
            {"pushing", xpc::dictionary{{"elements", xpc::array{one_display(rotation)}}}}};
    };
    push(channel, pushing("rot90"));
    push(xpc::uuid(), pushing("rot180")); // another's
    push(channel, pushing("rot270"));
    push(channel, {{"finishStreaming", xpc::dictionary()}});
}

void answer_about_apps(fake_service& self, const fake_service::heard_message& what)
{
    const auto feature = feature_of(what);
    const xpc::dictionary app{{"bundleIdentifier", notes},
                              {"version", "1.2"},
                              {"path", "/Applications/MobileNotes.app"},
                              {"isHidden", false}};
    const xpc::dictionary url{{"relative", "file:///Applications/MobileNotes.app/MobileNotes"}};
    const xpc::dictionary token{{"processIdentifier", std::int64_t{42}}, {"executableURL", url}};
    if (feature.ends_with("listapps"))
        return self.reply(what, {{"CoreDevice.output", xpc::array{app}}});
    if (feature.ends_with("listprocesses"))
        return self.reply(
            what, {{"CoreDevice.output", xpc::dictionary{{"processTokens", xpc::array{token}}}}});
    if (feature.ends_with("launchapplication"))
        return self.reply(what, {{"CoreDevice.output", xpc::dictionary{{"processToken", token}}}});
    self.reply(what, {{"CoreDevice.error", xpc::dictionary{{"domain", "NSPOSIXErrorDomain"},
                                                           {"code", std::int64_t{3}}}}});
}

void furnish(fake_phone& phone)
{
    phone.add(service::device_info, tell_of_phone, {updates});
    phone.add(service::apps, answer_about_apps);
    phone.add(service::device_control,
              answering({{"currentDeviceOrientation", "landscapeLeft"},
                         {"currentDeviceNonFlatOrientation", "landscapeLeft"}}));
    phone.add(service::pasteboard, answering({{"command", "SET_REPLY"}}));
    phone.add_answering(service::screen_capture,
                        xpc::dictionary{{"image", xpc::data(70'000)}, {"imageFormat", "png"}});
    phone.add(service::display, [](fake_service& self, const auto&) { self.hang_up(); });
}

/// All that a host has found out, in words.
std::string ask_everything(boost::asio::io_context& context, coredevice::core_device& host)
{
    std::ostringstream said;
    const auto ask = [&](auto question) { return run_until_done(context, std::move(question)); };
    said << host.directory().os_version << " " << host.directory().services.size() << "\n";
    if (const auto displays = ask(coredevice::read_displays(host)); displays)
        said << displays->size() << " " << displays->front().native.height << "\n";
    if (const auto state = ask(coredevice::read_lock_state(host)); state)
        said << "passcode " << state->passcode_required.value_or(false) << "\n";
    const auto follow = [&]() -> boost::asio::awaitable<bool> {
        const auto followed = co_await coredevice::follow_displays(
            host, [&](const auto& all) { said << all.front().rotation << "\n"; });
        co_return followed.has_value();
    };
    if (ask(follow()))
        said << "all displays followed\n";
    if (const auto apps = ask(coredevice::list_apps(host)); apps)
        said << apps->front().bundle_id << " " << apps->front().version << "\n";
    if (const auto started = ask(coredevice::launch_app(host, {.bundle_id = notes})); started)
        said << started->id << " " << started->executable << "\n";
    said << "ended " << ask(coredevice::end_app(host, notes)).value_or(true) << "\n";
    if (const auto turned = ask(coredevice::turn_device(host, coredevice::turn_direction::left));
        turned)
        said << turned->current << "\n";
    const auto write = [&]() -> boost::asio::awaitable<bool> {
        const auto written = co_await coredevice::write_pasteboard(host, "hello");
        co_return written.has_value();
    };
    said << "written " << ask(write()) << "\n";
    if (const auto picture = ask(coredevice::capture_screen(host)); picture)
        said << picture->image.size() << " " << picture->format << "\n";
    if (const auto refused = ask(host.invoke(service::display, {.feature = "f"}, replay_limit));
        !refused)
        said << "failed: " << refused.error().cause << "\n";
    return said.str();
}

std::vector<recorded_conversation> recording_of_everything(std::string& found)
{
    kept_recording kept;
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.recorder = kept.recorder;
    furnish(phone);
    found = ask_everything(context, phone.connected());
    return read_recorded_services(kept.text);
}

coredevice::core_device::options replay_options()
{
    return {.directory_port = replayed_services::directory_port,
            .host = {coredevice::random_uuid()},
            .attempt_pause = 1ms};
}

} // namespace

TEST_CASE("a host finds the same in a recording as on the phone", "[coredevice][record]")
{
    std::string found;
    auto conversations = recording_of_everything(found);
    CHECK(found == "18.0 6\n"
                   "1 2796\n"
                   "passcode 1\n"
                   "rot90\n"
                   "rot270\n"
                   "all displays followed\n"
                   "com.apple.mobilenotes 1.2\n"
                   "42 /Applications/MobileNotes.app/MobileNotes\n"
                   "ended 0\n"
                   "landscapeLeft\n"
                   "written 1\n"
                   "70000 png\n"
                   "failed: connection_closed\n");

    boost::asio::io_context context;
    replayed_services phone(context, std::move(conversations));
    coredevice::core_device host(context.get_executor(), phone.opener(), replay_options());
    REQUIRE(run_until_done(context, host.read_directory(replay_limit)));
    CHECK_FALSE(phone.finished());
    CHECK(ask_everything(context, host) == found);
    CHECK(phone.difference() == "");
    CHECK(phone.finished());
}

TEST_CASE("a host that asks something else than was recorded is told so", "[coredevice][record]")
{
    std::string found;
    boost::asio::io_context context;
    replayed_services phone(context, recording_of_everything(found));
    coredevice::core_device host(context.get_executor(), phone.opener(), replay_options());
    REQUIRE(run_until_done(context, host.read_directory(replay_limit)));
    const auto other = run_until_done(
        context,
        host.invoke(service::device_info, {.feature = "com.apple.coredevice.other"}, replay_limit));
    REQUIRE_FALSE(other);
    CHECK(other.error().cause == "replay 1");
    CHECK(phone.difference().contains("com.apple.coredevice.other"));
    CHECK(phone.difference().contains("instead of"));
    CHECK(phone.difference().contains("getdisplayinfo"));
    CHECK_FALSE(phone.finished());
}

TEST_CASE("a host that asks once more than was recorded is told so", "[coredevice][record]")
{
    std::string found;
    boost::asio::io_context context;
    replayed_services phone(context, recording_of_everything(found));
    coredevice::core_device host(context.get_executor(), phone.opener(), replay_options());
    REQUIRE(run_until_done(context, host.read_directory(replay_limit)));
    REQUIRE(run_until_done(context, coredevice::capture_screen(host)));
    const auto again = run_until_done(context, coredevice::capture_screen(host));
    REQUIRE_FALSE(again);
    CHECK(again.error().cause == "not_recorded");
    CHECK(phone.difference() ==
          "a connection to " + std::string(service::screen_capture) + " was not recorded; ");
}

TEST_CASE("a value that was recorded is read as it was", "[coredevice][record]")
{
    xpc::uuid one;
    one.bytes.fill(std::byte{0x11});
    const xpc::dictionary all{{"a null", xpc::null()},
                              {"b int64", std::int64_t{-5}},
                              {"c uint64", std::uint64_t{5}},
                              {"d real", 5.0},
                              {"e ReportDescriptor", xpc::dictionary{{"data", xpc::data(3)}}},
                              {"f wrapped", xpc::dictionary{{"int64", std::uint64_t{5}}}},
                              {"g version", xpc::array{true, one, xpc::dictionary()}},
                              {"h file", xpc::file_transfer{.id = 1, .size = 2}},
                              {"i date", xpc::date{.nanoseconds = 7}}};
    coredevice::recorded_form form(service::device_info);
    const auto text = form.of(all).dump();
    CHECK(value_in(nlohmann::json::parse(text), form.uuids()) == xpc::value(all));
}

TEST_CASE("what is no recording is refused with its line", "[coredevice][record]")
{
    const auto refusal = [](const std::string& text) -> std::string {
        std::istringstream lines(text);
        try {
            (void)read_recorded_services(lines);
        } catch (const std::runtime_error& wrong) {
            return wrong.what();
        }
        return "";
    };
    const std::string opened =
        R"({"event":"service_opened","connection":1,"service":"s","udid":"A"})"
        "\n";
    CHECK(refusal("") == "");
    CHECK(refusal("{\"event\":\"exchange\"}\n" + opened) == "");
    CHECK(refusal(opened + "{").starts_with("line 2: "));
    CHECK(refusal(opened + R"({"event":"service_push","connection":2,"udid":"A"})") ==
          "line 2: a connection that was not opened");
    CHECK(refusal(opened + R"({"event":"service_push","connection":1,"udid":"B"})") ==
          "line 2: another phone");
    CHECK(refusal(std::string((4U << 20U) + 1, ' ')) == "line 1: the line is too long");
    std::string many = opened;
    for (int each = 0; each < 100'000; ++each)
        many += R"({"event":"service_ended","connection":1,"udid":"A"})"
                "\n";
    CHECK(refusal(many) == "line 100001: too many events");
}

TEST_CASE("values beyond the limits of recordings are refused", "[coredevice][record]")
{
    const auto is_refused = [](const std::string& text) {
        try {
            (void)value_in(nlohmann::json::parse(text), {});
        } catch (const std::runtime_error&) {
            return true;
        }
        return false;
    };
    CHECK_FALSE(is_refused(std::string(32, '[') + std::string(32, ']')));
    CHECK(is_refused(std::string(40, '[') + std::string(40, ']')));
    CHECK(is_refused(R"({"data":{"bytes":33554433}})"));
    CHECK(is_refused(R"({"data":{"bytes":2,"hex":"05"}})"));
    CHECK(is_refused(R"({"data":{"bytes":1,"hex":"0G"}})"));
    CHECK(is_refused(R"({"int64":18446744073709551615})"));
    CHECK(is_refused(R"({"uint64":-1})"));
    CHECK(is_refused(R"({"uint64":"5"})"));
    CHECK(is_refused(R"({"data":5})"));
    CHECK(is_refused(R"({"file_transfer":{}})"));
    CHECK(is_refused("5"));
}

} // namespace thimble::tests
