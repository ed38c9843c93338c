// Comparison of the touches that were asked for with those that the phones have felt.
#pragma once

#include "tests/e2e/faults/callers.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace thimble::e2e {

/// Keeps everything until the end, since a touch may come late. Each complaint is a sentence.
class touch_ledger {
public:
    using complaints = std::vector<std::string>;

    /// The phones open an app in which a tap changes nothing else.
    explicit touch_ledger(const tapped_system& all);

    /// From `since` until now there was no service that could answer.
    void note_absence(steady::time_point since);

    /// Compares what the callers were told, what the jobs say and what the phones have felt, once
    /// nothing is under way.
    complaints settle(std::vector<asked_tap> asked);

    /// Complaints about touches that came after their answer: all that was settled is still true.
    complaints look_back();

    std::size_t touches() const;

    /// Numbers of requests by their answer: a status, or the code of an error.
    const std::map<std::string, std::size_t>& answers() const noexcept { return answers_; }

private:
    struct touches_felt {
        int times = 0;
        steady::time_point last; // when a finger went down
    };

    /// Number of times that a tap may have been made, and until when.
    struct allowance {
        std::size_t phone = 0;
        int least = 0;
        int most = 1;
        steady::time_point expires;
        std::string told; // for a person
    };

    void switch_on(std::size_t phone);
    void read_touches();
    allowance judge(asked_tap what, complaints& wrong);
    void ask_again(asked_tap& what, complaints& wrong) const;
    void judge_by_job(const asked_tap& what, allowance& of, complaints& wrong) const;
    void check(int number, const allowance& allowed, complaints& wrong) const;
    bool was_away(const asked_tap& when) const;

    const tapped_system& all_;
    std::vector<std::map<int, touches_felt>> felt_; // by phone, and by number
    std::vector<std::size_t> next_event_;           // by phone
    std::vector<steady::time_point> switched_on_;   // by phone: what its log counts from
    std::vector<std::pair<steady::time_point, steady::time_point>> absences_;
    std::map<int, allowance> settled_; // by number
    std::map<std::string, std::size_t> answers_;
};

} // namespace thimble::e2e
