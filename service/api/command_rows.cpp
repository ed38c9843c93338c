// What the phone as a whole does.
#include "service/api/action_row.hpp"

namespace thimble::service::api {

namespace {

template <class Command>
result<link::action> make_plain(const arguments& /*given*/)
{
    return Command{};
}

} // namespace

std::vector<action_row> command_rows()
{
    return {
        {.name = "home", .make = make_plain<link::home>},
    };
}

} // namespace thimble::service::api
