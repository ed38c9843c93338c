#include "tests/store/store_in.hpp"

#include "tests/store/postgresql_server.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace thimble::service::store::test {

namespace {

/// Folders of this process's tests, by the names of their databases. Thread of the tests.
std::map<std::string, std::filesystem::path>& databases()
{
    static std::map<std::string, std::filesystem::path> made;
    return made;
}

/// Those of tests that have ended: hundreds would fill the disk.
void drop_abandoned(postgresql_server& server)
{
    std::erase_if(databases(), [&server](const auto& each) {
        if (std::filesystem::exists(each.second))
            return false;
        server.drop(each.first);
        return true;
    });
}

} // namespace

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
    auto& server = postgresql_server::shared();
    drop_abandoned(server);
    databases().insert_or_assign(name, folder);
    return server.database(name);
}

} // namespace thimble::service::store::test
