#include "service/mcp_tools/act_consent.hpp"

#include "mcp/request_state.hpp"
#include "service/mcp_tools/tool_use.hpp"
#include "service/phones/app_list.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using nlohmann::json;
using objection_answer = asio::awaitable<mcp::outcome<std::optional<std::string>>>;

namespace {

/// A person who has agreed to an app is not asked about it again for so long.
constexpr std::chrono::minutes agreed_time{15};
constexpr int most_questions = 4; // about one act
constexpr auto how_to_allow =
    " The operator's settings say so: `allowed_apps`, `denied_apps` and `confirm` of [agent], or "
    "THIMBLE_AGENT_ALLOWED_APPS, THIMBLE_AGENT_DENIED_APPS and THIMBLE_AGENT_CONFIRM.";

// Around the bundle id of an app that is ended: rules about that app hold, wherever it is.
constexpr std::string_view apps_prefix = "apps/";
constexpr std::string_view end_suffix = "/terminate";

struct plain_act {
    std::string_view row;
    link::action (*make)();
};

template <class Action>
link::action make_plain()
{
    return Action{};
}

// Variants are the tool that an operator can name in `confirm`.
constexpr std::array plain_acts{
    plain_act{"tap", make_plain<link::tap>},
    plain_act{"double-tap", make_plain<link::double_tap>},
    plain_act{"triple-tap", make_plain<link::tap>},
    plain_act{"tap-and-hold", make_plain<link::tap_and_hold>},
    plain_act{"flick", make_plain<link::flick>},
    plain_act{"pan", make_plain<link::flick>},
    plain_act{"drag", make_plain<link::drag>},
    plain_act{"hold-and-drag", make_plain<link::drag>},
    plain_act{"pinch", make_plain<link::pinch>},
    plain_act{"type", make_plain<link::type>}, // what is typed is nobody's business
    plain_act{"keypress", make_plain<link::keypress>},
    plain_act{"home", make_plain<link::home>},
};

std::string text_in_body(const json& body, const char* name)
{
    const auto found = body.find(name);
    return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Of the act at `place` of a batch. Its key is the same whenever the request comes again with more
/// answers, though what was agreed to in the meantime is not asked any more.
mcp::question question_of(std::size_t place, const std::string& words)
{
    constexpr std::size_t enough = 12; // letters, to tell a few questions apart
    return mcp::ask_form(
        "consent" + std::to_string(place) + '-' + mcp::digest_of(words).substr(0, enough), words,
        {{"type", "object"},
         {"properties", {{"agree", {{"type", "boolean"}, {"title", "Yes"}}}}},
         {"required", json::array({"agree"})}});
}

bool is_agreement(const json& answer)
{
    return answer.value("action", std::string()) == "accept" &&
           answer.value("content", json::object()).value("agree", json()) == true;
}

} // namespace

agent::act act_of_row(std::string_view row, const json& body)
{
    for (const auto* suffix : {"/select", "-select"})
        if (row.ends_with(suffix))
            row.remove_suffix(std::string_view(suffix).size());
    if (row == "open-app")
        return link::action(link::open_app{.app_name = text_in_body(body, "app_name")});
    if (row == "open-url")
        return link::action(link::open_url{.url = text_in_body(body, "url")});
    // A shortcut may open any app, as an address may: it is asked for where an address is.
    if (row == "shortcut")
        return link::action(
            link::open_url{.url = "shortcuts://run-shortcut?name=" + text_in_body(body, "name")});
    if (row.starts_with(apps_prefix) && row.ends_with(end_suffix)) {
        row.remove_prefix(apps_prefix.size());
        row.remove_suffix(end_suffix.size());
        return link::action(link::open_app{.app_name = std::string(row)});
    }
    const auto found = std::ranges::find(plain_acts, row, &plain_act::row);
    // Every other act is for the app in front.
    return found == plain_acts.end() ? link::action(link::escape{}) : found->make();
}

objection_answer
act_consent::objection(tool_use& use, std::string phone_id, std::string row, json body)
{
    if (!rules_.about_apps() && rules_.confirmed_tools.empty())
        co_return std::optional<std::string>();
    std::vector<agent::act> acts;
    if (row == "batch")
        for (const auto& each : body.value("steps", json::array()))
            acts.push_back(act_of_row(text_in_body(each, "action"), each));
    else
        acts.push_back(act_of_row(row, body));
    // Any touch may change the app: whoever judges now cannot know where later steps land.
    if (acts.size() > 1 && rules_.about_apps())
        co_return "Where rules about apps hold, acts come one by one." + std::string(how_to_allow);
    // An app that a step opens is in front for those that follow: nobody has judged them there.
    const auto opens = [](const agent::act& each) {
        return agent::find_action<link::open_app>(each) != nullptr ||
               agent::find_action<link::open_url>(each) != nullptr;
    };
    if (acts.size() > 1 && std::ranges::any_of(acts, opens))
        co_return "Where some tools need consent, a batch opens no app: open it first." +
            std::string(how_to_allow);
    for (std::size_t place = 0; place < acts.size(); ++place) {
        auto against = co_await judge(use, phone_id, std::move(acts[place]), place);
        if (!against || *against)
            co_return against;
    }
    co_return std::optional<std::string>();
}

objection_answer
act_consent::judge(tool_use& use, std::string phone_id, agent::act what, std::size_t place)
{
    auto now = co_await circumstances(use, phone_id);
    what = agent::with_bundle_id(std::move(what), now.apps);
    for (int asked = 0; asked <= most_questions; ++asked) {
        const auto ruling = agent::judge(what, rules_, now);
        if (ruling.what == agent::judgement::refused)
            co_return ruling.words + how_to_allow;
        if (ruling.what == agent::judgement::allowed) {
            const bool same = asked == 0 || !agent::is_for_front_app(what) ||
                              co_await front_(use.who.id, phone_id) == now.front_app;
            co_return same ? std::optional<std::string>()
                           : "While the person was asked, another app came to the front. Nothing "
                             "was done.";
        }
        if (!use.of.can("elicitation"))
            co_return "This needs a person's consent (" + ruling.words +
                "), and this client cannot ask for it: it has no elicitation. Nothing was done." +
                how_to_allow;
        std::vector<mcp::question> questions;
        questions.push_back(question_of(place, ruling.words));
        const auto answered = co_await use.of.ask(std::move(questions));
        if (!answered)
            co_return std::unexpected(answered.error());
        if (!is_agreement(answered->begin()->second))
            co_return "The person has not agreed. Nothing was done.";
        if (ruling.app.empty()) {
            now.agreed_to_act = true;
        } else {
            now.agreed_apps.push_back(ruling.app);
            agreed_[{use.of.who().whole(), phone_id, ruling.app}] =
                std::chrono::steady_clock::now() + agreed_time;
        }
    }
    co_return "This needs too many consents. Nothing was done.";
}

asio::awaitable<agent::circumstances> act_consent::circumstances(tool_use& use,
                                                                 std::string phone_id)
{
    agent::circumstances now;
    const auto listed = co_await use.get(phone_target(phone_id, "apps"));
    if (listed.ok() && listed.record.is_object())
        now.apps = read_apps(listed.record.value("apps", json::array()));
    now.agreed_apps = agreed_apps(use.of.who().whole(), phone_id);
    now.front_app = co_await front_(use.who.id, phone_id);
    co_return now;
}

std::vector<std::string> act_consent::agreed_apps(const std::string& client,
                                                  const std::string& phone_id)
{
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(agreed_, [&](const auto& each) { return each.second < now; });
    std::vector<std::string> out;
    for (const auto& [which, until] : agreed_)
        if (std::get<0>(which) == client && std::get<1>(which) == phone_id)
            out.push_back(std::get<2>(which));
    return out;
}

} // namespace thimble::service::mcp_tools
