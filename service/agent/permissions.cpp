// Judging of an act: rules about the app in front first, then secrets, then tools that need the
// user's consent. The first objection stands, but a refusal outranks a question.
#include "service/agent/permissions.hpp"

#include "service/agent/secrets.hpp"
#include "service/agent/tool_rows.hpp"
#include "text/ascii.hpp"
#include "text/bundle_id.hpp"
#include "text/lists.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::service::agent {

namespace {

constexpr std::string_view secret_word = "secret";
constexpr std::array<std::string_view, 3> tools_without_touch{"wait", "ask_user", "done"};
constexpr std::string_view home_screen = "com.apple.springboard"; // in front when no app is

std::vector<std::string> entries_of(std::string_view list)
{
    std::vector<std::string> out;
    while (!list.empty())
        if (const auto entry = trim(take_until(',', list)); !entry.empty())
            out.emplace_back(entry);
    return out;
}

std::expected<std::vector<std::string>, std::string> parse_apps(std::string_view list)
{
    auto out = entries_of(list);
    const auto wrong = std::ranges::find_if_not(out, is_app_pattern);
    if (wrong == out.end())
        return out;
    return std::unexpected("'" + *wrong + "' is no bundle id such as com.apple.mobilesafari");
}

bool covers(std::string_view pattern, std::string_view bundle_id)
{
    if (pattern.ends_with('*'))
        return bundle_id.starts_with(pattern.substr(0, pattern.size() - 1));
    return pattern == bundle_id;
}

bool is_among(const std::vector<std::string>& patterns, std::string_view bundle_id)
{
    return std::ranges::any_of(patterns, [&](const auto& each) { return covers(each, bundle_id); });
}

bool is_permitted(const permissions& rules, std::string_view bundle_id)
{
    if (is_among(rules.denied_apps, bundle_id))
        return false;
    return rules.allowed_apps.empty() || is_among(rules.allowed_apps, bundle_id);
}

bool is_confirmable(std::string_view tool)
{
    const auto tools = tool_rows();
    return std::ranges::find(tools, tool, &tool_row::name) != tools.end() &&
           std::ranges::find(tools_without_touch, tool) == tools_without_touch.end();
}

ruling refused(std::string words)
{
    return {.what = judgement::refused, .words = std::move(words)};
}

ruling question(std::string words, std::string app = {})
{
    return {.what = judgement::ask_user, .words = std::move(words), .app = std::move(app)};
}

ruling judge_app(std::string_view bundle_id, const permissions& rules, const circumstances& now)
{
    const std::string name(bundle_id);
    if (!is_permitted(rules, bundle_id))
        return refused("The app " + name + " is not allowed in this session. Nothing was done.");
    const bool agreed = std::ranges::find(now.agreed_apps, bundle_id) != now.agreed_apps.end();
    if (is_among(rules.confirmed_apps, bundle_id) && !agreed)
        return question("May I use the app " + name + "?", name);
    return {};
}

ruling
judge_open_app(const link::open_app& what, const permissions& rules, const circumstances& now)
{
    if (!rules.about_apps())
        return {};
    if (std::ranges::find(now.apps, what.app_name, &listed_app::bundle_id) == now.apps.end())
        return refused("The phone is not known to have this app, or has several that fit. Use its "
                       "bundle id. Nothing was done.");
    return judge_app(what.app_name, rules, now);
}

ruling judge_front_app(const act& what, const permissions& rules, const circumstances& now)
{
    if (!rules.about_apps() || now.front_app == home_screen || !is_for_front_app(what))
        return {};
    if (now.front_app.empty())
        return refused("It is not known which app is in front. Nothing was done.");
    return judge_app(now.front_app, rules, now);
}

/// With its name as the home screen shows it, where that is known.
std::string words_for_app(std::string_view bundle_id, const std::vector<listed_app>& apps)
{
    const auto found = std::ranges::find(apps, bundle_id, &listed_app::bundle_id);
    return found == apps.end() ? "the app " + std::string(bundle_id)
                               : "the app " + found->name + " (" + std::string(bundle_id) + ")";
}

/// Why the secrets may not be typed into the front app, whoever agrees to it.
ruling judge_bindings(const link::type& what, const circumstances& now)
{
    const auto named = secrets_in(what.text);
    if (!named)
        return refused(named.error());
    for (const auto& each : *named) {
        const auto found = now.secrets.find(each);
        if (found == now.secrets.end())
            return refused("There is no secret called " + each + ". Nothing was typed.");
        const auto& apps = found->second;
        if (apps.empty() || is_among(apps, now.front_app))
            continue;
        const auto instead =
            "The secret " + each + " may be typed into " + joined(apps, ", ") + " only";
        return refused(now.front_app.empty()
                           ? instead + ", and it is not known which app is in front. Nothing was "
                                       "typed."
                           : instead + ", and the app in front is " + now.front_app +
                                 ". Nothing was typed.");
    }
    return {};
}

/// Which of them the user has to agree to.
std::vector<std::string> secrets_to_ask_for(const std::vector<std::string>& named,
                                            const permissions& rules,
                                            const circumstances& now)
{
    const auto is_free = [&](const std::string& each) {
        if (rules.confirm_secrets)
            return false;
        const auto found = now.secrets.find(each);
        const bool bound = found != now.secrets.end() && !found->second.empty();
        return rules.secrets_without_asking || bound ||
               now.agreed_secrets.contains({each, now.front_app});
    };
    auto out = named;
    std::erase_if(out, is_free);
    return out;
}

ruling judge_secrets(const link::type& what, const permissions& rules, const circumstances& now)
{
    auto asked =
        secrets_to_ask_for(secrets_in(what.text).value_or(std::vector<std::string>()), rules, now);
    if (asked.empty())
        return {};
    const auto where = now.front_app.empty()
                           ? "? It is not known which app is in front."
                           : " into " + words_for_app(now.front_app, now.apps) + "?";
    auto out = question("May I type the secret " + joined(asked, ", ") + where);
    out.secrets = std::move(asked);
    return out;
}

ruling judge_tool(const act& what, const permissions& rules, const circumstances& now)
{
    const auto* address = find_action<link::open_url>(what);
    const auto name = tool_name_of(what);
    const bool confirmed =
        std::ranges::find(rules.confirmed_tools, name) != rules.confirmed_tools.end();
    // An address may open any app: rules that allow some of them cannot allow it.
    if (address != nullptr && (confirmed || rules.about_apps()))
        return question("May I open the address " + address->url + "?");
    if (!confirmed)
        return {};
    const auto* app = find_action<link::open_app>(what);
    if (app != nullptr)
        return question("May I open the app " + app->app_name + "?");
    if (!is_for_front_app(what) || now.front_app.empty())
        return question("May I use the tool " + name + " now?");
    return question("May I use the tool " + name + " now, in " +
                    words_for_app(now.front_app, now.apps) + "?");
}

} // namespace

