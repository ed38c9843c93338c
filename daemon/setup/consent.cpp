#include "daemon/setup/consent.hpp"

#include "text/ascii.hpp"

#include <string>
#include <utility>

namespace thimble::daemon {

namespace {

constexpr std::size_t longest_line = 256;

std::string read_line_of(std::istream& from)
{
    std::string line;
    for (char next = 0; line.size() < longest_line && from.get(next) && next != '\n';)
        line += next;
    return line;
}

/// The end of the input is a no.
consent::answer answer_in(std::string_view line)
{
    const auto word = service::to_lower(service::trim(line, " \t\r"));
    return word == "y" || word == "yes" ? consent::answer::yes : consent::answer::no;
}

} // namespace

consent::consent(boost::asio::any_io_executor home, bool given, std::istream* from)
    : given_(given), from_(from), reader_(std::move(home))
{
}

void consent::wait()
{
    if (!can_ask() || std::exchange(waiting_, true))
        return;
    reader_.enqueue([from = from_, into = answer_] { *into = answer_in(read_line_of(*from)); });
}

consent::answer consent::given() const
{
    if (given_)
        return answer::yes;
    return from_ == nullptr ? answer::no : answer_->load();
}

} // namespace thimble::daemon
