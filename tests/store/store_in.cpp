#include "tests/store/store_in.hpp"

#include "tests/store/postgresql_server.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

namespace thimble::service::store::test {

bool runs_on_postgresql()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody writes to the environment
    const char* const said = std::getenv("THIMBLE_TEST_STORE");
    return said != nullptr && std::string_view(said) == "postgresql";
}

address store_in(const std::filesystem::path& folder)
{
    if (!runs_on_postgresql())
        return folder / database_name;
    auto name = folder.string();
    std::ranges::replace_if(
        name, [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; },
        '_');
    return postgresql_server::shared().database(name);
}

} // namespace thimble::service::store::test
