// Results are shown by their shape, not by their action: a list of records is a table, a record is
// a line a member.
#include "daemon/cli/action_report.hpp"

#include "daemon/cli/phone_lines.hpp"
#include "text/printable_text.hpp"
#include "text/utf8.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t widest_cell = 40; // characters
constexpr std::array<std::string_view, 3> telling_names{"label", "name", "type"};
constexpr auto replace_bad_utf8 = ordered_json::error_handler_t::replace;

bool is_empty_value(const ordered_json& value)
{
    return value.is_null() || (value.is_boolean() && !value.get<bool>()) ||
           (value.is_string() && value.get_ref<const std::string&>().empty()) ||
           (value.is_structured() && value.empty());
}

std::string plain_text(const ordered_json& value)
{
    if (is_empty_value(value))
        return {};
    if (value.is_string())
        return service::printable(value.get_ref<const std::string&>());
    if (value.is_boolean())
        return "yes";
    if (!value.is_array())
        return service::printable(value.dump(-1, ' ', false, replace_bad_utf8));
    std::string list;
    for (const auto& each : value)
        list += (list.empty() ? "" : ",") + plain_text(each);
    return list;
}

std::string in_cell(std::string text)
{
    if (service::character_count(text) <= widest_cell)
        return text;
    std::size_t characters = 0;
    const auto end = std::ranges::find_if(text, [&](char each) {
        return service::begins_character(each) && ++characters == widest_cell;
    });
    text.erase(end, text.end());
    return text + "…";
}

std::string upper_case(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char each) {
        return each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
    });
    return text;
}

/// Names of the members in which any of the records has something that fits into a cell. Those by
/// which a person knows it come first: what a phone has said is in the order of the alphabet.
std::vector<std::string> columns_of(const ordered_json& records)
{
    std::vector<std::string> names;
    for (const auto& record : records)
        for (const auto& [name, value] : record.items())
            if (!value.is_object() && !is_empty_value(value) &&
                std::ranges::find(names, name) == names.end())
                names.push_back(name);
    auto rest = names.begin();
    for (const auto telling : telling_names)
        if (const auto at = std::find(rest, names.end(), telling); at != names.end())
            rest = std::rotate(rest, at, at + 1);
    return names;
}

std::string line_of_cells(const std::vector<std::string>& cells,
                          const std::vector<std::size_t>& widths)
{
    std::string line;
    for (std::size_t at = 0; at < cells.size(); ++at) {
        line += cells[at];
        if (at + 1 < cells.size())
            line.append(widths[at] + 2 - service::character_count(cells[at]), ' ');
    }
    return line.erase(line.find_last_not_of(' ') + 1) + '\n';
}

std::string table_of(const ordered_json& records)
{
    const auto names = columns_of(records);
    std::vector<std::vector<std::string>> lines(1);
    for (const auto& name : names)
        lines.front().push_back(upper_case(service::printable(name)));
    for (const auto& record : records) {
        auto& cells = lines.emplace_back();
        for (const auto& name : names)
            cells.push_back(in_cell(plain_text(record.value(name, ordered_json()))));
    }
    std::vector<std::size_t> widths(names.size(), 0);
    for (const auto& cells : lines)
        for (std::size_t at = 0; at < cells.size(); ++at)
            widths[at] = std::max(widths[at], service::character_count(cells[at]));
    std::string text;
    for (const auto& cells : lines)
        text += line_of_cells(cells, widths);
    return text;
}

bool is_table(const ordered_json& value)
{
    return value.is_array() && !value.empty() &&
           std::ranges::all_of(value, [](const auto& each) { return each.is_object(); });
}

std::string lines_of_result(const ordered_json& result)
{
    std::string text;
    for (const auto& [name, value] : result.items())
        if (is_table(value))
            return table_of(value); // what stands beside it is about the list
    for (const auto& [name, value] : result.items())
        if (value.is_object())
            text += lines_of_result(value);
        else if (value.is_array() && value.empty())
            text += fmt::format("no {}\n", name);
        else if (!is_empty_value(value))
            text += fmt::format("{}: {}\n", service::printable(name), plain_text(value));
    return text;
}

/// "tap: done in 214 ms; the text was seen".
std::string line_of_receipt(const ordered_json& record)
{
    const auto timing = record.value("timing", ordered_json::object());
    auto line = text_in(record, "action") + ": done";
    if (const auto spent = timing.find("device_ms"); spent != timing.end() && spent->is_number())
        line += fmt::format(" in {:.0f} ms", spent->get<double>());
    const auto receipt = record.value("receipt", ordered_json());
    if (!receipt.is_object())
        return line + '\n';
    if (const auto seen = receipt.value("verified", ordered_json()); seen.is_boolean())
        line += seen.get<bool>() ? ", verified" : ", not verified";
    if (receipt.value("shaped", ordered_json()) == true)
        line += ", bent to stay on the screen";
    return line + '\n';
}

std::string line_of_picture(const ordered_json& record)
{
    return fmt::format("{}: {} × {}, {} bytes\n", plain_text(record.value("file", ordered_json())),
                       plain_text(record.value("width", ordered_json())),
                       plain_text(record.value("height", ordered_json())),
                       plain_text(record.value("bytes", ordered_json())));
}

} // namespace

std::string text_of_success(const control_answer& answer, const debug_action& what, bool raw)
{
    const auto& record = answer.record;
    if (std::holds_alternative<list_phones>(what))
        return lines_of_phones(list_in(record, "phones"));
    if (record.contains("file"))
        return line_of_picture(record);
    const auto result = record.value("result", ordered_json());
    if (!result.is_object() || result.empty())
        return line_of_receipt(record);
    if (const auto text = result.find("text"); text != result.end() && text->is_string())
        return (raw ? text->get<std::string>() : plain_text(*text)) + '\n';
    const auto lines = lines_of_result(result);
    return lines.empty() ? line_of_receipt(record) : lines;
}

std::string text_of_failure(const ordered_json& record)
{
    auto text = fmt::format("thimbled: {} ({})\n", service::printable(text_in(record, "message")),
                            service::printable(text_in(record, "error")));
    const auto context = record.value("context", ordered_json::object());
    if (!context.is_object())
        return text;
    if (const auto nearest = list_in(context, "candidates"); is_table(nearest))
        text += "There are:\n" + table_of(nearest);
    if (text_in(context, "outcome") == "unknown")
        text += "The phone may have been touched: look at it before you repeat this.\n";
    return text;
}

} // namespace thimble::daemon
