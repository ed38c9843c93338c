// The server in four parts: clients and the documents in which they describe themselves, the way
// from a request to a code, the way from a code to tokens, and grants.
#include "service/oauth/authorization_server.hpp"

#include "contract/store_failure.hpp"
#include "http/client/trust.hpp"
#include "http/client_address.hpp"
#include "http/json_response.hpp"
#include "service/accounts/credential.hpp"
#include "service/oauth/metadata.hpp"
#include "service/oauth/own_origin.hpp"
#include "service/oauth/pkce.hpp"
#include "service/oauth/redirect_uri.hpp"

#include <utility>

namespace thimble::service::oauth {

namespace asio = boost::asio;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t longest_client_id = 1500; // bytes
constexpr std::size_t longest_token = 200;

oauth_error slow_down()
{
    return {.code = "temporarily_unavailable",
            .description = "Too many requests come from this address; wait a moment",
            .status = 429};
}

oauth_error no_secret_needed()
{
    return {.code = "invalid_client",
            .description = "Clients are public: send client_id in the body, and no secret",
            .status = 401};
}

failure grant_end_unwritten()
{
    return {.code = "INTERNAL_ERROR",
            .message = "Its tokens open nothing any more, but this is not written down yet: the "
                       "service tries again. The log says what is wrong."};
}

/// For a browser: the client's address is not known to be one.
http::response text_for_person(const oauth_error& what)
{
    http::response out;
    out.status = what.status;
    out.set("Content-Type", "text/plain; charset=utf-8");
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Cache-Control", "no-store");
    out.body = "A program has asked for access to phones, but its request cannot be answered: " +
               what.description + ".\n";
    return out;
}

http::response see_other(const std::string& address)
{
    http::response out;
    out.status = 303;
    out.set("Location", address);
    out.set("Cache-Control", "no-store");
    out.set("Referrer-Policy", "no-referrer");
    return out;
}

ordered_json token_record(const tokens& given)
{
    return {{"access_token", given.access},
            {"token_type", "Bearer"},
            {"expires_in", given.expires_in.count()},
            {"refresh_token", given.refresh},
            {"scope", to_text(given.scopes)}};
}

/// Of a request to the token endpoint, or to that of revocation.
outcome<form> form_of_client(const http::request& what)
{
    if (what.head.find(boost::beast::http::field::authorization) != what.head.end())
        return std::unexpected(no_secret_needed());
    auto given = form::of_body(what);
    if (given && given->has("client_secret"))
        return std::unexpected(no_secret_needed());
    return given;
}

ordered_json client_record(const client& of)
{
    return {{"client_id", of.id},
            {"client_name", of.name},
            {"redirect_uris", of.redirect_uris},
            {"grant_types", {"authorization_code", "refresh_token"}},
            {"response_types", {"code"}},
            {"token_endpoint_auth_method", "none"}};
}

http::response refuse_client(std::string code, std::string description)
{
    return to_response(oauth_error{.code = std::move(code), .description = std::move(description)});
}

/// Everything that a code is bound to.
outcome<void>
check_exchange(const form& given, const authorization_request& asked, const std::string& issuer)
{
    if (given["client_id"] != asked.from.id)
        return std::unexpected(invalid_grant("The code is another client's"));
    if (given.has("redirect_uri") && given["redirect_uri"] != asked.redirect_uri)
        return std::unexpected(invalid_grant("redirect_uri is another than that of the request"));
    if (!answers(given["code_verifier"], asked.challenge))
        return std::unexpected(invalid_grant("code_verifier does not fit code_challenge"));
    if (issuer != asked.issuer)
        return std::unexpected(invalid_grant("The code is of another issuer"));
    if (given.has("resource") && !is_same_resource(given["resource"], asked.resource))
        return std::unexpected(invalid_target());
    return {};
}

} // namespace

