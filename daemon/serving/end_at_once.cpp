#include "daemon/serving/end_at_once.hpp"

#include <cstdlib>
#include <iostream>

namespace thimble::daemon {

void end_at_once(int code)
{
    std::cout.flush();
    std::cerr.flush();
    std::_Exit(code);
}

} // namespace thimble::daemon
