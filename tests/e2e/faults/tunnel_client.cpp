#include "tests/e2e/faults/tunnel_client.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/numbered_taps.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto tunnel_name = "coredevice"; // of the driver, in a receipt
constexpr auto sketch = "com.thimble.sketch";

/// They are opened one after the other.
constexpr std::array opened_apps{"com.apple.Preferences", "com.apple.mobilenotes", sketch};

/// Its actions are sent at once one after the other, but not where each is refused.
constexpr std::chrono::milliseconds pause_when_done{10};
constexpr std::chrono::milliseconds pause_when_refused{60};
constexpr std::string_view button_trace = "button ";
constexpr auto time_to_arrive = 5s; // of inputs, which are not acknowledged

bool is_button(const std::string& trace)
{
    return trace.starts_with(button_trace);
}

/// The word for an event of the phone's log: a finger that went down, a button that was pressed, an
/// app that was opened.
std::string trace_in(const json& event, bool taps)
{
    const auto kind = event.at("kind").get<std::string>();
    if (kind == "button" ||
        kind == "button_missed") // a press that came too quickly over a busy link
        return std::string(button_trace) + event.at("name").get<std::string>();
    if (kind == "app" && event.at("what") == "opened") {
        const auto app = event.at("bundle_id").get<std::string>();
        return std::ranges::find(opened_apps, app) == opened_apps.end() ? "" : "app " + app;
    }
    if (taps && kind == "touch" && event.at("phase") == "down")
        return "tap " + std::to_string(numbered_tap::number_at(event));
    return {};
}

std::string outcome_in(const http_answer& answer)
{
    if (answer.status == 200)
        return "done";
    const auto told = answer.json();
    const auto context = told.is_object() ? told.value("context", json::object()) : json::object();
    return context.value("outcome", "not_sent"); // what was refused has not been sent
}

std::string driver_of(const http_answer& answer)
{
    const auto job = answer.json();
    return job.is_object() && job.contains("receipt")
               ? job.at("receipt").at("driver").get<std::string>()
               : std::string{};
}

} // namespace

tunnel_client::tunnel_client(const thimble_system& all, virtual_phone phone, bool has_runner)
    : all_(all), phone_(std::move(phone)), has_runner_(has_runner)
{
    phone_.make("open", {{"bundle_id", sketch}}); // where a tap changes nothing else
}

tunnel_client::~tunnel_client()
{
    stop();
}

void tunnel_client::start()
{
    first_event_ = phone_.next_event();
    stopping_ = false;
    thread_ = std::thread([this] { go_on(); });
}

void tunnel_client::stop()
{
    stopping_ = true;
    if (thread_.joinable())
        thread_.join();
}

void tunnel_client::go_on()
{
    while (!stopping_) {
        try {
            perform(next());
        } catch (const std::exception& problem) { // thimbled is there all the time
            wrong_.push_back(std::string("no answer: ") + problem.what());
            return;
        }
    }
}

/// Each clipboard that is written is read after it, and each app that is opened is another one.
tunnel_client::asked_action tunnel_client::next()
{
    constexpr std::size_t kinds = 6;
    const auto turn = turn_++;
    const bool other = turn / kinds % 2 == 1;
    switch (turn % kinds) {
    case 0:
        return {.name = other ? "volume-up" : "volume-down",
                .body = json::object(),
                .trace = other ? "button volume_up" : "button volume_down"};
    case 1:
        return {
            .name = "copy-text", .body = {{"text", "turn " + std::to_string(turn)}}, .trace = {}};
    case 2:
        return {.name = "read-clipboard", .body = json::object(), .trace = {}};
    case 3:
        if (has_runner_)
            return {.name = "rotate",
                    .body = {{"orientation", other ? "portrait" : "landscape_left"}},
                    .trace = {}};
        break;
    default:
        if (has_runner_) {
            const auto* const app = opened_apps.at(opened_++ % opened_apps.size());
            return {.name = "open-app",
                    .body = {{"app_name", app}},
                    .trace = std::string("app ") + app};
        }
    }
    const numbered_tap tap{number_++};
    return {.name = "tap",
            .body = json::parse(tap.body()),
            .trace = "tap " + std::to_string(tap.number)};
}

