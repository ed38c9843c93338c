#include "daemon/setup/touch_record.hpp"

#include "program/private_file.hpp"
#include "program/state_directory.hpp"
#include "text/iso_time.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace thimble::daemon {

using nlohmann::json;

namespace {

constexpr std::size_t largest_file = 256UL * 1024;
constexpr std::size_t most_entries = 1000; // the oldest goes
constexpr int deepest = 8;

bool is_entry(const json& each)
{
    return each.is_object() && each.contains("udid") && each["udid"].is_string() &&
           each.contains("os_version") && each["os_version"].is_string();
}

/// In the order in which they were written.
json entries_in(const std::filesystem::path& file)
{
    const auto text = service::read_private_file(file, largest_file);
    if (!text || !*text)
        return json::array();
    const auto shallow = [](int depth, json::parse_event_t, const json&) {
        return depth <= deepest;
    };
    const auto all = json::parse(**text, shallow, false);
    auto entries = json::array();
    if (all.is_array())
        std::ranges::copy_if(all, std::back_inserter(entries), is_entry);
    return entries;
}

bool is_of(const json& entry, const std::string& udid)
{
    return entry["udid"] == udid;
}

} // namespace

touch_record::touch_record(const std::filesystem::path& state_dir)
    : state_dir_(state_dir), file_(state_dir / "first-touches.json")
{
}

bool touch_record::contains(const std::string& udid, const std::string& os_version) const
{
    return std::ranges::any_of(entries_in(file_), [&](const json& each) {
        return is_of(each, udid) && each["os_version"] == os_version && each.contains("seen");
    });
}

bool touch_record::is_open(const std::string& udid) const
{
    return std::ranges::any_of(entries_in(file_), [&](const json& each) {
        return is_of(each, udid) && !each.contains("seen");
    });
}

void touch_record::begin(const std::string& udid,
                         const std::string& os_version,
                         std::chrono::system_clock::time_point when) const
{
    const json entry{
        {"udid", udid}, {"os_version", os_version}, {"begun", service::iso_time(when)}};
    write(udid, &entry);
}

void touch_record::forget(const std::string& udid) const
{
    if (is_open(udid))
        write(udid, nullptr);
}

void touch_record::remember(const std::string& udid,
                            const std::string& os_version,
                            std::chrono::system_clock::time_point when) const
{
    const json entry{{"udid", udid}, {"os_version", os_version}, {"seen", service::iso_time(when)}};
    write(udid, &entry);
}

/// `entry` in the place of those of that phone; nullptr: nothing.
void touch_record::write(const std::string& udid, const json* entry) const
{
    auto kept = json::array();
    for (const auto& each : entries_in(file_))
        if (!is_of(each, udid))
            kept.push_back(each);
    while (kept.size() >= most_entries)
        kept.erase(kept.begin());
    if (entry != nullptr)
        kept.push_back(*entry);
    if (service::prepare_state_directory(state_dir_))
        std::ignore = service::write_private_file(
            file_, kept.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

} // namespace thimble::daemon
