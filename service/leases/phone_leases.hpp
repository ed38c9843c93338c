// Leases of phones: taken, renewed, released, expired, and ended with the credential that held
// them.
#pragma once

#include "async/one_shot_timer.hpp"
#include "contract/failure.hpp"
#include "service/leases/lease_rows.hpp"
#include "service/phones/phones.hpp"
#include "store/database.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

inline constexpr std::chrono::seconds longest_lease{24 * 3600};

/// Home thread. A lease stands in its phone's record (`known_phone::leased`), where requests are
/// checked against it; this keeps it there and in the store.
class phone_leases {
public:
    /// All of it outlives this.
    struct dependencies {
        boost::asio::any_io_executor home;
        store::database& store;
        const phones& known;

        /// A phone's lease is another than before, or none.
        std::function<void(const known_phone&)> on_change;

        /// The same of one that every node of the service ends by itself: its time is over, or its
        /// holder does not stand any more. Empty: as any other change.
        std::function<void(const known_phone&)> on_end = nullptr;

        /// Other nodes of the service lease the same phones: the store decides.
        bool shares_store = false;
    };

    explicit phone_leases(dependencies with);

    static std::vector<lease_row> read(store::transaction& on);

    /// Those of a former run, before the service starts. The phones are known by then.
    void restore(const std::vector<lease_row>& rows);

    /// As another node has written it down; it is not a change of this one.
    void take_over(const phone_ptr& phone, const std::optional<lease>& now);

    /// From now on, for so long: a new one, or the same renewed where the holder has it already.
    /// PHONE_LEASED where another one has it; INTERNAL_ERROR or STORE_UNAVAILABLE where it cannot
    /// be written down, and nothing has changed then.
    boost::asio::awaitable<result<lease>>
    take(phone_ptr phone, actor holder, std::chrono::seconds time);

    /// Ends it, where there is one. PHONE_LEASED where another one has it and `who` is no
    /// administrator.
    result<void> release(known_phone& phone, const account& who);

    /// Ends those whose holders do not stand any more.
    void end_those_of(const std::function<bool(const account& who)>& gone);

    /// The phone is not known any more.
    void forget(known_phone& phone) { end(phone); }

    std::size_t size() const noexcept { return held_.size(); }

    /// Another number after each change of this node: what was read of the store before one is out
    /// of date.
    std::uint64_t changes() const noexcept { return changes_; }

    /// No lease expires any more here.
    void close() { expiry_.stop(); }

private:
    void take_back(known_phone& phone, const std::optional<lease>& before);
    void end(known_phone& phone, bool everywhere = false);
    void end_expired(known_phone& phone);
    lease take_from(known_phone& phone, bool everywhere);
    boost::asio::awaitable<store::outcome<lease_row>> write(lease_row what);
    void set_expiry();
    void expire();

    dependencies with_;
    std::map<std::string, phone_ptr> held_; // phones with a lease, by id
    std::uint64_t changes_ = 0;
    async::one_shot_timer expiry_; // of the next one
};

} // namespace thimble::service
