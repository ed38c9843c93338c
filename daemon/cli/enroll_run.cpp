#include "async/exception_text.hpp"
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/uplink/enrolment_client.hpp"
#include "program/state_directory.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/signal_set.hpp>
#include <spdlog/fmt/fmt.h>

#include <csignal>
#include <iostream>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// A service forgets a code long before.
constexpr std::chrono::hours longest_wait_for_approval{1};

using enrolled = std::expected<identity, early_exit>;

std::unexpected<early_exit> give_up(int code, std::string why)
{
    return std::unexpected(early_exit{.code = code, .text = std::move(why)});
}

void show_code(const enrolment_offer& offer, const service_address& at)
{
    std::cout << "code: " << offer.code << '\n' << std::flush;
    std::cerr << fmt::format(
        "Approve this code at {0}/#/desktops/approve/{1}, or there with: thimble-service admin "
        "desktop approve {1} --account NAME\nWaiting for that; Ctrl-C gives up.\n",
        at.url(), offer.code);
}

/// Looks again and again; what goes wrong on the way is said once and may pass.
asio::awaitable<enrolled> until_approved(enrolment_client& client, const enrolment_offer& offer)
{
    const auto deadline = std::chrono::steady_clock::now() + longest_wait_for_approval;
    std::string last_problem;
    while (std::chrono::steady_clock::now() < deadline) {
        co_await async::sleep_for(offer.interval);
        auto found = co_await client.look(offer);
        if (!found) {
            if (found.error().message != last_problem)
                std::cerr << found.error().message << " Trying again.\n";
            last_problem = found.error().message;
            continue;
        }
        if (auto* who = std::get_if<identity>(&*found))
            co_return std::move(*who);
        if (std::get<enrolment_wait>(*found) == enrolment_wait::expired)
            break;
    }
    co_return give_up(service::exit_failed, "The code has expired, and nobody approved it. Run "
                                            "thimbled enroll again for another.");
}

asio::awaitable<enrolled> enroll(connector& over, std::string name)
{
    enrolment_client client(over);
    const auto offer = co_await client.ask(std::move(name));
    if (!offer)
        co_return give_up(offer.error().step == connect_step::answer ? service::exit_failed
                                                                     : service::exit_unavailable,
                          offer.error().message);
    show_code(*offer, over.service());
    co_return co_await until_approved(client, *offer);
}

asio::awaitable<enrolled> until_given_up()
{
    asio::signal_set signals(co_await asio::this_coro::executor, SIGINT, SIGTERM);
    co_await signals.async_wait(asio::use_awaitable);
    co_return give_up(service::exit_failed, "Given up; the code is of no use any more.");
}

asio::awaitable<void> enroll_or_give_up(connector& over, std::string name, enrolled& out)
{
    auto first = co_await async::race(enroll(over, std::move(name)), until_given_up());
    out = std::visit([](auto& result) { return std::move(result); }, first);
}

/// Runs until it has ended one way or the other.
enrolled enroll_with(const options& given, const service::environment& variables)
{
    auto way = way_to(*given.connection.service, given.connection, variables);
    if (!way)
        return give_up(service::exit_configuration, std::move(way.error()));
    asio::io_context context(1);
    auto over = connector::make(context.get_executor(), std::move(*way));
    if (!over)
        return give_up(service::exit_configuration, std::move(over.error()));
    enrolled out;
    asio::co_spawn(context,
                   enroll_or_give_up(**over, given.name.value_or(asio::ip::host_name()), out),
                   async::rethrow);
    context.run();
    return out;
}

/// A running thimbled may be using the one from before, so it is not replaced by accident.
std::expected<void, early_exit> check_earlier(const options& given)
{
    if (auto prepared = service::prepare_state_directory(given.state_dir); !prepared)
        return give_up(service::exit_cannot_create, std::move(prepared.error()));
    const auto earlier = load_identity(given.state_dir);
    if (given.force || (earlier && !*earlier))
        return {};
    if (!earlier)
        return give_up(service::exit_failed, earlier.error() + " With --force it is replaced.");
    return give_up(service::exit_failed,
                   fmt::format("This desktop has enrolled with {} before. To enrol anew in its "
                               "place, add --force.",
                               (*earlier)->service));
}

std::expected<identity, early_exit> enroll_and_store(const options& given,
                                                     const service::environment& variables)
{
    if (auto free = check_earlier(given); !free)
        return std::unexpected(std::move(free.error()));
    auto who = enroll_with(given, variables);
    if (!who)
        return who;
    if (auto stored = store_identity(given.state_dir, *who); !stored)
        return give_up(service::exit_cannot_create, std::move(stored.error()));
    return who;
}

} // namespace

int run_enroll(const options& given, const service::environment& variables)
{
    const auto who = enroll_and_store(given, variables);
    if (!who) {
        std::cerr << "thimbled: " << who.error().text << '\n';
        return who.error().code;
    }
    std::cout << "enrolled: " << who->desktop_id << '\n' << std::flush;
    std::cerr << fmt::format("This desktop is enrolled with {0}. Start it with: thimbled --service "
                             "{0} (one that runs takes it up on SIGHUP)\n",
                             who->service);
    return service::exit_ok;
}

} // namespace thimble::daemon
