#include "service/mcp_tools/session_words.hpp"

#include "service/mcp_tools/results.hpp"

namespace thimble::service::mcp_tools {

using nlohmann::json;

namespace {

constexpr std::size_t most_event = 300; // bytes of a line

std::string one_line(std::string text)
{
    for (auto& each : text)
        if (each == '\n' || each == '\r')
            each = ' ';
    return text.size() <= most_event ? text : cut_to(std::move(text), most_event);
}

/// Empty for null.
std::string text_or_nothing(const json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace

std::string line_of_event(const json& event)
{
    auto data = event.value("data", json::object());
    if (data.is_object())
        data.erase("turn");
    const auto* const only =
        data.is_object() && data.size() == 1 && data.front().is_string() ? &data.front() : nullptr;
    const auto said = only != nullptr ? only->get<std::string>()
                                      : data.dump(-1, ' ', false, json::error_handler_t::replace);
    auto line = std::to_string(event.value("index", std::uint64_t{0})) + " " +
                event.value("type", std::string()) + " " + said;
    line = one_line(std::move(line));
    for (auto& each : line)
        if (each == '\n')
            each = ' ';
    return line + "\n";
}

std::string words_of_session(const std::string& id, const json& session)
{
    const auto status = text_or_nothing(session, "status");
    auto out = "Task " + id + " is " + status + ".";
    if (const auto result = text_or_nothing(session, "result"); !result.empty())
        out += "\nResult: " + result;
    if (const auto error = text_or_nothing(session, "error"); !error.empty())
        out += "\nError: " + error;
    if (const auto asked = text_or_nothing(session, "waiting_for"); !asked.empty())
        out += "\nIt asks: " + asked + "\nAnswer it with answer_task.";
    if (status == "running" || status == "creating")
        out += " follow_task tells how it goes on.";
    return cut_to(std::move(out), most_text / 2) + "\n";
}

std::string last_line_of(std::string_view lines)
{
    if (lines.ends_with('\n'))
        lines.remove_suffix(1);
    const auto before = lines.rfind('\n');
    return std::string(before == std::string_view::npos ? lines : lines.substr(before + 1));
}

std::string newest_lines(std::string_view lines, std::size_t bytes)
{
    if (lines.size() <= bytes)
        return std::string(lines);
    const auto from = lines.find('\n', lines.size() - bytes);
    return from == std::string_view::npos ? std::string() : std::string(lines.substr(from + 1));
}

} // namespace thimble::service::mcp_tools
