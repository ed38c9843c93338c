#include "virtualphone/wda/elements/xpath_functions.hpp"

#include "virtualphone/os/text/code_points.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/regex.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using arguments = std::vector<xpath_expression>;

/// A call while it is evaluated.
class xpath_call {
public:
    xpath_call(const arguments& given, const xpath_context& context)
        : given_(given), context_(context)
    {
    }

    const xpath_context& context() const { return context_; }
    std::size_t count() const { return given_.size(); }
    xpath_value value(std::size_t at) const { return given_[at](context_); }
    std::string text(std::size_t at) const { return xpath_string(value(at), context_); }
    double number(std::size_t at) const { return xpath_number(value(at), context_); }

    /// The argument, or the node that the call is for.
    std::string text_or_node() const
    {
        return count() > 0 ? text(0) : context_.document->value(context_.node);
    }

private:
    const arguments& given_;
    const xpath_context& context_;
};

/// Each as UTF-8.
std::vector<std::string> characters_of(std::string_view text)
{
    std::vector<std::string> found;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = after(text, at);
        found.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return found;
}

xpath_value name_of_node(const xpath_call& call)
{
    if (call.count() == 0)
        return call.context().document->name(call.context().node);
    const xpath_value value = call.value(0);
    const xpath_nodes& nodes = xpath_node_set(value);
    return nodes.empty() ? std::string() : call.context().document->name(nodes.front());
}

xpath_value concatenation(const xpath_call& call)
{
    std::string all;
    for (std::size_t each = 0; each < call.count(); ++each)
        all += call.text(each);
    return all;
}

xpath_value normalized_space(const xpath_call& call)
{
    std::string normal;
    for (const char each : call.text_or_node()) {
        const bool blank = each == ' ' || each == '\t' || each == '\r' || each == '\n';
        if (!blank)
            normal += each;
        else if (!normal.empty() && normal.back() != ' ')
            normal += ' ';
    }
    if (normal.ends_with(' '))
        normal.pop_back();
    return normal;
}

double rounded(double number)
{
    return std::floor(number + 0.5);
}

/// Positions are counted from 1, and may lie outside.
xpath_value substring(const xpath_call& call)
{
    const auto characters = characters_of(call.text(0));
    const double begin = rounded(call.number(1));
    const double end = call.count() > 2 ? begin + rounded(call.number(2))
                                        : std::numeric_limits<double>::infinity();
    std::string part;
    for (std::size_t at = 0; at < characters.size(); ++at) {
        const auto position = static_cast<double>(at + 1);
        if (position >= begin && position < end)
            part += characters[at];
    }
    return part;
}

xpath_value translation(const xpath_call& call)
{
    const auto from = characters_of(call.text(1));
    const auto to = characters_of(call.text(2));
    std::string translated;
    for (const auto& each : characters_of(call.text(0))) {
        const auto found = std::ranges::find(from, each);
        const auto at = static_cast<std::size_t>(found - from.begin());
        if (found == from.end())
            translated += each;
        else if (at < to.size())
            translated += to[at];
    }
    return translated;
}

xpath_value sum(const xpath_call& call)
{
    const xpath_value value = call.value(0);
    double total = 0;
    for (const xpath_node& node : xpath_node_set(value))
        total += xpath_number(call.context().document->value(node), call.context());
    return total;
}

xpath_value part_before(const xpath_call& call)
{
    const std::string text = call.text(0);
    const auto at = text.find(call.text(1));
    return at == text.npos ? std::string() : text.substr(0, at);
}

xpath_value part_after(const xpath_call& call)
{
    const std::string text = call.text(0);
    const std::string sign = call.text(1);
    const auto at = text.find(sign);
    return at == text.npos ? std::string() : text.substr(at + sign.size());
}

boost::regex pattern_of(const xpath_call& call, std::size_t flags_at)
{
    const std::string flags = call.count() > flags_at ? call.text(flags_at) : std::string();
    const auto how = flags.contains('i') ? boost::regex::perl | boost::regex::icase
                                         : boost::regex::flag_type(boost::regex::perl);
    try {
        return boost::regex(call.text(1), how);
    } catch (const boost::regex_error& error) {
        throw xpath_error(error.what());
    }
}

/// Somewhere in the text; a pattern that takes too long is an error.
xpath_value matches_pattern(const xpath_call& call)
{
    try {
        return boost::regex_search(call.text(0), pattern_of(call, 2));
    } catch (const xpath_error&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw xpath_error(error.what());
    }
}

