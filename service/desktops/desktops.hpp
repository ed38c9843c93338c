// Desktops that may link, in memory as they are in the store.
#pragma once

#include "contract/failure.hpp"
#include "http/request.hpp"
#include "service/accounts/digest_map.hpp"
#include "service/desktops/desktop_rows.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

/// A desktop whose token is known.
struct enrolled_desktop {
    std::string id;
    std::string account_id;
    std::string name;
};

/// Home thread. A token is checked in memory. A right is written first and in force when it has
/// been committed. A revocation is the other way round: refused in memory at once, then written,
/// and written again now and then while the store is late or refuses.
class desktops {
public:
    using clock = std::chrono::system_clock;

    /// The store outlives this.
    explicit desktops(store::database& kept) : store_(kept) {}

    /// Takes over what the store says, before the service starts.
    void assign(const std::vector<desktop_row>& read);

    /// Later, after another than this has written: those that are new may link, those that are gone
    /// have been revoked. False when the store fails.
    boost::asio::awaitable<bool> reload();

    /// Hears of each desktop that is revoked, whoever did it, when its token is known no more. One
    /// listener.
    void when_revoked(std::function<void(const std::string& desktop_id)> then)
    {
        revoked_ = std::move(then);
    }

    /// Desktop whose token `Authorization: Bearer` carries; nothing where it is unknown or revoked.
    std::optional<enrolled_desktop> authenticate(const http::request& what) const;

    /// The number of a new link, greater than any before, committed when it returns; the desktop's
    /// enrolment has ended then. Nothing when it has been revoked meanwhile or the store fails;
    /// past_of() tells which. It may be revoked at any time after that: be ready to hear so before
    /// anything else is waited for.
    boost::asio::awaitable<std::optional<std::int64_t>> next_epoch(std::string id);

    /// Its greeting when it linked last; empty before its first time.
    std::optional<desktop_greeting> past_of(const std::string& id) const;

    /// It has linked and says this of itself. A name or version that does not fit on a terminal is
    /// left as it was. False when it has been revoked or the store fails, as above.
    boost::asio::awaitable<bool> greet(std::string id, desktop_greeting said);

    /// Another node of the service has welcomed it, and written this down.
    void note_greeting(const std::string& id, desktop_greeting said);

    /// Its link has ended.
    void note_departure(const std::string& id);

    /// An account has let it in, and the store has it. False when it has been revoked meanwhile.
    bool admit(const desktop_row& approved);

    /// Of one account, the oldest first.
    std::vector<desktop_row> of(const std::string& account_id) const;

    /// Its token opens nothing from the call on. DESKTOP_NOT_FOUND for one of another account too;
    /// INTERNAL_ERROR or STORE_UNAVAILABLE while it is not written down: calling again, and
    /// write_revocations(), try that again.
    boost::asio::awaitable<result<void>> revoke(std::string account_id, std::string id);

    /// Those that the store has not taken yet.
    boost::asio::awaitable<void> write_revocations();

    /// True while there are any.
    bool has_unwritten() const { return !unwritten_.empty(); }

private:
    void restore(const std::vector<desktop_row>& read);
    void add(const desktop_row& row);
    void forget(const std::string& id);
    boost::asio::awaitable<store::outcome<void>> write_revocation(std::string id);

    store::database& store_;
    std::map<std::string, desktop_row> rows_;      // by id
    digest_map<std::string> ids_;                  // by the digest of the token
    std::map<std::string, std::string> unwritten_; // account ids by the ids of revoked desktops
    std::function<void(const std::string&)> revoked_ = [](const auto&) {};
    std::uint64_t changes_ = 0; // of who may link: what was read before one is out of date
};

} // namespace thimble::service
