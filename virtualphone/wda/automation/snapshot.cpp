#include "virtualphone/wda/automation/snapshot.hpp"

#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/elements/front_application.hpp"

namespace thimble::virtualphone::wda {

namespace {

/// The first input that is shown: no page has more than one while it is edited.
const element* find_input(const element& among)
{
    if (takes_text(among))
        return &among;
    for (const element& child : among.children)
        if (const element* found = find_input(child))
            return found;
    return nullptr;
}

} // namespace

snapshot::snapshot(automation& agent)
    : agent_(agent), pid_(application_of(agent.os(), agent.active_application()).pid),
      tree_(agent.os().tree_of(agent.active_application()))
{
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
