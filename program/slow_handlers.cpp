#include "program/slow_handlers.hpp"

#include <utility>

namespace thimble::service {

async::home_watch::listener slow_handlers_to(std::shared_ptr<spdlog::logger> log)
{
    return [log = std::move(log)](const async::home_watch::slow_handler& slow) {
        if (slow.is_too_long)
            log->error("a handler held the home thread for {} ms of processor time",
                       slow.processor.count());
        else
            log->debug("a handler took {} ms, {} of them processor time", slow.passed.count(),
                       slow.processor.count());
    };
}

} // namespace thimble::service
