#include "link/wire/reader.hpp"

#include "link/limits.hpp"

#include <algorithm>
#include <limits>

namespace thimble::link::wire {

using nlohmann::json;

reader::reader(const source& from) : from_(from)
{
    if (!from.value.is_object())
        from.refuse("not an object");
}

reader::~reader()
{
    if (failed())
        return;
    for (const auto& [name, value] : from_.value.items()) {
        const place here{.within = &from_.at, .name = name};
        if (std::ranges::find(asked_for_, name) == asked_for_.end())
            from_.found.pass_over(here);
    }
}

const json* reader::find(std::string_view name)
{
    asked_for_.push_back(name);
    if (!from_.value.is_object())
        return nullptr;
    const auto found = from_.value.find(name);
    return found == from_.value.end() ? nullptr : &*found;
}

void reader::refuse(std::string_view name, std::string reason) const
{
    const place here{.within = &from_.at, .name = name};
    from_.found.refuse(here, std::move(reason));
}

namespace {

/// Zero where it is none, and refused.
std::int64_t integer_in(const source& from, const whole& bounds)
{
    if (!from.value.is_number()) {
        from.refuse("not a number");
        return 0;
    }
    if (!from.value.is_number_integer()) {
        from.refuse("not a whole number");
        return 0;
    }
    const auto value = from.value.get<std::int64_t>();
    check(from, value, bounds);
    return from.found.failed() ? 0 : value;
}

constexpr whole any_time{.least = 0, .most = limits::exact_integer};

} // namespace

void read(const source& from, bool& value)
{
    if (from.value.is_boolean())
        value = from.value.get<bool>();
    else
        from.refuse("not true or false");
}

void read(const source& from, int& value, const whole& bounds)
{
    value = static_cast<int>(integer_in(from, bounds)); // the bounds of an int are within its own
}

void read(const source& from, std::int64_t& value, const whole& bounds)
{
    value = integer_in(from, bounds);
}

void read(const source& from, double& value, const real& bounds)
{
    if (!from.value.is_number())
        return from.refuse("not a number");
    value = from.value.get<double>();
    check(from, value, bounds);
}

const std::string* text_in(const source& from)
{
    if (const auto* found = from.value.get_ptr<const std::string*>())
        return found;
    from.refuse("not a text");
    return nullptr;
}

namespace {

template <class Bounds>
void read_text(const source& from, std::string& value, const Bounds& bounds)
{
    const std::string* given = text_in(from);
    if (given == nullptr)
        return;
    check(from, *given, bounds);
    if (!from.found.failed())
        value = *given;
}

} // namespace

void read(const source& from, std::string& value, const text& bounds)
{
    read_text(from, value, bounds);
}

void read(const source& from, std::string& value, const token& bounds)
{
    read_text(from, value, bounds);
}

void read(const source& from, json& value, const free_object& bounds)
{
    check(from, from.value, bounds);
    if (!from.found.failed())
        value = from.value;
}

void read(const source& from, std::chrono::milliseconds& value, const whole& bounds)
{
    value = std::chrono::milliseconds(integer_in(from, bounds));
}

void read(const source& from, std::chrono::microseconds& value, const whole& bounds)
{
    value = std::chrono::microseconds(integer_in(from, bounds));
}

void read(const source& from, service_time& value)
{
    value = service_time(std::chrono::microseconds(integer_in(from, any_time)));
}

void read(const source& from, std::chrono::system_clock::time_point& value)
{
    // To the end of 2199: where clocks count nanoseconds, they end in 2262.
    constexpr whole years{.least = 0, .most = 7'258'118'399'999};
    using clock = std::chrono::system_clock;
    const std::chrono::milliseconds since(integer_in(from, years));
    value = clock::time_point(std::chrono::duration_cast<clock::duration>(since));
}

void read(const source& from, service::trace_context& value)
{
    const std::string* given = text_in(from);
    if (given == nullptr)
        return;
    if (const auto trace = service::trace_context::parse_own_version(*given))
        value = *trace;
    else
        from.refuse("not a traceparent of version 00");
}

} // namespace thimble::link::wire
