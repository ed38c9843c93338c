#include "service/accounts/key_ring.hpp"

namespace thimble::service {

void key_ring::clear()
{
    rows_.clear();
    digests_.clear();
    made_.clear();
}

void key_ring::add(const key_row& row)
{
    const auto digest = parse_digest(row.hash);
    if (!digest || digests_.contains(row.id) || !rows_.emplace(*digest, row).second)
        return;
    digests_.emplace(row.id, *digest);
    if (row.made_by)
        made_.emplace(*row.made_by, row.id);
}

key_row* key_ring::find(const key_digest& digest)
{
    const auto found = rows_.find(digest);
    return found == rows_.end() ? nullptr : &found->second;
}

const key_row* key_ring::find_id(const std::string& id) const
{
    const auto found = digests_.find(id);
    return found == digests_.end() ? nullptr : &rows_.at(found->second);
}

std::vector<key_row> key_ring::of(const std::string& account_id) const
{
    std::vector<key_row> out;
    for (const auto& [digest, each] : rows_)
        if (each.account_id == account_id)
            out.push_back(each);
    return out;
}

std::vector<std::string> key_ring::with_offspring(const std::string& id) const
{
    if (!contains(id))
        return {};
    std::vector<std::string> out{id};
    for (std::size_t next = 0; next < out.size(); ++next) {
        const auto [first, last] = made_.equal_range(out[next]);
        for (auto each = first; each != last; ++each)
            out.push_back(each->second);
    }
    return out;
}

void key_ring::remove_with_offspring(const std::string& id)
{
    const auto going = with_offspring(id);
    if (going.empty())
        return;
    unlink_from_maker(id);
    for (const auto& each : going) {
        made_.erase(each);
        const auto digest = digests_.find(each);
        rows_.erase(digest->second);
        digests_.erase(digest);
    }
}

/// Linear in what the maker has made: once for a revocation, not for each key that goes with it.
void key_ring::unlink_from_maker(const std::string& id)
{
    const auto& maker = find_id(id)->made_by;
    if (!maker)
        return;
    auto [each, last] = made_.equal_range(*maker);
    while (each != last && each->second != id)
        ++each;
    if (each != last)
        made_.erase(each);
}

} // namespace thimble::service
