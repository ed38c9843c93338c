#include "service/oauth/grants.hpp"

#include "service/accounts/token.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::oauth {

namespace asio = boost::asio;

namespace {

constexpr std::string_view access_prefix = "ta_";
constexpr std::string_view refresh_prefix = "tr_";
constexpr std::size_t token_digits = 43;
constexpr std::size_t family_length = refresh_prefix.size() + token_digits;
constexpr std::chrono::minutes use_granularity_of_grants{1}; // of what is written down

/// The beginning of all refresh tokens of a grant; empty for a text that is none.
std::string_view family_of(std::string_view refresh_token)
{
    const bool fits = refresh_token.starts_with(refresh_prefix) &&
                      refresh_token.size() == family_length + token_digits;
    return fits ? refresh_token.substr(0, family_length) : std::string_view();
}

std::string hash_of(std::string_view token)
{
    return to_text(digest_of(token));
}

bool same_hash(std::string_view token, std::string_view hash)
{
    const auto known = parse_digest(hash);
    return known && same_digest()(digest_of(token), *known);
}

} // namespace

void grants::assign(const std::vector<grant>& read)
{
    grants_.clear();
    access_.clear();
    families_.clear();
    for (const auto& each : read)
        if (!unwritten_.contains(each.id))
            add(each);
}

/// Tokens that were refreshed here are in the store by the time it is read, or count as a change.
asio::awaitable<bool> grants::reload()
{
    for (;;) {
        const auto before = changes_;
        co_await store_.written();
        const auto read = co_await store_.read(all_grants);
        if (!read)
            co_return false;
        if (before != changes_)
            continue;
        assign(*read);
        co_return true;
    }
}

void grants::add(const grant& what)
{
    if (const auto digest = parse_digest(what.access_hash))
        access_.insert_or_assign(*digest, what.id);
    if (const auto digest = parse_digest(what.family_hash))
        families_.insert_or_assign(*digest, what.id);
    grants_.insert_or_assign(what.id, what);
}

void grants::forget(std::string_view id)
{
    const auto found = grants_.find(id);
    if (found == grants_.end())
        return;
    if (const auto digest = parse_digest(found->second.access_hash))
        access_.erase(*digest);
    if (const auto digest = parse_digest(found->second.family_hash))
        families_.erase(*digest);
    grants_.erase(found);
}

bool grants::is_over(const grant& what, clock::time_point now)
{
    return now >= what.ends_at || now >= std::max(what.refresh_ends_at, what.access_ends_at);
}

tokens grants::give_tokens(grant& to, const std::string& family, clock::time_point now) const
{
    tokens out{.access = random_token(access_prefix),
               .refresh = family + random_token(""),
               .scopes = to.rights.scopes};
    to.access_ends_at = std::min<grant::time>(now + limits_.access_time, to.ends_at);
    to.refresh_ends_at = std::min<grant::time>(now + limits_.idle_time, to.ends_at);
    to.access_hash = hash_of(out.access);
    to.refresh_hash = hash_of(out.refresh);
    out.expires_in = std::chrono::duration_cast<std::chrono::seconds>(to.access_ends_at - now);
    return out;
}

/// The oldest of an account that has as many as it may.
std::vector<std::string> grants::in_the_way(std::string_view account_id) const
{
    const auto mine = of(account_id);
    std::vector<std::string> out;
    for (std::size_t place = 0; place + limits_.of_account <= mine.size(); ++place)
        out.push_back(mine[place].id);
    return out;
}

asio::awaitable<outcome<grants::made_grant>> grants::make(approval what, clock::time_point now)
{
    const auto family = random_token(refresh_prefix);
    grant made{.id = random_uuid(),
               .account_id = std::move(what.account_id),
               .approved_by = std::move(what.approved_by),
               .client_id = std::move(what.client_id),
               .client_name = std::move(what.client_name),
               .audience = std::move(what.audience),
               .rights = std::move(what.rights),
               .access_hash = {},
               .access_ends_at = {},
               .family_hash = hash_of(family),
               .refresh_hash = {},
               .refresh_ends_at = {},
               .created_at = now,
               .ends_at = now + what.time};
    made_grant out{.id = made.id, .tokens = give_tokens(made, family, now)};
    const auto going = in_the_way(made.account_id);
    const auto written = co_await store_.write([made, going](store::transaction& on) {
        for (const auto& id : going)
            remove_grant(on, id);
        insert_grant(on, made);
    });
    if (!written) {
        // A store that is late may write it all the same, and a restart would find it then.
        store_.write_behind([id = made.id](store::transaction& on) { remove_grant(on, id); });
        co_return std::unexpected(unavailable());
    }
    for (const auto& id : going)
        forget(id);
    add(made);
    ++changes_;
    if (!going.empty() && when_gone_)
        when_gone_();
    if (!going.empty() && when_removed_)
        when_removed_();
    co_return out;
}

