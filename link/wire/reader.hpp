// Reads the fields of an object, each into what it is described to be. The same descriptions serve
// the writer: describe(fields, what) names each field of a struct once.
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

/// A value in a message that is read.
struct source : spot {
    const nlohmann::json& value;
};

/// Fields of one object. A field that is asked for and is not there is refused; one that nobody
/// asks for is noted when the reader ends.
class reader {
public:
    explicit reader(const source& from);
    reader(const reader&) = delete;
    reader& operator=(const reader&) = delete;
    ~reader();

    template <class Value, class... Bounds>
    void field(std::string_view name, Value& value, const Bounds&... bounds);

    /// May be missing, or null, which is the same.
    template <class Value, class... Bounds>
    void field(std::string_view name, std::optional<Value>& value, const Bounds&... bounds);

    /// A later addition: may be missing, and is then as it was.
    template <class Value, class... Bounds>
    void added(std::string_view name, Value& value, const Bounds&... bounds);

    /// Field that follows from others: refused where it says something else.
    template <enumeration Value>
    void implied(std::string_view name, Value expected);

    void refuse(std::string_view name, std::string reason) const;
    bool failed() const { return from_.found.failed(); }

private:
    const nlohmann::json* find(std::string_view name);

    source from_;
    std::vector<std::string_view> asked_for_;
};

void read(const source& from, bool& value);
void read(const source& from, int& value, const whole& bounds);
void read(const source& from, std::int64_t& value, const whole& bounds);
void read(const source& from, double& value, const real& bounds);
void read(const source& from, std::string& value, const text& bounds);
void read(const source& from, std::string& value, const token& bounds);
void read(const source& from, nlohmann::json& value, const free_object& bounds);

/// Whole milliseconds.
void read(const source& from, std::chrono::milliseconds& value, const whole& bounds);

/// Whole microseconds.
void read(const source& from, std::chrono::microseconds& value, const whole& bounds);

/// Whole microseconds of the service's monotonic clock.
void read(const source& from, service_time& value);

/// Whole milliseconds since the beginning of 1970, UTC.
void read(const source& from, std::chrono::system_clock::time_point& value);

/// Of version 00 alone: another one is agreed upon first, as new words are.
void read(const source& from, service::trace_context& value);

// An object with one field, which is the action's name.
void read(const source& from, action& value);
void read(const source& from, step& value);

/// The text of a value that has to be one, else nullptr.
const std::string* text_in(const source& from);

template <enumeration Value>
void read(const source& from, Value& value)
{
    const std::string* word = text_in(from);
    if (word != nullptr && !parse_word(*word, value))
        from.refuse("not one of the words for it");
}

template <class Struct>
    requires std::is_class_v<Struct>
void read(const source& from, Struct& value)
{
    reader fields(from);
    describe(fields, value);
}

template <class Element, class... Bounds>
void read(const source& from,
          std::vector<Element>& value,
          const many& count,
          const Bounds&... bounds)
{
    if (!from.value.is_array())
        return from.refuse("not a list");
    check(from, from.value.size(), count);
    if (from.found.failed())
        return;
    value.resize(from.value.size());
    for (std::size_t at = 0; at < value.size(); ++at) {
        const place here{.within = &from.at, .name = {}, .index = at};
        read(source{{here, from.found}, from.value[at]}, value[at], bounds...);
    }
}

template <class Value, class... Bounds>
void reader::field(std::string_view name, Value& value, const Bounds&... bounds)
{
    const place here{.within = &from_.at, .name = name};
    if (const nlohmann::json* found = find(name))
        read(source{{here, from_.found}, *found}, value, bounds...);
    else
        from_.found.refuse(here, "missing");
}

template <class Value, class... Bounds>
void reader::field(std::string_view name, std::optional<Value>& value, const Bounds&... bounds)
{
    const nlohmann::json* found = find(name);
    if (found == nullptr || found->is_null())
        return value.reset();
    const place here{.within = &from_.at, .name = name};
    read(source{{here, from_.found}, *found}, value.emplace(), bounds...);
}

template <class Value, class... Bounds>
void reader::added(std::string_view name, Value& value, const Bounds&... bounds)
{
    const place here{.within = &from_.at, .name = name};
    if (const nlohmann::json* found = find(name))
        read(source{{here, from_.found}, *found}, value, bounds...);
}

template <enumeration Value>
void reader::implied(std::string_view name, Value expected)
{
    Value value = expected;
    field(name, value);
    if (value != expected)
        refuse(name, "not what follows from the rest");
}

} // namespace thimble::link::wire
