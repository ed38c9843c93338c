// Values that are kept in memory only: for a while, and up to so many bytes of an account.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <string>

namespace thimble::service {

/// Home thread. Where an account has more bytes than its share, its oldest values are dropped; the
/// values of other accounts stay.
class memory_shares {
public:
    using time = std::chrono::system_clock::time_point;

    explicit memory_shares(std::size_t bytes_of_an_account) : most_(bytes_of_an_account) {}

    /// `drop` is called when the value has to go. The newest value of an account always stays: it
    /// is part of an answer that has not been given yet.
    void
    add(const std::string& account_id, std::size_t bytes, time now, std::function<void()> drop);

    void drop_older_than(time bound);

    std::size_t bytes_of(const std::string& account_id) const;

private:
    struct value {
        std::size_t bytes = 0;
        time since;
        std::function<void()> drop;
    };
    struct share {
        std::size_t bytes = 0;
        std::list<value> values; // the oldest first
    };

    static void drop_oldest(share& of);

    std::size_t most_;
    std::map<std::string, share> shares_; // by account
};

} // namespace thimble::service
