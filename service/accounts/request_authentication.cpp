// Checks of the API key of a request, or of the cookie in place of it.
#include "service/accounts/accounts.hpp"
#include "service/accounts/api_key.hpp"
#include "service/accounts/cookie.hpp"
#include "service/accounts/credential.hpp"
#include "service/accounts/csrf_check.hpp"

namespace thimble::service {

namespace {

constexpr std::chrono::minutes use_granularity{1}; // of what is written down

failure unknown_key()
{
    return {.code = "INVALID_API_KEY", .message = "This API key is unknown or has been revoked."};
}

failure no_key_sent()
{
    return {.code = "AUTH_REQUIRED",
            .message =
                "This needs an API key: send it as X-API-Key or as Authorization: Bearer. In "
                "a browser, sign in."};
}

failure not_signed_in()
{
    return {.code = "AUTH_REQUIRED", .message = "You are not signed in any more; sign in again."};
}

} // namespace

result<account> accounts::authenticate(const http::request& what, clock::time_point now)
{
    const auto given = credential_of(what);
    if (given.empty())
        return authenticate_browser(what, now);
    const auto digest = digest_of(given);
    if (local_key_ && same_digest()(*local_key_, digest))
        return local_account();
    auto* const key = keys_.find(digest);
    const auto owner = key == nullptr ? accounts_.end() : accounts_.find(key->account_id);
    if (owner == accounts_.end())
        return std::unexpected(unknown_key());
    note_use(*key, now);
    return account{.id = key->account_id,
                   .key_id = key->id,
                   .subscribed = owner->second.state == subscription::active,
                   .rights = key->rights};
}

bool accounts::can_be_guessed(const account& who) const
{
    return local_key_is_short_ && who.key_id.empty() && who.sign_in_id.empty() &&
           who.grant_id.empty();
}

std::optional<account> accounts::standing_of(const account& who) const
{
    auto now = account_of(who.id);
    if (!now || !stands(who))
        return std::nullopt;
    now->key_id = who.key_id;
    now->sign_in_id = who.sign_in_id;
    now->rights = who.rights; // which never change
    now->grant_id = who.grant_id;
    return now;
}

/// True while the key, cookie or token that they have asked with opens anything.
bool accounts::stands(const account& who) const
{
    if (!who.grant_id.empty() && !(grant_stands_ && grant_stands_(who.grant_id)))
        return false;
    if (!who.sign_in_id.empty())
        return browsers_.stands(who.sign_in_id, clock::now());
    if (who.key_id.empty()) // the key of local mode, which stays
        return true;
    return keys_.contains(who.key_id);
}

/// Nothing for one that is not known; in local mode the local one needs no row.
std::optional<account> accounts::account_of(const std::string& id) const
{
    if (local_key_ && id == local_account().id)
        return local_account();
    const auto owner = accounts_.find(id);
    if (owner == accounts_.end())
        return std::nullopt;
    return account{
        .id = id, .key_id = {}, .subscribed = owner->second.state == subscription::active};
}

/// A write for every request would be the store's main work.
void accounts::note_use(key_row& key, clock::time_point now)
{
    if (key.last_used_at && now - *key.last_used_at < use_granularity)
        return;
    key.last_used_at = now;
    store_.write_behind(
        [id = key.id, now](store::transaction& on) { update_last_use(on, id, now); });
}

result<account> accounts::authenticate_browser(const http::request& what, clock::time_point now)
{
    const auto token = sign_in_token(what);
    if (token.empty())
        return std::unexpected(no_key_sent());
    const auto signed_in = browsers_.find(token, now);
    auto who = signed_in ? account_of(signed_in->account_id) : std::nullopt;
    if (!who)
        return std::unexpected(not_signed_in());
    if (auto own = check_csrf(what, token); !own)
        return std::unexpected(std::move(own.error()));
    who->sign_in_id = signed_in->id;
    return std::move(*who);
}

} // namespace thimble::service
