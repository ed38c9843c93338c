#include "daemon/report/blocker_json.hpp"

#include "contract/remedy_docs.hpp"
#include "text/iso_time.hpp"

namespace thimble::daemon {

nlohmann::json to_json(const std::vector<link::blocker>& blockers)
{
    auto list = nlohmann::json::array();
    for (const link::blocker& one : blockers)
        list.push_back({{"code", one.code},
                        {"message", one.message},
                        {"remedy", one.remedy},
                        {"docs", service::docs_of_remedy(one.code)},
                        {"since", service::iso_time(one.since)}});
    return list;
}

} // namespace thimble::daemon
