#include "service/audit/audit_entry.hpp"

#include "text/iso_time.hpp"
#include "text/json_member.hpp"

namespace thimble::service {

using nlohmann::ordered_json;

ordered_json audit_record(const audit_entry& of)
{
    ordered_json record;
    record["id"] = of.id;
    record["at"] = iso_time(of.at);
    record["account_id"] = of.account_id;
    record["actor"] = actor_record(of.who);
    record["address"] = text_or_null(of.address);
    record["action"] = of.action;
    record["phone_id"] = text_or_null(of.phone_id);
    record["target"] = text_or_null(of.target);
    record["status"] = of.status ? ordered_json(*of.status) : ordered_json();
    record["outcome"] = of.outcome;
    record["error"] = text_or_null(of.error);
    record["request_id"] = text_or_null(of.request_id);
    return record;
}

} // namespace thimble::service
