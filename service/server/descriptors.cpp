#include "service/server/descriptors.hpp"

#include <algorithm>
#include <sys/resource.h>

namespace thimble::service {

namespace {

constexpr rlim_t preferred_nofile = 65'536;
constexpr rlim_t open_max = 10'240;                // no system refuses as many as these
constexpr std::size_t most_kept_for_others = 1024; // than clients

bool ask_for(rlimit granted, rlim_t wanted)
{
    granted.rlim_cur = std::max(granted.rlim_cur, std::min(granted.rlim_max, wanted));
    return ::setrlimit(RLIMIT_NOFILE, &granted) == 0;
}

} // namespace

std::size_t raise_descriptor_limit()
{
    rlimit granted{};
    ::getrlimit(RLIMIT_NOFILE, &granted);
    if (ask_for(granted, preferred_nofile) || ask_for(granted, open_max))
        ::getrlimit(RLIMIT_NOFILE, &granted);
    return granted.rlim_cur;
}

limits limits_within(std::size_t descriptors, std::size_t connections)
{
    limits out;
    const auto kept = std::min(most_kept_for_others, descriptors / 2);
    out.http.connections = std::min(connections, descriptors - kept);
    out.http.connections_of_address = std::max<std::size_t>(out.http.connections / 4, 1);
    return out;
}

} // namespace thimble::service
