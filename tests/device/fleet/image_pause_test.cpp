// The pause between two attempts to mount a phone's developer image.
#include "device/fleet/image_pause.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;

std::optional<device::failure> image_failure(std::string message, std::string cause)
{
    return device::failure{
        .what = device::problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

} // namespace

TEST_CASE("an image that fails in the same way is tried less and less often", "[device]")
{
    device::image_pause pause;
    const auto refused = image_failure("The server refused.", "signing_refused");
    CHECK(pause.after(refused) == 15s);
    CHECK(pause.after(refused) == 30s);
    CHECK(pause.after(refused) == 60s);
    CHECK(pause.after(image_failure("The phone refused.", "image_refused")) == 15s);
    for (int times = 0; times < 10; ++times)
        pause.after(refused);
    CHECK(pause.after(refused) == 15min);
    CHECK(pause.after(std::nullopt) == 5s);
    CHECK(pause.after(refused) == 15s);
}

TEST_CASE("an image that is missing or a phone that is locked is looked at every 15 s", "[device]")
{
    device::image_pause pause;
    for (const auto* cause : {"image_missing", "phone_locked", "signing_server_unreachable"})
        for (int times = 0; times < 3; ++times)
            CHECK(pause.after(image_failure("As before.", cause)) == 15s);
}

} // namespace thimble::tests
