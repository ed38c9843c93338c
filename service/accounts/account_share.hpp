// Share of the service's limits that one account may hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace thimble::service {

/// Number of accounts now.
using account_count = std::function<std::size_t()>;

/// A quarter, at least eight: others find room however much one account asks for. An account that
/// is alone may hold everything.
constexpr std::size_t account_share(std::size_t all, std::size_t accounts)
{
    constexpr std::size_t least = 8;
    return accounts < 2 ? all : std::min(all, std::max(all / 4, least));
}

} // namespace thimble::service
