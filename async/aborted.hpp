// End of a cancelled coroutine that takes errors as values.
#pragma once

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

namespace thimble::async {

/// After an operation that says how it went in `failed`: throws when it was cancelled, so that
/// whoever has cancelled it (with_timeout(), say) is not given a failure of its own making.
inline void throw_if_aborted(const boost::system::error_code& failed)
{
    if (failed == boost::asio::error::operation_aborted)
        throw boost::system::system_error(failed);
}

} // namespace thimble::async
