// Pictures of the screen.
#include "device/coredevice/screen_capture.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {

namespace coredevice = device::coredevice;

TEST_CASE("a picture is asked for by feature and action", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto image = bytes_of("89504e47");
    const auto& service = phone.add_answering(coredevice::service::screen_capture,
                                              xpc::dictionary{{"image", image},
                                                              {"imageFormat", "png"},
                                                              {"displayUniqueID", xpc::null()}});
    auto& host = phone.connected();
    const auto first = run_until_done(context, coredevice::capture_screen(host));
    REQUIRE(first);
    CHECK(first->image == image);
    CHECK(first->format == "png");
    CHECK(run_until_done(context, coredevice::capture_screen(host)));
    CHECK(service.connections == 2); // the phone answers one request a connection
    const auto& asked = service.messages.front();
    CHECK(feature_of(asked) == "com.apple.coredevice.feature.capturescreenshot");
    CHECK(xpc::text_member(asked.body, "CoreDevice.actionIdentifier") ==
          "com.apple.coredevice.action.capturescreenshot");
    CHECK(input_of(asked) ==
          xpc::dictionary{{"displayUniqueID", xpc::null()}, {"requestedFormat", "png"}});
}

TEST_CASE("a picture without bytes is none", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add_answering(coredevice::service::screen_capture,
                        xpc::dictionary{{"image", xpc::data()}});
    const auto read = run_until_done(context, coredevice::capture_screen(phone.connected()));
    REQUIRE_FALSE(read);
    CHECK(read.error().cause == "malformed_answer");
}

} // namespace thimble::tests
