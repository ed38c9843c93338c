// Property lists, binary and XML: read within limits or refused, and written as they were read.
#include "device/plist/property_list.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <string>

/// XML has no place for some characters, and keys in which this one takes theirs have another place
/// in the order.
constexpr const char* no_character = "\uFFFD";

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
    const auto written_again = device::plist::to_xml(*again);
    if (written.find(no_character) == std::string::npos)
        fuzz::require(written_again == written, "it is the same list");
    const auto at_last = device::plist::parse_property_list(written_again);
    fuzz::require(at_last && device::plist::to_xml(*at_last) == written_again,
                  "from then on it is the same list");
    return 0;
}
