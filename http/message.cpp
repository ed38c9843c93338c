// Written by hand: Beast's serializer took more time for an answer than most answers did.
#include "http/message.hpp"

#include <boost/beast/http/status.hpp>
#include <spdlog/fmt/chrono.h>

#include <ctime>
#include <string_view>

namespace thimble::service::http {

namespace beast = boost::beast;

namespace {

constexpr std::size_t usual_head = 512;          // bytes, to begin with
constexpr std::size_t long_body = 16UL * 1024;   // is not worth a copy
constexpr std::string_view end_of_line = "\r\n"; // of the head

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

void add_field(std::string& to, std::string_view name, std::string_view value)
{
    to.append(name).append(": ").append(value).append(end_of_line);
}

/// "Sat, 21 Nov 2026 01:23:08 GMT".
std::string date_now()
{
    return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(std::time(nullptr)));
}

/// An older client is told that the connection stays open, any other that it does not.
void add_connection(std::string& to, bool old, bool keep_alive)
{
    if (old && keep_alive)
        add_field(to, "Connection", "keep-alive");
    else if (!old && !keep_alive)
        add_field(to, "Connection", "close");
}

std::string status_line(unsigned status, bool old)
{
    std::string line;
    line.reserve(usual_head);
    line.append(old ? "HTTP/1.0 " : "HTTP/1.1 ").append(std::to_string(status)).append(" ");
    return line.append(beast::http::obsolete_reason(beast::http::int_to_status(status)))
        .append(end_of_line);
}

} // namespace

message to_message(const response& what, const request* of, bool keep_alive)
{
    const bool old = of != nullptr && of->head.version() < 11;
    const auto body = bytes_of(what);
    message out{.text = status_line(what.status, old), .rest = {}};
    for (const auto& [name, value] : what.headers)
        add_field(out.text, name, value);
    add_field(out.text, "Date", date_now());
    add_connection(out.text, old, keep_alive);
    if (has_body(what.status) && !what.open_ended)
        add_field(out.text, "Content-Length", std::to_string(body.size()));
    out.text.append(end_of_line);
    const bool head_only = of != nullptr && of->head.method() == beast::http::verb::head;
    if (!has_body(what.status) || head_only)
        return out;
    if (body.size() < long_body)
        out.text.append(body.data(), body.size());
    else
        out.rest = body;
    return out;
}

} // namespace thimble::service::http
