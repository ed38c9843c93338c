#include "daemon/control/named_phone.hpp"

#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "text/called.hpp"
#include "text/uuid.hpp"

#include <spdlog/fmt/fmt.h>

#include <map>
#include <vector>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

constexpr std::chrono::seconds longest_list{5};

/// By UDID. Of a phone that several see, one may know more than another.
using phones_by_udid = std::map<std::string, service::called>;

void add_phone(const ordered_json& record, phones_by_udid& to)
{
    const auto udid = text_in(record, "unique_id");
    if (udid.empty())
        return;
    auto& phone = to[udid];
    if (phone.ids.empty())
        phone.ids = {"", udid};
    if (auto id = text_in(record, "id"); !id.empty())
        phone.ids.front() = std::move(id);
    for (const auto* name : {"display_name", "name"})
        phone.names.push_back(text_in(record, name));
}

phones_by_udid known_phones(const std::filesystem::path& runtime_directory)
{
    phones_by_udid all;
    for (const auto& socket : live_control_sockets(runtime_directory)) {
        const auto answer = ask_control(socket, phones_request(), longest_list);
        if (!answer || answer->failed())
            continue;
        const auto list = answer->record.find("phones");
        if (list == answer->record.end() || !list->is_array())
            continue;
        for (const auto& each : *list)
            if (each.is_object())
                add_phone(each, all);
    }
    return all;
}

control_answer several_named(const std::string& called, const std::vector<std::string>& udids)
{
    std::string list;
    for (const auto& each : udids)
        list += (list.empty() ? "" : ", ") + each;
    return error_answer("PHONE_AMBIGUOUS",
                        fmt::format("Several phones are called {}: {}. Say which one, by its UDID: "
                                    "--phone UDID.",
                                    called, list),
                        {{"phone", called}, {"phones", udids}});
}

} // namespace

std::expected<std::string, control_answer>
udid_of_named(const std::filesystem::path& runtime_directory, const std::string& called)
{
    if (service::looks_like_id(called) && !service::is_uuid(called))
        return called; // a UDID, which is known without asking
    std::vector<std::string> udids;
    std::vector<service::called> names;
    for (auto& [udid, phone] : known_phones(runtime_directory)) {
        udids.push_back(udid);
        names.push_back(std::move(phone));
    }
    const auto places = service::find_called(called, names);
    if (places.empty())
        return called;
    if (places.size() == 1)
        return udids[places.front()];
    std::vector<std::string> those;
    for (const auto place : places)
        those.push_back(udids[place]);
    return std::unexpected(several_named(called, those));
}

} // namespace thimble::daemon
