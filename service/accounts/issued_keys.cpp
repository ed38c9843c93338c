// API keys: made, listed, revoked.
#include "contract/store_failure.hpp"
#include "service/accounts/accounts.hpp"
#include "service/accounts/api_key.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <cstdint>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

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

} // namespace

failure key_not_found(const std::string& id)
{
    return {.code = "KEY_NOT_FOUND",
            .message = "There is no such API key.",
            .context = {{"key_id", id}}};
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

} // namespace thimble::service
