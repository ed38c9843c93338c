// Running other people's programs against a virtual phone.
#pragma once

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <string>

namespace thimble::judges {

using e2e::operator""s;

/// A virtual phone, and the programs of others that see nothing else. Each has its home and its
/// working directory to itself, so that nothing of theirs stays on the machine.
class judged_phone {
public:
    explicit judged_phone(const std::string& phone = "iPhone 15 Pro,ios=18.5")
        : phones_({.phones = {phone}})
    {
    }

    /// Result of the program; ended by force after half a minute.
    e2e::run_result judge(const std::string& name, const e2e::arguments& args) const
    {
        return e2e::run(name, args, variables());
    }

    e2e::environment variables() const
    {
        auto result = phones_.variables();
        result["HOME"] = home_.path().string();
        return result;
    }

    std::filesystem::path file(const std::string& name) const { return home_.path() / name; }
    e2e::virtual_phone phone() const { return phones_.at(0); }
    const std::string& udid() const noexcept { return udid_; }

private:
    e2e::temporary_directory home_;
    e2e::virtual_phones phones_;
    std::string udid_ = phones_.at(0).udid();
};

} // namespace thimble::judges
