#include "http/arrival.hpp"

#include <boost/asio/error.hpp>
#include <boost/beast/http/error.hpp>

namespace thimble::service::http {

namespace asio = boost::asio;
namespace beast = boost::beast;

arrival meaning_of(boost::system::error_code failed)
{
    using beast::http::error;
    if (failed == error::header_limit || failed == error::buffer_overflow)
        return arrival::headers_too_large;
    if (failed == asio::error::operation_aborted)
        return arrival::timed_out;
    if (failed == error::end_of_stream || failed == error::partial_message)
        return arrival::nothing;
    const auto& of_http = beast::http::make_error_code(error::bad_method).category();
    return failed.category() == of_http ? arrival::malformed : arrival::nothing;
}

refusal to_refusal(arrival what)
{
    if (what == arrival::headers_too_large)
        return refusal::headers_too_large;
    if (what == arrival::over_share)
        return refusal::over_share;
    return what == arrival::timed_out ? refusal::timed_out : refusal::malformed;
}

} // namespace thimble::service::http