asio::awaitable<outcome<tokens>>
grants::refresh(std::string token, std::string client_id, clock::time_point now)
{
    const auto family = std::string(family_of(token));
    const auto known = families_.find(digest_of(family));
    if (family.empty() || known == families_.end())
        co_return std::unexpected(invalid_grant("The refresh token is unknown"));
    auto& found = grants_.at(known->second);
    if (found.client_id != client_id)
        co_return std::unexpected(invalid_grant("The refresh token is another client's"));
    if (!same_hash(token, found.refresh_hash)) {
        co_await end(found.id);
        co_return std::unexpected(
            invalid_grant("The refresh token has been used before; all of its tokens are void"));
    }
    if (is_over(found, now) || now >= found.refresh_ends_at)
        co_return std::unexpected(invalid_grant("The refresh token is too old"));
    // In force at once, so that the old token counts as used from here on.
    const auto before = found;
    auto after = found;
    auto out = give_tokens(after, family, now);
    forget(before.id);
    add(after);
    ++changes_;
    const auto written =
        co_await store_.write([after](store::transaction& on) { update_tokens(on, after); });
    if (written)
        co_return out;
    if (const auto still = grants_.find(before.id);
        still != grants_.end() && still->second.refresh_hash == after.refresh_hash) {
        forget(before.id);
        add(before);
        ++changes_;
        // A store that is late may write the others all the same: after a restart the token that
        // is good would count as used.
        store_.write_behind([before](store::transaction& on) { update_tokens(on, before); });
    }
    co_return std::unexpected(unavailable());
}

const grant* grants::find(std::string_view access_token, clock::time_point now)
{
    const auto known = access_.find(digest_of(access_token));
    if (known == access_.end())
        return nullptr;
    auto& found = grants_.at(known->second);
    if (now >= found.access_ends_at || now >= found.ends_at)
        return nullptr;
    if (!found.last_used_at || now - *found.last_used_at >= use_granularity_of_grants) {
        found.last_used_at = now;
        store_.write_behind([id = found.id, now](store::transaction& on) {
            update_last_use_of_grant(on, id, now);
        });
    }
    return &found;
}

const grant* grants::find_id(std::string_view id) const
{
    const auto found = grants_.find(id);
    return found == grants_.end() ? nullptr : &found->second;
}

const grant* grants::of_token(std::string_view token) const
{
    if (const auto known = access_.find(digest_of(token)); known != access_.end())
        return find_id(known->second);
    const auto family = family_of(token);
    const auto known = families_.find(digest_of(family));
    const auto* const found =
        family.empty() || known == families_.end() ? nullptr : find_id(known->second);
    return found != nullptr && same_hash(token, found->refresh_hash) ? found : nullptr;
}

bool grants::stands(std::string_view id, clock::time_point now) const
{
    const auto* const found = find_id(id);
    return found != nullptr && now < found->ends_at;
}

std::vector<grant> grants::of(std::string_view account_id) const
{
    std::vector<grant> out;
    for (const auto& [id, each] : grants_)
        if (each.account_id == account_id)
            out.push_back(each);
    std::ranges::sort(out, {},
                      [](const grant& each) { return std::pair(each.created_at, each.id); });
    return out;
}

asio::awaitable<store::outcome<void>> grants::end(std::string id)
{
    unwritten_.insert(id);
    forget(id);
    if (when_gone_)
        when_gone_();
    const auto removed =
        co_await store_.write([id](store::transaction& on) { remove_grant(on, id); });
    if (!removed)
        co_return std::unexpected(removed.error());
    if (unwritten_.erase(id) > 0)
        ++changes_;
    if (when_removed_)
        when_removed_();
    co_return store::outcome<void>();
}

asio::awaitable<void> grants::prune(clock::time_point now, std::function<bool(const grant&)> gone)
{
    std::vector<std::string> going(unwritten_.begin(), unwritten_.end());
    for (const auto& [id, each] : grants_)
        if (is_over(each, now) || gone(each))
            going.push_back(id);
    for (const auto& id : going)
        if (!co_await end(id))
            co_return;
}

} // namespace thimble::service::oauth
