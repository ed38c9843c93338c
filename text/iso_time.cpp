#include "text/iso_time.hpp"

#include <spdlog/fmt/chrono.h>

namespace thimble::service {

std::string iso_time(std::chrono::system_clock::time_point moment)
{
    using std::chrono::floor;
    const auto second = floor<std::chrono::seconds>(moment);
    const auto more = floor<std::chrono::milliseconds>(moment - second);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(second)), more.count());
}

} // namespace thimble::service
