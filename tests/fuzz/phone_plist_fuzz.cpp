// Property lists as the virtual phone reads and writes them, binary and XML.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/plist/property_list.hpp"

namespace thimble::fuzz {

namespace {

namespace plist = virtualphone::plist;

void check_copy(const plist::value& list, plist::bytes (*write)(const plist::value&))
{
    const auto copy = plist::parse(write(list));
    require(copy.has_value(), "a list that was written is read");
    require(!copy->dump().empty(), "it can be told in JSON");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    const auto list = plist::parse({data, size});
    if (!list) {
        require(!list.error().empty(), "a refusal says why");
        return 0;
    }
    check_copy(*list, plist::to_xml);
    check_copy(*list, plist::to_binary);
    return 0;
}
