#include "service/metrics/endpoints.hpp"

namespace thimble::service {

namespace asio = boost::asio;

namespace {

asio::awaitable<http::response> show(std::string text)
{
    http::response out;
    out.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    out.set("Cache-Control", "no-store");
    out.set("X-Content-Type-Options", "nosniff");
    out.body = std::move(text);
    co_return out;
}

} // namespace

endpoint metrics_endpoint(metrics& of, std::function<load()> look)
{
    endpoint row;
    row.paths = {"/metrics"};
    row.open_to = endpoint::access::everybody;
    row.answer = [&of, look = std::move(look)](call&) { return show(of.text(look())); };
    return row;
}

} // namespace thimble::service
