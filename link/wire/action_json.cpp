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

/// Of an action whose name says which touch it is: the touch of that name.
template <class Action, class... Touch>
std::optional<std::variant<Touch...>> touch_named(std::string_view name,
                                                  std::type_identity<std::variant<Touch...>> /*of*/)
{
    std::optional<std::variant<Touch...>> found;
    const auto look_at = [&](auto one) {
        Action what;
        what.what = one;
        if (link::name_of(what) == name)
            found = one;
    };
    (look_at(Touch{}), ...);
    return found;
}

template <class Action>
struct named_by_touch {
    using touch_kind = std::type_identity<decltype(Action::what)>;

    static bool matches(std::string_view name)
    {
        return touch_named<Action>(name, touch_kind{}).has_value();
    }

    static Action make(std::string_view name)
    {
        Action out;
        out.what = *touch_named<Action>(name, touch_kind{});
        return out;
    }

    static std::string_view name_of(const Action& what)
    {
        Action bare;
        bare.what = what.what;
        return link::name_of(bare);
    }
};

template <>
struct named<touch_element> : named_by_touch<touch_element> {};

template <>
struct named<touch_ref> : named_by_touch<touch_ref> {};

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
