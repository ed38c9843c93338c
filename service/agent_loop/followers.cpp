#include "service/agent_loop/followers.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

failure too_many_followers(const std::string& session_id, std::size_t limit)
{
    return {.code = "QUEUE_FULL",
            .message = "Too many follow sessions already; try again when somebody has stopped, or "
                       "ask for the events without a stream.",
            .context = {{"session_id", session_id}, {"limit", limit}}};
}

failure too_many_of_account(const std::string& session_id, std::size_t share)
{
    return {.code = "QUEUE_FULL",
            .message = "This account follows as many sessions as one account may; try again when "
                       "one is no longer followed, or ask for the events without a stream.",
            .context = {{"session_id", session_id}, {"limit", share}}};
}

} // namespace

follower::follower(const asio::any_io_executor& home,
                   followers& all,
                   account who,
                   std::string session_id)
    : all_(all), who_(std::move(who)), session_id_(std::move(session_id)), changed_(home)
{
}

follower::~follower()
{
    all_.leave(*this);
}

void follower::end()
{
    ended_ = true;
    changed_.notify_all();
}

asio::awaitable<void> follower::until_ended()
{
    while (!ended_)
        co_await changed_.wait();
}

void follower::note_too_slow()
{
    all_.note_too_slow(*this);
}

followers::followers(asio::any_io_executor home,
                     metrics& meter,
                     follower_limits granted,
                     account_count accounts,
                     std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), meter_(meter), limits_(granted), accounts_(std::move(accounts)),
      log_(std::move(log))
{
}

result<std::unique_ptr<follower>> followers::admit(account who, std::string session_id)
{
    const auto share = account_share(limits_.followers, accounts_());
    const auto of_account =
        std::ranges::count_if(present_, [&](const auto* each) { return each->who().id == who.id; });
    if (std::cmp_greater_equal(of_account, share) && share < limits_.followers)
        return std::unexpected(too_many_of_account(session_id, share));
    if (present_.size() >= limits_.followers)
        return std::unexpected(too_many_followers(session_id, limits_.followers));
    const auto of_session = std::ranges::count(present_, session_id, &follower::session_id);
    if (std::cmp_greater_equal(of_session, limits_.followers_of_session))
        return std::unexpected(too_many_followers(session_id, limits_.followers_of_session));
    auto made = std::make_unique<follower>(home_, *this, std::move(who), std::move(session_id));
    present_.push_back(made.get());
    return made;
}

void followers::accounts_changed(const accounts& now)
{
    for (auto* each : present_)
        if (const auto who = now.standing_of(each->who()); !who || !who->subscribed)
            each->end();
}

void followers::end_all()
{
    for (auto* each : present_)
        each->end();
}

void followers::leave(const follower& who)
{
    std::erase(present_, &who);
}

void followers::note_too_slow(const follower& who)
{
    meter_.follower_dropped();
    log_->info("follower of session={} account={} ended: too_slow", who.session_id(), who.who().id);
}

} // namespace thimble::service
