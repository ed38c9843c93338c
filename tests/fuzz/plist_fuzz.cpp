// Property lists, binary and XML: read within limits or refused, and written as they were read.
#include "device/plist/property_list.hpp"
#include "tests/fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto list = device::plist::parse_property_list(fuzz::text_of(data, size));
    if (!list) {
        fuzz::require(!list.error().empty(), "a refusal says why");
        return 0;
    }
    const auto written = device::plist::to_xml(*list);
    const auto again = device::plist::parse_property_list(written);
    fuzz::require(again.has_value(), "a list that was written is read");
    fuzz::require(device::plist::to_xml(*again) == written, "it is the same list");
    return 0;
}
