#include "virtualphone/mux/pair_records.hpp"

namespace thimble::virtualphone::mux {

bool pair_records::save(const std::string& udid, plist::bytes record)
{
    if (records_.size() >= most_records && !records_.contains(udid))
        return false;
    const plist::bytes& kept = records_[udid] = std::move(record);
    if (changed_)
        changed_(udid, &kept);
    return true;
}

bool pair_records::remove(std::string_view udid)
{
    const auto found = records_.find(udid);
    if (found == records_.end())
        return false;
    const std::string removed = found->first;
    records_.erase(found);
    if (changed_)
        changed_(removed, nullptr);
    return true;
}

const plist::bytes* pair_records::find(std::string_view udid) const
{
    const auto found = records_.find(udid);
    return found == records_.end() ? nullptr : &found->second;
}

} // namespace thimble::virtualphone::mux
