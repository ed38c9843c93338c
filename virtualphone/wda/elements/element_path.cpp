#include "virtualphone/wda/elements/element_path.hpp"

#include "virtualphone/wda/elements/predicate.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::size_t most_path_steps = 32;
constexpr std::size_t longest_path = 10'000; // bytes
constexpr std::string_view every_type = "*";

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

/// The text before the mark and "]", which are taken as well; twice, the mark stands for itself.
/// Nothing where they never come.
std::optional<std::string> take_marked(std::string_view& left, char mark)
{
    std::string inside;
    for (std::size_t at = 0; at + 1 < left.size(); ++at) {
        if (left[at] == mark && left[at + 1] == ']') {
            left.remove_prefix(at + 2);
            return inside;
        }
        if (left[at] == mark && left[at + 1] == mark)
            ++at;
        inside += left[at];
    }
    return std::nullopt;
}

/// One of those below is accepted.
element_test contains_accepted(element_test accepts)
{
    return [accepts = std::move(accepts)](const element& one) {
        const auto in = [&](const auto& self, const element& each) -> bool {
            return std::ranges::any_of(each.children, [&](const element& child) {
                return accepts(child) || self(self, child);
            });
        };
        return in(in, one);
    };
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

/// Behind the "[": a test of the element, one of those below it, or a number.
std::expected<void, refusal> read_bracket(path_step& to, std::string_view& left)
{
    const bool of_those_below = left.starts_with('$');
    if (!of_those_below && !left.starts_with('`'))
        return read_number(to, left);
    const char mark = left.front();
    left.remove_prefix(1);
    const auto predicate = take_marked(left, mark);
    if (!predicate)
        return refuse_path(left);
    auto test = read_predicate(*predicate);
    if (test && of_those_below)
        test = contains_accepted(*std::move(test));
    return add_test(to, std::move(test));
}

std::expected<path_step, refusal> read_step(std::string_view& left, bool any_depth)
{
    path_step step{
        .any_depth = any_depth, .type = std::string(take_type(left)), .accepts = {}, .number = {}};
    if (step.type != every_type && !is_element_type(step.type))
        return refuse_path(step.type.empty() ? left : step.type);
    if (step.type == any_type)
        step.type = every_type;
    while (take(left, "["))
        if (auto read = read_bracket(step, left); !read)
            return std::unexpected(std::move(read.error()));
    return step;
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
        if (path.size() == most_path_steps)
            return refuse_path(text);
        auto step = read_step(text, any_depth);
        if (!step)
            return std::unexpected(std::move(step.error()));
        path.push_back(*std::move(step));
    } while (take(text, "/"));
    if (!text.empty())
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
