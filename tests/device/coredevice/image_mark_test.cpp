// Developer images told apart by what they bring along.
#include "device/coredevice/driver/image_mark.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {

using device::coredevice::image_mark;
using device::coredevice::service_directory;

TEST_CASE("an image is known by the services that it brings, and by no others", "[gate]")
{
    service_directory phone;
    const auto none = image_mark(phone);
    CHECK(none.size() == 8);
    phone.services["com.apple.mobile.lockdown.remote.trusted"].port = 1;
    CHECK(image_mark(phone) == none);
    phone.services["com.apple.coredevice.appservice"] = {
        .port = 2, .entitlement = {}, .remote_xpc = true, .version = 1, .features = {"a", "b"}};
    const auto one = image_mark(phone);
    CHECK(one != none);
    auto& service = phone.services["com.apple.coredevice.appservice"];
    service.port = 3; // another one after each start
    CHECK(image_mark(phone) == one);
    service.features = {"ab"};
    CHECK(image_mark(phone) != one);
    service.features = {"a", "b"};
    service.version = 2;
    CHECK(image_mark(phone) != one);
}

} // namespace thimble::tests
