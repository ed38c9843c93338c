#include "device/packages/install_record.hpp"

#include "text/bundle_id.hpp"
#include "text/json_member.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <system_error>

namespace thimble::device::packages {
namespace {

using nlohmann::json;

constexpr int record_version = 1;
constexpr std::size_t longest_member = 4096; // bytes

std::string text_member(const json& of, std::string_view name)
{
    auto text = service::member<std::string>(of, name);
    return text.size() <= longest_member ? text : std::string();
}

std::chrono::sys_seconds moment_of(std::int64_t seconds)
{
    constexpr std::int64_t furthest = 1'000'000'000'000;
    return std::chrono::sys_seconds(std::chrono::seconds(std::clamp(seconds, -furthest, furthest)));
}

std::optional<installed_entry> entry_from(const json& from)
{
    if (!from.is_object())
        return std::nullopt;
    installed_entry entry;
    entry.udid = text_member(from, "udid");
    entry.bundle_id = text_member(from, "bundle_id");
    entry.version = text_member(from, "version");
    entry.file = text_member(from, "file");
    entry.file_time = service::find_member<std::int64_t>(from, "file_time");
    entry.installed = moment_of(service::member<std::int64_t>(from, "installed"));
    if (const auto expires = service::find_member<std::int64_t>(from, "expires"))
        entry.expires = moment_of(*expires);
    entry.is_runner = service::member<bool>(from, "runner");
    entry.embeds_xctest = service::find_member<bool>(from, "embeds_xctest");
    entry.follows_file = service::member<bool>(from, "follows_file");
    entry.refused_time = service::find_member<std::int64_t>(from, "refused_time");
    return entry.udid.empty() || !service::is_bundle_id(entry.bundle_id) ? std::nullopt
                                                                         : std::optional(entry);
}

json to_json(const installed_entry& entry)
{
    json to{{"udid", entry.udid},
            {"bundle_id", entry.bundle_id},
            {"version", entry.version},
            {"file", entry.file},
            {"installed", entry.installed.time_since_epoch().count()},
            {"runner", entry.is_runner},
            {"follows_file", entry.follows_file}};
    if (entry.embeds_xctest)
        to["embeds_xctest"] = *entry.embeds_xctest;
    if (entry.file_time)
        to["file_time"] = *entry.file_time;
    if (entry.expires)
        to["expires"] = entry.expires->time_since_epoch().count();
    if (entry.refused_time)
        to["refused_time"] = *entry.refused_time;
    return to;
}

/// Before the entries, which have a line each; of record_version.
constexpr std::string_view record_beginning = R"({"version": 1, "apps": [)";

/// The entries that are whole of a record that is not: damage does not reach beyond its line.
json whole_entries(std::string_view text)
{
    json entries = json::array();
    while (!text.empty()) {
        const auto end = text.find('\n');
        auto line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with(','))
            line.remove_suffix(1);
        if (auto entry = json::parse(line, nullptr, false); entry.is_object())
            entries.push_back(std::move(entry));
    }
    return entries;
}

std::optional<json> entries_in(std::string_view text)
{
    auto read = json::parse(text, nullptr, false);
    if (read.is_discarded() && text.starts_with(record_beginning))
        return whole_entries(text);
    if (!read.is_object() || service::find_member<int>(read, "version") != record_version ||
        !read.contains("apps") || !read["apps"].is_array())
        return std::nullopt;
    return std::move(read["apps"]);
}

} // namespace

upkeep upkeep_of(const installed_entry& app,
                 std::optional<std::int64_t> file_time,
                 std::chrono::sys_seconds now)
{
    if (app.follows_file && file_time && file_time != app.file_time &&
        file_time != app.refused_time)
        return upkeep::reinstall;
    const bool ends = app.expires && !check_expiry(*app.expires, now).empty();
    return ends ? upkeep::warn : upkeep::none;
}

std::expected<install_record, std::string> install_record::parse(std::string_view text)
{
    if (text.size() > largest_text)
        return std::unexpected("The record of installed apps is too large.");
    const auto entries = entries_in(text);
    if (!entries)
        return std::unexpected("The record of installed apps is not one of this version.");
    install_record record;
    for (const auto& each : *entries)
        if (auto entry = entry_from(each))
            record.remember(std::move(*entry));
    return record;
}

std::string install_record::text() const
{
    std::string text(record_beginning);
    const char* before = "\n";
    for (const auto& each : entries_) {
        text += before;
        text += to_json(each).dump(-1, ' ', false, json::error_handler_t::replace);
        before = ",\n";
    }
    return text + "\n]}\n";
}

void install_record::remember(installed_entry app)
{
    forget(app.udid, app.bundle_id);
    if (entries_.size() >= most_entries)
        entries_.erase(entries_.begin());
    entries_.push_back(std::move(app));
}

void install_record::forget(std::string_view udid, std::string_view bundle_id)
{
    std::erase_if(entries_, [&](const installed_entry& each) {
        return each.udid == udid && each.bundle_id == bundle_id;
    });
}

void install_record::note_refusal(std::string_view udid,
                                  std::string_view bundle_id,
                                  std::optional<std::int64_t> file_time)
{
    for (auto& each : entries_)
        if (each.udid == udid && each.bundle_id == bundle_id)
            each.refused_time = file_time;
}

std::vector<installed_entry> install_record::of_phone(std::string_view udid) const
{
    std::vector<installed_entry> found;
    std::ranges::copy_if(entries_, std::back_inserter(found),
                         [&](const installed_entry& each) { return each.udid == udid; });
    return found;
}

installed_entry
entry_for(const app_package& app, std::string udid, std::chrono::sys_seconds now, bool follows_file)
{
    installed_entry entry;
    entry.udid = std::move(udid);
    entry.bundle_id = app.bundle_id;
    entry.is_runner = is_runner(app);
    entry.version = entry.is_runner ? app.runner_version : app.version;
    if (entry.is_runner)
        entry.embeds_xctest = app.embeds_xctest;
    std::error_code failed;
    const auto absolute = std::filesystem::absolute(app.file, failed);
    entry.file = failed ? app.file.string() : absolute.string();
    entry.file_time = app.file_time;
    entry.installed = now;
    if (app.profile)
        entry.expires = app.profile->expires;
    entry.follows_file = follows_file;
    return entry;
}

} // namespace thimble::device::packages
