#include "http/read_result.hpp"

#include <boost/asio/error.hpp>
#include <boost/beast/http/error.hpp>

namespace thimble::service::http {

namespace asio = boost::asio;
namespace beast = boost::beast;

read_result meaning_of(boost::system::error_code failed)
{
    using beast::http::error;
    if (failed == error::header_limit || failed == error::buffer_overflow)
        return read_result::headers_too_large;
    if (failed == asio::error::operation_aborted)
        return read_result::timed_out;
    if (failed == error::end_of_stream || failed == error::partial_message)
        return read_result::nothing;
    const auto& of_http = beast::http::make_error_code(error::bad_method).category();
    return failed.category() == of_http ? read_result::malformed : read_result::nothing;
}

refusal to_refusal(read_result what)
{
    if (what == read_result::headers_too_large)
        return refusal::headers_too_large;
    if (what == read_result::over_share)
        return refusal::over_share;
    return what == read_result::timed_out ? refusal::timed_out : refusal::malformed;
}

} // namespace thimble::service::http
