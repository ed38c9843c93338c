// Answers of a person who types faster than is asked.
#include "daemon/trial/answers.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/e2e/typed_terminal.hpp"

#include <array>
#include <sstream>
#include <streambuf>
#include <unistd.h>

namespace thimble::daemon {
namespace {

/// A line of the terminal at a time, as standard input has it.
class terminal_lines final : public std::streambuf {
public:
    explicit terminal_lines(int terminal) : terminal_(terminal) {}

private:
    int_type underflow() override
    {
        const auto count = ::read(terminal_, line_.data(), line_.size());
        if (count <= 0)
            return traits_type::eof();
        setg(line_.data(), line_.data(), line_.data() + count);
        return traits_type::to_int_type(*gptr());
    }

    int terminal_;
    std::array<char, 1024> line_{};
};

} // namespace

TEST_CASE("a line that was typed before its question is no answer to it", "[trial]")
{
    const e2e::typed_terminal terminal;
    terminal_lines lines(terminal.program());
    std::istream in(&lines);
    boost::asio::io_context context;
    answers person(context.get_executor(), in, terminal.program());
    terminal.type("y\ny\n");
    CHECK(tests::run_until_done(context, person.next()) == word::yes);
    REQUIRE(terminal.has_line());
    person.drop_typed_ahead();
    terminal.type("n\n");
    CHECK(tests::run_until_done(context, person.next()) == word::no);
}

TEST_CASE("the lines of a file are all read, and the rest of a long one is not the next", "[trial]")
{
    std::istringstream in("y\n" + std::string(300, 'x') + "y\nn\n");
    boost::asio::io_context context;
    answers person(context.get_executor(), in, -1);
    for (const auto expected : {word::yes, word::unknown, word::no, word::leave}) {
        person.drop_typed_ahead();
        CHECK(tests::run_until_done(context, person.next()) == expected);
    }
}

} // namespace thimble::daemon
