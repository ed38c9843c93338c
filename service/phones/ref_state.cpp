#include "service/phones/ref_state.hpp"

#include "text/json_member.hpp"

#include <string>

namespace thimble::service {

using nlohmann::json;

std::optional<json> ref_state(const known_phone& phone, std::string_view ref)
{
    const auto found = phone.screens.find_ref(ref);
    if (!found)
        return std::nullopt;
    json element = element_record(*found->what);
    element["unnamed"] = found->what->unnamed;
    if (!found->what->unique)
        element["alike"] = true;
    return json{{"element", std::move(element)},
                {"app", found->app},
                {"space",
                 {{"width", found->space.size.width},
                  {"height", found->space.size.height},
                  {"orientation", screen::to_string(found->space.turned)}}}};
}

void adopt_ref(known_phone& phone, const json& state)
{
    const auto record = state.find("element");
    const auto space = read_space(state);
    if (record == state.end() || !space)
        return;
    auto element = read_element(*record);
    if (!element)
        return;
    element->ref = member<std::string>(*record, "ref");
    if (!element->ref.empty())
        phone.screens.adopt(std::move(*element), *space, member<std::string>(state, "app"));
}

} // namespace thimble::service
