#include "daemon/report/blocker_json.hpp"

#include "text/iso_time.hpp"

namespace thimble::daemon {

nlohmann::json to_json(const std::vector<link::blocker>& blockers)
{
    auto list = nlohmann::json::array();
    for (const link::blocker& one : blockers)
        list.push_back({{"code", one.code},
                        {"message", one.message},
                        {"remedy", one.remedy},
                        {"since", service::iso_time(one.since)}});
    return list;
}

} // namespace thimble::daemon