bool is_app_pattern(std::string_view text)
{
    if (text.ends_with(".*"))
        text.remove_suffix(2);
    return is_bundle_id(text);
}

bool is_for_front_app(const act& what)
{
    return std::holds_alternative<link::action>(what) && find_action<link::home>(what) == nullptr &&
           find_action<link::open_app>(what) == nullptr &&
           find_action<link::open_url>(what) == nullptr;
}

bool permissions::about_apps() const
{
    return !(allowed_apps.empty() && denied_apps.empty() && confirmed_apps.empty());
}

std::expected<permissions, std::string>
parse_permissions(std::string_view allowed, std::string_view denied, std::string_view confirmed)
{
    permissions out;
    for (auto [list, apps] :
         {std::pair(allowed, &out.allowed_apps), std::pair(denied, &out.denied_apps)}) {
        auto parsed = parse_apps(list);
        if (!parsed)
            return std::unexpected(std::move(parsed.error()));
        *apps = std::move(*parsed);
    }
    for (auto& each : entries_of(confirmed)) {
        if (each == secret_word)
            out.confirm_secrets = true;
        else if (is_confirmable(each))
            out.confirmed_tools.push_back(std::move(each));
        else if (each.contains('.') && is_app_pattern(each))
            out.confirmed_apps.push_back(std::move(each));
        else
            return std::unexpected("'" + each + "' is no tool, no bundle id, and not 'secret'");
    }
    return out;
}

act with_bundle_id(act what, const std::vector<listed_app>& apps)
{
    if (const auto* opened = find_action<link::open_app>(what))
        if (auto found = find_app(apps, opened->app_name))
            return link::action(link::open_app{.app_name = std::move(found->bundle_id)});
    return what;
}

ruling judge(const act& what, const permissions& rules, const circumstances& now)
{
    const auto* typed = find_action<link::type>(what);
    auto out = judge_front_app(what, rules, now);
    if (const auto* app = find_action<link::open_app>(what); out == ruling() && app != nullptr)
        out = judge_open_app(*app, rules, now);
    // Also where the user would be asked about the app: no consent lifts what binds a secret.
    if (typed != nullptr && (out == ruling() || out.what == judgement::ask_user))
        if (auto against = judge_bindings(*typed, now); against != ruling())
            out = std::move(against);
    if (now.agreed_to_act || out != ruling())
        return out;
    if (typed != nullptr)
        out = judge_secrets(*typed, rules, now);
    return out == ruling() ? judge_tool(what, rules, now) : out;
}

} // namespace thimble::service::agent
