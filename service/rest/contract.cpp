// GET /openapi.json and GET /docs.
#include "service/rest/contract_texts.hpp"
#include "service/rest/endpoints.hpp"

#include <utility>

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

using text_reader = asio::awaitable<http::shared_bytes> (contract_texts::*)();

asio::awaitable<http::response>
show(contract_texts& texts, text_reader read, std::string_view media_type)
{
    http::response out;
    out.set("Content-Type", std::string(media_type));
    out.set("Cache-Control", "no-cache");
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    out.body = co_await (texts.*read)();
    co_return out;
}

endpoint row_of(std::string path,
                std::string summary,
                std::string_view media_type,
                contract_texts& texts,
                text_reader read)
{
    endpoint row;
    row.paths = {std::move(path)};
    row.open_to = endpoint::access::everybody;
    row.documented_as = {
        .in = chapter::service,
        .summary = std::move(summary),
        .answers = {{.meaning = "The contract.", .media_types = {std::string(media_type)}}}};
    row.answer = [&texts, read, media_type](call&) { return show(texts, read, media_type); };
    return row;
}

} // namespace

std::vector<endpoint> contract_endpoints(contract_texts& texts)
{
    return {row_of("/openapi.json", "Read this contract as an OpenAPI document", "application/json",
                   texts, &contract_texts::openapi),
            row_of("/docs", "Read this contract as a page", "text/html; charset=utf-8", texts,
                   &contract_texts::page)};
}

} // namespace thimble::service::api
