#include "tests/e2e/node_faults/agents_at_work.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/sessions/script.hpp"

#include <algorithm>
#include <ctime>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

using std::chrono::system_clock;

constexpr int turns_of_a_session = 40;
constexpr auto time_of_a_turn = 400; // ms
constexpr auto longest_session = 180s;
constexpr auto longest_silence = 10s;

std::vector<json> turns_from(int& next_number)
{
    std::vector<json> out;
    for (int i = 0; i < turns_of_a_session; ++i) {
        auto turn = turn_of("tap", json::parse(numbered_tap{next_number++}.body()));
        turn["delay_ms"] = time_of_a_turn;
        out.push_back(std::move(turn));
    }
    out.push_back(claim("All places were touched."));
    return out;
}

/// By its history, so that it goes on where it was wherever the session is taken up.
json script_from(int& next_number)
{
    auto out = script_of({.turns = turns_from(next_number), .for_ever = true});
    out.at("conversations").back()["order"] = "history";
    return out;
}

std::optional<system_clock::time_point> time_in(const std::string& text)
{
    std::istringstream in(text);
    std::tm parts{};
    double fraction = 0;
    in >> std::get_time(&parts, "%Y-%m-%dT%H:%M:%S");
    if (!in)
        return std::nullopt;
    if (in.peek() == '.')
        in >> fraction;
    return system_clock::from_time_t(::timegm(&parts)) +
           std::chrono::milliseconds(static_cast<int>(fraction * 1000));
}

bool is_over(const std::string& status)
{
    return status == "completed" || status == "failed" || status == "killed";
}

/// False where nobody answers, so that the question is asked again.
template <class Action>
bool answered(Action action)
{
    try {
        return action();
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace

agents_at_work::agents_at_work(cluster& on) : on_(on)
{
    on_.phone_of_agents().make("open", {{"bundle_id", "com.thimble.sketch"}});
}

void agents_at_work::begin()
{
    on_.model().play(script_from(next_number_));
    moves_noted_ = 0;
    now_.emplace(on_.api(), json{{"instruction", "Touch all places."},
                                 {"phone_id", on_.id_of_agents_phone()}});
    ++begun_;
}

std::vector<std::string> agents_at_work::keep_busy()
{
    std::vector<std::string> wrong;
    if (now_ && !is_over(status_now()))
        return wrong;
    if (now_)
        wrong = judge(*now_);
    now_.reset();
    begin();
    return wrong;
}

/// A node that has just lost its lease does not know it.
std::string agents_at_work::status_now() const
{
    std::string out;
    (void)eventually(longest_silence, [&] {
        return answered([&] {
            out = now_->status();
            return true;
        });
    });
    return out;
}

std::vector<std::string> agents_at_work::judge(const session_client& ended)
{
    const auto status = ended.status();
    if (status == "completed") {
        ++completed_;
        return {};
    }
    return {"a session ended as " + status + ":\n" + ended.told()};
}

void agents_at_work::note_moves(const session_client& of, system_clock::time_point struck)
{
    std::size_t seen = 0;
    for (const auto& each : of.events_of("status")) {
        if (!each.at("data").value("moved", false) || ++seen <= moves_noted_)
            continue;
        const auto when = time_in(each.value("ts", ""));
        moves_.push_back(when && *when > struck
                             ? std::chrono::duration_cast<std::chrono::milliseconds>(*when - struck)
                             : std::chrono::milliseconds(0));
    }
    moves_noted_ = std::max(moves_noted_, seen);
}

std::vector<std::string> agents_at_work::until_it_goes_on(system_clock::time_point struck,
                                                          std::chrono::milliseconds limit)
{
    if (!now_)
        return {};
    std::optional<std::size_t> before;
    const bool goes_on = eventually(limit, [&] {
        return answered([&] {
            const auto events = now_->events().size();
            if (!before)
                before = events;
            return events > *before || is_over(now_->status());
        });
    });
    if (!goes_on)
        return {"the session does not go on"};
    answered([&] {
        note_moves(*now_, struck);
        return true;
    });
    return {};
}

std::vector<std::string> agents_at_work::touches_made_twice() const
{
    std::vector<std::string> out;
    for (const auto& [number, times] : taps_made(on_.phone_of_agents()))
        if (times > 1)
            out.push_back("an agent's touch " + std::to_string(number) + " was made " +
                          std::to_string(times) + " times");
    return out;
}

std::vector<std::string> agents_at_work::finish()
{
    std::vector<std::string> wrong;
    if (now_ && now_->until_ended(longest_session))
        wrong = judge(*now_);
    else if (now_)
        wrong.push_back("the last session does not end:\n" + now_->told());
    std::ranges::move(touches_made_twice(), std::back_inserter(wrong));
    return wrong;
}

std::string agents_at_work::report() const
{
    auto sorted = moves_;
    std::ranges::sort(sorted);
    std::string out = std::to_string(begun_) + " sessions begun, " + std::to_string(completed_) +
                      " completed; moved " + std::to_string(sorted.size()) + " times";
    if (!sorted.empty())
        out += ", " + std::to_string(sorted[sorted.size() / 2].count()) + " ms after the fault (" +
               std::to_string(sorted.back().count()) + " at most)";
    return out + "\n";
}

} // namespace thimble::e2e