authorization_server::authorization_server(const dependencies& with)
    : owners_(with.owners), here_(with.here), log_(with.log), ids_(with.secret),
      trust_reader_(with.home),
      documents_(with.home,
                 with.fetch
                     ? with.fetch
                     : client_documents::fetch(std::bind_front(&authorization_server::fetch, this)),
                 with.limits.documents),
      requests_(with.limits.requests, with.id_suffix), grants_(with.store, with.limits.grants),
      limiter_(with.limits.of_address)
{
}

std::string authorization_server::origin(const http::request& what, const http::caller& from) const
{
    return origin_of(here_, what, from);
}

bool authorization_server::refuses(const http::caller& from)
{
    const auto network = http::network_of(from.address());
    return limiter_.refuse(network, std::chrono::steady_clock::now()).has_value();
}

http::response authorization_server::describe_resource(const http::request& what,
                                                       const http::caller& from) const
{
    return json_response(protected_resource_metadata(origin(what, from)));
}

http::response authorization_server::describe_server(const http::request& what,
                                                     const http::caller& from) const
{
    return json_response(authorization_server_metadata(origin(what, from)));
}

std::string authorization_server::challenge(const http::request& what,
                                            const http::caller& from) const
{
    return challenge_of(origin(what, from), !credential_of(what).empty());
}

std::string authorization_server::scope_challenge(const http::request& what,
                                                  const http::caller& from,
                                                  scope_set needed) const
{
    return scope_challenge_of(origin(what, from), needed);
}

// Clients.

/// Reading the authorities takes a while, and most services have no such clients.
asio::awaitable<std::expected<std::string, std::string>>
authorization_server::fetch(std::string url, std::shared_ptr<async::worker> resolver)
{
    if (trust_ == nullptr) {
        auto loaded = co_await trust_reader_.run([] { return http::load_trust(std::nullopt); });
        if (!loaded) {
            log_->error("documents of clients: {}", loaded.error());
            co_return std::unexpected("the system's authorities cannot be read");
        }
        if (trust_ == nullptr)
            trust_ = std::move(*loaded);
    }
    const document_reach within{.trust = trust_.get()};
    co_return co_await fetch_document(std::move(url), within, *resolver);
}

asio::awaitable<outcome<client>> authorization_server::find_client(std::string id,
                                                                   std::string network)
{
    if (auto known = ids_.read(id))
        co_return std::move(*known);
    if (!id.starts_with("https://"))
        co_return std::unexpected(
            oauth_error{.code = "invalid_client", .description = "client_id is unknown"});
    if (const auto fine = check_document_url(id); !fine)
        co_return std::unexpected(
            oauth_error{.code = "invalid_client", .description = fine.error()});
    co_return co_await documents_.find(std::move(id), std::move(network));
}

http::response authorization_server::enrol(const http::request& what, const http::caller& from)
{
    if (refuses(from))
        return to_response(slow_down());
    if (what.body_too_large)
        return refuse_client("invalid_client_metadata", "The description is too long");
    auto read = read_client({}, json::parse(what.body, nullptr, false));
    if (!read)
        return refuse_client(read.error().starts_with("redirect_uris") ? "invalid_redirect_uri"
                                                                       : "invalid_client_metadata",
                             read.error());
    auto id = ids_.make(*read);
    if (!id)
        return refuse_client("invalid_client_metadata", "The description is too long");
    read->id = std::move(*id);
    return json_response(client_record(*read), 201);
}

// From a request to a code.

