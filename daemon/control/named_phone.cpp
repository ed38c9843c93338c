#include "daemon/control/named_phone.hpp"

#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "text/called.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <vector>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

constexpr std::chrono::seconds longest_list{5};

struct named_phone_record {
    std::string id; // in REST; empty: not known
    std::vector<std::string> names;
};

/// By UDID. Of a phone that several see, one may know more than another.
using phones_by_udid = std::map<std::string, named_phone_record>;

void add_phone(const ordered_json& record, phones_by_udid& to)
{
    const auto udid = text_in(record, "unique_id");
    if (udid.empty())
        return;
    auto& phone = to[udid];
    if (auto id = text_in(record, "id"); !id.empty())
        phone.id = std::move(id);
    for (const auto* each : {"display_name", "name"})
        if (auto name = text_in(record, each);
            !name.empty() && std::ranges::find(phone.names, name) == phone.names.end())
            phone.names.push_back(std::move(name));
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

} // namespace

nlohmann::json phone_candidate(const std::string& udid, const std::string& name)
{
    return {{"unique_id", udid}, {"name", name}};
}

control_answer phone_ambiguous(const std::string& called, nlohmann::json candidates)
{
    return error_answer(
        "PHONE_AMBIGUOUS",
        fmt::format("Several phones are called {}. Say which one, by its UDID: --phone UDID.",
                    called),
        {{"phone", called}, {"candidates", std::move(candidates)}});
}

std::expected<std::string, control_answer>
udid_of_named(const std::filesystem::path& runtime_directory, const std::string& called)
{
    std::vector<std::string> udids;
    std::vector<service::called> all;
    for (const auto& [udid, phone] : known_phones(runtime_directory)) {
        udids.push_back(udid);
        all.push_back({.ids = {phone.id, udid}, .names = phone.names});
    }
    const auto places = service::find_called(called, all);
    if (places.empty())
        return called;
    if (places.size() == 1)
        return udids[places.front()];
    auto candidates = nlohmann::json::array();
    for (const auto place : places)
        candidates.push_back(phone_candidate(
            udids[place], all[place].names.empty() ? "" : all[place].names.front()));
    return std::unexpected(phone_ambiguous(called, std::move(candidates)));
}

} // namespace thimble::daemon
