#include "daemon/report/serving_driver.hpp"

#include "daemon/report/phone_report.hpp"

#include <utility>

namespace thimble::daemon {

serving_driver::serving_driver(std::shared_ptr<const device::phone> of, const link::action& what)
    : phone_(std::move(of)), needed_(needed_by(what)), began_(phone_->served().now()),
      first_(needed_ ? phone_->driver_of(*needed_) : std::string())
{
}

std::string serving_driver::name() const
{
    if (!needed_)
        return {};
    const auto last = phone_->served().since(began_, *needed_);
    return last.empty() ? first_ : std::string(last);
}

} // namespace thimble::daemon
