// Programs that are killed, and started again.
#include "tests/e2e/faults/fault.hpp"

namespace thimble::e2e {

using std::chrono_literals::operator""s;

std::vector<fault> program_faults()
{
    return {
        {.name = "service killed",
         .strike =
             [](cloud& all, chance&) {
                 all.kill_service();
                 return [&all] { all.start_service(); };
             },
         .besides = 0s},
        {.name = "daemon killed",
         .strike =
             [](cloud& all, chance&) {
                 all.kill_daemon();
                 return [&all] { all.start_daemon(); };
             },
         .besides = 3s}, // it meets its phones for the first time
        {.name = "usbmuxd killed",
         .strike =
             [](cloud& all, chance&) {
                 all.phones().stop_mux();
                 return [&all] { all.phones().start_mux(); };
             },
         .besides = 3s}, // as for a phone that is plugged in
    };
}

} // namespace thimble::e2e
