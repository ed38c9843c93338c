#include "daemon/uplink/identity.hpp"

#include "daemon/uplink/service_address.hpp"
#include "link/strict_json.hpp"
#include "program/private_file.hpp"
#include "text/ascii.hpp"
#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace thimble::daemon {

namespace {

constexpr std::size_t largest_enrolment = 16UL * 1024; // bytes
constexpr std::size_t longest_desktop_name = 256;
constexpr std::size_t shortest_token = 16; // without its prefix
constexpr std::size_t longest_token = 128;

std::optional<identity> parse_identity(std::string_view text)
{
    const auto record = link::parse_json(text);
    if (!record || !record->is_object())
        return std::nullopt;
    const auto url = service::find_member<std::string>(*record, "service");
    const auto desktop_id = service::find_member<std::string>(*record, "desktop_id");
    const auto token = service::find_member<std::string>(*record, "token");
    if (!url || !desktop_id || !token || !is_desktop_token(*token) ||
        !service::is_uuid(*desktop_id))
        return std::nullopt;
    const auto address = parse_service_address(*url);
    const auto name = service::member<std::string>(*record, "name");
    if (!address || name.size() > longest_desktop_name)
        return std::nullopt;
    return identity{
        .service = address->url(), .desktop_id = *desktop_id, .token = *token, .name = name};
}

} // namespace

std::filesystem::path identity_file(const std::filesystem::path& state_dir)
{
    return state_dir / "enrolment";
}

std::expected<std::optional<identity>, std::string>
load_identity(const std::filesystem::path& state_dir)
{
    const auto file = identity_file(state_dir);
    const auto content = service::read_private_file(file, largest_enrolment);
    if (!content)
        return std::unexpected(content.error());
    if (!*content)
        return std::nullopt;
    auto who = parse_identity(**content);
    if (!who)
        return std::unexpected(file.string() + " is no enrolment of this program; remove it and "
                                               "enrol again");
    return who;
}

std::expected<void, std::string> store_identity(const std::filesystem::path& state_dir,
                                                const identity& who)
{
    const nlohmann::ordered_json record{{"service", who.service},
                                        {"desktop_id", who.desktop_id},
                                        {"token", who.token},
                                        {"name", who.name}};
    return service::write_private_file(
        identity_file(state_dir),
        record.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

bool is_desktop_token(std::string_view text)
{
    constexpr std::string_view prefix = "td_";
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return text.size() >= shortest_token && text.size() <= longest_token &&
           std::ranges::all_of(
               text, [](char c) { return service::is_letter(c) || service::is_digit(c); });
}

} // namespace thimble::daemon
