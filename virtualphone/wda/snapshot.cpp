#include "virtualphone/wda/snapshot.hpp"

#include "virtualphone/wda/front_application.hpp"

#include <algorithm>
#include <array>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::array<std::string_view, 4> text_inputs{"TextView", "TextField", "SearchField",
                                                      "SecureTextField"};

/// The first input that is shown: no page has more than one while it is edited.
const element* find_input(const element& among)
{
    if (std::ranges::find(text_inputs, among.type) != text_inputs.end())
        return &among;
    for (const element& child : among.children)
        if (const element* found = find_input(child))
            return found;
    return nullptr;
}

} // namespace

snapshot::snapshot(automation& agent) : agent_(agent), pid_(application_in_front(agent.os()).pid)
{
    document_.children.push_back(agent.os().tree());
}

std::expected<const element*, refusal> snapshot::find(std::string_view id) const
{
    const element* found = agent_.elements().find(id, tree(), pid_);
    if (found != nullptr)
        return found;
    return std::unexpected(
        refusal{errors::stale_element_reference,
                "The previously found element is not present in the current view anymore"});
}

const element* snapshot::focused() const
{
    return agent_.os().keyboard_shown() ? find_input(tree()) : nullptr;
}

nlohmann::json snapshot::reference(const element& to) const
{
    const auto id = agent_.elements().id_of(to, tree(), pid_);
    return {{"element-6066-11e4-a52e-4f735466cecf", id}, {"ELEMENT", id}};
}

} // namespace thimble::virtualphone::wda
