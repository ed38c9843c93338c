#include "service/accounts/accounts.hpp"

#include "service/accounts/credential.hpp"
#include "service/uuid.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Phone ids are derived from it, so it never changes.
constexpr std::string_view local_account_id = "47cb85d4-03d8-4e18-ac2e-324f5ef0d10f";

constexpr std::chrono::minutes use_granularity{1}; // of what is written down

failure unknown_key()
{
    return {.code = "INVALID_API_KEY", .message = "This API key is unknown or has been revoked."};
}

failure key_not_found(const std::string& id)
{
    return {.code = "KEY_NOT_FOUND",
            .message = "There is no such API key.",
            .context = {{"key_id", id}}};
}

failure store_failed()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The change could not be written down; the service's log says why."};
}

account_row local_row()
{
    return {.id = std::string(local_account_id),
            .name = "local",
            .state = subscription::active,
            .minutes = std::nullopt,
            .overage_price = std::nullopt,
            .created_at = accounts::clock::now()};
}

/// The local account has a row as soon as something refers to it.
void keep_account(store::transaction& on, const std::string& id)
{
    if (id == local_account_id && !find_account(on, local_row().name))
        insert_account(on, local_row());
}

} // namespace

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
    if (local_key)
        local_key_ = digest_of(*local_key);
}

void accounts::assign(const account_list& read)
{
    keys_.clear();
    accounts_.clear();
    for (const auto& each : read.accounts)
        accounts_.emplace(each.id, each);
    for (const auto& each : read.keys)
        if (const auto digest = parse_digest(each.hash))
            keys_.emplace(*digest, each);
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
    const auto found = keys_.find(digest);
    if (found == keys_.end())
        return std::unexpected(unknown_key());
    auto& key = found->second;
    const auto owner = accounts_.find(key.account_id);
    if (owner == accounts_.end())
        return std::unexpected(unknown_key());
    note_use(key, now);
    return account{.id = key.account_id,
                   .key_id = key.id,
                   .subscribed = owner->second.state == subscription::active};
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
    return std::ranges::any_of(keys_,
                               [&](const auto& each) { return each.second.id == who.key_id; });
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

asio::awaitable<result<accounts::made_key>> accounts::make_key(account who, std::string name)
{
    made_key made{.row = {}, .key = random_api_key()};
    made.row = {.id = random_uuid(),
                .account_id = who.id,
                .name = std::move(name),
                .hash = to_text(digest_of(made.key)),
                .prefix = prefix_of(made.key),
                .made_by = who.key_id.empty() ? std::nullopt : std::optional(who.key_id),
                .created_at = clock::now(),
                .last_used_at = std::nullopt};
    const auto written = co_await store_.write([row = made.row](store::transaction& on) {
        if (row.made_by && !has_key(on, *row.made_by))
            return false;
        keep_account(on, row.account_id);
        insert_key(on, row);
        return true;
    });
    if (!written)
        co_return std::unexpected(store_failed());
    if (!*written) // it was revoked after this request had come in
        co_return std::unexpected(unknown_key());
    ++changes_;
    keys_.emplace(digest_of(made.key), made.row);
    accounts_.try_emplace(local_row().id, local_row());
    co_return made;
}

asio::awaitable<result<void>> accounts::revoke_key(account who, std::string id)
{
    const auto mine = [&](const auto& each) {
        return each.second.id == id && each.second.account_id == who.id;
    };
    if (std::ranges::none_of(keys_, mine))
        co_return std::unexpected(key_not_found(id));
    const auto removed =
        co_await store_.write([id](store::transaction& on) { return remove_key(on, id); });
    if (!removed)
        co_return std::unexpected(store_failed());
    ++changes_;
    forget_with_offspring(id);
    co_return result<void>();
}

/// By what memory knows: an earlier attempt may have been written without having been heard of.
void accounts::forget_with_offspring(const std::string& key_id)
{
    std::vector<std::string> going{key_id};
    for (std::size_t next = 0; next < going.size(); ++next)
        for (const auto& [digest, each] : keys_)
            if (each.made_by == going[next])
                going.push_back(each.id);
    std::erase_if(keys_, [&](const auto& each) {
        return std::ranges::find(going, each.second.id) != going.end();
    });
    if (when_changed_)
        when_changed_();
}

std::vector<key_row> accounts::keys_of(const std::string& account_id) const
{
    std::vector<key_row> out;
    for (const auto& [digest, each] : keys_)
        if (each.account_id == account_id)
            out.push_back(each);
    std::ranges::sort(out, {},
                      [](const auto& each) { return std::pair(each.created_at, each.id); });
    return out;
}

} // namespace thimble::service
