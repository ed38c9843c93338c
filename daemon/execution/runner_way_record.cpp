#include "daemon/execution/runner_way_record.hpp"

#include "program/private_file.hpp"
#include "program/state_directory.hpp"
#include "text/bundle_id.hpp"
#include "text/json_member.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::daemon {

using device::proven_way;
using device::runner_key;
using device::start_way;
using nlohmann::json;

namespace {

constexpr std::size_t largest_way_file = 256UL * 1024;
constexpr std::size_t most_ways = 500; // the oldest goes
constexpr std::size_t longest_way_udid = 64;
constexpr int deepest_way = 4;
constexpr std::int64_t last_second = 1'000'000'000'000;

constexpr std::string_view session_name = "test_session";
constexpr std::string_view alone_name = "process_control";

using way_entry = std::pair<runner_key, proven_way>;

std::optional<way_entry> read_way(const json& entry)
{
    if (!entry.is_object())
        return std::nullopt;
    runner_key key{.udid = service::member<std::string>(entry, "udid"),
                   .bundle_id = service::member<std::string>(entry, "bundle_id")};
    const auto way = service::member<std::string>(entry, "way");
    const bool is_way = way == session_name || way == alone_name;
    if (!is_way || key.udid.empty() || key.udid.size() > longest_way_udid ||
        !service::is_bundle_id(key.bundle_id))
        return std::nullopt;
    proven_way proven{.way = way == session_name ? start_way::test_session
                                                 : start_way::process_control,
                      .installed = {}};
    if (const auto installed = service::find_member<std::int64_t>(entry, "installed"))
        proven.installed = std::chrono::sys_seconds(
            std::chrono::seconds(std::clamp(*installed, -last_second, last_second)));
    return way_entry(std::move(key), proven);
}

/// In the order in which they were written.
std::vector<way_entry> ways_in(const std::filesystem::path& file)
{
    std::vector<way_entry> entries;
    const auto text = service::read_private_file(file, largest_way_file);
    if (!text || !*text)
        return entries;
    const auto shallow = [](int depth, json::parse_event_t, const json&) {
        return depth <= deepest_way;
    };
    const auto all = json::parse(**text, shallow, false);
    if (!all.is_array())
        return entries;
    for (const auto& each : all)
        if (auto entry = read_way(each))
            entries.push_back(std::move(*entry));
    return entries;
}

std::string ways_text(const std::vector<way_entry>& entries)
{
    auto all = json::array();
    for (const auto& [key, proven] : entries) {
        json entry{{"udid", key.udid},
                   {"bundle_id", key.bundle_id},
                   {"way", proven.way == start_way::test_session ? session_name : alone_name}};
        if (proven.installed)
            entry["installed"] = proven.installed->time_since_epoch().count();
        all.push_back(std::move(entry));
    }
    return all.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace

runner_way_record::runner_way_record(std::filesystem::path state_dir)
    : state_dir_(std::move(state_dir)), file_(state_dir_ / "runner-ways.json")
{
    for (auto& [key, proven] : ways_in(file_))
        known_.insert_or_assign(std::move(key), proven);
}

std::optional<proven_way> runner_way_record::find(const runner_key& of) const
{
    const auto found = known_.find(of);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
}

/// Another process may have written meanwhile, about other phones.
void runner_way_record::remember(const runner_key& of, const proven_way& what)
{
    known_.insert_or_assign(of, what);
    auto entries = ways_in(file_);
    std::erase_if(entries, [&](const way_entry& each) { return each.first == of; });
    entries.emplace_back(of, what);
    if (entries.size() > most_ways)
        entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(most_ways));
    if (service::prepare_state_directory(state_dir_))
        std::ignore = service::write_private_file(file_, ways_text(entries));
}

} // namespace thimble::daemon
