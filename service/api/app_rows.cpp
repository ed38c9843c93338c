// Apps, addresses and shortcuts.
#include "service/api/action_row.hpp"

namespace thimble::service::api {

std::vector<action_row> app_rows()
{
    return {};
}

} // namespace thimble::service::api
