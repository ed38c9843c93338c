#include "daemon/cli/hidden_typing.hpp"

#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

hidden_typing::hidden_typing(std::string_view prompt)
{
    if (::isatty(STDIN_FILENO) == 0 || ::tcgetattr(STDIN_FILENO, &before_) != 0)
        return;
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    hidden_ = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    if (hidden_)
        std::cerr << prompt << std::flush;
}

hidden_typing::~hidden_typing()
{
    if (!hidden_)
        return;
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
    std::cerr << '\n';
}

} // namespace thimble::daemon
