// Accounts in four parts: what a key opens, keys that are made and revoked, browsers that sign
// in and out, upkeep. Requests are answered from memory. A right is written to the store before
// it holds, its end after that.
#include "service/accounts/accounts.hpp"

#include "contract/store_failure.hpp"
#include "service/accounts/cookie.hpp"
#include "service/accounts/credential.hpp"
#include "service/accounts/csrf_check.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <cstdint>

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

enum class key_insertion : std::uint8_t { done, maker_gone, too_many };

failure maker_revoked()
{
    return {.code = "INVALID_API_KEY", .message = "This API key has been revoked."};
}

failure too_many_keys()
{
    return {.code = "INVALID_ARGUMENT",
            .message = "An account has at most 1000 API keys; revoke some first.",
            .context = {
                {"field", "name"}, {"reason", "too_many"}, {"maximum", most_keys_of_an_account}}};
}

failure key_unwritten()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The key could not be written down; the service's log says why."};
}

failure key_revocation_unwritten()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The key opens nothing any more, but this is not written down yet: the "
                       "service tries again, and a restart before it succeeds would undo it. Send "
                       "the request again to hear how it stands; the log says what is wrong."};
}

/// The local account has a row as soon as something refers to it.
void keep_local_account(store::transaction& on, const key_row& row)
{
    const auto local = local_account_row();
    if (row.account_id == local.id && !find_account(on, local.name))
        insert_account(on, local);
}

key_insertion insert_if_granted(store::transaction& on, const key_row& row)
{
    if (row.made_by && !has_key(on, *row.made_by))
        return key_insertion::maker_gone;
    if (count_keys(on, row.account_id) >= most_keys_of_an_account)
        return key_insertion::too_many;
    keep_local_account(on, row);
    insert_key(on, row);
    return key_insertion::done;
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

failure password_changed()
{
    return {.code = "SIGN_IN_FAILED",
            .message = "The password has been changed meanwhile; sign in with the new one."};
}

/// The account's password is the one that was checked.
sign_ins::condition same_password(const std::string& id, const std::string& hash)
{
    return [id, hash](store::transaction& on) { return has_password(on, id, hash); };
}

result<sign_ins::begun> begun_of(result<std::optional<sign_ins::begun>> what)
{
    if (!what)
        return std::unexpected(std::move(what.error()));
    if (!*what)
        return std::unexpected(password_changed());
    return std::move(**what);
}

} // namespace

failure key_not_found(const std::string& id)
{
    return {.code = "KEY_NOT_FOUND",
            .message = "There is no such API key.",
            .context = {{"key_id", id}}};
}

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

