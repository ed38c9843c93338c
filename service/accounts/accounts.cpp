// Accounts as the store has them, signing in and out, upkeep. Whoever asks is checked in
// request_authentication.cpp, and keys are made and revoked in issued_keys.cpp. Requests are
// answered from memory. A right is written to the store before it holds, its end after that.
#include "service/accounts/accounts.hpp"

#include "service/accounts/api_key.hpp"

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Phone ids are derived from it, so it never changes.
constexpr std::string_view local_account_id = "47cb85d4-03d8-4e18-ac2e-324f5ef0d10f";

constexpr std::size_t length_beyond_guessing = 32;

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
