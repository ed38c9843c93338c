#include "virtualphone/mux/pair_records.hpp"

namespace thimble::virtualphone::mux {

bool pair_records::save(const std::string& udid, plist::bytes record)
{
    if (records_.size() >= most_records && !records_.contains(udid))
        return false;
    records_[udid] = std::move(record);
    return true;
}

bool pair_records::remove(std::string_view udid)
{
    const auto found = records_.find(udid);
    if (found == records_.end())
        return false;
    records_.erase(found);
    return true;
}

const plist::bytes* pair_records::find(std::string_view udid) const
{
    const auto found = records_.find(udid);
    return found == records_.end() ? nullptr : &found->second;
}

} // namespace thimble::virtualphone::mux
