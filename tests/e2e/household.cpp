#include "tests/e2e/household.hpp"

namespace thimble::e2e {

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

} // namespace thimble::e2e
