#include "tests/e2e/faults/touch_ledger.hpp"

#include <algorithm>

namespace thimble::e2e {

namespace {

/// Time that a sync action is given from its acceptance on, and that it takes to accept it and to
/// be noticed.
constexpr auto action_time = std::chrono::seconds(60);
constexpr auto tolerance = std::chrono::milliseconds(500);

/// A request may have been on its way when the service went, or have come before it listened.
constexpr auto edge_of_absence = std::chrono::milliseconds(200);

/// Kind that an answer counts as.
std::string kind_of(const asked_tap& what)
{
    if (what.status == 0)
        return "none";
    if (what.status < 400)
        return what.completed ? "completed" : "accepted";
    const auto record = nlohmann::json::parse(what.answer, nullptr, false);
    return record.is_object() ? record.value("error", "?") : "?";
}

std::string describe(const asked_tap& what)
{
    static const std::map<manner, std::string> manners{
        {manner::sync, "sync"}, {manner::async, "async"}, {manner::with_key, "with a key"}};
    return "tap " + std::to_string(what.tap.number) + " (" + manners.at(what.how) + ", phone " +
           std::to_string(what.phone) + "), answered " + std::to_string(what.status) + " " +
           what.answer;
}

} // namespace

touch_ledger::touch_ledger(const tapped_system& all)
    : all_(all), felt_(all.phones().size()), next_event_(all.phones().size()),
      switched_on_(all.phones().size())
{
    for (std::size_t phone = 0; phone < felt_.size(); ++phone)
        switch_on(phone);
}

/// At the earliest: a touch is then never taken for later than it was.
void touch_ledger::switch_on(std::size_t phone)
{
    const auto device = all_.phones().at(phone);
    const auto before = steady::now();
    device.make("open", {{"bundle_id", "com.thimble.sketch"}});
    const auto last = device.events().back();
    next_event_[phone] = device.next_event();
    switched_on_[phone] =
        before - std::chrono::duration_cast<steady::duration>(
                     std::chrono::duration<double, std::milli>(last.at("t_ms").get<double>()));
}

void touch_ledger::note_absence(steady::time_point since)
{
    absences_.emplace_back(since - edge_of_absence, steady::now() + edge_of_absence);
}

bool touch_ledger::was_away(const asked_tap& when) const
{
    return std::ranges::any_of(absences_, [&](const auto& absence) {
        return when.began <= absence.second && when.ended >= absence.first;
    });
}

void touch_ledger::read_touches()
{
    for (std::size_t phone = 0; phone < felt_.size(); ++phone) {
        const auto device = all_.phones().at(phone);
        const auto events = device.events(next_event_[phone]);
        next_event_[phone] += events.size();
        for (const auto& event : events) {
            if (event.at("kind") != "touch" || event.at("phase") != "down")
                continue;
            auto& felt = felt_[phone][numbered_tap::number_at(event)];
            ++felt.times;
            felt.last =
                switched_on_[phone] +
                std::chrono::duration_cast<steady::duration>(
                    std::chrono::duration<double, std::milli>(event.at("t_ms").get<double>()));
        }
    }
}

touch_ledger::complaints touch_ledger::settle(std::vector<asked_tap> asked)
{
    complaints wrong;
    std::vector<int> numbers;
    for (auto& each : asked) {
        ++answers_[kind_of(each)];
        const int number = each.tap.number;
        numbers.push_back(number);
        settled_.insert_or_assign(number, judge(std::move(each), wrong));
    }
    read_touches();
    for (const int number : numbers)
        check(number, settled_.at(number), wrong);
    return wrong;
}

touch_ledger::complaints touch_ledger::look_back()
{
    complaints wrong;
    read_touches();
    for (const auto& [number, allowed] : settled_)
        check(number, allowed, wrong);
    for (const auto& phone : felt_)
        for (const auto& [number, touch] : phone)
            if (!settled_.contains(number))
                wrong.push_back("a touch that nobody asked for, number " + std::to_string(number));
    return wrong;
}

touch_ledger::allowance touch_ledger::judge(asked_tap what, complaints& wrong)
{
    if (what.status == 0 && !was_away(what))
        wrong.push_back("no answer though the service was there: " + describe(what));
    allowance out{.phone = what.phone,
                  .least = what.completed ? 1 : 0,
                  .most = 1,
                  .expires = what.how == manner::async ? steady::time_point::max()
                                                       : what.began + action_time + tolerance,
                  .told = {}};
    if (what.status == 0 && what.how == manner::with_key) {
        ask_again(what, wrong);
        out.expires = steady::now() + action_time;
    }
    if (!what.job_id.empty())
        judge_by_job(what, out, wrong);
    else if (what.status >= 400 && (what.outcome.empty() || what.outcome == "not_sent"))
        out.most = 0;
    out.told += describe(what);
    return out;
}

/// A client that has heard nothing asks again with its key.
void touch_ledger::ask_again(asked_tap& what, complaints& wrong) const
{
    what = ask_for_tap(all_, what.tap, what.phone, what.how);
    if (what.status == 0)
        wrong.push_back("no answer when asked again: " + describe(what));
}

void touch_ledger::judge_by_job(const asked_tap& what, allowance& of, complaints& wrong) const
{
    const auto job = all_.api().get("/v1/jobs/" + what.job_id).json();
    const auto status = job.is_object() ? job.value("status", "") : "";
    of.told = "job " + job.dump() + " of ";
    if (status == "completed") {
        of.least = 1;
    } else if (status == "failed") {
        const auto outcome = job.at("result").at("context").value("outcome", "");
        if (outcome == "not_sent")
            of.most = 0;
        else if (outcome == "unknown") // a phone that hung makes the touch once it goes on
            of.expires = steady::time_point::max();
        if (what.completed)
            wrong.push_back("told that it was done, and yet: " + of.told + describe(what));
    } else {
        wrong.push_back("not ended: " + of.told + describe(what));
    }
}

void touch_ledger::check(int number, const allowance& allowed, complaints& wrong) const
{
    for (std::size_t phone = 0; phone < felt_.size(); ++phone) {
        const auto found = felt_[phone].find(number);
        const int times = found == felt_[phone].end() ? 0 : found->second.times;
        const bool here = phone == allowed.phone;
        if (times > (here ? allowed.most : 0) || times < (here ? allowed.least : 0))
            wrong.push_back("made " + std::to_string(times) + " times on phone " +
                            std::to_string(phone) + ": " + allowed.told);
        if (times > 0 && found->second.last > allowed.expires)
            wrong.push_back("made after its time: " + allowed.told);
    }
}

std::size_t touch_ledger::touches() const
{
    std::size_t all = 0;
    for (const auto& phone : felt_)
        for (const auto& [number, touch] : phone)
            all += static_cast<std::size_t>(touch.times);
    return all;
}

} // namespace thimble::e2e
