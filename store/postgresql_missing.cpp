// In the place of PostgreSQL, in builds that do without it.
#include "store/engine.hpp"
#include "store/postgresql.hpp"

#include <stdexcept>

namespace thimble::service::store {

std::unique_ptr<engine> make_postgresql_engine(server_address /*at*/, access /*how*/)
{
    throw std::runtime_error("this build of Thimble has no PostgreSQL");
}

std::string_view state_in(std::string_view /*text*/)
{
    return {};
}

std::optional<std::string> meaning_in_postgresql(const soci::soci_error& /*refused*/)
{
    return std::nullopt;
}

std::expected<void, std::string> check_postgresql(connection& /*on*/)
{
    return {};
}

} // namespace thimble::service::store
