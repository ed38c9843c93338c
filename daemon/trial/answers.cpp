#include "daemon/trial/answers.hpp"

#include "text/ascii.hpp"

#include <string>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace thimble::daemon {

namespace {

constexpr std::size_t longest_line = 256; // more of it is dropped

word read_word(std::istream& from)
{
    std::string line;
    char next = 0;
    while (from.get(next) && next != '\n')
        if (line.size() < longest_line)
            line += next;
    return line.empty() && !from ? word::leave : word_in(line);
}

} // namespace

word word_in(std::string_view line)
{
    const auto said = service::to_lower(service::trim(line, " \t\r"));
    if (said == "y" || said == "yes")
        return word::yes;
    if (said == "n" || said == "no")
        return word::no;
    if (said == "?" || said == "unsure")
        return word::unsure;
    if (said == "q" || said == "quit")
        return word::leave;
    return word::unknown;
}

answers::answers(boost::asio::any_io_executor home, std::istream& from, int terminal)
    : reader_(std::move(home)), from_(from), terminal_(terminal)
{
}

void answers::drop_typed_ahead() const
{
    if (::isatty(terminal_) != 0)
        ::tcflush(terminal_, TCIFLUSH);
}

boost::asio::awaitable<word> answers::next()
{
    co_return co_await reader_.run([from = &from_] { return read_word(*from); });
}

} // namespace thimble::daemon
