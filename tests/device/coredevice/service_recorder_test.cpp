// Lines of a recording about a phone's services, and all that must not be in them.
#include "device/coredevice/app_service.hpp"
#include "device/coredevice/device_info.hpp"
#include "device/coredevice/pasteboard.hpp"
#include "device/coredevice/screen_capture.hpp"
#include "device/coredevice/service_names.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/coredevice/kept_recording.hpp"
#include "tests/device/run_until_done.hpp"

#include <array>

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
namespace service = device::coredevice::service;
using nlohmann::json;
using namespace std::chrono_literals;

constexpr auto asked_within = 20s;

/// A message as recordings of `of` have it.
json recorded(const xpc::dictionary& message, std::string_view of = service::device_info)
{
    return coredevice::recorded_form(of).of(message);
}

/// A phone whose texts, long numbers and pictures nobody else may read.
void fill_with_secrets(fake_phone& phone)
{
    phone.add_answering(service::device_info, xpc::dictionary{{"name", "Secret phone"},
                                                              {"udid", "SECRET-UDID"},
                                                              {"serialNumber", "SECRETSERIAL"},
                                                              {"ecid", std::uint64_t{987654321012}},
                                                              {"productType", "iPhone15,3"}});
    phone.add_answering(
        service::screen_capture,
        xpc::dictionary{{"image", letters_of("Secret picture")}, {"imageFormat", "png"}});
    const xpc::dictionary app{{"bundleIdentifier", "com.secret.app"},
                              {"name", "Secret app"},
                              {"path", "/private/var/containers/Secret.app"}};
    const xpc::dictionary words{{"NSLocalizedDescription", "Secret app cannot be opened."}};
    phone.add(service::apps,
              [app, words](fake_service& self, const fake_service::heard_message& what) {
                  if (feature_of(what).ends_with("listapps"))
                      return self.reply(what, {{"CoreDevice.output", xpc::array{app}}});
                  self.reply(what, {{"CoreDevice.error", xpc::dictionary{{"domain", "SomeDomain"},
                                                                         {"code", std::int64_t{3}},
                                                                         {"userInfo", words}}}});
              });
    const xpc::dictionary copied{{"data", letters_of("Secret clipboard")}};
    const xpc::dictionary item{{"data", xpc::dictionary{{"public.utf8-plain-text", copied}}},
                               {"text", "Secret clipboard"}};
    phone.add(service::pasteboard,
              answering({{"command", "PULL_REPLY"}, {"items", xpc::array{item}}}));
}

} // namespace

TEST_CASE("a recorded value keeps its exact kind", "[coredevice][record]")
{
    xpc::uuid one;
    one.bytes.fill(std::byte{0x11});
    const xpc::dictionary all{{"nothing", xpc::null()},
                              {"yes", true},
                              {"signed", std::int64_t{-5}},
                              {"unsigned", std::uint64_t{5}},
                              {"real", 5.0},
                              {"when", xpc::date{.nanoseconds = 7}},
                              {"bytes", xpc::data(300)},
                              {"version", "18.0"},
                              {"one", one},
                              {"another", xpc::uuid()},
                              {"one again", one},
                              {"list", xpc::array{std::uint64_t{1}, xpc::dictionary()}},
                              {"file", xpc::file_transfer{.id = 1, .size = 2}}};
    CHECK(recorded(all) == json{{"nothing", nullptr},
                                {"yes", true},
                                {"signed", {{"int64", -5}}},
                                {"unsigned", {{"uint64", 5}}},
                                {"real", {{"double", 5.0}}},
                                {"when", {{"date", 7}}},
                                {"bytes", {{"data", {{"bytes", 300}}}}},
                                {"version", "18.0"},
                                {"one", {{"uuid", 1}}},
                                {"another", {{"uuid", 2}}},
                                {"one again", {{"uuid", 1}}},
                                {"list", json::array({{{"uint64", 1}}, json::object()})},
                                {"file", {{"file_transfer", {{"id", 1}, {"size", 2}}}}}});
}

