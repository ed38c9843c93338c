// Actions at text that is read on a picture.
#pragma once

#include "tests/e2e/driven_phone.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace thimble::e2e {

/// True for the refusal of a text that was not on the picture, or there twice, as while one page
/// slides over another. Nothing was touched.
inline bool was_not_read(const http_answer& answer)
{
    if (answer.status != 404)
        return false;
    const auto reason = answer.json().at("context").value("reason", "");
    return reason == "no_match" || reason == "ambiguous";
}

/// Where a computer is so busy that the picture is not read in time, or a page still slides, the
/// text is asked for again, as a client would. `ask` is one attempt.
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

/// Middle of a text on the element that has it, 0 to 1 each way where it lies inside.
struct place_on_element {
    double across = -1;
    double down = -1;

    bool inside() const { return across > 0 && across < 1 && down > 0 && down < 1; }
    bool near(const place_on_element& other) const
    {
        constexpr double as_read = 0.05; // letters are found to a few pixels
        return std::abs(across - other.across) < as_read &&
               std::abs(down - other.down) < 3 * as_read;
    }
};

/// By where the phone has that element, which it shows in its next pictures.
inline place_on_element
place_of_text(const driven_phone& on, const nlohmann::json& read, const std::string& label)
{
    const auto all = on.shown();
    const auto one = std::ranges::find(
        all, label, [](const nlohmann::json& each) { return each.at("label").get<std::string>(); });
    if (one == all.end())
        return {};
    const auto share = [&](const char* side, const char* length) {
        const auto middle = read.at(side).get<double>() + read.at(length).get<double>() / 2;
        return (middle - one->at(side).get<double>()) / one->at(length).get<double>();
    };
    return {.across = share("x", "width"), .down = share("y", "height")};
}

/// Reads the label until it is read where the phone shows it: pictures of what moves come late on a
/// busy computer, and a touch goes to where the text was.
inline http_answer until_read_in_place(const driven_phone& on, const std::string& label)
{
    http_answer answer;
    REQUIRE(eventually(60s, [&] {
        answer = until_read(on, [&] { return on.get("find?selector=" + label); });
        return place_of_text(on, answer.json().at("element"), label).inside();
    }));
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
