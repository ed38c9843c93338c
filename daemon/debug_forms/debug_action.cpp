// From a line that a person has typed to an action: the first word finds the row, the others are
// read as its parameters, and an error shows the form that would be right.
#include "daemon/debug_forms/debug_action.hpp"

#include "daemon/debug_forms/debug_rows.hpp"
#include "daemon/debug_forms/other_words.hpp"
#include "text/utf8.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

namespace thimble::daemon {

using nlohmann::json;
using service::parameter;
using service::api::action_row;
using service::api::typed_word;

namespace {

constexpr std::string_view space = " \t";
constexpr std::string_view rest_mark = "…";
constexpr std::size_t few_choices = 8; // can be read at a glance

/// Why a passcode is not taken where it stands.
constexpr std::string_view passcode_on_command_line =
    "A passcode does not belong on a command line, where every process can read it: write 'unlock' "
    "with THIMBLE_PASSCODE in the environment, or 'unlock -' and give it on standard input";

/// At most `most` words; the last one is all that is left, spaces within it included.
std::vector<std::string_view> split(std::string_view text,
                                    std::size_t most = std::numeric_limits<std::size_t>::max())
{
    std::vector<std::string_view> result;
    auto begin = text.find_first_not_of(space);
    while (begin != std::string_view::npos && result.size() + 1 < most) {
        const auto end = std::min(text.find_first_of(space, begin), text.size());
        result.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(space, end);
    }
    if (begin != std::string_view::npos)
        result.push_back(text.substr(begin));
    return result;
}

/// nullptr where there is none: the file of a screenshot.
const parameter* field_of(const action_row& row, std::string_view name)
{
    const auto found = std::ranges::find(row.body, name, &parameter::name);
    return found == row.body.end() ? nullptr : &*found;
}

/// "[DURATION_MS=1000]".
std::string usage_of(const action_row& row, const typed_word& word)
{
    if (!word.optional)
        return " " + word.shown;
    const auto* const field = field_of(row, word.field);
    if (field == nullptr || field->fallback.is_null())
        return " [" + word.shown + "]";
    return fmt::format(" [{}={}]", word.shown,
                       field->fallback.is_string() ? field->fallback.get<std::string>()
                                                   : field->fallback.dump());
}

std::string usage_of(const action_row& row)
{
    auto usage = row.typed_as();
    for (const typed_word& each : row.words())
        usage += usage_of(row, each);
    return usage;
}

/// "up, down, left or right".
std::string any_of(const std::vector<std::string>& words)
{
    if (words.size() < 2)
        return fmt::format("{}", fmt::join(words, ""));
    return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

/// As a part of a longer sentence.
std::string without_stop(std::string sentence)
{
    if (sentence.ends_with('.'))
        sentence.pop_back();
    return sentence;
}

/// Name of a word in a sentence.
std::string_view name_of(const typed_word& word)
{
    std::string_view name = word.shown;
    if (word.is_rest_of_line())
        name.remove_suffix(rest_mark.size());
    return name;
}

std::string wrong_word(const parameter& expected,
                       const typed_word& word,
                       std::string_view given,
                       const service::failure& why)
{
    const auto is = fmt::format("{} is '{}'; it must be ", name_of(word), given);
    switch (expected.kind) {
    case parameter::type::integer:
        if (expected.along != service::axis::none)
            return is + "a whole number from 0";
        return is + fmt::format("a whole number from {} to {}", expected.minimum, expected.maximum);
    case parameter::type::choice:
        if (expected.choices.size() <= few_choices)
            return is + any_of(expected.choices);
        return fmt::format("'{}' is no {}; there are {}", given, expected.name,
                           fmt::join(expected.choices, ", "));
    default:
        return why.context.value("reason", "") == "too_long"
                   ? fmt::format("{} is longer than {} characters", name_of(word), expected.maximum)
                   : without_stop(why.message);
    }
}

bool is_off_every_screen(const parameter& expected, const json& value)
{
    return expected.along != service::axis::none &&
           (value < 0 || value > std::numeric_limits<int>::max());
}

using read_result = std::expected<void, std::string>;

/// One field of the action, which `given` is the value of.
read_result read_field(const action_row& row,
                       const std::string& name,
                       const typed_word& word,
                       std::string_view given,
                       json& fields)
{
    const auto* const expected = field_of(row, name);
    if (expected == nullptr) {
        fields[name] = given;
        return {};
    }
    auto value = service::read_value(*expected, given);
    if (!value)
        return std::unexpected(wrong_word(*expected, word, given, value.error()));
    if (is_off_every_screen(*expected, *value))
        return std::unexpected(wrong_word(*expected, word, given, {}));
    fields[name] = std::move(*value);
    return {};
}

/// A text from a terminal that writes another encoding is refused rather than not found.
read_result
read_word(const action_row& row, const typed_word& word, std::string_view given, phone_action& out)
{
    if (word.is_secret()) {
        if (given != parameter::typed_elsewhere) // probably the secret, which is not repeated
            return std::unexpected(std::string(passcode_on_command_line));
        out.reads_passcode = true;
        return {};
    }
    if (!service::is_utf8(given))
        return std::unexpected(fmt::format("{} is not valid UTF-8", name_of(word)));
    if (!word.read)
        return read_field(row, word.field, word, given, out.fields);
    auto several = word.read(given);
    if (!several)
        return std::unexpected(without_stop(std::move(several.error())));
    for (const auto& [name, value] : several->items())
        if (!value.is_string())
            out.fields[name] = value;
        else if (auto read =
                     read_field(row, name, word, value.get_ref<const std::string&>(), out.fields);
                 !read)
            return read;
    return {};
}

bool holds_passcode(const link::action& what)
{
    const auto* several = std::get_if<link::batch>(&what);
    return several != nullptr && std::ranges::any_of(several->steps, [](const link::step& one) {
               const auto* unlocking = std::get_if<link::unlock>(&one);
               return unlocking != nullptr && unlocking->passcode;
           });
}

bool takes_rest_of_line(const std::vector<typed_word>& expected)
{
    return !expected.empty() && expected.back().is_rest_of_line();
}

/// The words after the action's name.
std::vector<std::string_view> words_in(std::string_view text,
                                       const std::vector<typed_word>& expected)
{
    return takes_rest_of_line(expected) ? split(text, expected.size()) : split(text);
}

std::string how_written(const action_row& row)
{
    return fmt::format("'{}' is written as: {}", row.typed_as(), usage_of(row));
}

std::expected<debug_action, std::string> read_action(const action_row& row,
                                                     std::span<const std::string_view> given)
{
    const auto expected = row.words();
    const auto needed = std::ranges::count(expected, false, &typed_word::optional);
    if (std::cmp_less(given.size(), needed) || given.size() > expected.size())
        return std::unexpected(how_written(row));
    const auto wrong = [&](std::string_view why) {
        return std::unexpected(fmt::format("{}. {}", why, how_written(row)));
    };
    phone_action out{.what = {},
                     .name = row.typed_as(),
                     .fields = row.typed_beside,
                     .file = {},
                     .reads_passcode = false};
    for (std::size_t i = 0; i < given.size(); ++i)
        if (auto read = read_word(row, expected[i], given[i], out); !read)
            return wrong(read.error());
    if (row.name == phones_row)
        return list_phones{};
    if (const auto file = out.fields.find(screenshot_file); file != out.fields.end()) {
        out.file = file->get<std::string>();
        out.fields.erase(file);
    }
    service::arguments arguments;
    if (auto read = service::read_fields(row.body, out.fields, arguments); !read)
        return wrong(without_stop(std::move(read.error().message)));
    auto made = make_action(row, arguments);
    if (!made)
        return wrong(without_stop(std::move(made.error().message)));
    if (holds_passcode(*made))
        return wrong(passcode_on_command_line);
    out.what = std::move(*made);
    return out;
}

/// The choices of words that stand for one of a few, a line each.
std::string choices_of(const std::vector<action_row>& rows)
{
    std::map<std::string, std::string> lines;
    for (const action_row& row : rows)
        for (const typed_word& each : row.words()) {
            const auto* const field = field_of(row, each.field);
            if (field != nullptr && field->kind == parameter::type::choice &&
                field->choices.size() <= few_choices)
                lines[each.shown] = any_of(field->choices);
        }
    std::string text;
    for (const auto& [word, choices] : lines)
        text += fmt::format("  {:13}{}\n", word, choices);
    return text;
}

constexpr std::string_view about_words =
    R"(What ends with … takes the rest of the line, which other processes can read; as a command it may
be '-', and is read from standard input. The passcode of unlock is in THIMBLE_PASSCODE, or with '-'
on standard input. STEPS are JSON: [{"action": "tap", "x": 1, "y": 2}, …].
)";

} // namespace

std::expected<debug_action, std::string> parse_debug_action(std::string_view text)
{
    const auto first = split(text, 2);
    if (first.empty())
        return std::unexpected("There is no action. There are:\n" + debug_action_help());
    auto rest = first.size() > 1 ? first[1] : std::string_view();
    const auto next = split(rest, 2);
    const auto rows = debug_rows();
    const auto meant =
        row_meant(rows, first.front(), next.empty() ? std::string_view() : next.front());
    if (meant.row == nullptr)
        return std::unexpected(fmt::format("There is no action '{}'. There are:\n{}", first.front(),
                                           debug_action_help()));
    if (meant.by_next_word)
        rest = next.size() > 1 ? next[1] : std::string_view();
    return read_action(*meant.row, words_in(rest, meant.row->words()));
}

std::expected<debug_action, std::string> parse_typed_words(std::span<const std::string> words,
                                                           const input_reader& input)
{
    if (words.empty())
        return std::unexpected("There is no action.");
    const auto rows = debug_rows();
    const auto meant =
        row_meant(rows, words.front(), words.size() > 1 ? words[1] : std::string_view());
    if (meant.row == nullptr)
        return std::unexpected(fmt::format("There is no action '{}'.", words.front()));
    words = words.subspan(meant.by_next_word ? 2 : 1);
    std::vector<std::string_view> given(words.begin(), words.end());
    const auto expected = meant.row->words();
    std::string rest;
    if (takes_rest_of_line(expected) && given.size() >= expected.size()) {
        const auto before = expected.size() - 1;
        rest = fmt::format(
            "{}", fmt::join(given.begin() + static_cast<std::ptrdiff_t>(before), given.end(), " "));
        if (rest == parameter::typed_elsewhere) {
            auto read = input();
            if (!read)
                return std::unexpected(std::move(read.error()));
            rest = std::move(*read);
        }
        given.resize(before);
        given.push_back(rest);
    }
    return read_action(*meant.row, given);
}

std::vector<typed_verb> typed_verbs()
{
    std::vector<typed_verb> all;
    for (const action_row& row : debug_rows())
        all.push_back({.name = row.typed_as(),
                       .usage = usage_of(row),
                       .summary = row.documented_as.summary,
                       .choices = choices_of({row})});
    for (const other_word& each : other_words())
        all.push_back({.name = std::string(each.word),
                       .usage = std::string(each.usage),
                       .summary = std::string(each.summary),
                       .choices = {}});
    return all;
}

void add_passcode(debug_action& to, std::optional<std::string> passcode)
{
    auto* action = std::get_if<phone_action>(&to);
    if (action == nullptr || !passcode)
        return;
    if (auto* unlocking = std::get_if<link::unlock>(&action->what)) {
        action->fields["passcode"] = *passcode;
        unlocking->passcode = std::move(passcode);
    }
}

std::string debug_action_help()
{
    std::string text;
    for (const typed_verb& each : typed_verbs())
        text += fmt::format("  {:36}{}{}\n", each.usage, each.usage.size() < 36 ? "" : "  ",
                            each.summary);
    return text + '\n' + choices_of(debug_rows()) + std::string(about_words);
}

} // namespace thimble::daemon
