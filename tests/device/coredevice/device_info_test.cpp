// The facts that a phone tells of itself.
#include "device/coredevice/device_info.hpp"
#include "device/coredevice/service_names.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {

namespace coredevice = device::coredevice;

namespace {

constexpr auto updates_feature = "com.apple.coredevice.feature.displayinfoupdates";

xpc::dictionary turned_display(const std::string& rotation)
{
    return {{"displayId", std::int64_t{1}}, {"currentOrientation", rotation}};
}

/// A service that pushes an element for each, and then ends the stream.
fake_service::handler pushing(xpc::array elements)
{
    return [elements = std::move(elements)](fake_service& self, const auto& what) {
        const auto input = input_of(what);
        const auto* proxy = input.find("streamProxy")->template as<xpc::dictionary>();
        const auto channel = *proxy->find("sideChannel");
        const auto push = [&](xpc::dictionary status) {
            self.say(1, {.flags = 0x101,
                         .id = 1,
                         .body = xpc::dictionary{
                             {"CoreDevice.XPCMessageKey.sideChannelStatus", std::move(status)},
                             {"XPCSideChannel.uniqueIdentifier", channel}}});
        };
        for (const auto& each : elements)
            push({{"pushing", xpc::dictionary{{"elements", xpc::array{each}}}}});
        push({{"finishStreaming", xpc::dictionary()}});
    };
}

} // namespace

TEST_CASE("a phone's facts are passed on as it names them", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const xpc::dictionary facts{{"productType", "iPhone15,3"}, {"cores", std::int64_t{6}}};
    const auto& service = phone.add_answering(coredevice::service::device_info, facts);
    const auto read = run_until_done(context, coredevice::read_device_info(phone.connected()));
    REQUIRE(read);
    CHECK(*read == facts);
    CHECK(feature_of(service.messages.front()) == "com.apple.coredevice.feature.getdeviceinfo");
    CHECK(input_of(service.messages.front()).empty());
}

TEST_CASE("displays are read with the size that touches are measured in", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const xpc::dictionary built_in{
        {"displayId", std::uint64_t{1}},
        {"name", "LCD"},
        {"nativeSize", xpc::array{1'290.0, 2'796.0}},
        {"currentMode", xpc::dictionary{{"size", xpc::array{1'290.0, 2'796.0}}}},
        {"pointScale", std::int64_t{3}},
        {"currentOrientation", "rot90"}};
    const auto& service = phone.add_answering(
        coredevice::service::device_info,
        xpc::dictionary{{"displays", xpc::array{built_in, xpc::dictionary(), true}}});
    const auto read = run_until_done(context, coredevice::read_displays(phone.connected()));
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK(read->front() == coredevice::display{.id = 1,
                                               .name = "LCD",
                                               .native = {.width = 1'290, .height = 2'796},
                                               .mode = {.width = 1'290, .height = 2'796},
                                               .point_scale = 3.0,
                                               .rotation = "rot90"});
    CHECK(read->back() == coredevice::display{});
    CHECK(feature_of(service.messages.front()) == "com.apple.coredevice.feature.getdisplayinfo");
}

TEST_CASE("sizes that no display has are not told", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto sized = [](double width, double height, double scale) {
        return xpc::dictionary{{"nativeSize", xpc::array{width, height}}, {"pointScale", scale}};
    };
    phone.add_answering(
        coredevice::service::device_info,
        xpc::dictionary{{"displays", xpc::array{sized(1e300, 2'796, 1e-300), sized(1'290, -1, -3),
                                                sized(0.5, 2'796, 1e300)}}});
    const auto read = run_until_done(context, coredevice::read_displays(phone.connected()));
    REQUIRE(read);
    REQUIRE(read->size() == 3);
    for (const auto& each : *read)
        CHECK(each == coredevice::display{});
}

TEST_CASE("a lock is known as far as the phone tells", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add_answering(coredevice::service::device_info,
                                              xpc::dictionary{{"passcodeRequired", true}});
    const auto read = run_until_done(context, coredevice::read_lock_state(phone.connected()));
    REQUIRE(read);
    CHECK(*read == coredevice::lock_state{.passcode_required = true});
    CHECK(feature_of(service.messages.front()) == "com.apple.coredevice.feature.getlockstate");
}

TEST_CASE("displays are followed as the phone pushes them, one or all at a time", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(
        coredevice::service::device_info,
        pushing({turned_display("rot0"), true,
                 xpc::dictionary{{"displays", xpc::array{turned_display("rot90"), "none"}}}}),
        {updates_feature});
    auto& host = phone.connected();
    CHECK(coredevice::pushes_displays(host.directory()));
    CHECK_FALSE(coredevice::tells_lock_state(host.directory()));
    std::vector<std::string> rotations;
    const auto followed =
        run_until_done(context, coredevice::follow_displays(host, [&](const auto& all) {
                           for (const auto& each : all)
                               rotations.push_back(each.rotation);
                       }));
    CHECK(followed);
    CHECK(rotations == std::vector<std::string>{"rot0", "rot90"});
    CHECK(feature_of(service.messages.front()) == updates_feature);
}

TEST_CASE("an answer about displays without any is not understood", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add_answering(coredevice::service::device_info, xpc::array());
    auto& host = phone.connected();
    const auto displays = run_until_done(context, coredevice::read_displays(host));
    REQUIRE_FALSE(displays);
    CHECK(displays.error().cause == "malformed_answer");
}

} // namespace thimble::tests
