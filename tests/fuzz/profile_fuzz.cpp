// Provisioning profiles: whatever comes is read or refused.
#include "device/packages/provisioning_profile.hpp"
#include "tests/fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto profile = device::packages::read_profile(fuzz::text_of(data, size));
    if (!profile) {
        fuzz::require(!profile.error().empty(), "a refusal says why");
        return 0;
    }
    for (const auto& each : profile->phones)
        fuzz::require(profile->names_phone(each), "a phone that is named is named");
    static_cast<void>(profile->covers_app("org.example.app"));
    return 0;
}
