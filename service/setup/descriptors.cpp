#include "service/setup/descriptors.hpp"

#include <algorithm>
#include <sys/resource.h>

namespace thimble::service {

namespace {

constexpr rlim_t plenty = 10'240;                  // no system refuses as many as these
constexpr std::size_t most_kept_for_others = 1024; // than clients

} // namespace

std::size_t raise_descriptor_limit()
{
    rlimit granted{};
    ::getrlimit(RLIMIT_NOFILE, &granted);
    rlimit wanted = granted;
    wanted.rlim_cur = std::max(granted.rlim_cur, std::min(granted.rlim_max, plenty));
    return ::setrlimit(RLIMIT_NOFILE, &wanted) == 0 ? wanted.rlim_cur : granted.rlim_cur;
}

limits limits_within(std::size_t descriptors)
{
    limits out;
    const auto kept = std::min(most_kept_for_others, descriptors / 2);
    out.http.connections = std::min(out.http.connections, descriptors - kept);
    return out;
}

} // namespace thimble::service
