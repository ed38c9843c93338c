// What the phone as a whole does.
#include "daemon/debug_forms/form.hpp"

#include <array>

namespace thimble::daemon {

namespace {

template <class Command>
parsed_action read_plain(words /*arguments*/)
{
    return plain(Command{});
}

constexpr std::array forms{
    form{.name = "home",
         .arguments = "",
         .effect = "Go to the home screen",
         .read = read_plain<link::home>},
};

} // namespace

std::span<const form> command_forms()
{
    return forms;
}

} // namespace thimble::daemon
