// Who may use the service, in memory as it is in the store.
#pragma once

#include "service/accounts/account.hpp"
#include "service/accounts/account_rows.hpp"
#include "service/accounts/digest_map.hpp"
#include "service/accounts/key_rows.hpp"
#include "service/failure.hpp"
#include "service/http/request.hpp"
#include "service/sign_in/sign_ins.hpp"
#include "service/store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace thimble::service {

/// Everything that the tables say.
struct account_list {
    std::vector<account_row> accounts;
    std::vector<key_row> keys;
    std::vector<sign_in_row> sign_ins;
};

account_list read_accounts(store::transaction& on);

/// Home thread. A request is checked in memory; what changes is written first and in force when it
/// has been committed.
class accounts {
public:
    using clock = std::chrono::system_clock;

    /// `local_key` opens the local account; without one there is no such account. The store
    /// outlives this.
    accounts(store::database& kept, const std::optional<std::string>& local_key);

    /// Takes over what the store says, before the service starts.
    void assign(const account_list& read);

    /// The same later, after another than this has written. False when the store fails.
    boost::asio::awaitable<bool> reload();

    /// Whose request this is, by its key or, where there is none, by the cookie of a browser in
    /// which somebody has signed in. One that is not known any more opens nothing; with a cookie,
    /// what other pages have made is refused, too.
    result<account> authenticate(const http::request& what, clock::time_point now = clock::now());

    /// How it stands now with whoever has been authenticated; nothing once the key is revoked, or
    /// the browser signed out.
    std::optional<account> standing_of(const account& who) const;

    /// Hears whenever keys, sign-ins or accounts may have gone. One listener.
    void when_changed(std::function<void()> then) { when_changed_ = std::move(then); }

    struct made_key {
        key_row row;
        std::string key; // nobody learns it again
    };

    /// Made by the key with which `who` asks, and revoked with it.
    boost::asio::awaitable<result<made_key>> make_key(account who, std::string name);

    /// KEY_NOT_FOUND for a key of another account too.
    boost::asio::awaitable<result<void>> revoke_key(account who, std::string id);

    /// Somebody has typed the account's password, which fits this hash. SIGN_IN_FAILED where it has
    /// been changed meanwhile.
    boost::asio::awaitable<result<sign_ins::begun>> sign_in(std::string id, std::string hash);

    /// Somebody has opened a link of local mode.
    boost::asio::awaitable<result<sign_ins::begun>> sign_in_locally();

    /// Ends the sign-in with whose cookie `who` asks, where that is what they ask with.
    boost::asio::awaitable<result<void>> sign_out(account who);

    /// Ends sign-ins that are too old.
    boost::asio::awaitable<void> prune(clock::time_point now);

    /// What people know an account by.
    std::string name_of(const std::string& id) const;

    /// Of one account, the oldest first.
    std::vector<key_row> keys_of(const std::string& account_id) const;

private:
    result<account> authenticate_browser(const http::request& what, clock::time_point now);
    std::optional<account> account_of(const std::string& id) const;
    bool stands(const account& who) const;
    void note_use(key_row& key, clock::time_point now);
    void forget_with_offspring(const std::string& key_id);

    store::database& store_;
    std::optional<key_digest> local_key_;
    digest_map<key_row> keys_;
    std::unordered_map<std::string, account_row> accounts_; // by id
    sign_ins browsers_;
    std::function<void()> when_changed_;
    std::uint64_t changes_ = 0; // of memory: what was read before one is out of date
};

} // namespace thimble::service
