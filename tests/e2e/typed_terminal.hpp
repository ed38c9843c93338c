// A terminal on which a test types as a person does.
#pragma once

#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace thimble::e2e {

/// Both ends of it.
class typed_terminal {
public:
    typed_terminal() : person_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        REQUIRE(person_ >= 0);
        REQUIRE(::grantpt(person_) == 0);
        REQUIRE(::unlockpt(person_) == 0);
        name_ = ::ptsname(person_);
        program_ = ::open(name_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
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
        return eventually(std::chrono::seconds{10}, [this] {
            int ready = 0;
            return ::ioctl(program_, FIONREAD, &ready) == 0 && ready > 0;
        });
    }

    /// The program's end.
    int program() const { return program_; }

    /// The device of that end, for a process of its own.
    const std::string& name() const { return name_; }

private:
    int person_;
    int program_ = -1;
    std::string name_;
};

} // namespace thimble::e2e