xpath_value replaced(const xpath_call& call)
{
    try {
        return boost::regex_replace(call.text(0), pattern_of(call, 3), call.text(2));
    } catch (const xpath_error&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw xpath_error(error.what());
    }
}

struct xpath_function {
    std::string_view name;
    std::size_t fewest;
    std::size_t most;
    xpath_value (*call)(const xpath_call&);
};

constexpr std::size_t any_number = 100;

constexpr std::array functions{
    xpath_function{"last", 0, 0,
                   [](const xpath_call& call) -> xpath_value {
                       return static_cast<double>(call.context().size);
                   }},
    xpath_function{"position", 0, 0,
                   [](const xpath_call& call) -> xpath_value {
                       return static_cast<double>(call.context().position);
                   }},
    xpath_function{"count", 1, 1,
                   [](const xpath_call& call) -> xpath_value {
                       return static_cast<double>(xpath_node_set(call.value(0)).size());
                   }},
    xpath_function{"name", 0, 1, name_of_node},
    xpath_function{"local-name", 0, 1, name_of_node},
    xpath_function{"string", 0, 1,
                   [](const xpath_call& call) -> xpath_value { return call.text_or_node(); }},
    xpath_function{"concat", 2, any_number, concatenation},
    xpath_function{"starts-with", 2, 2,
                   [](const xpath_call& call) -> xpath_value {
                       return call.text(0).starts_with(call.text(1));
                   }},
    xpath_function{
        "contains", 2, 2,
        [](const xpath_call& call) -> xpath_value { return call.text(0).contains(call.text(1)); }},
    xpath_function{
        "ends-with", 2, 2,
        [](const xpath_call& call) -> xpath_value { return call.text(0).ends_with(call.text(1)); }},
    xpath_function{"substring-before", 2, 2, part_before},
    xpath_function{"substring-after", 2, 2, part_after},
    xpath_function{"substring", 2, 3, substring},
    xpath_function{"string-length", 0, 1,
                   [](const xpath_call& call) -> xpath_value {
                       return static_cast<double>(count_code_points(call.text_or_node()));
                   }},
    xpath_function{"normalize-space", 0, 1, normalized_space},
    xpath_function{"translate", 3, 3, translation},
    xpath_function{"lower-case", 1, 1,
                   [](const xpath_call& call) -> xpath_value {
                       return boost::algorithm::to_lower_copy(call.text(0));
                   }},
    xpath_function{"upper-case", 1, 1,
                   [](const xpath_call& call) -> xpath_value {
                       return boost::algorithm::to_upper_copy(call.text(0));
                   }},
    xpath_function{"matches", 2, 3, matches_pattern},
    xpath_function{"replace", 3, 4, replaced},
    xpath_function{
        "boolean", 1, 1,
        [](const xpath_call& call) -> xpath_value { return xpath_boolean(call.value(0)); }},
    xpath_function{
        "not", 1, 1,
        [](const xpath_call& call) -> xpath_value { return !xpath_boolean(call.value(0)); }},
    xpath_function{"true", 0, 0, [](const xpath_call&) -> xpath_value { return true; }},
    xpath_function{"false", 0, 0, [](const xpath_call&) -> xpath_value { return false; }},
    xpath_function{"number", 0, 1,
                   [](const xpath_call& call) -> xpath_value {
                       return xpath_number(call.count() > 0 ? call.value(0)
                                                            : xpath_value(call.text_or_node()),
                                           call.context());
                   }},
    xpath_function{"sum", 1, 1, sum},
    xpath_function{
        "floor", 1, 1,
        [](const xpath_call& call) -> xpath_value { return std::floor(call.number(0)); }},
    xpath_function{"ceiling", 1, 1,
                   [](const xpath_call& call) -> xpath_value { return std::ceil(call.number(0)); }},
    xpath_function{"round", 1, 1,
                   [](const xpath_call& call) -> xpath_value { return rounded(call.number(0)); }},
};

} // namespace

std::optional<xpath_expression> find_function(std::string_view name,
                                              std::vector<xpath_expression> arguments)
{
    const auto* const found = std::ranges::find(functions, name, &xpath_function::name);
    if (found == functions.end() || arguments.size() < found->fewest ||
        arguments.size() > found->most)
        return std::nullopt;
    return [call = found->call, given = std::move(arguments)](const xpath_context& context) {
        return call(xpath_call(given, context));
    };
}

} // namespace thimble::virtualphone::wda
