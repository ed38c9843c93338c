#include "daemon/uplink/boot_id.hpp"

#ifdef __APPLE__
#include <sys/sysctl.h>
#include <sys/time.h>
#else
#include <fstream>
#endif

namespace thimble::daemon {

#ifdef __APPLE__
std::string boot_id()
{
    timeval started{};
    std::size_t size = sizeof(started);
    if (sysctlbyname("kern.boottime", &started, &size, nullptr, 0) != 0)
        return {};
    return "boot-" + std::to_string(started.tv_sec);
}
#else
std::string boot_id()
{
    std::ifstream from("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(from, id);
    return id;
}
#endif

} // namespace thimble::daemon
