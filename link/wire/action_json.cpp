// Actions and steps in JSON: an object with one field, whose name is the action's.
#include "link/wire/action_fields.hpp"
#include "link/wire/reader.hpp"
#include "link/wire/writer.hpp"

#include <string>
#include <type_traits>

namespace thimble::link::wire {

namespace {

/// A tagged value becomes an action of that name, if it is the kind's.
template <class Kind>
struct named {
    static bool matches(std::string_view name) { return name == Kind::name; }
    static Kind make(std::string_view /*name*/) { return {}; }
    static std::string_view name_of(const Kind& /*what*/) { return Kind::name; }
};

template <>
struct named<touch_element> {
    static bool matches(std::string_view name) { return touch_named(name).has_value(); }

    static touch_element make(std::string_view name)
    {
        return {.selector = {}, .to_selector = {}, .what = *touch_named(name)};
    }

    static std::string_view name_of(const touch_element& what)
    {
        return link::name_of(touch_element{.selector = {}, .to_selector = {}, .what = what.what});
    }

private:
    static std::optional<touch> touch_named(std::string_view name)
    {
        std::optional<touch> found;
        const auto look = [&]<class... Touch>(std::type_identity<std::variant<Touch...>>) {
            (look_at(Touch{}, name, found), ...);
        };
        look(std::type_identity<touch>{});
        return found;
    }

    static void look_at(touch one, std::string_view name, std::optional<touch>& found)
    {
        if (name_of({.selector = {}, .to_selector = {}, .what = one}) == name)
            found = one;
    }
};

template <class Kind, class Variant>
bool read_if_named(const source& from, std::string_view name, Variant& value)
{
    if (!named<Kind>::matches(name))
        return false;
    Kind what = named<Kind>::make(name);
    read(from, what);
    value = std::move(what);
    return true;
}

template <class... Kind>
void read_kind(const source& from, std::variant<Kind...>& value)
{
    if (!from.value.is_object() || from.value.size() != 1)
        return from.refuse("not an object with one field, the action");
    const auto only = from.value.begin();
    const place here{.within = &from.at, .name = only.key()};
    const source inner{{here, from.found}, *only};
    const bool known = (read_if_named<Kind>(inner, only.key(), value) || ...);
    if (known || from.found.failed())
        return;
    if (is_name(only.key()))
        from.found.unknown_action = only.key();
    else
        from.refuse("not the name of an action");
}

template <class... Kind>
void write_kind(const sink& to, const std::variant<Kind...>& value)
{
    const auto write_one = [&]<class One>(const One& one) {
        const std::string_view name = named<One>::name_of(one);
        const place here{.within = &to.at, .name = name};
        write(sink{{here, to.found}, to.value[std::string(name)]}, one);
    };
    std::visit(write_one, value);
}

} // namespace

void read(const source& from, action& value)
{
    read_kind(from, value);
}

void read(const source& from, step& value)
{
    read_kind(from, value);
}

void write(const sink& to, const action& value)
{
    write_kind(to, value);
}

void write(const sink& to, const step& value)
{
    write_kind(to, value);
}

} // namespace thimble::link::wire
