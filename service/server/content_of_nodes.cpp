#include "service/server/content_of_nodes.hpp"

#include "service/jobs/job_state.hpp"
#include "service/jobs/picture_name.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using nlohmann::json;
using nodes::envelope;

namespace {

constexpr std::chrono::seconds fact_time{2};
constexpr std::chrono::seconds picture_time{5};

constexpr std::size_t most_job_ids = 200; // of one question; a page of a list has fewer

// Kinds of requests.
constexpr const char* jobs_kind = "jobs";
constexpr const char* jobs_under_way_kind = "jobs_under_way";
constexpr const char* write_jobs_kind = "write_jobs";
constexpr const char* job_picture_kind = "job_picture";
constexpr const char* session_picture_kind = "session_picture";

std::vector<std::string> texts_in(const json& record, const char* name, std::size_t most)
{
    std::vector<std::string> out;
    const auto found = record.find(name);
    if (found == record.end() || !found->is_array())
        return out;
    for (const auto& each : *found)
        if (each.is_string() && out.size() < most)
            out.push_back(each.get<std::string>());
    return out;
}

envelope states_of(const std::vector<job_ptr>& what)
{
    envelope out;
    auto states = json::array();
    for (const auto& each : what)
        states.push_back(job_state(*each));
    out.body = states.dump(-1, ' ', false, json::error_handler_t::replace);
    return out;
}

envelope question_of(const jobs::filter& wanted)
{
    envelope out{.kind = jobs_under_way_kind};
    out.more["account"] = wanted.account_id;
    out.more["status"] = to_string(*wanted.status);
    out.more["limit"] = wanted.limit;
    if (wanted.phone_id)
        out.more["phone"] = *wanted.phone_id;
    if (wanted.phones)
        out.more["phones"] = *wanted.phones;
    if (wanted.before)
        out.more["before"] = *wanted.before;
    return out;
}

std::optional<envelope> picture_answer(const std::shared_ptr<const screen::bytes>& content)
{
    if (!content)
        return std::nullopt;
    envelope out;
    out.body.assign(reinterpret_cast<const char*>(content->data()), content->size());
    return out;
}

} // namespace

content_of_nodes::content_of_nodes(dependencies given) : with_(std::move(given))
{
    answer_others();
    ask_others();
}

void content_of_nodes::answer_others()
{
    auto& to = with_.others;
    to.answer(jobs_kind, [this](envelope asked) { return tell_jobs(std::move(asked)); });
    to.answer(jobs_under_way_kind,
              [this](envelope asked) { return tell_jobs_under_way(std::move(asked)); });
    to.answer(write_jobs_kind, [this](const envelope&) { return write_jobs(); });
    to.answer(job_picture_kind,
              [this](envelope asked) { return tell_job_picture(std::move(asked)); });
    to.answer(session_picture_kind,
              [this](envelope asked) { return tell_session_picture(std::move(asked)); });
    answer_about_screens();
    answer_about_recordings();
}

void content_of_nodes::ask_others()
{
    with_.kept.look_elsewhere(
        {.in_memory =
             [this](const std::string& account_id, const std::vector<std::string>& ids) {
                 envelope what{.kind = jobs_kind};
                 what.more["account"] = account_id;
                 what.more["ids"] = ids;
                 return ask_jobs(std::move(what), ids.size() == 1);
             },
         .under_way =
             [this](const jobs::filter& wanted) { return ask_jobs(question_of(wanted), false); },
         .written = [this] { return have_jobs_written(); },
         .picture =
             [this](std::string account_id, std::string name) {
                 return ask_picture(job_picture_kind, std::move(account_id), std::move(name));
             }});
    with_.shown_pictures.look_elsewhere([this](std::string account_id, std::string name) {
        return ask_picture(session_picture_kind, std::move(account_id), std::move(name));
    });
    ask_about_recordings();
}

content_of_nodes::answer content_of_nodes::tell_jobs(envelope asked)
{
    const auto found = with_.kept.in_memory(member<std::string>(asked.more, "account"),
                                            texts_in(asked.more, "ids", most_job_ids));
    if (found.empty())
        co_return std::nullopt;
    co_return states_of(found);
}

content_of_nodes::answer content_of_nodes::tell_jobs_under_way(envelope asked)
{
    const auto& more = asked.more;
    jobs::filter wanted{.account_id = member<std::string>(more, "account")};
    wanted.status = parse_job_status(member<std::string>(more, "status"));
    if (!wanted.status)
        co_return std::nullopt;
    wanted.phone_id = find_member<std::string>(more, "phone");
    if (more.contains("phones"))
        wanted.phones = texts_in(more, "phones", std::string::npos);
    wanted.before = find_member<std::string>(more, "before");
    auto found = with_.kept.under_way(wanted);
    const auto limit = member<std::size_t>(more, "limit");
    found.resize(std::min(found.size(), std::min(limit, most_job_ids) + 1)); // one tells of more
    co_return states_of(found);
}

content_of_nodes::answer content_of_nodes::write_jobs()
{
    co_await with_.kept.written();
    co_return envelope{};
}

asio::awaitable<void> content_of_nodes::have_jobs_written()
{
    co_await with_.others.ask_all({.kind = write_jobs_kind}, fact_time);
}

asio::awaitable<content_of_nodes::found_jobs> content_of_nodes::ask_jobs(envelope what,
                                                                         bool one_is_enough)
{
    auto& others = with_.others;
    const auto told = one_is_enough ? co_await others.ask_for_one(std::move(what), fact_time)
                                    : co_await others.ask_all(std::move(what), fact_time);
    found_jobs out;
    for (const auto& each : told.found) {
        const auto states = json::parse(each.body, nullptr, false);
        if (!states.is_array())
            continue;
        for (const auto& state : states)
            if (auto read = state.is_object() ? read_job_state(with_.home, state) : nullptr)
                out.push_back(std::move(read));
    }
    co_return out;
}

content_of_nodes::answer content_of_nodes::tell_job_picture(envelope asked)
{
    auto name = member<std::string>(asked.more, "name");
    if (!is_picture_name(name))
        co_return std::nullopt;
    co_return picture_answer(
        co_await with_.pictures.load(member<std::string>(asked.more, "account"), std::move(name)));
}

content_of_nodes::answer content_of_nodes::tell_session_picture(envelope asked)
{
    auto name = member<std::string>(asked.more, "name");
    if (!is_picture_name(name))
        co_return std::nullopt;
    co_return picture_answer(co_await with_.shown_pictures.load_named(
        member<std::string>(asked.more, "account"), std::move(name)));
}

asio::awaitable<content_of_nodes::picture>
content_of_nodes::ask_picture(std::string kind, std::string account_id, std::string name)
{
    envelope what{.kind = std::move(kind)};
    what.more["account"] = account_id;
    what.more["name"] = name;
    const auto told = co_await with_.others.ask_for_one(std::move(what), picture_time);
    if (told.found.empty())
        co_return nullptr;
    const auto content = std::as_bytes(std::span(told.found.front().body));
    co_return std::make_shared<const screen::bytes>(content.begin(), content.end());
}

} // namespace thimble::service
