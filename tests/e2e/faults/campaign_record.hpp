// The findings of a campaign: complaints, and the taps under which it ran.
#pragma once

#include "tests/e2e/faults/touch_ledger.hpp"

#include <string>
#include <vector>

namespace thimble::e2e {

/// `all` outlives it.
class campaign_record {
public:
    explicit campaign_record(const tapped_system& all) : all_(all), ledger_(all) {}

    tap_numbers& numbers() noexcept { return numbers_; }
    touch_ledger& ledger() noexcept { return ledger_; }

    /// Told on standard error at once, with the programs' logs.
    void complain(const std::string& when, const std::vector<std::string>& what);

    /// Of the taps of the callers that were stopped, and of whatever is still under way.
    void settle(const std::string& when, std::vector<asked_tap> asked);

    void look_back() { complain("at the end", ledger_.look_back()); }

    const std::vector<std::string>& complaints() const noexcept { return complaints_; }

    /// A line: taps asked for, made, and their answers.
    std::string taps() const;

private:
    const tapped_system& all_;
    tap_numbers numbers_;
    touch_ledger ledger_;
    std::vector<std::string> complaints_;
};

} // namespace thimble::e2e
