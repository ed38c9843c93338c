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
    row.documented_as = {
        .in = chapter::service,
        .summary = "Read what is counted and measured",
        .details = "For Prometheus. No account, phone or person is named.",
        .answers = {{.meaning = "The metrics.",
                     .media_types = {"text/plain; version=0.0.4; charset=utf-8"}}}};
    row.answer = [&of, look = std::move(look)](call&) { return show(of.text(look())); };
    return row;
}

} // namespace thimble::service
