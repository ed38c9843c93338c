#include "virtualphone/wda/element_path.hpp"

#include "virtualphone/wda/predicate.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::size_t most_steps = 32;
constexpr std::size_t longest_path = 10'000; // bytes

std::unexpected<refusal> refuse_path(std::string_view left)
{
    return std::unexpected(
        refusal{errors::invalid_selector,
                "The selector is not understood from '" + std::string(left) + "' on"});
}

bool take(std::string_view& left, std::string_view sign)
{
    if (!left.starts_with(sign))
        return false;
    left.remove_prefix(sign.size());
    return true;
}

/// A type, or "*" for every one; empty where there is neither.
std::string_view take_type(std::string_view& left)
{
    if (take(left, "*"))
        return "*";
    const auto* const end = std::ranges::find_if(
        left, [](unsigned char character) { return std::isalnum(character) == 0; });
    const auto type = left.substr(0, static_cast<std::size_t>(end - left.begin()));
    left.remove_prefix(type.size());
    return type;
}

/// What stands before `end`, which is taken as well; nothing where it never comes.
std::optional<std::string_view> take_until(std::string_view& left, std::string_view end)
{
    const auto at = left.find(end);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto inside = left.substr(0, at);
    left.remove_prefix(at + end.size());
    return inside;
}

std::expected<void, refusal> add_test(path_step& to, std::expected<element_test, refusal> test)
{
    if (!test)
        return std::unexpected(std::move(test.error()));
    if (to.accepts)
        to.accepts = [one = to.accepts, other = *test](const element& each) {
            return one(each) && other(each);
        };
    else
        to.accepts = *std::move(test);
    return {};
}

std::expected<void, refusal> read_number(path_step& to, std::string_view& left)
{
    int number = 0;
    const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), number);
    const auto read = static_cast<std::size_t>(end - left.data());
    if (error != std::errc() || number == 0 || !left.substr(read).starts_with(']'))
        return refuse_path(left);
    left.remove_prefix(read + 1);
    to.number = number;
    return {};
}

/// What follows the "[" of a class chain.
std::expected<void, refusal> read_chain_bracket(path_step& to, std::string_view& left)
{
    if (!take(left, "`"))
        return read_number(to, left);
    const auto predicate = take_until(left, "`]");
    return predicate ? add_test(to, read_predicate(*predicate)) : refuse_path(left);
}

/// What follows the "[" of an XPath step, as a predicate: attributes lose their "@".
std::expected<void, refusal> read_xpath_bracket(path_step& to, std::string_view& left)
{
    const auto begin = left;
    std::string predicate;
    char quote = 0;
    while (!left.empty() && (quote != 0 || left.front() != ']')) {
        const char each = left.front();
        left.remove_prefix(1);
        if (quote == 0 && each == '@')
            continue;
        if (quote == 0 && (each == '\'' || each == '"'))
            quote = each;
        else if (each == quote)
            quote = 0;
        predicate += each == '\\' ? "\\\\" : std::string(1, each);
    }
    const auto inside = begin.substr(0, begin.size() - left.size());
    if (!take(left, "]") || !inside.contains('@'))
        return refuse_path(begin);
    return add_test(to, read_predicate(predicate));
}

using bracket_reader = std::expected<void, refusal> (*)(path_step&, std::string_view&);

std::expected<path_step, refusal>
read_step(std::string_view& left, bool any_depth, bracket_reader read_bracket)
{
    path_step step{
        .any_depth = any_depth, .type = std::string(take_type(left)), .accepts = {}, .number = {}};
    if (step.type.empty())
        return refuse_path(left);
    while (take(left, "["))
        if (auto read = read_bracket(step, left); !read)
            return std::unexpected(std::move(read.error()));
    return step;
}

std::expected<void, refusal>
append_step(element_path& path, std::string_view& left, bool any_depth, bracket_reader brackets)
{
    if (path.size() == most_steps)
        return refuse_path(left);
    auto step = read_step(left, any_depth, brackets);
    if (!step)
        return std::unexpected(std::move(step.error()));
    path.push_back(*std::move(step));
    return {};
}

bool matches(const path_step& step, const element& one)
{
    const bool type_fits = step.type == "*" || step.type == type_name(one);
    return type_fits && (!step.accepts || step.accepts(one));
}

void collect(const path_step& step, const element& from, std::vector<const element*>& found)
{
    for (const element& child : from.children) {
        const bool known = std::ranges::find(found, &child) != found.end();
        if (!known && matches(step, child))
            found.push_back(&child);
        if (step.any_depth)
            collect(step, child, found);
    }
}

/// The one at the step's number, if the step has a number.
void choose(const path_step& step, std::vector<const element*>& among)
{
    if (!step.number)
        return;
    const auto count = static_cast<int>(among.size());
    const int at = *step.number > 0 ? *step.number - 1 : count + *step.number;
    if (at < 0 || at >= count)
        among.clear();
    else
        among = {among[static_cast<std::size_t>(at)]};
}

} // namespace

std::expected<element_path, refusal> read_class_chain(std::string_view text)
{
    if (text.size() > longest_path)
        return refuse_path("the beginning");
    element_path path;
    do {
        const bool any_depth = take(text, "**/");
        if (auto step = append_step(path, text, any_depth, read_chain_bracket); !step)
            return std::unexpected(std::move(step.error()));
    } while (take(text, "/"));
    if (!text.empty())
        return refuse_path(text);
    return path;
}

std::expected<element_path, refusal> read_xpath(std::string_view text)
{
    if (text.size() > longest_path)
        return refuse_path("the beginning");
    element_path path;
    while (!text.empty()) {
        const bool any_depth = take(text, "//");
        if (!any_depth && !take(text, "/"))
            return refuse_path(text);
        if (auto step = append_step(path, text, any_depth, read_xpath_bracket); !step)
            return std::unexpected(std::move(step.error()));
    }
    if (path.empty())
        return refuse_path(text);
    return path;
}

std::vector<const element*> follow(const element_path& path, const element& from)
{
    std::vector<const element*> here{&from};
    for (const path_step& step : path) {
        std::vector<const element*> next;
        for (const element* each : here)
            collect(step, *each, next);
        choose(step, next);
        here = std::move(next);
    }
    return here;
}

} // namespace thimble::virtualphone::wda