failure more_than_own(const access_rights& own, const access_rights& wanted)
{
    nlohmann::json missing = nlohmann::json::array();
    for (const auto each : all_scopes)
        if (wanted.scopes.has(each) && !own.scopes.has(each))
            missing.push_back(to_string(each));
    const bool scopes_lack = !missing.empty();
    return {
        .code = "FORBIDDEN",
        .message = scopes_lack ? "A key gives scopes of its own at most."
                               : "A key for some phones gives others these at most.",
        .context = {{"reason", scopes_lack ? "scope" : "phones"}, {"missing", std::move(missing)}}};
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

// Keys: made, listed, revoked.

asio::awaitable<result<accounts::made_key>>
accounts::make_key(account who, std::string name, access_rights rights)
{
    if (!who.rights.include(rights))
        co_return std::unexpected(more_than_own(who.rights, rights));
    made_key made{.row = {}, .key = random_api_key()};
    made.row = {.id = random_uuid(),
                .account_id = who.id,
                .name = std::move(name),
                .hash = to_text(digest_of(made.key)),
                .prefix = prefix_of(made.key),
                .made_by = who.key_id.empty() ? std::nullopt : std::optional(who.key_id),
                .created_at = clock::now(),
                .last_used_at = std::nullopt,
                .rights = std::move(rights)};
    const auto written = co_await store_.write(
        [row = made.row](store::transaction& on) { return insert_if_granted(on, row); });
    if (!written)
        co_return std::unexpected(failure_of_write(written.error(), key_unwritten()));
    if (*written == key_insertion::too_many)
        co_return std::unexpected(too_many_keys());
    // The maker may have been revoked after this request had come in. Its row goes last, and takes
    // the one that was just written along.
    if (*written == key_insertion::maker_gone ||
        (made.row.made_by && !keys_.contains(*made.row.made_by)))
        co_return std::unexpected(maker_revoked());
    ++changes_;
    keys_.add(made.row);
    const auto local = local_account_row();
    accounts_.try_emplace(local.id, local);
    co_return made;
}

asio::awaitable<result<void>> accounts::revoke_key(account who, std::string id)
{
    const auto* const mine = keys_.find_id(id);
    if (mine != nullptr && mine->account_id == who.id)
        refuse_key(id, who.id);
    const auto refused = unwritten_.find(id);
    if (refused == unwritten_.end() || refused->second != who.id)
        co_return std::unexpected(key_not_found(id));
    if (const auto written = co_await write_revocation(id); !written)
        co_return std::unexpected(failure_of_store(written.error(), key_revocation_unwritten()));
    co_return result<void>();
}

void accounts::refuse_key(const std::string& key_id, const std::string& account_id)
{
    unwritten_.emplace(key_id, account_id);
    ++changes_;
    keys_.remove_with_offspring(key_id);
    if (when_changed_)
        when_changed_();
}

asio::awaitable<store::outcome<void>> accounts::write_revocation(std::string key_id)
{
    const auto removed =
        co_await store_.write([key_id](store::transaction& on) { return remove_key(on, key_id); });
    if (!removed)
        co_return std::unexpected(removed.error());
    ++changes_; // a reload that has read the key begins anew
    unwritten_.erase(key_id);
    co_return store::outcome<void>();
}

/// One after another, up to the first that fails: the store is not well then.
asio::awaitable<void> accounts::write_revocations()
{
    while (!unwritten_.empty()) {
        const auto next = unwritten_.begin()->first;
        if (!co_await write_revocation(next))
            co_return;
    }
}

std::vector<std::string> accounts::family_of(const account& who, const std::string& key_id) const
{
    const auto* const mine = keys_.find_id(key_id);
    if (mine == nullptr || mine->account_id != who.id)
        return {};
    return keys_.with_offspring(key_id);
}

std::vector<key_row> accounts::keys_of(const std::string& account_id) const
{
    auto out = keys_.of(account_id);
    std::ranges::sort(out, {},
                      [](const auto& each) { return std::pair(each.created_at, each.id); });
    return out;
}

// Browsers: cookies in place of keys.

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

asio::awaitable<result<sign_ins::begun>> accounts::sign_in(std::string id, std::string hash)
{
    auto begun = begun_of(co_await browsers_.begin(id, same_password(id, hash), clock::now()));
    if (begun && when_changed_) // the oldest may have given way
        when_changed_();
    co_return begun;
}

asio::awaitable<result<sign_ins::begun>> accounts::sign_in_locally()
{
    const auto always = [](store::transaction& /*on*/) { return true; };
    auto begun = begun_of(co_await browsers_.begin(local_account().id, always, clock::now()));
    if (begun && when_changed_)
        when_changed_();
    co_return begun;
}

asio::awaitable<result<void>> accounts::sign_out(account who)
{
    if (who.sign_in_id.empty())
        co_return result<void>();
    browsers_.refuse(who.sign_in_id);
    if (when_changed_)
        when_changed_();
    co_return co_await browsers_.end(who.sign_in_id);
}

asio::awaitable<void> accounts::prune(clock::time_point now)
{
    co_await write_revocations();
    if (co_await browsers_.prune(now) && when_changed_)
        when_changed_();
}

actor accounts::actor_with_name(const account& who) const
{
    auto out = actor_of(who);
    if (out.kind == actor_kind::browser)
        out.name = name_of(who.id);
    if (out.kind == actor_kind::key)
        if (const auto* const key = keys_.find_id(out.id))
            out.name = key->name;
    return out;
}

std::string accounts::name_of(const std::string& id) const
{
    const auto found = accounts_.find(id);
    return found == accounts_.end() ? "local" : found->second.name;
}

} // namespace thimble::service
