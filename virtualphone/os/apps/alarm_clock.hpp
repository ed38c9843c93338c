// Clock: the time in some cities, and behind it the alarms, which can be added and switched off.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/toolkit/grouped_list.hpp"

#include <cstdint>
#include <vector>

namespace thimble::virtualphone {

class alarm_clock : public app {
public:
    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override;

    /// `page`: cities, alarms or new; `alarms`: a list of `time` ("07:30") and `on`.
    nlohmann::json state() const override;

private:
    enum class page : std::uint8_t { cities, alarms, new_alarm };

    struct alarm {
        int hour = 0;
        int minute = 0;
        bool on = true;
    };

    std::vector<list_group> groups();
    std::vector<list_group> alarm_groups();
    std::vector<list_group> new_alarm_groups();
    void go_to(page next);
    void begin_new();
    void save();

    page open_ = page::cities;
    std::vector<alarm> alarms_{{.hour = 6, .minute = 45, .on = false}}; // sorted by time
    alarm wanted_;                                                      // the new one
    scroller scroll_{axis::vertical};
};

} // namespace thimble::virtualphone
