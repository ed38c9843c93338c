#include "contract/parameter.hpp"

#include <limits>
#include <utility>

namespace thimble::service {

using nlohmann::json;

parameter parameter::needed() const
{
    auto out = *this;
    out.required = true;
    return out;
}

parameter parameter::needed_unless(std::string other) const
{
    auto out = needed();
    out.instead = std::move(other);
    return out;
}

parameter parameter::or_null() const
{
    auto out = *this;
    out.nullable = true;
    return out;
}

parameter parameter::otherwise(json value) const
{
    auto out = *this;
    out.fallback = std::move(value);
    return out;
}

parameter parameter::checked_by(member_check more) const
{
    auto out = *this;
    out.check = std::move(more);
    return out;
}

parameter parameter::limited_by_action() const
{
    auto out = *this;
    out.limits_of_action = true;
    return out;
}

parameter parameter::typed_as(std::string shown) const
{
    auto out = *this;
    out.typed = std::move(shown);
    return out;
}

parameter parameter::means(std::string sentence) const
{
    auto out = *this;
    out.meaning = std::move(sentence);
    return out;
}

parameter parameter::such_as(json value) const
{
    auto out = *this;
    out.example = std::move(value);
    return out;
}

parameter integer(std::string name, std::int64_t minimum, std::int64_t maximum)
{
    return {.name = std::move(name),
            .kind = parameter::type::integer,
            .minimum = minimum,
            .maximum = maximum};
}

parameter number(std::string name, std::int64_t minimum, std::int64_t maximum)
{
    return {.name = std::move(name),
            .kind = parameter::type::number,
            .minimum = minimum,
            .maximum = maximum};
}

parameter boolean(std::string name)
{
    return {.name = std::move(name), .kind = parameter::type::boolean};
}

parameter text(std::string name, std::int64_t least_characters, std::int64_t most_characters)
{
    return {.name = std::move(name),
            .kind = parameter::type::text,
            .minimum = least_characters,
            .maximum = most_characters};
}

parameter choice(std::string name, std::vector<std::string> choices)
{
    return {
        .name = std::move(name), .kind = parameter::type::choice, .choices = std::move(choices)};
}

parameter texts(std::string name, std::int64_t most_items, std::int64_t most_characters)
{
    return {.name = std::move(name),
            .kind = parameter::type::texts,
            .minimum = 1,
            .maximum = most_characters,
            .most_items = most_items};
}

parameter objects(std::string name,
                  std::int64_t least_items,
                  std::int64_t most_items,
                  parameter::member_check check)
{
    return {.name = std::move(name),
            .kind = parameter::type::objects,
            .least_items = least_items,
            .most_items = most_items,
            .check = std::move(check)};
}

parameter coordinate(std::string name, axis along)
{
    return {.name = std::move(name),
            .kind = parameter::type::integer,
            .along = along,
            .required = true};
}

} // namespace thimble::service
