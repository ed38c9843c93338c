#include "service/accounts/accounts.hpp"

#include "service/accounts/credential.hpp"
#include "text/uuid.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Phone ids are derived from it, so it never changes.
constexpr std::string_view local_account_id = "47cb85d4-03d8-4e18-ac2e-324f5ef0d10f";

constexpr std::chrono::minutes use_granularity{1}; // of what is written down

constexpr std::size_t length_beyond_guessing = 32;

failure unknown_key()
{
    return {.code = "INVALID_API_KEY", .message = "This API key is unknown or has been revoked."};
}

} // namespace

account_row local_account_row()
{
    return {.id = std::string(local_account_id),
            .name = "local",
            .state = subscription::active,
            .minutes = std::nullopt,
            .overage_price = std::nullopt,
            .created_at = accounts::clock::now()};
}

account local_account()
{
    return {.id = std::string(local_account_id), .key_id = {}, .subscribed = true};
}

account_list read_accounts(store::transaction& on)
{
    return {.accounts = all_accounts(on), .keys = all_keys(on), .sign_ins = all_sign_ins(on)};
}

accounts::accounts(store::database& kept, const std::optional<std::string>& local_key)
    : store_(kept), browsers_(kept)
{
    if (!local_key)
        return;
    local_key_ = digest_of(*local_key);
    local_key_is_short_ = local_key->size() < length_beyond_guessing;
}

void accounts::assign(const account_list& read)
{
    keys_.clear();
    accounts_.clear();
    for (const auto& each : read.accounts)
        accounts_.emplace(each.id, each);
    for (const auto& each : read.keys)
        keys_.add(each);
    for (const auto& [id, owner] : unwritten_)
        keys_.remove_with_offspring(id);
    browsers_.assign(read.sign_ins);
    if (when_changed_)
        when_changed_();
}

asio::awaitable<bool> accounts::reload()
{
    for (;;) {
        const auto before = changes_ + browsers_.changes();
        const auto read = co_await store_.read(read_accounts);
        if (!read)
            co_return false;
        if (before != changes_ + browsers_.changes()) // what has gone meanwhile must not come back
            continue;
        assign(*read);
        co_return true;
    }
}

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
                   .subscribed = owner->second.state == subscription::active};
}

bool accounts::can_be_guessed(const account& who) const
{
    return local_key_is_short_ && who.key_id.empty() && who.sign_in_id.empty();
}

std::optional<account> accounts::standing_of(const account& who) const
{
    auto now = account_of(who.id);
    if (!now || !stands(who))
        return std::nullopt;
    now->key_id = who.key_id;
    now->sign_in_id = who.sign_in_id;
    return now;
}

/// Whether what they have asked with still opens anything.
bool accounts::stands(const account& who) const
{
    if (!who.sign_in_id.empty())
        return browsers_.stands(who.sign_in_id, clock::now());
    if (who.key_id.empty()) // the key of local mode, which stays
        return true;
    return keys_.contains(who.key_id);
}

/// Nothing for one that is not known; in local mode the local one needs no row.
std::optional<account> accounts::account_of(const std::string& id) const
{
    if (id == local_account_id && local_key_)
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

} // namespace thimble::service
