#include "daemon/cli/passcode_input.hpp"

#include <spdlog/fmt/fmt.h>

#include <iostream>
#include <termios.h>
#include <unistd.h>

namespace thimble::daemon {

namespace {

constexpr std::size_t longest_passcode = 64; // bytes, as REST takes it

/// Hides typing on the terminal for as long as this lives.
class hidden_typing {
public:
    hidden_typing()
    {
        if (::isatty(STDIN_FILENO) == 0 || ::tcgetattr(STDIN_FILENO, &before_) != 0)
            return;
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        hidden_ = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
        if (hidden_)
            std::cerr << "Passcode: " << std::flush;
    }
    hidden_typing(const hidden_typing&) = delete;
    hidden_typing& operator=(const hidden_typing&) = delete;
    ~hidden_typing()
    {
        if (!hidden_)
            return;
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
        std::cerr << '\n';
    }

private:
    termios before_{};
    bool hidden_ = false;
};

/// At most one character more than a passcode may have.
std::string read_line(std::istream& from)
{
    const hidden_typing hidden;
    std::string line;
    for (char next = 0; line.size() <= longest_passcode && from.get(next) && next != '\n';)
        line += next;
    if (line.ends_with('\r'))
        line.pop_back();
    return line;
}

bool unlocks(const phone_action& what)
{
    return std::holds_alternative<link::unlock>(what.what);
}

} // namespace

std::expected<std::optional<std::string>, std::string> read_passcode(
    const debug_action& what, const service::environment& variables, std::istream& standard_input)
{
    const auto* action = std::get_if<phone_action>(&what);
    if (action == nullptr || !unlocks(*action))
        return std::nullopt;
    auto passcode = action->reads_passcode ? std::optional(read_line(standard_input))
                                           : variables("THIMBLE_PASSCODE");
    if (passcode && passcode->empty())
        return std::unexpected("There is no passcode on standard input.");
    if (passcode && passcode->size() > longest_passcode)
        return std::unexpected(
            fmt::format("The passcode has more than {} characters.", longest_passcode));
    return passcode;
}

} // namespace thimble::daemon
