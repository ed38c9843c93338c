#include "program/whole_write.hpp"

#include <cerrno>
#include <unistd.h>

namespace thimble::service {

bool write_all(int to, std::string_view content)
{
    while (!content.empty()) {
        const auto written = ::write(to, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace thimble::service
