// Actions at text that is read on a picture.
#pragma once

#include "tests/e2e/driven_phone.hpp"

namespace thimble::e2e {

/// True for the refusal of a text that was not on the picture. Nothing was touched.
inline bool was_not_read(const http_answer& answer)
{
    return answer.status == 404 && answer.json().at("context").value("reason", "") == "no_match";
}

/// Where a computer is so busy that the picture is not read in time, nothing on it matches; it is
/// asked for again then, as a client would. `ask` is one attempt.
template <class Ask>
http_answer until_read(const driven_phone& on, Ask ask)
{
    http_answer answer;
    eventually(60s, [&] {
        answer = ask();
        if (was_not_read(answer))
            on.forget_last_answer();
        return !was_not_read(answer);
    });
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    return answer;
}

/// Record of the job; fails the test when the action failed.
inline nlohmann::json
act_on_text(const driven_phone& on, const std::string& action, const nlohmann::json& body)
{
    const auto answer = until_read(on, [&] { return on.attempt(action, body); });
    on.wait_until_arrived();
    return answer.json();
}

} // namespace thimble::e2e
