#include "tests/e2e/faults/campaign_record.hpp"

#include "tests/e2e/faults/recovery.hpp"

#include <iostream>
#include <utility>

namespace thimble::e2e {

void campaign_record::complain(const std::string& when, const std::vector<std::string>& what)
{
    if (what.empty())
        return;
    for (const auto& each : what) {
        complaints_.push_back(when + ": " + each);
        std::cerr << complaints_.back() << '\n';
    }
    std::cerr << all_.logs() << std::endl;
}

void campaign_record::settle(const std::string& when, std::vector<asked_tap> asked)
{
    if (const auto open = still_open(all_); !open.empty())
        complain(when, {open});
    complain(when, ledger_.settle(std::move(asked)));
}

std::string campaign_record::taps() const
{
    std::string out = std::to_string(numbers_.given()) + " taps asked for, " +
                      std::to_string(ledger_.touches()) + " made; answers:";
    for (const auto& [answer, count] : ledger_.answers())
        out += " " + answer + " " + std::to_string(count);
    return out + "\n";
}

} // namespace thimble::e2e
