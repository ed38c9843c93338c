#include "setup/step_record.hpp"

#include "text/json_member.hpp"

namespace thimble::setup {

nlohmann::ordered_json step_record(std::string_view named, const step& what)
{
    using service::text_or_null;
    nlohmann::ordered_json record;
    record[named] = to_string(what.code);
    record["state"] = to_string(what.state);
    record["title"] = what.title;
    record["thimble"] = text_or_null(what.thimble);
    record["person"] = text_or_null(what.person);
    record["why"] = text_or_null(what.why);
    record["duration"] = text_or_null(what.duration);
    record["problem"] = text_or_null(what.problem);
    record["docs"] = what.docs;
    record["blocker"] = text_or_null(what.blocker);
    return record;
}

} // namespace thimble::setup