TEST_CASE("a dictionary that looks like a recorded number is told from one", "[coredevice][record]")
{
    CHECK(recorded({{"wrapped", xpc::dictionary{{"uint64", std::uint64_t{5}}}}}) ==
          json{{"wrapped", {{"dictionary", {{"uint64", {{"uint64", 5}}}}}}}});
}

TEST_CASE("the descriptor of a surface is recorded byte for byte, other data is not",
          "[coredevice][record]")
{
    const auto bytes = bytes_of("0501 0906");
    CHECK(recorded({{"ReportDescriptor", bytes}, {"other", bytes}}) ==
          json{{"ReportDescriptor", {{"data", {{"bytes", 4}, {"hex", "05010906"}}}}},
               {"other", {{"data", {{"bytes", 4}}}}}});
}

TEST_CASE("texts are recorded only where they are known to be public", "[coredevice][record]")
{
    const auto withheld = json("(text withheld)");
    CHECK(recorded({{"productType", "iPhone15,3"}}).at("productType") == "iPhone15,3");
    CHECK(recorded({{"productType", std::string(201, 'a')}}).at("productType") == withheld);
    CHECK(recorded({{"anything", "com.apple.mobilenotes"}}).at("anything") ==
          "com.apple.mobilenotes");
    CHECK(recorded({{"anything", "com.apple. hello"}}).at("anything") == withheld);
    CHECK(recorded({{"anything", "com.example.bank"}}).at("anything") == withheld);
    CHECK(recorded({{"path", "file:///Applications/MobileNotes.app"}}).at("path") ==
          "file:///Applications/MobileNotes.app");
    CHECK(recorded({{"path", "/private/var/containers/Bank.app"}}).at("path") == withheld);
    CHECK(recorded({{"path", "/usr/../private/Bank"}}).at("path") == withheld);
    CHECK(recorded({{"command", "PULL"}}, service::pasteboard).at("command") == "PULL");
    CHECK(recorded({{"productType", "hello"}}, service::pasteboard).at("productType") == withheld);
}

