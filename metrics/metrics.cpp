#include "metrics/metrics.hpp"

#include <algorithm>
#include <map>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <sstream>
#include <vector>

namespace thimble::service {

namespace {

using labels = std::map<std::string, std::string>;
using buckets = prometheus::Histogram::BucketBoundaries;

/// Upper bounds in seconds: a status from memory, a tap, a gesture, what waits in a queue.
const buckets request_times{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                            0.25,   0.5,   1,      2.5,   5,    10,    30,   60};
const buckets action_times{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                           0.5,   1,      2.5,   5,    10,    30,   60};
const buckets store_times{0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                          0.01,    0.025,  0.05,    0.1,    0.25,  1,      5};
const buckets phone_wait_times{0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300};
const buckets picture_ages{0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2.5, 5, 10};

template <class Builder>
auto& family(Builder of, prometheus::Registry& in, const char* name, const char* help)
{
    return of.Name(name).Help(help).Register(in);
}

using part_of_latency = std::chrono::duration<double> measured_latency::*;

std::vector<double> sorted_seconds(const std::vector<measured_latency>& of, part_of_latency which)
{
    std::vector<double> out;
    out.reserve(of.size());
    for (const auto& each : of)
        out.push_back((each.*which).count());
    std::ranges::sort(out);
    return out;
}

} // namespace

struct metrics::families {
    void set(prometheus::Family<prometheus::Gauge>& of, const labels& which, std::size_t value)
    {
        of.Add(which).Set(static_cast<double>(value));
    }

    /// Series that go while no phone has measured any.
    static void set(prometheus::Family<prometheus::Gauge>& of,
                    const std::vector<measured_latency>& phones)
    {
        const auto put = [&](const char* quantile, part_of_latency which) {
            auto& median = of.Add({{"quantile", quantile}, {"phone", "median"}});
            auto& slowest = of.Add({{"quantile", quantile}, {"phone", "slowest"}});
            if (phones.empty()) {
                of.Remove(&median);
                of.Remove(&slowest);
                return;
            }
            const auto seconds = sorted_seconds(phones, which);
            median.Set(seconds[(seconds.size() - 1) / 2]); // of an even number the lower one
            slowest.Set(seconds.back());
        };
        put("0.5", &measured_latency::p50);
        put("0.95", &measured_latency::p95);
    }

