// Commands on their way to links at other nodes: sent, refused, sent again, and looked after where
// nothing says that they have arrived.
#include "async/sleep.hpp"
#include "service/nodes/relayed_links.hpp"
#include "service/nodes/remote_links.hpp"

#include <algorithm>
#include <chrono>
#include <expected>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds time_for_command{2'000};  // until the other node has it
constexpr std::chrono::milliseconds pause_after_refusal{200}; // of one that it has not

bool is_command(const link_message& what)
{
    return !what.job_id.empty();
}

/// Of these messages, the commands that the other node has certainly not taken; nothing where the
/// answer does not say so.
std::optional<std::vector<link_message>>
refused_of(std::vector<link_message> messages,
           const std::expected<std::string, bus::no_reply>& answer)
{
    std::vector<link_message> out;
    const auto reply = answer ? decode(*answer) : std::nullopt;
    const bool none_taken = answer ? reply && reply->kind == kinds::failed
                                   : answer.error() == bus::no_reply::not_delivered;
    if (none_taken)
        out = std::move(messages);
    else if (!reply || reply->kind != kinds::done)
        return std::nullopt;
    else if (const auto places = reply->more.find(relayed_links::refused_member);
             places != reply->more.end() && places->is_array())
        for (const auto& each : *places)
            if (each.is_number_unsigned() && each.get<std::size_t>() < messages.size())
                out.push_back(messages[each.get<std::size_t>()]);
    std::erase_if(out, std::not_fn(is_command));
    return out;
}

} // namespace

/// A reply is waited for where there are commands among the messages. Those that were gathered
/// before this node stood still for longer than its lease wait here.
void remote_links::send(const std::string& node, std::vector<link_message> messages)
{
    std::vector<link_message> late;
    if (!context_.has_lease())
        std::ranges::copy_if(messages, std::back_inserter(late), is_command);
    if (!late.empty()) {
        std::erase_if(messages, is_command);
        tasks_.spawn(send_again(std::move(late)));
    }
    if (messages.empty())
        return;
    auto what = gathered_messages::envelope_of(kinds::orders, messages);
    if (std::ranges::none_of(messages, is_command)) {
        context_.out.publish(question_subject(node), std::move(what));
        return;
    }
    for (auto& each : messages)
        each.text = {}; // it has gone
    tasks_.spawn(
        hear_of(std::move(messages),
                context_.out.request(question_subject(node), std::move(what), time_for_command)));
}

/// The outcome of the commands is told later, by take().
asio::awaitable<void>
remote_links::hear_of(std::vector<link_message> messages,
                      asio::awaitable<std::expected<std::string, bus::no_reply>> end)
{
    const auto answer = co_await std::move(end);
    auto refused = refused_of(messages, answer);
    if (!refused)
        co_return doubt(messages);
    co_await send_again(std::move(*refused));
}

/// Of these commands nothing has gone out, or nothing of it was taken.
asio::awaitable<void> remote_links::send_again(std::vector<link_message> commands)
{
    std::set<link_of_desktop> links;
    for (const auto& each : commands) {
        const auto via = links_->commands_since(each.on.desktop_id, each.on.epoch);
        if (via == nullptr)
            continue;                // of another link the greeting decides
        via->take_back(each.job_id); // for the next link, where this one is over
        links.insert(each.on);
    }
    if (links.empty())
        co_return;
    co_await async::sleep_for(pause_after_refusal); // whatever was in the way may be over then
    for (const auto& each : links)
        send_waiting(each);
}

/// They may have been taken, and nothing says so.
void remote_links::doubt(const std::vector<link_message>& commands)
{
    for (const auto& each : commands) {
        const auto at = remotes_.find(each.on.desktop_id);
        if (!is_command(each) || at == remotes_.end() ||
            links_->commands_since(each.on.desktop_id, each.on.epoch) == nullptr)
            continue; // the desktop has another link, whose greeting decides
        context_.log->warn("job {}: node {} has not confirmed it in time", each.job_id,
                           at->second.node);
        look_later(each.on.desktop_id, each.on.epoch, {each.job_id});
    }
}

void remote_links::send_waiting(const link_of_desktop& on)
{
    const auto still = remotes_.find(on.desktop_id);
    if (still != remotes_.end() && still->second.epoch == on.epoch)
        still->second.commands->send_waiting();
}

/// Of these commands, something may have been lost between the nodes: an answer, the news that they
/// have started, or the command itself. Most of them have their answers soon.
void remote_links::look_later(const std::string& desktop_id,
                              std::int64_t epoch,
                              std::set<std::string> job_ids)
{
    if (!job_ids.empty())
        tasks_.spawn(look(desktop_id, epoch, std::move(job_ids)));
}

asio::awaitable<void>
remote_links::look(std::string desktop_id, std::int64_t epoch, std::set<std::string> job_ids)
{
    co_await async::sleep_for(context_.time_to_tell);
    const auto at = remotes_.find(desktop_id);
    if (at == remotes_.end() || at->second.epoch != epoch)
        co_return; // the greeting of another link has said what there is
    const auto open = at->second.commands->delivered();
    if (std::ranges::any_of(job_ids, [&](const auto& each) { return open.contains(each); }))
        renew_link(desktop_id);
}

} // namespace thimble::service::nodes
