// What an agent may do without being asked, what the user must agree to, and what it may not do.
#pragma once

#include "service/agent/act.hpp"
#include "service/apps/app_list.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

/// As configured. Apps are bundle ids; "com.example.*" is every one that begins so.
struct permissions {
    std::vector<std::string> allowed_apps = {}; // empty: all that are not denied
    std::vector<std::string> denied_apps = {};  // outranks the others
    std::vector<std::string> confirmed_apps = {};
    std::vector<std::string> confirmed_tools = {};
    bool confirm_secrets = false;

    /// Whether it matters which app an act is for.
    bool about_apps() const;

    friend bool operator==(const permissions&, const permissions&) = default;
};

/// Each a list with commas. `confirmed` has bundle ids, names of tools, and "secret" for typing
/// one. An error names the entry that is wrong.
std::expected<permissions, std::string>
parse_permissions(std::string_view allowed, std::string_view denied, std::string_view confirmed);

/// What else an act is judged by.
struct circumstances {
    std::string front_app = {};                // bundle id; empty: not known
    std::vector<listed_app> apps = {};         // of the phone
    std::vector<std::string> agreed_apps = {}; // bundle ids that the user has agreed to
    bool agreed_to_act = false;                // to its tool, address and secrets, that is
};

enum class judgement : std::uint8_t { allowed, ask_user, refused };

struct ruling {
    judgement what = judgement::allowed;
    std::string words = {}; // the question to the user, or the tool error; else empty
    std::string app = {};   // bundle id: whoever agrees to the question agrees to this app

    friend bool operator==(const ruling&, const ruling&) = default;
};

/// With the bundle id in place of an app's name, where the phone has one app that is meant. To be
/// done before judging, so that the app that opens is the one that was judged.
act with_bundle_id(act what, const std::vector<listed_app>& apps);

/// An app that cannot be told is refused where apps matter. In the front app the same holds as for
/// opening it, and in one that is not known nothing is done; leaving it is always allowed. An
/// address may open any app, so where apps matter the user is asked.
ruling judge(const act& what, const permissions& rules, const circumstances& now);

} // namespace thimble::service::agent
