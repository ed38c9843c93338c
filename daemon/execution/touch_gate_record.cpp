#include "daemon/execution/touch_gate_record.hpp"

#include "program/private_file.hpp"
#include "program/state_directory.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::daemon {

using device::touch_gate;
using device::touch_gate_key;
using nlohmann::json;

namespace {

constexpr std::size_t largest_gate_file = 256UL * 1024;
constexpr std::size_t most_gates = 500; // the oldest goes
constexpr int deepest_gate = 4;

constexpr std::string_view open_name = "open";
constexpr std::string_view stream_name = "needs_stream";

using gate_entry = std::pair<touch_gate_key, touch_gate>;

std::string text_in(const json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<gate_entry> read_gate(const json& entry)
{
    if (!entry.is_object())
        return std::nullopt;
    touch_gate_key key{.udid = text_in(entry, "udid"),
                       .build = text_in(entry, "build"),
                       .image = text_in(entry, "image")};
    const auto finding = text_in(entry, "finding");
    if (key.udid.empty() || (finding != open_name && finding != stream_name))
        return std::nullopt;
    return gate_entry(std::move(key),
                      finding == open_name ? touch_gate::open : touch_gate::needs_stream);
}

/// In the order in which they were written.
std::vector<gate_entry> gates_in(const std::filesystem::path& file)
{
    std::vector<gate_entry> entries;
    const auto text = service::read_private_file(file, largest_gate_file);
    if (!text || !*text)
        return entries;
    const auto shallow = [](int depth, json::parse_event_t, const json&) {
        return depth <= deepest_gate;
    };
    const auto all = json::parse(**text, shallow, false);
    if (!all.is_array())
        return entries;
    for (const auto& each : all)
        if (auto entry = read_gate(each))
            entries.push_back(std::move(*entry));
    return entries;
}

std::string gates_text(const std::vector<gate_entry>& entries)
{
    auto all = json::array();
    for (const auto& [key, finding] : entries)
        all.push_back({{"udid", key.udid},
                       {"build", key.build},
                       {"image", key.image},
                       {"finding", finding == touch_gate::open ? open_name : stream_name}});
    return all.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace

touch_gate_record::touch_gate_record(std::filesystem::path state_dir)
    : state_dir_(std::move(state_dir)), file_(state_dir_ / "touch-gates.json")
{
    for (auto& [key, finding] : gates_in(file_))
        known_.insert_or_assign(std::move(key), finding);
}

std::optional<touch_gate> touch_gate_record::find(const touch_gate_key& of) const
{
    const auto found = known_.find(of);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
}

/// Another process may have written meanwhile, about other phones.
void touch_gate_record::remember(const touch_gate_key& of, touch_gate what)
{
    known_.insert_or_assign(of, what);
    auto entries = gates_in(file_);
    std::erase_if(entries, [&](const gate_entry& each) { return each.first == of; });
    entries.emplace_back(of, what);
    if (entries.size() > most_gates)
        entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(most_gates));
    if (service::prepare_state_directory(state_dir_))
        std::ignore = service::write_private_file(file_, gates_text(entries));
}

} // namespace thimble::daemon
