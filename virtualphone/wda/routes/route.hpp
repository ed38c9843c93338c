// A route of WebDriverAgent and the table of all of them.
#pragma once

#include "virtualphone/wda/automation/automation.hpp"
#include "virtualphone/wda/protocol/answer.hpp"
#include "virtualphone/wda/protocol/request.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace thimble::virtualphone::wda {

/// Presence of /session/ID in front of the path.
enum class session_form : std::uint8_t { either, required, forbidden };

/// Commands that are done at once, and those that take their time on the phone.
using immediate = answer (*)(automation&, const request&);
using lasting = boost::asio::awaitable<answer> (*)(automation&, const request&);

struct route {
    boost::beast::http::verb method;
    std::string_view path; // in lower case, without the session; ":id" is any one part
    session_form form;
    std::variant<immediate, lasting> run;
    bool standalone = false; // runs beside the main queue, where the release does that
    bool runner_profile::* only_with = nullptr; // the release may not have it
};

// One table a subject, each in the file of its name.
std::span<const route> session_routes();
std::span<const route> screen_routes();
std::span<const route> touch_routes();
std::span<const route> source_routes();
std::span<const route> app_routes();
std::span<const route> alert_routes();
std::span<const route> device_routes();
std::span<const route> button_routes();
std::span<const route> key_routes();
std::span<const route> find_routes();
std::span<const route> element_routes();
std::span<const route> pasteboard_routes();
std::span<const route> gesture_routes();
std::span<const route> scroll_routes();
std::span<const route> application_routes();
std::span<const route> picture_routes();
std::span<const route> accessibility_routes();

/// All of these, one after the other.
std::vector<std::span<const route>> route_tables();

/// Nothing where this release has no such route.
const route* find_route(const request& of, const runner_profile& release = {});

/// The part of the path after so many slashes: of "/element/7/rect" the second is "7".
std::string_view part_of_path(const request& asked, std::size_t number);

} // namespace thimble::virtualphone::wda
