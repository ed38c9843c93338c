#include "daemon/cli/task_lines.hpp"

#include "daemon/control/control_answer.hpp"
#include "text/printable_text.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

std::string text_line(std::string_view mark, const ordered_json& data, const char* name)
{
    return fmt::format("{}{}\n", mark, service::printable(text_in(data, name)));
}

/// "tap(x: 310, y: 600)".
std::string line_of_use(const ordered_json& data)
{
    std::string arguments;
    const auto given = data.find("arguments");
    if (given != data.end() && given->is_object())
        for (const auto& [name, value] : given->items())
            arguments +=
                fmt::format("{}{}: {}", arguments.empty() ? "" : ", ", service::printable(name),
                            service::printable(value.dump(-1, ' ', false,
                                                          ordered_json::error_handler_t::replace)));
    return fmt::format("  {}({})\n", service::printable(text_in(data, "name")), arguments);
}

} // namespace

std::string line_of_event(const ordered_json& event)
{
    if (!event.is_object())
        return {};
    const auto type = text_in(event, "type");
    const auto data = event.value("data", ordered_json::object());
    if (!data.is_object())
        return {};
    if (type == "text")
        return text_line("Agent: ", data, "text");
    if (type == "message")
        return text_line("You: ", data, "text");
    if (type == "question")
        return text_line("Question: ", data, "text");
    if (type == "error")
        return text_line("Error: ", data, "error");
    if (type == "tool_use")
        return line_of_use(data);
    if (type == "tool_result")
        return data.value("failed", ordered_json()) == true
                   ? text_line("    failed: ", data, "text")
                   : std::string();
    if (type == "verdict")
        return text_line(
            data.value("reached", ordered_json()) == true ? "Verified: " : "Not verified: ", data,
            "reason");
    return {};
}

std::string lines_of_session_end(const ordered_json& session)
{
    std::string lines;
    if (const auto result = text_in(session, "result"); !result.empty())
        lines += fmt::format("Result: {}\n", service::printable(result));
    if (const auto problem = text_in(session, "error"); !problem.empty())
        lines += fmt::format("Error: {}\n", service::printable(problem));
    const auto number = [&](const char* name) {
        const auto found = session.find(name);
        return found != session.end() && found->is_number() ? found->get<double>() : 0.0;
    };
    constexpr double milliseconds = 1000;
    return lines + fmt::format("{} after {:.0f} s and {:.0f} turns, for {:.2f} US dollars\n",
                               service::printable(text_in(session, "status")),
                               number("duration_ms") / milliseconds, number("num_turns"),
                               number("cost_usd"));
}

} // namespace thimble::daemon
