#include "tests/daemon/trial/trial_desk.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "tests/catch2.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

link::phone_state tried_phone(std::optional<screen::pixel_size> size)
{
    link::phone_state out;
    out.udid = tried_udid;
    out.attached = true;
    out.name = "Ada's iPhone";
    out.product_type = "iPhone16,1";
    out.os_version = "18.5";
    out.screenshot_size = size;
    out.capabilities = {"tap"};
    return out;
}

} // namespace

boost::asio::awaitable<std::optional<phones_seen>> talkative_phone::look()
{
    ++looks;
    if (gone)
        co_return std::nullopt;
    phones_seen seen;
    seen.phones = {tried_phone(size)};
    if (as_told)
        as_told(seen.phones);
    co_return seen;
}

boost::asio::awaitable<control_answer> talkative_phone::act(std::string of, phone_action what)
{
    CHECK(of == chosen);
    done.push_back(what.name);
    fields.push_back(what.fields);
    if (what.name == endless)
        co_await async::sleep_for(std::chrono::hours{1});
    if (what.name == refused)
        co_return error_answer("ACTION_FAILED", "Ada's note is locked.",
                               {{"cause", cause}, {"outcome", outcome}});
    control_answer answer;
    answer.record["result"] = {{"text", "a secret"}, {"apps", {"Diary", "Bank"}}};
    answer.record["receipt"] = {{"driver", "webdriveragent"}, {"verified", true}};
    answer.record["timing"] = {{"device_ms", 12.5}};
    co_return answer;
}

typed_lines::int_type typed_lines::underflow()
{
    if (file_at_the_end.empty())
        file_at_the_end = e2e::content_of(file_);
    return traits_type::eof();
}

boost::asio::awaitable<bool> trial_desk::go_until(std::string action)
{
    phone.endless = action;
    const auto under_way = [this, &action]() -> boost::asio::awaitable<void> {
        while (std::ranges::find(phone.done, action) == phone.done.end())
            co_await async::sleep_for(std::chrono::milliseconds{1});
    };
    const auto first = co_await async::race(run.go(phone), under_way());
    co_await run.put_back(phone);
    co_return first.index() == 1;
}

nlohmann::ordered_json trial_desk::trial(std::string_view id) const
{
    for (const auto& each : written().at("trials"))
        if (each.at("trial") == id)
            return each;
    return {};
}

std::string answers_for(std::string_view trial, const std::string& its_own)
{
    std::string out;
    for (const auto& each : all_trials())
        out += each.id == trial ? its_own : "n\n";
    return out;
}

std::string yes_to_all()
{
    std::string out;
    for (std::size_t lines = 0; lines < 2 * all_trials().size(); ++lines)
        out += "y\n";
    return out;
}

} // namespace thimble::daemon
