// End of a cancelled coroutine that takes errors as values, or catches exceptions.
#pragma once

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <exception>

namespace thimble::async {

/// After an operation that says how it went in `failed`: throws when it was cancelled, so that
/// whoever has cancelled it (with_timeout(), say) is not given a failure of its own making.
inline void throw_if_aborted(const boost::system::error_code& failed)
{
    if (failed == boost::asio::error::operation_aborted)
        throw boost::system::system_error(failed);
}

/// In the handler of an exception: throws it again where it says that the coroutine was cancelled,
/// which is no failure of what it did.
inline void throw_if_aborted(const std::exception& problem)
{
    if (const auto* const error = dynamic_cast<const boost::system::system_error*>(&problem))
        throw_if_aborted(error->code());
}

} // namespace thimble::async
