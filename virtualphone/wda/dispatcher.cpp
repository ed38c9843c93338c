#include "virtualphone/wda/dispatcher.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/verb.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;

answer no_such_session()
{
    return failure(errors::invalid_session_id, "Session does not exist");
}

answer unhandled(const request& command)
{
    std::string endpoint = "Unhandled endpoint: ";
    if (command.session)
        endpoint += "/session/" + *command.session;
    return failure(errors::unknown_command,
                   endpoint + command.path + " -- " + std::string(to_string(command.method)));
}

answer not_authorised()
{
    return failure(errors::unknown_error,
                   printed_error("XCTDaemonErrorDomain", 41,
                                 "Not authorized for performing UI testing actions."));
}

/// The rest goes to the phone's testmanagerd, which has to know the runner.
bool is_done_by_the_runner_alone(const route& what)
{
    static constexpr std::array<std::string_view, 10> paths{
        "/status",          "/health",   "/wda/shutdown", "/session",         "",
        "/appium/settings", "/timeouts", "/wda/locked",   "/wda/device/info", "/wda/batteryinfo"};
    return std::ranges::find(paths, what.path) != paths.end();
}

} // namespace

dispatcher::dispatcher(boost::asio::any_io_executor home, phone& on)
    : home_(home), state_(on), main_queue_(std::move(home))
{
}

void dispatcher::exchange::settle(answer with)
{
    if (result)
        return;
    result = std::move(with);
    answered.notify_all();
}

awaitable<answer> dispatcher::dispatch(request command)
{
    if (command.method == boost::beast::http::verb::options)
        co_return success();
    const route* const found = find_route(command, state_.device().agent);
    if (found == nullptr)
        co_return unhandled(command);
    phone& device = state_.device();
    const bool beside = found->standalone && device.agent.standalone_routes;
    auto& counted = beside ? device.requests.beside_queue : device.requests.main_queue;
    ++counted[std::string(to_string(found->method)) + " " + std::string(found->path)];
    if (beside)
        co_return co_await run(*found, command);
    co_return co_await queued(*found, std::move(command));
}

awaitable<answer> dispatcher::queued(const route& to, request command)
{
    const auto waiting = std::make_shared<exchange>(home_, std::move(command));
    const auto position = pending_.insert(pending_.end(), waiting);
    main_queue_.add(
        [self = shared_from_this(), &to, waiting] { return self->run_in_turn(to, waiting); });
    while (!waiting->result)
        co_await waiting->answered.wait();
    pending_.erase(position);
    co_return *std::move(waiting->result);
}

awaitable<void> dispatcher::run_in_turn(const route& to, std::shared_ptr<exchange> of)
{
    if (of->result) // its session has ended before its turn came
        co_return;
    if (const auto stuck = state_.device().faults.take("wda.queue")) {
        boost::asio::steady_timer timer(
            home_, std::chrono::ceil<std::chrono::milliseconds>(stuck->length));
        co_await timer.async_wait(boost::asio::use_awaitable);
    }
    of->settle(co_await run(to, of->command));
}

awaitable<answer> dispatcher::run(const route& to, const request& command)
{
    fault_switches& faults = state_.device().faults;
    if (command.session && faults.take("wda.session"))
        state_.forget_session();
    if (!knows_session_of(command))
        co_return no_such_session();
    if (faults.take("wda.application")) {
        co_return failure(errors::invalid_element_state, "The application '" +
                                                             state_.os().front_app() +
                                                             "' is not running, possibly crashed");
    }
    if (state_.device().runner == runner::zombie && !is_done_by_the_runner_alone(to))
        co_return not_authorised();
    answer result = co_await perform(to, command);
    settle_commands_of_ended_sessions();
    co_return result;
}

/// A failure inside is the caller's answer, as with the real one, and not the runner's end.
awaitable<answer> dispatcher::perform(const route& to, const request& command)
{
    try {
        state_.present();
        if (const auto* at_once = std::get_if<immediate>(&to.run))
            co_return (*at_once)(state_, command);
        co_return co_await std::get<lasting>(to.run)(state_, command);
    } catch (const std::exception& error) {
        co_return failure(errors::unknown_error, error.what());
    }
}

void dispatcher::forget_session()
{
    state_.forget_session();
    settle_commands_of_ended_sessions();
}

bool dispatcher::knows_session_of(const request& command) const
{
    return !command.session || command.session == state_.session();
}

void dispatcher::settle_commands_of_ended_sessions()
{
    for (const auto& waiting : pending_) {
        if (!knows_session_of(waiting->command))
            waiting->settle(failure(errors::invalid_session_id,
                                    "Session " + *waiting->command.session +
                                        " was deleted while this request was still pending"));
    }
}

} // namespace thimble::virtualphone::wda