asio::awaitable<http::response> authorization_server::authorize(const http::request& what,
                                                                const http::caller& from)
{
    if (refuses(from))
        co_return text_for_person(slow_down());
    const auto given = form::of_query(what);
    if (!given)
        co_return text_for_person(given.error());
    const auto id = given->needed("client_id", longest_client_id);
    if (!id)
        co_return text_for_person(id.error());
    const auto network = http::network_of(from.address());
    auto known = co_await find_client(*id, network);
    if (!known)
        co_return text_for_person(known.error());
    const auto redirect = redirect_of(*given, *known);
    if (!redirect)
        co_return text_for_person(redirect.error());
    // Anybody registers any address elsewhere: nobody is sent there without having agreed.
    const bool may_be_told = known->documented || is_on_this_machine(*redirect);
    const auto issuer = origin(what, from);
    auto request = read_authorization_request(*given, std::move(*known), *redirect, issuer);
    if (!request && !may_be_told)
        co_return text_for_person(request.error());
    if (!request)
        co_return see_other(error_address(*redirect, (*given)["state"], issuer, request.error()));
    const auto waiting = requests_.add(std::move(*request), network, open_requests::clock::now());
    co_return see_other("/#/authorize/" + waiting);
}

const authorization_request* authorization_server::find_request(std::string_view id)
{
    return requests_.find(id, open_requests::clock::now());
}

result<std::string> authorization_server::decide(const account& who,
                                                 std::string_view id,
                                                 const std::optional<decision>& what)
{
    const auto* const found = find_request(id);
    if (found == nullptr)
        return std::unexpected(
            failure{.code = "DATA_NOT_FOUND",
                    .message = "This request for access is over; begin anew in the program."});
    const auto asked = *found;
    if (!what) {
        requests_.remove(id);
        return error_address(asked.redirect_uri, asked.state, asked.issuer,
                             {.code = "access_denied", .description = "The person has refused"});
    }
    if (!asked.scopes.has_all_of(what->rights.scopes) || what->rights.scopes.empty())
        return std::unexpected(
            invalid_argument("scopes", "not_asked_for", "must be some of those asked for"));
    if (!who.rights.include(what->rights))
        return std::unexpected(more_than_own(who.rights, what->rights));
    requests_.remove(id);
    grants::approval approved{.account_id = who.id,
                              .approved_by =
                                  who.key_id.empty() ? std::nullopt : std::optional(who.key_id),
                              .client_id = asked.from.id,
                              .client_name = asked.from.name,
                              .audience = asked.resource,
                              .rights = what->rights,
                              .time = what->time};
    const auto code = requests_.issue({.request = asked, .approved = std::move(approved)},
                                      open_requests::clock::now());
    return answer_address(asked, code);
}

// From a code to tokens.

asio::awaitable<http::response> authorization_server::exchange(const http::request& what,
                                                               const http::caller& from)
{
    if (refuses(from))
        co_return to_response(slow_down());
    auto given = form_of_client(what);
    if (!given)
        co_return to_response(given.error());
    const auto type = given->needed("grant_type", longest_token);
    if (!type)
        co_return to_response(type.error());
    outcome<tokens> out = std::unexpected(
        oauth_error{.code = "unsupported_grant_type",
                    .description = "grant_type is authorization_code or refresh_token"});
    if (*type == "authorization_code")
        out = co_await exchange_code(std::move(*given), origin(what, from));
    else if (*type == "refresh_token")
        out = co_await exchange_refresh(std::move(*given));
    co_return out ? json_response(token_record(*out)) : to_response(out.error());
}

asio::awaitable<outcome<tokens>> authorization_server::exchange_code(form given, std::string origin)
{
    for (const auto* name : {"code", "client_id", "code_verifier"})
        if (auto there = given.needed(name, longest_client_id); !there)
            co_return std::unexpected(std::move(there.error()));
    if (!is_verifier(given["code_verifier"]))
        co_return std::unexpected(
            invalid_request("code_verifier must have 43 to 128 unreserved characters"));
    auto met = requests_.take(given["code"], open_requests::clock::now());
    if (!met.grant_id.empty()) {
        log_->warn("oauth: a code came a second time; the grant {} has ended", met.grant_id);
        co_await grants_.end(met.grant_id);
    }
    if (!met.issued)
        co_return std::unexpected(invalid_grant("The code is unknown, too old, or has been used"));
    if (auto fine = check_exchange(given, met.issued->request, origin); !fine)
        co_return std::unexpected(std::move(fine.error()));
    auto made = co_await grants_.make(std::move(met.issued->approved), grants::clock::now());
    if (!made)
        co_return std::unexpected(std::move(made.error()));
    if (requests_.note_grant(given["code"], made->id)) {
        co_await grants_.end(made->id);
        co_return std::unexpected(invalid_grant("The code has been used twice"));
    }
    co_return std::move(made->tokens);
}

