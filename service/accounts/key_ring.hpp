// API keys in memory, by their digest, by their id and by the key that made them.
#pragma once

#include "service/accounts/digest_map.hpp"
#include "service/accounts/key_rows.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace thimble::service {

/// Home thread. Pointers are valid until the next change.
class key_ring {
public:
    void clear();

    /// Leaves out a row whose hash is no digest, and one that is there already.
    void add(const key_row& row);

    /// nullptr where there is none.
    key_row* find(const key_digest& digest);
    const key_row* find_id(const std::string& id) const;

    bool contains(const std::string& id) const { return digests_.contains(id); }

    /// Of one account, in no order.
    std::vector<key_row> of(const std::string& account_id) const;

    /// The key and those that it has made, and they, and so on; nothing where there is no such key.
    std::vector<std::string> with_offspring(const std::string& id) const;

    void remove_with_offspring(const std::string& id);

private:
    void unlink_from_maker(const std::string& id);

    digest_map<key_row> rows_;
    std::unordered_map<std::string, key_digest> digests_;    // by the key's id
    std::unordered_multimap<std::string, std::string> made_; // ids, by the maker's id
};

} // namespace thimble::service
