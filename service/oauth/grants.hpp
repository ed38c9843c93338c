// Grants of all accounts and their tokens, in memory as they are in the store.
#pragma once

#include "service/accounts/digest_map.hpp"
#include "service/oauth/grant.hpp"
#include "service/oauth/oauth_error.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::oauth {

struct grant_limits {
    std::chrono::seconds access_time{3600};
    std::chrono::hours idle_time{30 * 24}; // a refresh token that is not used for so long ends
    std::size_t of_account = 100;
};

/// Given out once; only hashes of them are kept.
struct tokens {
    std::string access;
    std::string refresh;
    std::chrono::seconds expires_in{};
    scope_set scopes;
};

/// Home thread. A grant has one access token and one refresh token at a time; a refresh replaces
/// both. New tokens are written first; a grant that ends is refused at once, then written, and
/// written again now and then while the store refuses.
class grants {
public:
    using clock = std::chrono::system_clock;

    /// The store outlives it.
    grants(store::database& kept, const grant_limits& granted) : store_(kept), limits_(granted) {}

    /// Takes over what the store says, before the service starts.
    void assign(const std::vector<grant>& read);

    /// The same while it runs: another node of the service may have written. False when the store
    /// fails.
    boost::asio::awaitable<bool> reload();

    /// Hears whenever one has gone here. One listener.
    void when_gone(std::function<void()> then) { when_gone_ = std::move(then); }

    /// Hears whenever one that has gone here is gone in the store, too: whoever reads that from now
    /// on finds it no more. One listener.
    void when_removed(std::function<void()> then) { when_removed_ = std::move(then); }

    /// Says who has approved something, with which key if with one, and what it is.
    struct approval {
        std::string account_id;
        std::optional<std::string> approved_by;
        std::string client_id;
        std::string client_name;
        std::string audience;
        access_rights rights;
        std::chrono::hours time;
    };

    struct made_grant {
        std::string id;
        oauth::tokens tokens;
    };

    boost::asio::awaitable<outcome<made_grant>> make(approval what, clock::time_point now);

    /// invalid_grant for a token that is unknown, too old or another client's. One that has been
    /// used before was stolen, then or now: its grant ends.
    boost::asio::awaitable<outcome<tokens>>
    refresh(std::string token, std::string client_id, clock::time_point now);

    /// Of an access token; nullptr where it opens nothing. Counts as its use.
    const grant* find(std::string_view access_token, clock::time_point now);

    /// By its id.
    const grant* find_id(std::string_view id) const;

    /// The one that a token of either kind is of; nullptr where there is none.
    const grant* of_token(std::string_view token) const;

    bool stands(std::string_view id, clock::time_point now) const;

    /// The oldest first.
    std::vector<grant> of(std::string_view account_id) const;

    /// A problem while it is not written down: then it opens nothing all the same.
    boost::asio::awaitable<store::outcome<void>> end(std::string id);

    /// Ends those that are over, and those of which `gone` is true.
    boost::asio::awaitable<void> prune(clock::time_point now,
                                       std::function<bool(const grant&)> gone);

private:
    using grant_map = std::map<std::string, grant, std::less<>>;

    static bool is_over(const grant& what, clock::time_point now);
    tokens give_tokens(grant& to, const std::string& family, clock::time_point now) const;
    void add(const grant& what);
    void forget(std::string_view id);
    std::vector<std::string> in_the_way(std::string_view account_id) const;

    store::database& store_;
    grant_limits limits_;
    grant_map grants_;               // by id
    digest_map<std::string> access_; // ids
    digest_map<std::string> families_;
    std::set<std::string, std::less<>> unwritten_; // ids of those that have ended
    std::uint64_t changes_ = 0; // a reload that has read the store before one begins anew
    std::function<void()> when_gone_;
    std::function<void()> when_removed_;
};

} // namespace thimble::service::oauth
