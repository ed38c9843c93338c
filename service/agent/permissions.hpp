// Permissions of an agent: allowed, allowed with the user's consent, or denied.
#pragma once

#include "service/agent/act.hpp"
#include "service/phones/app_list.hpp"

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service::agent {

/// As configured. Apps are bundle ids; "com.example.*" is every one that begins so.
struct permissions {
    std::vector<std::string> allowed_apps = {}; // empty: all that are not denied
    std::vector<std::string> denied_apps = {};  // outranks the others
    std::vector<std::string> confirmed_apps = {};
    std::vector<std::string> confirmed_tools = {};
    bool confirm_secrets = false;        // each time, in every app
    bool secrets_without_asking = false; // else once for each app and session

    /// True where it matters which app an act is for.
    bool about_apps() const;

    friend bool operator==(const permissions&, const permissions&) = default;
};

/// A bundle id, or "com.example.*" for every one that begins so.
bool is_app_pattern(std::string_view text);

/// Each a list with commas. `confirmed` has bundle ids, names of tools, and "secret" for typing
/// one. An error names the entry that is wrong.
std::expected<permissions, std::string>
parse_permissions(std::string_view allowed, std::string_view denied, std::string_view confirmed);

/// A secret that may be typed into an app: its name, and the bundle id.
using secret_in_app = std::pair<std::string, std::string>;

/// Facts beside the act by which it is judged.
struct circumstances {
    std::string front_app = {};                // bundle id; empty: not known
    std::vector<listed_app> apps = {};         // of the phone
    std::vector<std::string> agreed_apps = {}; // bundle ids that the user has agreed to

    /// The account's secrets by name, with the apps that each may be typed into; none: any app. Of
    /// an act that types one alone.
    std::map<std::string, std::vector<std::string>, std::less<>> secrets = {};
    std::set<secret_in_app> agreed_secrets = {};
    bool agreed_to_act = false; // to its tool, address and secrets, that is
};

enum class judgement : std::uint8_t { allowed, ask_user, refused };

struct ruling {
    judgement what = judgement::allowed;
    std::string words = {}; // the question to the user, or the tool error; else empty
    std::string app = {};   // bundle id: whoever agrees to the question agrees to this app
    std::vector<std::string> secrets = {}; // and to these being typed into the front app

    friend bool operator==(const ruling&, const ruling&) = default;
};

/// With the bundle id in place of an app's name, where the phone has one app that is meant. To be
/// done before judging, so that the app that opens is the one that was judged.
act with_bundle_id(act what, const std::vector<listed_app>& apps);

/// True where the act is meant for the app and the screen that are there: what leaves the app, and
/// what touches no phone, is not.
bool is_for_front_app(const act& what);

/// An app that cannot be told is refused where apps matter. In the front app the same holds as for
/// opening it, and in one that is not known nothing is done; leaving it is always allowed. An
/// address may open any app, so where apps matter the user is asked.
///
/// A secret that is bound to apps is refused in every other one. One that is not is asked for, once
/// for each app, unless the rules say otherwise.
ruling judge(const act& what, const permissions& rules, const circumstances& now);

} // namespace thimble::service::agent
