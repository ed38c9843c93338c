// Stored records of phones, which survive a restart.
#pragma once

#include "contract/failure.hpp"
#include "service/phones/phone_rows.hpp"
#include "service/phones/phones.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace thimble::service {

/// Of a store: other nodes of the service may write to it, too.
enum class store_use : std::uint8_t { alone, shared };

/// Home thread.
class phone_archive {
public:
    /// The store outlives it.
    explicit phone_archive(store::database& store, store_use whose = store_use::alone)
        : store_(store), whose_(whose)
    {
    }

    /// Everything that the tables say, before the service starts.
    struct content {
        std::vector<store::phone_row> phones;
        std::vector<store::selection_row> selections;
    };
    static content read(store::transaction& on);
    static void restore(const content& from, phones& to);

    /// Takes over settings, labels and shortcuts, and the newest list of its apps, as another node
    /// has written them down.
    void take_over(known_phone& to, const store::phone_row& from);

    /// A person has asked for it: committed when this returns, INTERNAL_ERROR or
    /// STORE_UNAVAILABLE when it cannot be.
    boost::asio::awaitable<result<void>> keep(const known_phone& what);
    boost::asio::awaitable<result<void>> forget(const known_phone& what);

    /// It has no row any more: written anew where the phone comes back.
    void note_forgotten(const std::string& phone_id) { written_.erase(phone_id); }

    /// The phone has said something about itself; written soon, if it is new.
    void keep_soon(const known_phone& what);

    /// The time when they were last seen, which is not written until something else of them is new.
    void keep_last_seen_soon(const std::vector<phone_ptr>& those);

    void keep_selection_soon(const known_phone& what);

    /// Another number when a person's change begins to be written, and when it is: what was read of
    /// the store before is out of date.
    std::uint64_t changes() const noexcept { return changes_; }

private:
    using keeper = void (*)(store::transaction&, const store::phone_row&);

    /// Each node writes its part alone where others write as well.
    keeper keeper_of(keeper part) const
    {
        return whose_ == store_use::shared ? part : keeper(store::keep_phone);
    }

    store::database& store_;
    store_use whose_;
    std::uint64_t changes_ = 0;
    std::map<std::string, store::phone_row> written_; // by id; without the time it was last seen
};

} // namespace thimble::service
