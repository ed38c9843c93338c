// Writes the fields of an object, each as it is described, and refuses what the reader would.
#pragma once

#include "link/wire/bounds.hpp"
#include "link/wire/words.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace thimble::link::wire {

/// A value in a message that is written.
struct sink : spot {
    nlohmann::json& value;
};

/// Fields of one object, which is made with the writer.
class writer {
public:
    explicit writer(const sink& to) : to_(to) { to_.value = nlohmann::json::object(); }
    writer(const writer&) = delete;
    writer& operator=(const writer&) = delete;

    template <class Value, class... Bounds>
    void field(std::string_view name, const Value& value, const Bounds&... bounds);

    /// Left out where there is none.
    template <class Value, class... Bounds>
    void field(std::string_view name, const std::optional<Value>& value, const Bounds&... bounds);

    /// A later addition: whoever does not know it passes it over.
    template <class Value, class... Bounds>
    void added(std::string_view name, const Value& value, const Bounds&... bounds)
    {
        field(name, value, bounds...);
    }

    /// Field that follows from others, for readers that do not know all of those.
    template <enumeration Value>
    void implied(std::string_view name, Value value)
    {
        field(name, value);
    }

    void refuse(std::string_view name, std::string reason) const;
    bool failed() const { return to_.found.failed(); }

private:
    sink to_;
};

void write(const sink& to, bool value);
void write(const sink& to, int value, const whole& bounds);
void write(const sink& to, std::int64_t value, const whole& bounds);
void write(const sink& to, double value, const real& bounds);
void write(const sink& to, const std::string& value, const text& bounds);
void write(const sink& to, const std::string& value, const token& bounds);
void write(const sink& to, const nlohmann::json& value, const free_object& bounds);
void write(const sink& to, std::chrono::milliseconds value, const whole& bounds);
void write(const sink& to, std::chrono::microseconds value, const whole& bounds);
void write(const sink& to, service_time value);
void write(const sink& to, std::chrono::system_clock::time_point value);
void write(const sink& to, const service::trace_context& value);
void write(const sink& to, const action& value);
void write(const sink& to, const step& value);

template <enumeration Value>
void write(const sink& to, Value value)
{
    to.value = word_of(value);
}

template <class Struct>
    requires std::is_class_v<Struct>
void write(const sink& to, const Struct& value)
{
    writer fields(to);
    describe(fields, value);
}

template <class Element, class... Bounds>
void write(const sink& to,
           const std::vector<Element>& value,
           const many& count,
           const Bounds&... bounds)
{
    to.value = nlohmann::json::array();
    check(to, value.size(), count);
    for (std::size_t at = 0; at < value.size() && !to.found.failed(); ++at) {
        const place here{.within = &to.at, .name = {}, .index = at};
        write(sink{{here, to.found}, to.value.emplace_back()}, value[at], bounds...);
    }
}

template <class Value, class... Bounds>
void writer::field(std::string_view name, const Value& value, const Bounds&... bounds)
{
    const place here{.within = &to_.at, .name = name};
    write(sink{{here, to_.found}, to_.value[std::string(name)]}, value, bounds...);
}

template <class Value, class... Bounds>
void writer::field(std::string_view name,
                   const std::optional<Value>& value,
                   const Bounds&... bounds)
{
    if (value)
        field(name, *value, bounds...);
}

} // namespace thimble::link::wire
