#include "tests/e2e/faults/fault.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::e2e {

std::vector<fault> all_faults()
{
    std::vector<fault> all;
    for (auto& some : {network_faults(), program_faults(), phone_faults(), machine_faults()})
        std::ranges::copy(some, std::back_inserter(all));
    return all;
}

} // namespace thimble::e2e
