// Developer images that were to give way to the one on this computer.
#pragma once

#include <map>
#include <set>
#include <string>

namespace thimble::device {

/// Each mounted image is tried once on each phone, whatever comes of it: two programs that both
/// want their own image would else take turns for ever. Home thread.
class replaced_images {
public:
    bool has(const std::string& udid, const std::string& signature) const
    {
        const auto found = tried_.find(udid);
        return found != tried_.end() && found->second.contains(signature);
    }

    void add(const std::string& udid, const std::string& signature)
    {
        tried_[udid].insert(signature);
    }

    /// It was not tried after all.
    void remove(const std::string& udid, const std::string& signature)
    {
        tried_[udid].erase(signature);
    }

private:
    std::map<std::string, std::set<std::string>> tried_; // signatures by UDID
};

} // namespace thimble::device
