// Answers of a person who types faster than is asked.
#include "daemon/trial/answers.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/e2e/eventually.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <sstream>
#include <streambuf>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace thimble::daemon {
namespace {

/// Both ends of a terminal.
class typed_terminal {
public:
    typed_terminal() : person_(::posix_openpt(O_RDWR | O_NOCTTY))
    {
        REQUIRE(person_ >= 0);
        REQUIRE(::grantpt(person_) == 0);
        REQUIRE(::unlockpt(person_) == 0);
        program_ = ::open(::ptsname(person_), O_RDWR | O_NOCTTY);
        REQUIRE(program_ >= 0);
    }
    typed_terminal(const typed_terminal&) = delete;
    typed_terminal& operator=(const typed_terminal&) = delete;
    ~typed_terminal()
    {
        ::close(program_);
        ::close(person_);
    }

    void type(std::string_view what) const
    {
        REQUIRE(::write(person_, what.data(), what.size()) == static_cast<ssize_t>(what.size()));
    }

    /// True once the program can read a line.
    bool has_line() const
    {
        return e2e::eventually(std::chrono::seconds{10}, [this] {
            int ready = 0;
            return ::ioctl(program_, FIONREAD, &ready) == 0 && ready > 0;
        });
    }

    int program() const { return program_; }

private:
    int person_;
    int program_ = -1;
};

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
    const typed_terminal terminal;
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
