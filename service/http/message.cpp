#include "service/http/message.hpp"

#include "service/http/date.hpp"

#include <span>

namespace thimble::service::http {

namespace beast = boost::beast;

namespace {

std::span<const char> bytes_of(const response& what)
{
    if (const auto* text = std::get_if<std::string>(&what.body))
        return *text;
    const auto& shared = std::get<shared_bytes>(what.body);
    return {reinterpret_cast<const char*>(shared->data()), shared->size()};
}

bool has_body(unsigned status)
{
    return status != 204 && status != 304;
}

} // namespace

message to_message(const response& what, const request* of, bool keep_alive)
{
    const auto body = bytes_of(what);
    message out(beast::http::int_to_status(what.status), of != nullptr ? of->head.version() : 11);
    out.result(what.status);
    for (const auto& [name, value] : what.headers)
        out.insert(name, value);
    out.set(beast::http::field::date, date_now());
    out.keep_alive(keep_alive);
    if (has_body(what.status))
        out.content_length(body.size());
    const bool head_only = of != nullptr && of->head.method() == beast::http::verb::head;
    if (has_body(what.status) && !head_only)
        out.body() = {body.data(), body.size()};
    return out;
}

} // namespace thimble::service::http