    prometheus::Registry registry;
    prometheus::Family<prometheus::Counter>& requests = family(prometheus::BuildCounter(),
                                                               registry,
                                                               "thimble_requests_total",
                                                               "Requests that were answered.");
    prometheus::Family<prometheus::Histogram>& request_durations =
        family(prometheus::BuildHistogram(),
               registry,
               "thimble_request_duration_seconds",
               "From a request's arrival to the end of its answer.");
    prometheus::Family<prometheus::Counter>& jobs =
        family(prometheus::BuildCounter(), registry, "thimble_jobs_total", "Jobs that have ended.");
    prometheus::Family<prometheus::Histogram>& action_durations =
        family(prometheus::BuildHistogram(),
               registry,
               "thimble_action_duration_seconds",
               "From an action's acceptance to its end.");
    prometheus::Family<prometheus::Histogram>& store_durations =
        family(prometheus::BuildHistogram(),
               registry,
               "thimble_store_duration_seconds",
               "Transactions of the store, waiting for their turn included.");
    prometheus::Family<prometheus::Gauge>& desktops =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_desktops",
               "Desktops by the state of their link. Every node of a service counts all of them: "
               "take the maximum, not the sum.");
    prometheus::Family<prometheus::Gauge>& phones = family(
        prometheus::BuildGauge(),
        registry,
        "thimble_phones",
        "Known phones, attached or not. Every node of a service counts all of them: take the "
        "maximum, not the sum.");
    prometheus::Family<prometheus::Gauge>& commands =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_commands_under_way",
               "Commands that wait for a phone or are being done.");
    prometheus::Family<prometheus::Gauge>& longest_queue =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_longest_queue",
               "Commands under way for the phone that has most.");
    prometheus::Family<prometheus::Gauge>& viewers =
        family(prometheus::BuildGauge(), registry, "thimble_live_viewers", "Who watch phones now.");
    prometheus::Family<prometheus::Gauge>& streams = family(prometheus::BuildGauge(),
                                                            registry,
                                                            "thimble_live_streams",
                                                            "Moving pictures that viewers share.");
    prometheus::Family<prometheus::Gauge>& taps_to_pictures = family(
        prometheus::BuildGauge(),
        registry,
        "thimble_phone_tap_to_picture_seconds",
        "From an input's begin until the phone's video showed its effect, of the median "
        "and the slowest phone, over the last minutes. The same at every node of a service.");
    prometheus::Family<prometheus::Gauge>& decoded_ages =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_phone_picture_age_seconds",
               "From the coming of a picture of the phone's video until it was decoded, likewise.");
    prometheus::Family<prometheus::Gauge>& sessions = family(prometheus::BuildGauge(),
                                                             registry,
                                                             "thimble_sessions_live",
                                                             "Agent sessions that have not ended.");
    prometheus::Family<prometheus::Gauge>& followers =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_session_followers",
               "Who follow the events of sessions now.");
    prometheus::Family<prometheus::Gauge>& leases =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_phones_leased",
               "Phones that are leased now. Every node of a service counts all of them: take the "
               "maximum, not the sum.");
    prometheus::Family<prometheus::Gauge>& waiting =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_phone_requests_waiting",
               "Requests for any phone that fits, which wait for one in the queues of this node.");
    prometheus::Family<prometheus::Gauge>& other_nodes =
        family(prometheus::BuildGauge(),
               registry,
               "thimble_other_nodes",
               "Other nodes of the service that this one hears; no sample where it is alone.");
    prometheus::Family<prometheus::Counter>& taken_up =
        family(prometheus::BuildCounter(),
               registry,
               "thimble_work_taken_up_total",
               "Jobs and sessions of other nodes that this one has gone on with.");
    prometheus::Family<prometheus::Histogram>& phone_waits =
        family(prometheus::BuildHistogram(),
               registry,
               "thimble_phone_wait_seconds",
               "Until a request for any phone that fits has one, or gives up.");
    prometheus::Family<prometheus::Counter>& ended_sessions =
        family(prometheus::BuildCounter(),
               registry,
               "thimble_sessions_total",
               "Agent sessions that have ended.");
    prometheus::Family<prometheus::Histogram>& turn_parts =
        family(prometheus::BuildHistogram(),
               registry,
               "thimble_turn_part_seconds",
               "Where the time of an agent's turns goes: a picture, from it to the request, the "
               "model, from its reply to the action's sending, the action.");
    prometheus::Family<prometheus::Counter>& prompts =
        family(prometheus::BuildCounter(),
               registry,
               "thimble_model_prompts_total",
               "Prompts beside sessions that a model was given.");
    prometheus::Family<prometheus::Counter>& prompt_costs =
        family(prometheus::BuildCounter(),
               registry,
               "thimble_model_prompts_cost_usd_total",
               "What they have cost, where the model's price is known.");
    prometheus::Histogram& picture_age =
        family(prometheus::BuildHistogram(),
               registry,
               "thimble_live_picture_age_seconds",
               "From a picture's capture until a viewer has taken it.")
            .Add({}, picture_ages);
    prometheus::Counter& replaced =
        family(prometheus::BuildCounter(),
               registry,
               "thimble_live_pictures_replaced_total",
               "Pictures that gave way to a newer one while their viewer was still reading.")
            .Add({});
    prometheus::Counter& dropped = family(prometheus::BuildCounter(),
                                          registry,
                                          "thimble_live_viewers_dropped_total",
                                          "Viewers that did not take a picture in time.")
                                       .Add({});
    prometheus::Counter& dropped_followers = family(prometheus::BuildCounter(),
                                                    registry,
                                                    "thimble_session_followers_dropped_total",
                                                    "Followers that did not take events in time.")
                                                 .Add({});
    prometheus::Counter& pictures = family(prometheus::BuildCounter(),
                                           registry,
                                           "thimble_live_pictures_sent_total",
                                           "Pictures that viewers have taken.")
                                        .Add({});
};

