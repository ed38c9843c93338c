// Progress of something long with one phone, for a person who waits.
#pragma once

#include <spdlog/fmt/fmt.h>

#include <iostream>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::daemon {

/// A line on stderr for each step, and for each tenth of it where somebody looks.
class progress_line {
public:
    explicit progress_line(std::string udid) : udid_(std::move(udid)) {}

    /// `done`: from 0 to 1, of this step.
    void operator()(std::string_view what, double done)
    {
        constexpr int tenths = 10;
        const int step = static_cast<int>(done * tenths);
        if (what == what_ && step == step_)
            return;
        what_ = what;
        step_ = step;
        std::cerr << fmt::format("{}: {} {} %\n", udid_, what, step * tenths);
    }

private:
    std::string udid_;
    std::string what_;
    int step_ = -1;
};

} // namespace thimble::daemon
