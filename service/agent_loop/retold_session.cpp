#include "service/agent_loop/retold_session.hpp"

#include "text/json_member.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace thimble::service {

namespace {

using nlohmann::json;
using sessions::event_type;

constexpr std::string_view lost_picture = "[An older picture of the screen, no longer kept.]";

std::string words_heard(std::string text)
{
    return "The user says: " + std::move(text);
}

/// A later turn has closed it.
void close_use(retold_session& of)
{
    of.open_use.reset();
    for (auto& each : std::exchange(of.answers, {}))
        of.told.add_from_user({words_heard(std::move(each))});
    for (auto& each : std::exchange(of.unheard, {}))
        of.told.add_from_user({words_heard(std::move(each))});
}

/// The events of one turn, in the order in which a model hears of them.
class retold_turn {
public:
    explicit retold_turn(retold_session& to) : to_(to) {}

    void take(const sessions::event& what);

    /// The next turn begins.
    void end();

private:
    void take_use(const json& data);
    void take_result(const json& data);

    retold_session& to_;
    bool seen_ = false; // a picture was shown
    std::vector<models::part> reply_;
    std::vector<models::tool_result> results_;
    std::vector<std::string> said_; // by the user, to be read at the next turn
    std::optional<models::tool_use> open_;
    std::vector<std::string> answers_; // while a question was open
};

void retold_turn::take(const sessions::event& what)
{
    switch (what.type) {
    case event_type::screenshot:
        seen_ = true;
        to_.told_jobs.insert(member<std::string>(what.data, "job_id"));
        break;
    case event_type::text:
        reply_.emplace_back(member<std::string>(what.data, "text"));
        break;
    case event_type::tool_use:
        take_use(what.data);
        break;
    case event_type::tool_result:
        take_result(what.data);
        break;
    case event_type::message: {
        auto& heard = open_ && asks_user(*open_) ? answers_ : said_;
        heard.push_back(member<std::string>(what.data, "text"));
        break;
    }
    case event_type::verdict:
        if (!member<bool>(what.data, "reached"))
            ++to_.refused_claims;
        break;
    default:
        break;
    }
}

void retold_turn::take_use(const json& data)
{
    models::tool_use use{.id = member<std::string>(data, "id"),
                         .name = member<std::string>(data, "name"),
                         .arguments = "{}"};
    if (use.id.empty() || use.name.empty())
        return; // it was too long to be kept
    if (const auto given = data.find("arguments"); given != data.end() && given->is_object())
        use.arguments = given->dump(-1, ' ', false, json::error_handler_t::replace);
    reply_.emplace_back(use);
    open_ = std::move(use);
    answers_.clear();
}

void retold_turn::take_result(const json& data)
{
    to_.told_jobs.insert(member<std::string>(data, "job_id"));
    const auto id = member<std::string>(data, "id");
    if (id.empty())
        return;
    results_.push_back({.id = id,
                        .text = member<std::string>(data, "text"),
                        .failed = member<bool>(data, "failed")});
    if (open_ && open_->id == id) {
        open_.reset();
        answers_.clear(); // they are in the result
    }
}

void retold_turn::end()
{
    auto& told = to_.told;
    if (seen_ && !reply_.empty())
        told.add_from_user({std::string(lost_picture)});
    if (!reply_.empty())
        told.add_reply(std::exchange(reply_, {}));
    for (auto& each : std::exchange(results_, {})) {
        const auto& open = told.open_uses();
        if (std::ranges::find(open, each.id, &models::tool_use::id) != open.end())
            told.add_result(std::move(each));
    }
    to_.open_use = std::exchange(open_, std::nullopt);
    to_.answers = std::exchange(answers_, {});
    if (to_.open_use) // words would close it
        to_.unheard = std::exchange(said_, {});
    for (auto& each : std::exchange(said_, {}))
        told.add_from_user({words_heard(std::move(each))});
    seen_ = false;
}

} // namespace

bool asks_user(const models::tool_use& what)
{
    return what.name == "ask_user";
}

retold_session retell(const std::string& instruction, const std::vector<sessions::event>& events)
{
    retold_session out;
    out.told.add_from_user({instruction});
    retold_turn turn(out);
    std::uint64_t number = 0;
    for (const auto& each : events) {
        const auto of = member<std::uint64_t>(each.data, "turn");
        if (of != std::exchange(number, of)) {
            turn.end();
            close_use(out);
        }
        turn.take(each);
    }
    turn.end();
    return out;
}

} // namespace thimble::service
