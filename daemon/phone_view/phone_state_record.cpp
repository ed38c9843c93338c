#include "daemon/phone_view/phone_state_record.hpp"

#include "text/printable_text.hpp"

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t most_phones = 64;
constexpr std::size_t most_capabilities = 512;
constexpr std::size_t most_blockers = 16;
constexpr std::int64_t longest_edge = 16384; // pixels

/// It is shown on a terminal.
std::string text_at(const ordered_json& record, const char* name)
{
    if (!record.is_object())
        return {};
    const auto found = record.find(name);
    return found != record.end() && found->is_string()
               ? service::printable(found->get_ref<const std::string&>())
               : std::string();
}

ordered_json list_at(const ordered_json& record, const char* name)
{
    if (!record.is_object())
        return ordered_json::array();
    const auto found = record.find(name);
    return found != record.end() && found->is_array() ? *found : ordered_json::array();
}

int edge_at(const ordered_json& record, const char* name)
{
    const auto found = record.find(name);
    if (found == record.end() || !found->is_number_integer())
        return 0;
    const auto edge = found->get<std::int64_t>();
    return edge > 0 && edge <= longest_edge ? static_cast<int>(edge) : 0;
}

/// Nothing unless both edges are known.
std::optional<screen::pixel_size> size_of(const ordered_json& record)
{
    const screen::pixel_size size{.width = edge_at(record, "width"),
                                  .height = edge_at(record, "height")};
    return size.width > 0 && size.height > 0 ? std::optional(size) : std::nullopt;
}

link::phone_state phone_of(const ordered_json& record)
{
    link::phone_state phone;
    phone.udid = text_at(record, "unique_id");
    phone.attached = true;
    phone.name = text_at(record, "name");
    phone.device_name = text_at(record, "device_name");
    phone.product_type = text_at(record, "product_type");
    phone.os_version = text_at(record, "os_version");
    if (auto version = text_at(record, "driver_version"); !version.empty())
        phone.driver_version = std::move(version);
    phone.screenshot_size = size_of(record);
    if (const auto readiness = record.find("readiness"); readiness != record.end()) {
        phone.blockers = blockers_of_record(list_at(*readiness, "blockers"));
        phone.warnings = blockers_of_record(list_at(*readiness, "warnings"));
    }
    for (const auto& each : list_at(record, "capabilities"))
        if (each.is_string() && phone.capabilities.size() < most_capabilities)
            phone.capabilities.push_back(each.get<std::string>());
    return phone;
}

} // namespace

std::vector<link::phone_state> phones_of_record(const ordered_json& phones)
{
    std::vector<link::phone_state> out;
    if (!phones.is_array())
        return out;
    for (const auto& each : phones)
        if (each.is_object() && out.size() < most_phones)
            out.push_back(phone_of(each));
    return out;
}

std::vector<link::blocker> blockers_of_record(const ordered_json& blockers)
{
    std::vector<link::blocker> out;
    if (!blockers.is_array())
        return out;
    for (const auto& each : blockers)
        if (auto code = text_at(each, "code"); !code.empty() && out.size() < most_blockers)
            out.push_back({.code = std::move(code),
                           .message = text_at(each, "message"),
                           .remedy = text_at(each, "remedy"),
                           .since = {}});
    return out;
}

} // namespace thimble::daemon