void tunnel_client::perform(const asked_action& what)
{
    const auto front = phone_.facts().at("front_app").get<std::string>();
    const auto answer = all_.api().post(all_.path(phone_, "/" + what.name), what.body.dump());
    const bool done = answer.status == 200;
    const auto driver = driver_of(answer);
    note(what, front, answer);
    check_effect(what, answer);
    ++answers_[done ? driver : outcome_in(answer)];
    if (done && driver == tunnel_name) {
        const std::scoped_lock lock(mutex_);
        last_tunnelled_ = steady::now();
        tunnelled_.notify_all();
    }
    std::this_thread::sleep_for(done ? pause_when_done : pause_when_refused);
}

/// An app that is in front already is opened without a trace. The runner reaches the clipboard only
/// while it is in front itself, and opens the app again that was there.
void tunnel_client::note(const asked_action& what,
                         const std::string& front,
                         const http_answer& answer)
{
    const auto outcome = outcome_in(answer);
    if (what.name.ends_with("clipboard") || what.name == "copy-text") {
        if (driver_of(answer) != tunnel_name)
            ++allowed_["app " + front].most;
        return;
    }
    if (what.trace.empty())
        return;
    auto& allowed = allowed_[what.trace];
    if (outcome == "done" && what.trace != "app " + front)
        ++allowed.least;
    if (outcome != "not_sent")
        ++allowed.most;
    allowed.told += "\n  " + std::to_string(answer.status) + " " + answer.body;
}

void tunnel_client::check_effect(const asked_action& what, const http_answer& answer)
{
    if (what.name == "copy-text")
        clipboard_ = answer.status == 200 ? what.body.at("text").get<std::string>() : "";
    if (answer.status != 200)
        return;
    if (what.name == "read-clipboard" && !clipboard_.empty() &&
        answer.json().at("text") != clipboard_)
        complain("the clipboard is not as it was written: " + clipboard_, answer.body);
    if (what.name == "rotate" && phone_.facts().at("orientation") != what.body.at("orientation"))
        complain("not turned to " + what.body.dump(), answer.body);
}

void tunnel_client::complain(const std::string& what, const std::string& answer)
{
    wrong_.push_back(what + ", answered " + answer);
}

std::optional<std::chrono::milliseconds>
tunnel_client::until_tunnelled(steady::time_point since, std::chrono::milliseconds limit)
{
    std::unique_lock lock(mutex_);
    if (!tunnelled_.wait_until(lock, since + limit, [&] { return last_tunnelled_ > since; }))
        return std::nullopt;
    return std::chrono::ceil<std::chrono::milliseconds>(last_tunnelled_ - since);
}

tunnel_client::traces tunnel_client::read_traces() const
{
    traces out;
    for (const auto& event : phone_.events(first_event_))
        if (const auto trace = trace_in(event, !has_runner_); !trace.empty())
            ++out[trace];
    return out;
}

bool tunnel_client::all_there(const traces& made) const
{
    return std::ranges::all_of(allowed_, [&](const auto& each) {
        const auto found = made.find(each.first);
        return (found == made.end() ? 0 : found->second) >= each.second.least;
    });
}

std::vector<std::string> tunnel_client::settle()
{
    stop();
    traces made;
    eventually(time_to_arrive, [&] {
        made = read_traces();
        return all_there(made) && phone_.facts().at("fingers").empty();
    });
    for (const auto& [trace, times] : made)
        allowed_[trace]; // also of what nobody has asked for
    for (const auto& [trace, allowed] : allowed_) {
        const int times = made[trace];
        int& later = perhaps_later_[trace];
        const int most = allowed.most + later;
        if (times < allowed.least || times > most)
            wrong_.push_back(trace + " was done " + std::to_string(times) + " times instead of " +
                             std::to_string(allowed.least) + " to " + std::to_string(most) +
                             allowed.told);
        const int unknown = (is_button(trace) ? later : 0) + allowed.most - allowed.least;
        later = std::clamp(std::min(most - times, unknown), 0, 1);
    }
    std::erase_if(perhaps_later_, [&](const auto& each) {
        return !is_button(each.first) && !allowed_.contains(each.first);
    });
    allowed_.clear();
    return std::exchange(wrong_, {});
}

} // namespace thimble::e2e
