// Authorization server for remote clients of the Model Context Protocol: OAuth 2.1 with PKCE, for
// public clients.
#pragma once

#include "async/worker.hpp"
#include "http/own_addresses.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "service/accounts/accounts.hpp"
#include "service/accounts/rate_limit.hpp"
#include "service/oauth/client_documents.hpp"
#include "service/oauth/document_request.hpp"
#include "service/oauth/grants.hpp"
#include "service/oauth/open_requests.hpp"
#include "service/oauth/registered_client.hpp"
#include "store/database.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service::oauth {

struct oauth_limits {
    grant_limits grants = {};
    request_limits requests = {};
    document_limits documents = {};
    rate of_address{.per_second = 1, .burst = 60}; // requests of strangers
};

/// Home thread.
class authorization_server {
public:
    /// All of it outlives the server. `fetch`: instead of the internet, for tests.
    struct dependencies {
        boost::asio::any_io_executor home;
        store::database& store;
        accounts& owners;
        const own_addresses& here;
        std::string_view secret; // random, and the same as long as the database
        oauth_limits limits = {};
        std::string id_suffix = {}; // of requests for consent and of codes, which this node knows
        client_documents::fetch fetch = nullptr;
        std::shared_ptr<spdlog::logger> log;
    };

    explicit authorization_server(const dependencies& with);

    /// Takes over the grants of a former run; before anything else.
    void restore(const std::vector<grant>& left) { grants_.assign(left); }

    /// Takes over what another node of the service has written. False when the store fails.
    boost::asio::awaitable<bool> reload() { return grants_.reload(); }

    /// Hears whenever a grant has gone here. One listener.
    void when_gone(std::function<void()> then) { grants_.when_gone(std::move(then)); }

    /// Hears whenever it is gone in the store, too. One listener.
    void when_removed(std::function<void()> then) { grants_.when_removed(std::move(then)); }

    // Requests of strangers, limited by address.

    http::response describe_resource(const http::request& what, const http::caller& from) const;
    http::response describe_server(const http::request& what, const http::caller& from) const;

    /// Sends the browser to the page of consent, or back to the client with an error. Where the
    /// client or its address is not known, or nobody vouches for an address elsewhere, it stays
    /// here: the answer is a text for a person.
    boost::asio::awaitable<http::response> authorize(const http::request& what,
                                                     const http::caller& from);
    boost::asio::awaitable<http::response> exchange(const http::request& what,
                                                    const http::caller& from);
    http::response enrol(const http::request& what, const http::caller& from);
    boost::asio::awaitable<http::response> revoke(const http::request& what,
                                                  const http::caller& from);

    // Decisions of somebody who has signed in.

    /// nullptr where there is none any more.
    const authorization_request* find_request(std::string_view id);

    struct decision {
        access_rights rights;
        std::chrono::hours time{};
    };

    /// The address that the browser goes to then. Nothing decided: refused. FORBIDDEN for more than
    /// `who` may, INVALID_ARGUMENT for more than was asked for, DATA_NOT_FOUND where there is no
    /// request.
    result<std::string>
    decide(const account& who, std::string_view id, const std::optional<decision>& what);

    std::vector<grant> grants_of(const account& who) const { return grants_.of(who.id); }

    /// GRANT_NOT_FOUND; INTERNAL_ERROR or STORE_UNAVAILABLE while it is not written down.
    boost::asio::awaitable<result<void>> end_grant(account who, std::string id);

    // Questions of /mcp.

    /// The account for which a token speaks, if it is for this server; nothing where the request
    /// carries no token of ours.
    std::optional<account> account_of(const http::request& what);

    /// The value of WWW-Authenticate for a request that was not let in.
    std::string challenge(const http::request& what, const http::caller& from) const;

    /// The same for a token that lacks scopes.
    std::string
    scope_challenge(const http::request& what, const http::caller& from, scope_set needed) const;

    bool stands(std::string_view grant_id) const;

    boost::asio::awaitable<void> prune();

private:
    boost::asio::awaitable<outcome<client>> find_client(std::string id, std::string network);
    boost::asio::awaitable<std::expected<std::string, std::string>>
    fetch(std::string url, std::shared_ptr<async::worker> resolver);
    boost::asio::awaitable<outcome<tokens>> exchange_code(form given, std::string origin);
    boost::asio::awaitable<outcome<tokens>> exchange_refresh(form given);
    account account_for(const grant& of) const;
    std::string origin(const http::request& what, const http::caller& from) const;
    bool refuses(const http::caller& from);

    accounts& owners_;
    const own_addresses& here_;
    std::shared_ptr<spdlog::logger> log_;
    client_ids ids_;
    async::worker trust_reader_;
    std::unique_ptr<boost::asio::ssl::context> trust_; // nullptr: not loaded yet
    client_documents documents_;
    open_requests requests_;
    grants grants_;
    rate_limiter limiter_;
};

} // namespace thimble::service::oauth
