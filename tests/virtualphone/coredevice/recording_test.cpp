// A conversation with a virtual phone's services, recorded and played back.
#include "device/coredevice/app_service.hpp"
#include "device/coredevice/device_info.hpp"
#include "device/coredevice/device_orientation.hpp"
#include "device/coredevice/pasteboard.hpp"
#include "device/coredevice/screen_capture.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/device/coredevice/kept_recording.hpp"
#include "tests/device/coredevice/replayed_services.hpp"
#include "tests/virtualphone/coredevice/tunnelled_phone.hpp"

namespace thimble::tests {
namespace {

namespace recorded_host = device::coredevice;

/// Answers to some questions, as a host understands them.
struct findings {
    std::string release;
    std::size_t services = 0;
    std::string model;
    std::vector<recorded_host::display_size> displays;
    std::size_t apps = 0;
    std::string turned;
    std::size_t picture_bytes = 0;
    bool copied = false;
    std::string refusal;

    friend bool operator==(const findings&, const findings&) = default;
};

boost::asio::awaitable<findings> find_out(recorded_host::core_device& about)
{
    findings all;
    all.release = about.directory().os_version;
    all.services = about.directory().services.size();
    if (const auto facts = co_await recorded_host::read_device_info(about))
        all.model = xpc::text_member(*facts, "productType");
    if (const auto displays = co_await recorded_host::read_displays(about))
        for (const auto& each : *displays)
            all.displays.push_back(each.mode);
    if (const auto apps = co_await recorded_host::list_apps(about))
        all.apps = apps->size();
    if (const auto held =
            co_await recorded_host::turn_device(about, recorded_host::turn_direction::left))
        all.turned = held->current;
    if (const auto picture = co_await recorded_host::capture_screen(about))
        all.picture_bytes = picture->image.size();
    const auto copied = co_await recorded_host::write_pasteboard(about, "private words");
    all.copied = copied.has_value();
    const auto none = co_await recorded_host::launch_app(about, {.bundle_id = "com.example.none"});
    all.refusal = none ? "" : none.error().cause;
    co_return all;
}

} // namespace

TEST_CASE("a recorded conversation with a phone has the same answers once more", "[coredevice]")
{
    kept_recording kept;
    findings found;
    {
        tunnelled_phone desk("iPhone 16 Pro Max,ios=27"); // which streams its apps
        desk.record(kept.recorder);
        found = desk.ask(find_out(desk.services()));
        CHECK(desk.phone().facts().at("clipboard") == "private words");
        const auto text = kept.text.str();
        for (const auto& secret : {desk.phone().udid(), std::string("private words"),
                                   std::string("com.thimble.sketch")}) {
            INFO(secret);
            CHECK_FALSE(text.contains(secret));
        }
    }
    CHECK(found.release.starts_with("27"));
    CHECK(found.model == "iPhone17,2");
    CHECK(found.displays.size() == 1);
    CHECK(found.apps > 3);
    CHECK(found.turned == "landscapeLeft");
    CHECK(found.picture_bytes > 1'000);
    CHECK(found.copied);
    CHECK(found.refusal == "com.apple.dt.CoreDeviceError 10002");

    boost::asio::io_context context;
    replayed_services phone(context, read_recorded_services(kept.text));
    recorded_host::core_device again(context.get_executor(), phone.opener(),
                                     {.directory_port = replayed_services::directory_port,
                                      .host = {recorded_host::random_uuid()},
                                      .attempt_pause = 1ms});
    REQUIRE(run_until_done(context, again.read_directory(20s)));
    CHECK(run_until_done(context, find_out(again)) == found);
    CHECK(phone.difference() == "");
    CHECK(phone.finished());
}

} // namespace thimble::tests
