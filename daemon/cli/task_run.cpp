// `thimbled run`: a session is followed by its events, as any client of the REST API would.
#include "daemon/cli/rest_run.hpp"
#include "daemon/cli/rest_runs.hpp"
#include "daemon/cli/task_lines.hpp"
#include "daemon/cli/text_input.hpp"
#include "daemon/control/control_answer.hpp"
#include "text/lists.hpp"

#include <iostream>
#include <optional>
#include <poll.h>
#include <span>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace thimble::daemon {

using nlohmann::ordered_json;
using verb = boost::beast::http::verb;

namespace {

/// True for a line, and for the end of the input.
bool has_input()
{
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return ::poll(&input, 1, 0) > 0;
}

/// A whole session, from its task to its end.
class task_run {
public:
    task_run(const options& given, rest_client rest) : given_(given), rest_(std::move(rest)) {}

    int run(const std::string& task);

private:
    std::expected<void, int> begin(const std::string& task);
    std::expected<void, int> tell_events();
    void tell(const ordered_json& event) const;
    std::expected<ordered_json, int> follow();
    void ask(const std::string& question);
    void prompt();
    void forget_question();
    void answer();
    void stop();
    std::string path(std::string_view tail) const
    {
        return "/v1/sessions/" + id_ + std::string(tail);
    }

    const options& given_;
    rest_client rest_;
    interruptible_pause pause_;
    std::string id_;
    std::uint64_t next_event_ = 0;
    std::optional<std::string> asked_; // the question for which it waits, once that was told
    bool prompted_ = false;            // and nothing was typed since
    bool stopped_ = false;
};

std::expected<void, int> task_run::begin(const std::string& task)
{
    nlohmann::json order{{"instruction", task}};
    if (given_.phone)
        order["phone_id"] = *given_.phone;
    const auto session = begin_by_rest(rest_, "/v1/sessions", order);
    if (!session)
        return std::unexpected(session.error());
    id_ = text_in(*session, "id");
    if (!given_.json)
        std::cout << "Session " << id_ << ". Ctrl-C stops it.\n" << std::flush;
    return {};
}

/// All that there are by now; a page may have fewer.
std::expected<void, int> task_run::tell_events()
{
    for (;;) {
        const auto page = record_of_answer(
            rest_.ask(verb::get, path("/events?since=" + std::to_string(next_event_))));
        if (!page)
            return std::unexpected(page.error());
        const auto events = page->value("events", ordered_json::array());
        if (events.empty())
            return {};
        for (const auto& event : events)
            tell(event);
        std::cout << std::flush;
        next_event_ = page->value("next_index", next_event_ + events.size());
    }
}

void task_run::tell(const ordered_json& event) const
{
    if (given_.json)
        std::cout << event.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
    else
        std::cout << line_of_event(event);
}

/// Asks the person at the terminal; without one, somebody else has to answer.
void task_run::ask(const std::string& question)
{
    asked_ = question;
    if (given_.json || ::isatty(STDIN_FILENO) == 0) {
        std::cerr << "It waits for an answer, which the dashboard takes, and POST "
                  << path("/messages") << ".\n";
        return;
    }
    ::tcflush(STDIN_FILENO, TCIFLUSH); // what was typed before the question is no answer to it
    prompt();
}

void task_run::prompt()
{
    std::cout << "Your answer: " << std::flush;
    prompted_ = true;
}

/// The session goes on, be it that somebody has answered elsewhere.
void task_run::forget_question()
{
    asked_.reset(); // the same one may come again
    if (std::exchange(prompted_, false))
        std::cout << '\n';
}

/// A line that the person has typed, if there is one by now.
void task_run::answer()
{
    if (!prompted_ || !has_input())
        return;
    prompted_ = false;
    std::string line;
    if (!std::getline(std::cin, line))
        return stop(); // nobody is there to answer
    if (line.empty())
        return prompt();
    (void)record_of_answer(rest_.ask(verb::post, path("/messages"), {{"message", line}}));
}

void task_run::stop()
{
    if (std::exchange(stopped_, true))
        return;
    std::cerr << "Stopping the agent.\n";
    if (const auto ended = rest_.ask(verb::post, path("/stop")); !ended)
        say_failure(service::exit_failed, ended.error());
}

/// The session's record, once it has ended and all of its events have been told.
std::expected<ordered_json, int> task_run::follow()
{
    for (;;) {
        // Asked before the events, so that those of its end are among them.
        auto session = record_of_answer(rest_.ask(verb::get, path("")));
        if (!session)
            return session;
        const bool waits = text_in(*session, "status") == "waiting_for_user";
        if (!waits)
            forget_question();
        if (auto told = tell_events(); !told)
            return std::unexpected(told.error());
        if (session->contains("completed_at") && !session->at("completed_at").is_null())
            return session;
        if (const auto question = text_in(*session, "waiting_for"); waits && asked_ != question)
            ask(question);
        answer();
        if (!pause_.rest())
            stop();
    }
}

int task_run::run(const std::string& task)
{
    if (const auto begun = begin(task); !begun)
        return begun.error();
    const auto session = follow();
    if (!session) {
        std::cerr << "What has become of it: GET " << path("") << ", and POST " << path("/stop")
                  << " ends it.\n";
        return session.error();
    }
    if (given_.json)
        std::cout << session->dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
    else
        std::cout << lines_of_session_end(*session);
    std::cout << std::flush;
    return text_in(*session, "status") == "completed" ? service::exit_ok : service::exit_failed;
}

} // namespace

int run_task(const options& given, const service::environment& variables)
{
    auto task = service::joined(std::span(given.words).subspan(1), " ");
    if (task == "-") {
        auto read = read_standard_input();
        if (!read)
            return say_failure(service::exit_usage, read.error());
        task = std::move(*read);
    }
    if (task.empty())
        return say_failure(service::exit_usage,
                           "Say what the agent is to do: thimbled run \"Set an alarm for 7:30\"");
    auto rest = open_rest(given, variables);
    if (!rest)
        return rest.error();
    return task_run(given, std::move(*rest)).run(task);
}

} // namespace thimble::daemon
