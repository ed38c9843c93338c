#include "tests/e2e/household.hpp"

#include "tests/e2e/file_content.hpp"
#include "tests/e2e/nodes/service_nodes.hpp"

namespace thimble::e2e {

namespace {

std::string files_below(const std::filesystem::path& folder)
{
    std::string text;
    for (const auto& each : std::filesystem::recursive_directory_iterator(folder))
        if (each.is_regular_file())
            text += content_of(each.path());
    return text;
}

} // namespace

environment household::own_surroundings() const
{
    environment all{{"XDG_RUNTIME_DIR", runtime.path().string()},
                    {"XDG_CONFIG_HOME", (state.path() / "config").string()}};
    all.insert(more.begin(), more.end());
    return all;
}

environment household::variables(const virtual_phones& phones) const
{
    auto all = phones.variables();
    all.merge(own_surroundings());
    return all;
}

std::string household::kept() const
{
    auto text = files_below(state.path()) + files_below(service_state->path());
    if (!nodes)
        return text;
    for (const auto& each : nodes->places)
        text += files_below(each.state->path());
    return text + nodes->backing->content();
}

} // namespace thimble::e2e
