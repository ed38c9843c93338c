#include "daemon/uplink/link_client.hpp"

#include "async/deadline.hpp"
#include "async/scoped_pointer.hpp"
#include "program/service_manager.hpp"

#include <boost/asio/steady_timer.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;
using std::chrono::system_clock;

namespace {

constexpr std::chrono::milliseconds time_for_goodbye{1500}; // of the seconds that an end may take

} // namespace

link_client::link_client(link_context around,
                         std::function<std::string()> token,
                         reconnect_limits back_off)
    : context_(std::move(around)), token_(std::move(token)), back_off_(back_off),
      changed_(context_.home)
{
    now_.service = context_.way.service().url();
    now_.since = system_clock::now();
}

asio::awaitable<void> link_client::run()
{
    std::uniform_real_distribution<double> evenly(0, 1);
    while (!leaving_) {
        enter(link_state::connecting, now_.problem);
        auto how = co_await attempt();
        if (leaving_)
            break;
        if (how.how == ending::refused)
            how.problem += " Enrol it again with: " + context_.enroll_again;
        note(how);
        const auto wait = back_off_.wait_after(how.how, how.held, evenly(chance_));
        enter(wait ? link_state::waiting : link_state::refused, how.problem);
        co_await wait_for(wait);
    }
    enter(link_state::waiting);
    changed_.notify_all();
}

asio::awaitable<disconnect_reason> link_client::attempt()
{
    struct forgotten_at_the_end {
        std::unique_ptr<link_session>& link;
        ~forgotten_at_the_end() { link.reset(); }
    } const mark{link_};
    link_ = std::make_unique<link_session>(context_, token_());
    co_return co_await link_->run([this](const link::welcome& said) {
        now_.epoch = said.epoch;
        enter(link_state::connected);
        context_.log->info("linked with {}, epoch {}", now_.service, said.epoch);
    });
}

void link_client::note(const disconnect_reason& how)
{
    if (how.problem != now_.problem) // else it was said when it began
        context_.log->warn("no link with {}: {}", now_.service, how.problem);
}

/// Without a time: until a person has done something.
asio::awaitable<void> link_client::wait_for(std::optional<std::chrono::milliseconds> time)
{
    retry_ = false;
    if (time)
        now_.next_attempt = system_clock::now() + *time;
    const auto until = time ? std::chrono::steady_clock::now() + *time
                            : std::chrono::steady_clock::time_point::max();
    async::signal timeout(context_.home, until);
    const async::scoped_pointer noted(waiting_, timeout);
    while (!retry_ && !leaving_ && std::chrono::steady_clock::now() < until)
        co_await timeout.wait();
}

void link_client::enter(link_state state, std::string problem)
{
    now_.state = state;
    now_.since = system_clock::now();
    now_.problem = std::move(problem);
    now_.next_attempt.reset();
    changed_.notify_all();
    service::tell_status(fmt::format("Link with {}: {}{}{}", now_.service, to_text(state),
                                     now_.problem.empty() ? "" : ", ", now_.problem));
}

void link_client::phone_changed(const link::phone_state& phone)
{
    if (link_)
        link_->tell(phone);
}

/// A link that is made later asks for them.
void link_client::host_changed(const std::vector<link::blocker>& blockers)
{
    if (now_.state == link_state::connected)
        link_->tell(link::host_state{.blockers = blockers});
}

void link_client::retry_now()
{
    retry_ = true;
    back_off_.begin_anew();
    if (waiting_ != nullptr)
        waiting_->notify_all();
}

asio::awaitable<void> link_client::shut_down()
{
    leaving_ = true;
    if (waiting_ != nullptr)
        waiting_->notify_all();
    if (now_.state != link_state::connected)
        co_return;
    link_->end_when_idle(link::close_reason::shutting_down);
    const auto gone = [](link_client& self) -> asio::awaitable<bool> {
        while (self.link_)
            co_await self.changed_.wait();
        co_return true;
    };
    co_await async::with_timeout(time_for_goodbye, gone(*this));
}

link_status link_client::status() const
{
    auto out = now_;
    out.unsettled = context_.commands.unsettled();
    return out;
}

} // namespace thimble::daemon
