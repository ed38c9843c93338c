#include "service/accounts/password_authenticator.hpp"

#include "contract/store_failure.hpp"
#include "http/client_address.hpp"
#include "service/accounts/account_rows.hpp"
#include "service/accounts/password.hpp"
#include "service/accounts/token.hpp"

#include <optional>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds longest_check{20};

failure wrong_name_or_password()
{
    return {.code = "SIGN_IN_FAILED",
            .message = "There is no account with this name and password."};
}

failure too_many_attempts(std::chrono::steady_clock::duration wait)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return {.code = "RATE_LIMITED",
            .message = "Too many have tried to sign in; wait before the next attempt.",
            .context = {{"retry_after_s", seconds}}};
}

failure unreadable_account()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The account could not be read; the service's log says why."};
}

/// The worker's thread. Nothing to compare with takes as long as a comparison.
bool fits(const std::string& hash, const secure_string& password, std::string& decoy)
try {
    if (decoy.empty())
        decoy = hash_password(random_token(""));
    return is_password_of(hash.empty() ? decoy : hash, password.view()) && !hash.empty();
} catch (const std::exception&) {
    return false; // there is not enough memory
}

} // namespace

password_authenticator::password_authenticator(asio::any_io_executor home,
                                               store::database& kept,
                                               attempt_limits granted)
    : store_(kept), attempts_(granted), hasher_(std::move(home))
{
}

asio::awaitable<result<password_authenticator::match>>
password_authenticator::check(std::string name, secure_string password, std::string address)
{
    const auto began = sign_in_attempts::clock::now();
    const bool known = attempts_.knows(name, address, began);
    auto place = queue_.enter(http::network_of(address), known);
    if (!place)
        co_return std::unexpected(too_many_attempts(std::chrono::seconds(1)));
    if (const auto wait = attempts_.refuse(name, address, began))
        co_return std::unexpected(too_many_attempts(*wait));
    const auto found =
        co_await store_.read([name](store::transaction& on) { return find_password(on, name); });
    if (!found)
        co_return std::unexpected(failure_of_store(found.error(), unreadable_account()));
    const auto account = found->value_or(account_password{});
    const auto right = co_await hasher_.run_within(
        longest_check, [hash = account.hash, given = std::move(password), decoy = decoy_,
                        waiting = std::move(*place)]() mutable {
            const auto until_compared = std::move(waiting);
            return fits(hash, given, decoy->hash);
        });
    if (!right)
        co_return std::unexpected(too_many_attempts(std::chrono::seconds(1)));
    if (!*right)
        co_return std::unexpected(wrong_name_or_password());
    attempts_.succeeded(name, address, sign_in_attempts::clock::now());
    co_return match{.account_id = account.account_id, .hash = account.hash};
}

} // namespace thimble::service
