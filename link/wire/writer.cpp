#include "link/wire/writer.hpp"

#include "link/limits.hpp"

namespace thimble::link::wire {

void writer::refuse(std::string_view name, std::string reason) const
{
    const place here{.within = &to_.at, .name = name};
    to_.found.refuse(here, std::move(reason));
}

void write(const sink& to, bool value)
{
    to.value = value;
}

void write(const sink& to, int value, const whole& bounds)
{
    write(to, std::int64_t{value}, bounds);
}

void write(const sink& to, std::int64_t value, const whole& bounds)
{
    check(to, value, bounds);
    to.value = value;
}

void write(const sink& to, double value, const real& bounds)
{
    check(to, value, bounds);
    to.value = value;
}

void write(const sink& to, const std::string& value, const text& bounds)
{
    check(to, value, bounds);
    to.value = value;
}

void write(const sink& to, const std::string& value, const token& bounds)
{
    check(to, value, bounds);
    to.value = value;
}

void write(const sink& to, const nlohmann::json& value, const free_object& bounds)
{
    check(to, value, bounds);
    to.value = value;
}

void write(const sink& to, std::chrono::milliseconds value, const whole& bounds)
{
    write(to, std::int64_t{value.count()}, bounds);
}

void write(const sink& to, std::chrono::microseconds value, const whole& bounds)
{
    write(to, std::int64_t{value.count()}, bounds);
}

void write(const sink& to, service_time value)
{
    using std::chrono::microseconds;
    write(to, std::chrono::duration_cast<microseconds>(value.time_since_epoch()),
          whole{.least = 0, .most = limits::exact_integer});
}

void write(const sink& to, std::chrono::system_clock::time_point value)
{
    using std::chrono::milliseconds;
    write(to, std::chrono::duration_cast<milliseconds>(value.time_since_epoch()),
          whole{.least = 0, .most = limits::exact_integer});
}

void write(const sink& to, const service::trace_context& value)
{
    to.value = value.text();
}

} // namespace thimble::link::wire
