// The part of accounts that is about browsers: cookies in place of keys.
#include "service/accounts/accounts.hpp"
#include "service/accounts/cookie.hpp"
#include "service/accounts/csrf_check.hpp"

namespace thimble::service {

namespace asio = boost::asio;

namespace {

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

std::string accounts::name_of(const std::string& id) const
{
    const auto found = accounts_.find(id);
    return found == accounts_.end() ? "local" : found->second.name;
}

} // namespace thimble::service
