#include "tests/e2e/driven_phone.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// Actions that end in a state which is looked for where somebody can see it.
bool is_looked_for(std::string_view action)
{
    constexpr std::array<std::string_view, 13> all{
        "app-switcher", "control-center",      "escape",   "home",   "keypress",
        "lock",         "notification-center", "open-app", "rotate", "type",
        "unlock",       "spotlight",           "terminate"};
    return std::ranges::find(all, action) != all.end();
}

/// "apps/com.example.app/terminate" is the action "terminate"; what stands behind a question mark
/// is no part of it.
std::string action_in(std::string_view rest)
{
    rest = rest.substr(0, rest.find('?'));
    constexpr std::string_view ending = "/terminate";
    return std::string(rest.ends_with(ending) ? ending.substr(1) : rest);
}

std::string refusal_in(const json& error)
{
    const auto context = error.value("context", json::object());
    const auto cause = context.value("cause", "");
    return error.at("error").get<std::string>() + (cause.empty() ? "" : " " + cause);
}

std::string word_of(const std::string& action, const http_answer& answer)
{
    const auto told = answer.json();
    if (!told.is_object())
        return "done"; // a picture
    if (answer.status >= 400)
        return refusal_in(told);
    if (told.dump().contains("\"source\":\"ocr\""))
        return "by text";
    const auto receipt = told.value("receipt", json());
    const auto verified = receipt.is_object() ? receipt.value("verified", json()) : json();
    if (verified == true)
        return "seen";
    return is_looked_for(action) ? "unknown" : "done";
}

std::shared_ptr<household> household_with(const environment& variables)
{
    auto out = std::make_shared<household>();
    out->more = variables;
    return out;
}

} // namespace

driven_phone::driven_phone(const std::string& model,
                           const std::string& device_time,
                           const arguments& more,
                           const environment& variables)
    : has_runner_(!model.contains("runner=absent")),
      phones_({.phones = {model}, .device_time = device_time}), phone_(phones_.at(0)),
      daemon_(phones_, household_with(variables), more)
{
    REQUIRE(daemon_.until_ready(phone_, ready_limit));
    wait_until_named();
}

void driven_phone::wait_until_named() const
{
    REQUIRE(daemon_.until_named(phone_, ready_limit));
}

void driven_phone::open(const std::string& app) const
{
    phone_.make("open", {{"bundle_id", app}});
    REQUIRE(front_app() == app);
    wait_until_known();
}

void driven_phone::turn(const std::string& to) const
{
    phone_.make("rotate", {{"orientation", to}});
    wait_until_known();
}

/// A picture is what makes the daemon look again.
void driven_phone::wait_until_known() const
{
    const auto turned = fact("orientation");
    if (daemon_.record_of(phone_).at("orientation") == turned)
        return;
    REQUIRE(eventually(30s, [&] {
        get("screenshot");
        return daemon_.record_of(phone_).at("orientation") == turned;
    }));
}

json driven_phone::act(const std::string& name, const json& body) const
{
    const auto answer = attempt(name, body);
    INFO(name << " " << body.dump() << ": " << answer.body);
    REQUIRE(answer.status == 200);
    wait_until_arrived();
    return answer.json();
}

http_answer driven_phone::attempt(const std::string& name, const json& body) const
{
    auto answer = daemon_.api().post(path(name), body.dump());
    const auto action = action_in(name);
    answers_->push_back({.action = action, .word = word_of(action, answer)});
    return answer;
}

/// A request to its services after the last report is answered after it: all of them share one
/// tunnel, which keeps the order. The clipboard is read since nothing comes of that.
void driven_phone::wait_until_arrived() const
{
    if (has_runner_)
        return;
    REQUIRE(eventually(5s, [&] { return fact("fingers").empty(); }));
    daemon_.api().post(path("read-clipboard"), "{}");
}

std::string driven_phone::answers_to(std::string_view action) const
{
    std::vector<std::string_view> words;
    for (const auto& each : *answers_)
        if (each.action == action && std::ranges::find(words, each.word) == words.end())
            words.push_back(each.word);
    std::string all;
    for (const auto& word : words)
        all += (all.empty() ? "" : ", ") + std::string(word);
    return all;
}

void driven_phone::find_how_touches_land() const
{
    constexpr int most = 6;
    open(app::sketch);
    const auto around = middle();
    for (int made = 1; made <= most; ++made) {
        // Each draws another line, which is long enough to be seen.
        const auto answer = attempt("drag", {{"from_x", around.x - 150},
                                             {"from_y", around.y - 250 + (40 * made)},
                                             {"to_x", around.x + 150},
                                             {"to_y", around.y - 150 + (40 * made)}});
        INFO(made << ": " << answer.body);
        if (answer.status == 200)
            return wait_until_arrived();
        REQUIRE(answer.json().at("context").at("cause") == "effect_not_seen");
    }
    FAIL("no touch was seen to land");
}

std::string driven_phone::refused(const std::string& name, const json& body) const
{
    const auto answer = attempt(name, body);
    INFO(name << " " << body.dump() << ": " << answer.body);
    REQUIRE(answer.status >= 400);
    return refusal_in(answer.json());
}

http_answer driven_phone::get(const std::string& rest) const
{
    auto answer = daemon_.api().get(path(rest));
    const auto action = action_in(rest);
    answers_->push_back({.action = action, .word = word_of(action, answer)});
    return answer;
}

json driven_phone::elements() const
{
    const auto answer = get("elements");
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    return answer.json();
}

json driven_phone::shown() const
{
    if (has_runner_)
        return elements().at("elements");
    const auto facts = phone_.facts();
    const double scale = static_cast<double>(width()) / facts.at("width_pt").get<double>();
    auto all = json::array();
    for (auto& each : phone_.shown()) {
        if (each.at("type") == "Application")
            continue; // is called as the page of it may be
        for (const auto* side : {"x", "y", "width", "height"})
            each[side] = static_cast<int>(each.at(side).get<double>() * scale);
        all.push_back(std::move(each));
    }
    return all;
}

pixel driven_phone::middle_of(const std::string& label) const
{
    const auto seen = shown();
    for (const auto& one : seen)
        if (one.at("label") == label)
            return {.x = one.at("x").get<int>() + one.at("width").get<int>() / 2,
                    .y = one.at("y").get<int>() + one.at("height").get<int>() / 2};
    FAIL("no element '" << label << "' among " << seen.dump());
    return {};
}

pixel driven_phone::middle() const
{
    const auto record = daemon_.record_of(phone_);
    return {.x = record.at("width").get<int>() / 2, .y = record.at("height").get<int>() / 2};
}

bool driven_phone::is_a(const std::string& model) const
{
    return fact("model") == model;
}

bool driven_phone::recognised(const std::string& gesture, std::size_t since) const
{
    return std::ranges::any_of(phone_.events_of("gesture", since),
                               [&](const json& event) { return event.at("name") == gesture; });
}

std::vector<json> driven_phone::touches_since(std::size_t since) const
{
    return phone_.events_of("touch", since);
}

} // namespace thimble::e2e