metrics::metrics() : self_(std::make_unique<families>()) {}

metrics::~metrics() = default;

void metrics::request_answered(std::string_view method,
                               std::string_view route,
                               unsigned status,
                               duration took)
{
    labels which{{"method", std::string(method)}, {"route", std::string(route)}};
    self_->request_durations.Add(which, request_times).Observe(took.count());
    which.emplace("status", std::to_string(status));
    self_->requests.Add(which).Increment();
}

void metrics::job_ended(std::string_view action,
                        std::string_view status,
                        std::string_view outcome,
                        duration took)
{
    const labels of_action{{"action", std::string(action)}};
    self_->action_durations.Add(of_action, action_times).Observe(took.count());
    self_->jobs
        .Add({{"action", std::string(action)},
              {"status", std::string(status)},
              {"outcome", std::string(outcome)}})
        .Increment();
}

void metrics::store_answered(std::string_view kind, duration took)
{
    self_->store_durations.Add({{"kind", std::string(kind)}}, store_times).Observe(took.count());
}

void metrics::picture_sent(duration age)
{
    self_->pictures.Increment();
    self_->picture_age.Observe(age.count());
}

void metrics::turn_part(std::string_view part, duration took)
{
    self_->turn_parts.Add({{"part", std::string(part)}}, action_times).Observe(took.count());
}

void metrics::phone_given(std::string_view outcome, duration waited)
{
    self_->phone_waits.Add({{"outcome", std::string(outcome)}}, phone_wait_times)
        .Observe(waited.count());
}

void metrics::work_taken_up(std::size_t jobs, std::size_t sessions)
{
    self_->taken_up.Add({{"kind", "job"}}).Increment(static_cast<double>(jobs));
    self_->taken_up.Add({{"kind", "session"}}).Increment(static_cast<double>(sessions));
}

void metrics::session_ended(std::string_view status)
{
    self_->ended_sessions.Add({{"status", std::string(status)}}).Increment();
}

void metrics::picture_replaced()
{
    self_->replaced.Increment();
}

void metrics::viewer_dropped()
{
    self_->dropped.Increment();
}

void metrics::follower_dropped()
{
    self_->dropped_followers.Increment();
}

void metrics::model_asked(std::string_view purpose,
                          std::string_view outcome,
                          std::int64_t micro_dollars)
{
    constexpr double micro = 1e-6;
    self_->prompts.Add({{"purpose", std::string(purpose)}, {"outcome", std::string(outcome)}})
        .Increment();
    self_->prompt_costs.Add({{"purpose", std::string(purpose)}})
        .Increment(static_cast<double>(micro_dollars) * micro);
}

std::string metrics::text(const load& now)
{
    self_->set(self_->desktops, {{"link", "connected"}}, now.desktops_connected);
    self_->set(self_->desktops, {{"link", "away"}}, now.desktops_away);
    self_->set(self_->phones, {{"connection", "connected"}}, now.phones_connected);
    self_->set(self_->phones, {{"connection", "offline"}}, now.phones_offline);
    self_->set(self_->commands, {}, now.commands_under_way);
    self_->set(self_->longest_queue, {}, now.longest_queue);
    self_->set(self_->viewers, {}, now.viewers);
    self_->set(self_->streams, {}, now.streams);
    self_->set(self_->sessions, {}, now.sessions);
    self_->set(self_->followers, {}, now.followers);
    self_->set(self_->leases, {}, now.leases);
    self_->set(self_->waiting, {}, now.waiting_for_phones);
    if (now.other_nodes)
        self_->set(self_->other_nodes, {}, *now.other_nodes);
    families::set(self_->taps_to_pictures, now.taps_to_pictures);
    families::set(self_->decoded_ages, now.picture_ages);
    std::ostringstream out;
    prometheus::TextSerializer().Serialize(out, self_->registry.Collect());
    return std::move(out).str();
}

} // namespace thimble::service
