#include "daemon/setup/developer_mode_step.hpp"

#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;
using device::developer_mode_outcome;
using setup::attempt;

namespace {

constexpr std::chrono::seconds longest_call{35};
constexpr std::chrono::minutes longest_restart{3};
constexpr std::chrono::seconds between_answers{2};
constexpr std::chrono::seconds longest_news{10}; // until what the phone has done is seen

constexpr auto by_hand = "The phone has a passcode, so that it lets only you turn the switch.";

} // namespace

developer_mode_step::developer_mode_step(asio::any_io_executor home,
                                         consent& agreed,
                                         developer_mode_calls calls)
    : agreed_(agreed), calls_(std::move(calls)), client_(std::move(home), under_way_)
{
}

bool developer_mode_step::wants_question() const
{
    return state_.state == attempt::none && agreed_.can_ask();
}

void developer_mode_step::reached()
{
    state_ = {.state = attempt::succeeded, .problem = {}};
    reached_at_ = clock::now();
}

void developer_mode_step::passed()
{
    if (state_.state == attempt::under_way)
        reached();
    passed_ = state_.state == attempt::succeeded;
}

void developer_mode_step::look_at_time()
{
    if (state_.state == attempt::under_way && clock::now() - restarted_ > longest_restart)
        leave_to_person("The phone has not switched it on. Plug it in and unlock it; if it asks, "
                        "tap Turn On.");
}

void developer_mode_step::leave_to_person(std::string why)
{
    state_ = {.state = attempt::failed, .problem = std::move(why)};
}

asio::awaitable<developer_mode_outcome>
developer_mode_step::ask(std::function<developer_mode_outcome(const device::attachment&)> call,
                         std::string udid)
{
    const auto answer =
        co_await client_.run(longest_call, [call = std::move(call),
                                            where = device::attachment{.udid = std::move(udid)}] {
            return call(where);
        });
    co_return answer.value_or(developer_mode_outcome::unknown);
}

asio::awaitable<void> developer_mode_step::go_on(std::string udid)
{
    if (state_.state == attempt::succeeded) {
        if (!passed_ && clock::now() - reached_at_ < longest_news)
            co_return; // it was off when the phone was asked last
        state_ = {.state = attempt::failed, .problem = "It has been switched off again."};
    }
    if (state_.state == attempt::failed)
        co_return;
    if (state_.state == attempt::under_way)
        co_return co_await answer_question(std::move(udid));
    if (agreed_.given() == consent::answer::yes)
        co_await begin(std::move(udid));
}

asio::awaitable<void> developer_mode_step::begin(std::string udid)
{
    switch (co_await ask(calls_.switch_on, std::move(udid))) {
    case developer_mode_outcome::on:
        reached();
        break;
    case developer_mode_outcome::restarts:
    case developer_mode_outcome::unknown: // it may restart
        state_ = {.state = attempt::under_way, .problem = "The phone restarts."};
        restarted_ = clock::now();
        break;
    case developer_mode_outcome::has_passcode:
        leave_to_person(by_hand);
        break;
    case developer_mode_outcome::refused:
        leave_to_person("The phone refuses to have the switch turned from here.");
        break;
    case developer_mode_outcome::not_asked:
        break; // the next call asks
    }
}

/// After the restart the phone takes a while until it can be answered. It is never restarted again.
asio::awaitable<void> developer_mode_step::answer_question(std::string udid)
{
    if (clock::now() < next_answer_)
        co_return;
    next_answer_ = clock::now() + between_answers;
    const auto outcome = co_await ask(calls_.confirm, std::move(udid));
    if (outcome == developer_mode_outcome::on)
        reached();
    else if (outcome == developer_mode_outcome::has_passcode)
        leave_to_person(by_hand);
    else
        look_at_time();
}

} // namespace thimble::daemon
