// Accounts that may use the service, in memory as they are in the store.
#pragma once

#include "contract/failure.hpp"
#include "http/request.hpp"
#include "service/accounts/account.hpp"
#include "service/accounts/account_rows.hpp"
#include "service/accounts/actor.hpp"
#include "service/accounts/key_ring.hpp"
#include "service/accounts/sign_ins.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace thimble::service {

/// The row of the account of local mode, made now.
account_row local_account_row();

/// KEY_NOT_FOUND.
failure key_not_found(const std::string& id);

/// FORBIDDEN, of one who gives away rights that it has not. Names the scopes that it lacks, if it
/// is these: its phones are no secret to it, and others are not named.
failure more_than_own(const access_rights& own, const access_rights& wanted);

/// Everything that the tables say.
struct account_list {
    std::vector<account_row> accounts;
    std::vector<key_row> keys;
    std::vector<sign_in_row> sign_ins;
};

account_list read_accounts(store::transaction& on);

inline constexpr std::size_t most_keys_of_an_account = 1000;

/// Home thread. A request is checked in memory. A right is written first and in force when it has
/// been committed. A revocation is the other way round: refused in memory at once, then written,
/// and written again now and then while the store is late or refuses.
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

    /// Account of a request, by its key or, where there is none, by the cookie of a browser in
    /// which somebody has signed in. One that is not known any more opens nothing; with a cookie,
    /// what other pages have made is refused, too.
    result<account> authenticate(const http::request& what, clock::time_point now = clock::now());

    /// True where a key that a person has chosen, and so short that others may find it out, has
    /// opened this. Keys that were made here have 256 random bits.
    bool can_be_guessed(const account& who) const;

    /// The authenticated account as it stands now; nothing once the key is revoked, or the browser
    /// signed out.
    std::optional<account> standing_of(const account& who) const;

    /// Asked for the programs that somebody has let in: whether that still stands.
    void ask_grants(std::function<bool(std::string_view grant_id)> stands)
    {
        grant_stands_ = std::move(stands);
    }

    /// Hears whenever keys, sign-ins or accounts may have gone. One listener.
    void when_changed(std::function<void()> then) { when_changed_ = std::move(then); }

    struct made_key {
        key_row row;
        std::string key; // nobody learns it again
    };

    /// Made by the key with which `who` asks, and revoked with it. FORBIDDEN where it would have
    /// rights that `who` has not, INVALID_ARGUMENT when the account has as many as it may.
    boost::asio::awaitable<result<made_key>>
    make_key(account who, std::string name, access_rights rights = {});

    /// Neither the key nor one that it has made opens anything from the call on. KEY_NOT_FOUND for
    /// a key of another account too; INTERNAL_ERROR or STORE_UNAVAILABLE while it is not written
    /// down: calling again, and prune(), try that again.
    boost::asio::awaitable<result<void>> revoke_key(account who, std::string id);

    /// Somebody has typed the account's password, which fits this hash. SIGN_IN_FAILED where it has
    /// been changed meanwhile.
    boost::asio::awaitable<result<sign_ins::begun>> sign_in(std::string id, std::string hash);

    /// Somebody has opened a link of local mode.
    boost::asio::awaitable<result<sign_ins::begun>> sign_in_locally();

    /// Ends the sign-in with whose cookie `who` asks, where that is what they ask with; as
    /// revoke_key() does.
    boost::asio::awaitable<result<void>> sign_out(account who);

    /// Ends sign-ins that are too old, and writes down revocations that have not been yet.
    boost::asio::awaitable<void> prune(clock::time_point now);

    /// True while a revocation or a sign-out is not written down.
    bool has_unwritten() const { return !unwritten_.empty() || browsers_.has_unwritten(); }

    bool has(const std::string& id) const { return account_of(id).has_value(); }

    /// Name that people know an account by.
    std::string name_of(const std::string& id) const;

    /// The one who asks; of a key with its name, of a browser with the account's.
    actor actor_with_name(const account& who) const;

    /// Ids of what goes when the account revokes this key: it and those that it has made. Nothing
    /// where it has no such key.
    std::vector<std::string> family_of(const account& who, const std::string& key_id) const;

    /// Number of accounts, the local one included.
    std::size_t size() const
    {
        const bool local_apart = local_key_ && !accounts_.contains(local_account().id);
        return accounts_.size() + (local_apart ? 1 : 0);
    }

    /// Of one account, the oldest first.
    std::vector<key_row> keys_of(const std::string& account_id) const;

private:
    result<account> authenticate_browser(const http::request& what, clock::time_point now);
    std::optional<account> account_of(const std::string& id) const;
    bool stands(const account& who) const;
    void note_use(key_row& key, clock::time_point now);
    void refuse_key(const std::string& key_id, const std::string& account_id);
    boost::asio::awaitable<store::outcome<void>> write_revocation(std::string key_id);
    boost::asio::awaitable<void> write_revocations();

    store::database& store_;
    std::optional<key_digest> local_key_;
    bool local_key_is_short_ = false;
    key_ring keys_;
    std::map<std::string, std::string> unwritten_; // account ids by the ids of revoked keys
    std::unordered_map<std::string, account_row> accounts_; // by id
    sign_ins browsers_;
    std::function<void()> when_changed_;
    std::function<bool(std::string_view)> grant_stands_; // empty: there are none
    std::uint64_t changes_ = 0; // of memory: what was read before one is out of date
};

} // namespace thimble::service
