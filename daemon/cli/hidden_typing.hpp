// Standard input without an echo, where it is a terminal.
#pragma once

#include <string_view>
#include <termios.h>

namespace thimble::daemon {

/// Hides typing on the terminal for as long as this lives, after a prompt on stderr; elsewhere it
/// does nothing.
class hidden_typing {
public:
    explicit hidden_typing(std::string_view prompt);
    hidden_typing(const hidden_typing&) = delete;
    hidden_typing& operator=(const hidden_typing&) = delete;
    ~hidden_typing();

private:
    termios before_{};
    bool hidden_ = false;
};

} // namespace thimble::daemon
