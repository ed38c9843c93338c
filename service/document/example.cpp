#include "service/document/example.hpp"

#include <utility>

namespace thimble::service::contract {

using nlohmann::ordered_json;

namespace {

/// On every screenshot, whichever way the phone is turned.
constexpr int place_on_screen = 300;

ordered_json value_of(const parameter& what)
{
    if (!what.example.is_null())
        return what.example;
    if (what.along != axis::none)
        return place_on_screen;
    switch (what.kind) {
    case parameter::type::integer:
    case parameter::type::number:
        return what.minimum;
    case parameter::type::boolean:
        return true;
    case parameter::type::choice:
        return what.choices.front();
    case parameter::type::text:
        return "text";
    case parameter::type::texts:
    case parameter::type::objects:
        return ordered_json::array();
    }
    std::unreachable();
}

} // namespace

ordered_json example_of(const std::vector<parameter>& fields)
{
    auto out = ordered_json::object();
    for (const auto& each : fields)
        if (each.required || !each.example.is_null())
            out[each.name] = value_of(each);
    return out;
}

} // namespace thimble::service::contract