TEST_CASE("numbers that are as long as a serial number are withheld", "[coredevice][record]")
{
    CHECK(recorded({{"n", std::uint64_t{4'294'967'295}}}).at("n") ==
          json{{"uint64", 4'294'967'295}});
    CHECK(recorded({{"n", std::uint64_t{4'294'967'296}}}).at("n") == json{{"uint64", "withheld"}});
    CHECK(recorded({{"n", std::int64_t{-4'294'967'296}}}).at("n") == json{{"int64", "withheld"}});
    CHECK(recorded({{"n", 352'099'001'761'481.0}}).at("n") == json{{"double", "withheld"}});
    CHECK(recorded({{"VersionFlags", std::uint64_t{1} << 56U}}).at("VersionFlags") ==
          json{{"uint64", std::uint64_t{1} << 56U}});
}

TEST_CASE("a message beyond a MiB is not recorded", "[coredevice][record]")
{
    CHECK_FALSE(recorded({{"list", xpc::array(40'000)}}).is_null());
    CHECK(recorded({{"list", xpc::array(50'000)}}).is_null());
    CHECK(recorded({{std::string(2U << 20U, 'a'), true}}).is_null());
}

TEST_CASE("a question to a service is recorded with its answer", "[coredevice][record]")
{
    kept_recording kept;
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.recorder = kept.recorder;
    phone.add_answering(service::device_info, xpc::dictionary{{"cores", std::int64_t{6}}});
    REQUIRE(run_until_done(context, coredevice::read_device_info(phone.connected())));

    const auto directory = kept.events("service_push", "directory");
    REQUIRE(directory.size() == 1);
    CHECK(directory.front().at("message").at("Properties").at("OSVersion") == "18.0");
    CHECK(directory.front().at("message").at("Services").contains(service::device_info));
    REQUIRE(kept.events("service_opened", service::device_info).size() == 1);
    const auto asked = kept.events("service_request", service::device_info);
    REQUIRE(asked.size() == 1);
    CHECK(asked.front().at("message").at("CoreDevice.featureIdentifier") ==
          "com.apple.coredevice.feature.getdeviceinfo");
    CHECK(asked.front().at("message").at("CoreDevice.input") == json::object());
    const auto answered = kept.events("service_reply", service::device_info);
    REQUIRE(answered.size() == 1);
    CHECK(answered.front().at("message") ==
          json{{"CoreDevice.output", {{"cores", {{"int64", 6}}}}}});
    CHECK(answered.front().at("call") == asked.front().at("call"));
    CHECK(answered.front().at("connection") == asked.front().at("connection"));
    CHECK(answered.front().at("ms").get<double>() >= 0);
}

TEST_CASE("a question that is not answered is recorded with its failure", "[coredevice][record]")
{
    kept_recording kept;
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.recorder = kept.recorder;
    phone.add(service::apps, [](fake_service& self, const auto&) { self.hang_up(); });
    auto& host = phone.connected();
    REQUIRE_FALSE(run_until_done(context, host.invoke(service::apps, {.feature = "f"}, 20s)));
    const auto answered = kept.events("service_reply", service::apps);
    REQUIRE(answered.size() == 1);
    CHECK(answered.front().at("failure") ==
          json{{"problem", "refused"}, {"cause", "connection_closed"}});
}

TEST_CASE("of what goes one way the recording has count and size", "[coredevice][record]")
{
    kept_recording kept;
    boost::asio::io_context context;
    {
        fake_phone phone(context);
        phone.recorder = kept.recorder;
        phone.add(service::universal_hid, {});
        auto& host = phone.connected();
        const auto send = [&]() -> boost::asio::awaitable<bool> {
            auto opened = co_await host.open(service::universal_hid, asked_within);
            REQUIRE(opened);
            for (int each = 0; each < 3; ++each)
                REQUIRE(co_await opened->tell({{"report", bytes_of("a1b2c3")}}, asked_within));
            co_return true;
        };
        REQUIRE(run_until_done(context, send()));
        context.poll(); // both coroutines of the connection end
    }
    const auto ended = kept.events("service_ended", service::universal_hid);
    REQUIRE(ended.size() == 1);
    CHECK(ended.front().at("messages") == 3);
    CHECK(ended.front().at("bytes").get<int>() > 3 * 3);
    CHECK_FALSE(kept.text.str().contains("report"));
    CHECK_FALSE(kept.text.str().contains("a1b2c3"));
}

TEST_CASE("no private text and no picture stands in a recording of services",
          "[coredevice][record]")
{
    kept_recording kept;
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.recorder = kept.recorder;
    fill_with_secrets(phone);
    auto& host = phone.connected();
    REQUIRE(run_until_done(context, coredevice::read_device_info(host)));
    REQUIRE(run_until_done(context, coredevice::capture_screen(host)));
    REQUIRE(run_until_done(context, coredevice::list_apps(host)));
    const auto launched = run_until_done(
        context, coredevice::launch_app(host, {.bundle_id = "com.secret.app",
                                               .arguments = {"Secret argument"},
                                               .environment = {{"TOKEN", "Secret token"}}}));
    REQUIRE_FALSE(launched);
    CHECK(launched.error().message.contains("Secret app"));
    REQUIRE(run_until_done(context, coredevice::read_pasteboard(host)) == "Secret clipboard");
    const auto write = [&]() -> boost::asio::awaitable<bool> {
        (void)co_await coredevice::write_pasteboard(host, "Secret text"); // refused by this phone
        co_return true;
    };
    REQUIRE(run_until_done(context, write()));

    const auto text = kept.text.str();
    for (const auto* known : {"iPhone15,3", "launchapplication", "PULL_REPLY", "SomeDomain",
                              "\"imageFormat\":\"png\"", "TOKEN"}) {
        INFO(known);
        CHECK(text.contains(known));
    }
    for (const auto* secret :
         {"Secret", "secret", "SECRET", "987654321012", "00008120-000000000000001E"}) {
        INFO(secret);
        CHECK_FALSE(text.contains(secret));
    }
    for (const auto* secret : {"Secret picture", "Secret clipboard", "Secret text"})
        CHECK_FALSE(text.contains(hexadecimal(letters_of(secret))));
}

} // namespace thimble::tests
