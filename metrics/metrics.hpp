// Metrics for a monitoring system: counts, times, fill levels. No account, phone or person in them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Of one phone: half of what was measured took no longer than `p50`, and 95 of 100 no longer than
/// `p95`.
struct measured_latency {
    std::chrono::duration<double> p50{}; // seconds
    std::chrono::duration<double> p95{};
};

/// Gauges at the moment of a scrape.
struct load {
    std::size_t desktops_connected = 0;
    std::size_t desktops_away = 0;
    std::size_t phones_connected = 0;
    std::size_t phones_offline = 0;
    std::size_t commands_under_way = 0;     // of all phones
    std::size_t longest_queue = 0;          // commands under way in one lane of one phone
    std::size_t viewers = 0;                // who watch phones now
    std::size_t streams = 0;                // that they share
    std::size_t sessions = 0;               // of agents, that have not ended
    std::size_t followers = 0;              // of their events
    std::size_t leases = 0;                 // of phones
    std::size_t waiting_for_phones = 0;     // requests for any phone that fits
    std::optional<std::size_t> other_nodes; // that this one hears; nothing: it is alone

    // One of each phone whose own video was measured lately; which phone it is does not show.
    std::vector<measured_latency> taps_to_pictures;
    std::vector<measured_latency> picture_ages; // when they were decoded
};

/// Home thread. All texts are from fixed sets of ours, so that the series stay few.
class metrics {
public:
    using duration = std::chrono::duration<double>; // seconds

    metrics();
    metrics(const metrics&) = delete;
    metrics& operator=(const metrics&) = delete;
    ~metrics();

    /// `route` is the pattern of the path.
    void request_answered(std::string_view method,
                          std::string_view route,
                          unsigned status,
                          duration took);

    /// `status` is the job's final one, `outcome` what is known of the phone.
    void job_ended(std::string_view action,
                   std::string_view status,
                   std::string_view outcome,
                   duration took);

    /// A transaction of the store, "read" or "write".
    void store_answered(std::string_view kind, duration took);

    /// A viewer has taken a picture of this age.
    void picture_sent(duration age);

    /// A viewer was too slow for a picture: a newer one took its place.
    void picture_replaced();

    /// A viewer stopped taking pictures and was cut off.
    void viewer_dropped();

    /// A follower of a session stopped taking its events and was cut off.
    void follower_dropped();

    /// A request for any phone that fits has waited so long: "given" one, too "late", or "gone".
    void phone_given(std::string_view outcome, duration waited);

    /// Of an agent's turn: "look", "request", "model", "handover", "act".
    void turn_part(std::string_view part, duration took);

    /// A session has ended so: "completed", "failed", "killed".
    void session_ended(std::string_view status);

    /// A model was asked for something ("element"), and with what outcome.
    void
    model_asked(std::string_view purpose, std::string_view outcome, std::int64_t micro_dollars);

    /// This node goes on with so much of another, which is gone or has handed it over.
    void work_taken_up(std::size_t jobs, std::size_t sessions);

    /// All of it in Prometheus's text format.
    std::string text(const load& now);

private:
    struct families;
    std::unique_ptr<families> self_;
};

} // namespace thimble::service
