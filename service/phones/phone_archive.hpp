// Stored records of phones, which survive a restart.
#pragma once

#include "contract/failure.hpp"
#include "service/phones/phone_rows.hpp"
#include "service/phones/phones.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <map>
#include <string>

namespace thimble::service {

/// Home thread.
class phone_archive {
public:
    /// The store outlives it.
    explicit phone_archive(store::database& store) : store_(store) {}

    /// Everything that the tables say, before the service starts.
    struct content {
        std::vector<store::phone_row> phones;
        std::vector<store::selection_row> selections;
    };
    static content read(store::transaction& on);
    static void restore(const content& from, phones& to);

    /// A person has asked for it: committed when this returns, INTERNAL_ERROR when it cannot be.
    boost::asio::awaitable<result<void>> keep(const known_phone& what);
    boost::asio::awaitable<result<void>> forget(const known_phone& what);

    /// The phone has said something about itself; written soon, if it is new.
    void keep_soon(const known_phone& what);

    void keep_selection_soon(const known_phone& what);

private:
    store::database& store_;
    std::map<std::string, store::phone_row> written_; // by id; without the time it was last seen
};

} // namespace thimble::service
