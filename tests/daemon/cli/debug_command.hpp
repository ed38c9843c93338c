// thimbled run by a test as a person runs it, for one action.
#pragma once

#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <algorithm>

namespace thimble::e2e {

/// Longer than any action takes to begin and end.
constexpr auto run_limit = 90s;

/// thimbled with the state and the phones of a household.
class command {
public:
    command(const virtual_phones& phones, const household& home)
        : variables_(home.variables(phones)), state_(home.state.path().string())
    {
    }

    /// Waits long enough for a phone on a busy machine, unless `given` says how long.
    arguments line(arguments given) const
    {
        if (given.front() == "--debug" && std::ranges::find(given, "--wait") == given.end())
            given.insert(given.end(), {"--wait", "60"});
        given.insert(given.end(), {"--state-dir", state_});
        return given;
    }

    run_result run(const arguments& given, const environment& more = {}) const
    {
        auto variables = variables_;
        variables.insert(more.begin(), more.end());
        return e2e::run("thimbled", line(given), variables, run_limit);
    }

private:
    environment variables_;
    std::string state_;
};

inline nlohmann::json record_of(const run_result& ended)
{
    INFO(ended.output << ended.errors);
    auto record = nlohmann::json::parse(ended.output, nullptr, false);
    REQUIRE(record.is_object());
    return record;
}

/// The record of an action that has succeeded.
inline nlohmann::json done(const run_result& ended)
{
    auto record = record_of(ended);
    INFO(ended.output << ended.errors);
    CHECK(ended.code == 0);
    CHECK(record.value("ok", false));
    return record;
}

/// The code of an action that has failed.
inline std::string failed(const run_result& ended)
{
    const auto record = record_of(ended);
    INFO(ended.output);
    CHECK(ended.code == 1);
    CHECK(record.at("message").is_string());
    CHECK(record.at("context").is_object());
    return record.at("error");
}

} // namespace thimble::e2e
