// GET /openapi.json and GET /docs.
#include "service/document/docs_page.hpp"
#include "service/document/openapi.hpp"
#include "service/rest/endpoints.hpp"

#include <functional>
#include <span>

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

/// A text that is made when it is first asked for and is kept from then on.
class kept_text {
public:
    explicit kept_text(std::function<std::string()> make) : make_(std::move(make)) {}

    http::shared_bytes bytes()
    {
        if (!bytes_) {
            const auto text = make_();
            const auto raw = std::as_bytes(std::span(text));
            bytes_ = std::make_shared<const std::vector<std::byte>>(raw.begin(), raw.end());
        }
        return bytes_;
    }

private:
    std::function<std::string()> make_;
    http::shared_bytes bytes_;
};

asio::awaitable<http::response> show(std::shared_ptr<kept_text> text, std::string_view media_type)
{
    http::response out;
    out.set("Content-Type", std::string(media_type));
    out.set("Cache-Control", "no-cache");
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    out.body = text->bytes();
    co_return out;
}

endpoint row_of(std::string path,
                std::string summary,
                std::string_view media_type,
                std::function<std::string()> make)
{
    endpoint row;
    row.paths = {std::move(path)};
    row.open_to = endpoint::access::everybody;
    row.documented_as = {
        .in = chapter::service,
        .summary = std::move(summary),
        .answers = {{.meaning = "The contract.", .media_types = {std::string(media_type)}}}};
    const auto text = std::make_shared<kept_text>(std::move(make));
    row.answer = [text, media_type](call&) { return show(text, media_type); };
    return row;
}

} // namespace

std::vector<endpoint> contract_endpoints(const table& all)
{
    return {row_of("/openapi.json", "Read this contract as an OpenAPI document", "application/json",
                   [&all] { return contract::openapi_document(all).dump(); }),
            row_of("/docs", "Read this contract as a page", "text/html; charset=utf-8",
                   [&all] { return contract::docs_page(all); })};
}

} // namespace thimble::service::api
