// Browsers in which somebody has signed in, in memory as they are in the store.
#pragma once

#include "contract/failure.hpp"
#include "service/accounts/digest_map.hpp"
#include "service/accounts/sign_in_rows.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

inline constexpr std::chrono::hours longest_idle_sign_in{7 * 24};
inline constexpr std::chrono::hours longest_sign_in{30 * 24};
inline constexpr std::size_t most_sign_ins_of_an_account = 100; // the oldest give way

/// Home thread. A cookie is looked up in memory. A sign-in begins when it has been committed, and
/// ends at once: that is written afterwards, and again now and then while the store is late or
/// refuses.
class sign_ins {
public:
    using clock = std::chrono::system_clock;

    /// The store outlives it.
    explicit sign_ins(store::database& kept) : store_(kept) {}

    /// Takes over what the store says.
    void assign(const std::vector<sign_in_row>& read);

    /// Of memory: what was read before one is out of date.
    std::uint64_t changes() const noexcept { return changes_; }

    struct begun {
        sign_in_row row;
        std::string token; // for the cookie; nobody learns it again
    };

    /// Asked in the transaction that writes it down: whether what was checked before still holds.
    using condition = std::function<bool(store::transaction&)>;

    /// Nothing where the condition does not hold any more.
    boost::asio::awaitable<result<std::optional<begun>>>
    begin(std::string account_id, condition holds, clock::time_point now);

    /// Sign-in of a token, which counts as its use; nothing once it has ended.
    std::optional<sign_in_row> find(std::string_view token, clock::time_point now);

    /// True until it has ended.
    bool stands(std::string_view id, clock::time_point now) const;

    /// Its cookie opens nothing from now on; end() writes it down.
    void refuse(const std::string& id);

    /// INTERNAL_ERROR or STORE_UNAVAILABLE while it is not written down; prune() tries that again.
    boost::asio::awaitable<result<void>> end(std::string id);

    /// Forgets those that have ended by themselves, and those whose end is not written down yet.
    /// Returns whether there were any.
    boost::asio::awaitable<bool> prune(clock::time_point now);

    /// True while the end of one is not written down.
    bool has_unwritten() const { return !unwritten_.empty(); }

private:
    static bool is_over(const sign_in_row& what, clock::time_point now);
    std::vector<std::string> in_the_way(const std::string& account_id) const;
    boost::asio::awaitable<store::outcome<void>> remove(std::vector<std::string> ids);
    void forget(const std::vector<std::string>& ids);

    store::database& store_;
    digest_map<sign_in_row> rows_;
    std::set<std::string> unwritten_; // ids of those that were refused
    std::uint64_t changes_ = 0;
};

} // namespace thimble::service
