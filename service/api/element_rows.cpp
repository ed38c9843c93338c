// Touches at an element, and batches.
#include "service/api/action_row.hpp"

namespace thimble::service::api {

std::vector<action_row> element_rows()
{
    return {};
}

} // namespace thimble::service::api
