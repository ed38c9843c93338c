#include "service/rest/phones/action_answer.hpp"

namespace thimble::service::api {

using nlohmann::ordered_json;

namespace {

ordered_json chosen_phone(const known_phone& phone)
{
    const auto& size = phone.state.screenshot_size;
    ordered_json record;
    record["phone_id"] = phone.id;
    record["name"] = phone.state.name;
    record["display_name"] =
        phone.settings.display_name ? ordered_json(*phone.settings.display_name) : ordered_json();
    record["width"] = size ? ordered_json(size->width) : ordered_json();
    record["height"] = size ? ordered_json(size->height) : ordered_json();
    return record;
}

ordered_json clipboard_content(const job& work)
{
    ordered_json record;
    const auto& value = work.result().value;
    for (const auto* name : {"text", "empty"})
        record[name] = value.value(name, nlohmann::json());
    record["job_id"] = work.id();
    return record;
}

} // namespace

ordered_json fields_beside_job(std::string_view action, const known_phone& phone, const job& work)
{
    if (action == "select")
        return chosen_phone(phone);
    if (action == "open-url")
        return {{"action_id", work.id()}};
    if (action == "read-clipboard")
        return clipboard_content(work);
    return ordered_json::object();
}

} // namespace thimble::service::api