asio::awaitable<outcome<tokens>> authorization_server::exchange_refresh(form given)
{
    for (const auto* name : {"refresh_token", "client_id"})
        if (auto there = given.needed(name, longest_client_id); !there)
            co_return std::unexpected(std::move(there.error()));
    const auto* const held = grants_.of_token(given["refresh_token"]);
    if (held != nullptr) {
        if (given.has("resource") && !is_same_resource(given["resource"], held->audience))
            co_return std::unexpected(invalid_target());
        const auto scopes = given.has("scope") ? parse_scopes(given["scope"]) : held->rights.scopes;
        if (!scopes || !held->rights.scopes.has_all_of(*scopes))
            co_return std::unexpected(
                oauth_error{.code = "invalid_scope",
                            .description = "The scopes are more than those that were granted"});
        if (!owners_.standing_of(account_for(*held)))
            co_return std::unexpected(invalid_grant("The account, or who has agreed, is gone"));
    }
    co_return co_await grants_.refresh(given["refresh_token"], given["client_id"],
                                       grants::clock::now());
}

/// Says nothing of whether there was such a token (RFC 7009).
asio::awaitable<http::response> authorization_server::revoke(const http::request& what,
                                                             const http::caller& from)
{
    if (refuses(from))
        co_return to_response(slow_down());
    const auto given = form_of_client(what);
    if (!given)
        co_return to_response(given.error());
    for (const auto* name : {"token", "client_id"})
        if (const auto there = given->needed(name, longest_client_id); !there)
            co_return to_response(there.error());
    const auto* const held = grants_.of_token((*given)["token"]);
    if (held != nullptr && held->client_id == (*given)["client_id"])
        if (const auto id = held->id; !co_await grants_.end(id))
            co_return to_response(unavailable());
    co_return json_response(ordered_json::object());
}

// Grants.

account authorization_server::account_for(const grant& of) const
{
    account out = {};
    out.id = of.account_id;
    out.key_id = of.approved_by.value_or("");
    out.rights = of.rights;
    out.grant_id = of.id;
    return out;
}

std::optional<account> authorization_server::account_of(const http::request& what)
{
    const auto token = bearer_of(what);
    if (token.empty() || !what.head["X-API-Key"].empty())
        return std::nullopt;
    const auto* const found = grants_.find(token, grants::clock::now());
    if (found == nullptr ||
        !is_audience(found->audience, what.head[boost::beast::http::field::host]))
        return std::nullopt;
    return owners_.standing_of(account_for(*found));
}

bool authorization_server::stands(std::string_view grant_id) const
{
    return grants_.stands(grant_id, grants::clock::now());
}

asio::awaitable<result<void>> authorization_server::end_grant(account who, std::string id)
{
    const auto* const found = grants_.find_id(id);
    if (found == nullptr || found->account_id != who.id)
        co_return std::unexpected(failure{.code = "GRANT_NOT_FOUND",
                                          .message = "There is no such program in this account.",
                                          .context = {{"grant_id", id}}});
    if (const auto ended = co_await grants_.end(std::move(id)); !ended)
        co_return std::unexpected(failure_of_store(ended.error(), grant_end_unwritten()));
    co_return result<void>();
}

asio::awaitable<void> authorization_server::prune()
{
    co_await grants_.prune(grants::clock::now(), [this](const grant& each) {
        return !owners_.standing_of(account_for(each)).has_value();
    });
}

} // namespace thimble::service::oauth
