// Keys, typing and the clipboard.
#include "service/api/action_row.hpp"

namespace thimble::service::api {

std::vector<action_row> text_rows()
{
    return {};
}

} // namespace thimble::service::api
