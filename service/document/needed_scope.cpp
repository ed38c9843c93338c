#include "service/document/needed_scope.hpp"

#include "text/lists.hpp"

namespace thimble::service::contract {

std::string needed_scope(const endpoint& row)
{
    if (row.open_to != endpoint::access::subscriber || row.needs.empty())
        return {};
    return "Scope: " +
           joined(row.needs.names(), " or ",
                  [](const std::string& name) { return "`" + name + "`"; }) +
           ".";
}

} // namespace thimble::service::contract
