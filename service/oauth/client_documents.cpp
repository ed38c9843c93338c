#include "service/oauth/client_documents.hpp"

#include "async/deadline.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::oauth {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

oauth_error no_document(const std::string& why)
{
    return {.code = "invalid_client",
            .description = "The document at client_id is of no use: " + why};
}

oauth_error too_many_fetches()
{
    return {.code = "temporarily_unavailable",
            .description = "Too many documents of clients have been asked for; try again later",
            .status = 429};
}

} // namespace

client_documents::client_documents(asio::any_io_executor home,
                                   fetch how,
                                   const document_limits& granted)
    : fetch_(std::move(how)), limits_(granted), of_address_(granted.of_address),
      of_all_(granted.of_all), lookups_(std::move(home), granted.lookups)
{
}

asio::awaitable<outcome<client>> client_documents::find(std::string url, std::string network)
{
    auto now = clock::now();
    if (const auto known = kept_.find(url); known != kept_.end() && now < known->second.until) {
        if (known->second.what)
            co_return *known->second.what;
        co_return std::unexpected(no_document(known->second.what.error()));
    }
    if (of_address_.refuse(network, now) || of_all_.refuse("all", now))
        co_return std::unexpected(too_many_fetches());
    auto resolver = lookups_.take(network);
    if (!resolver)
        co_return std::unexpected(too_many_fetches());
    auto text = co_await async::with_timeout(limits_.fetch_time, fetch_(url, std::move(resolver)));
    std::expected<client, std::string> found = std::unexpected("it does not come in time");
    if (text)
        found = *text ? read_document(url, **text) : std::unexpected(text->error());
    keep(url, found);
    if (!found)
        co_return std::unexpected(no_document(found.error()));
    co_return std::move(*found);
}

void client_documents::keep(const std::string& url, std::expected<client, std::string> what)
{
    const auto now = clock::now();
    if (kept_.size() >= limits_.most && !kept_.contains(url))
        kept_.erase(std::ranges::min_element(kept_, {},
                                             [](const auto& each) { return each.second.until; }));
    const auto time = what ? std::chrono::duration_cast<clock::duration>(limits_.kept)
                           : std::chrono::duration_cast<clock::duration>(limits_.kept_failure);
    kept_.insert_or_assign(url, kept_document{.what = std::move(what), .until = now + time});
}

std::expected<client, std::string> read_document(const std::string& url, const std::string& text)
{
    const auto metadata = json::parse(text, nullptr, false);
    if (!metadata.is_object())
        return std::unexpected("it is no JSON object");
    if (metadata.value("client_id", json()) != url)
        return std::unexpected("its client_id is not its address");
    if (metadata.value("token_endpoint_auth_method", json("none")) != "none")
        return std::unexpected("its token_endpoint_auth_method must be none");
    auto out = read_client(url, metadata);
    if (out)
        out->documented = true;
    return out;
}

} // namespace thimble::service::oauth
