#include "http/date.hpp"

#include <spdlog/fmt/chrono.h>

#include <ctime>

namespace thimble::service::http {

std::string date_now()
{
    return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(std::time(nullptr)));
}

} // namespace thimble::service::http
