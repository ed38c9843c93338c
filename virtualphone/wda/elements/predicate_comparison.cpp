#include "virtualphone/wda/elements/predicate_comparison.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/regex.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

bool alike(const json& left, const json& right)
{
    return left.is_number() && right.is_number() ? left.get<double>() == right.get<double>()
                                                 : left == right;
}

bool in_order(predicate_operator how, const json& left, const json& right)
{
    const bool numbers = left.is_number() && right.is_number();
    const bool texts = left.is_string() && right.is_string();
    if (!numbers && !texts)
        return false;
    switch (how) {
    case predicate_operator::less:
        return left < right;
    case predicate_operator::less_or_equal:
        return left <= right;
    case predicate_operator::greater:
        return left > right;
    default:
        return left >= right;
    }
}

bool is_among(const json& left, const json& right)
{
    if (right.is_string()) // the other way round, it is CONTAINS
        return left.is_string() &&
               right.get_ref<const std::string&>().contains(left.get_ref<const std::string&>());
    return right.is_array() &&
           std::ranges::any_of(right, [&](const json& each) { return alike(left, each); });
}

bool is_between(const json& left, const json& right)
{
    return right.is_array() && right.size() == 2 &&
           in_order(predicate_operator::greater_or_equal, left, right[0]) &&
           in_order(predicate_operator::less_or_equal, left, right[1]);
}

/// "*" is any text and "?" any character, as in the names of files.
std::string pattern_like(const std::string& wildcards)
{
    constexpr std::string_view special = "\\^$.|()[]{}+";
    std::string pattern;
    for (const char each : wildcards) {
        if (each == '*' || each == '?') {
            pattern += each == '*' ? ".*" : ".";
            continue;
        }
        if (special.contains(each))
            pattern += '\\';
        pattern += each;
    }
    return pattern;
}

bool matches_all(const std::string& text, const std::string& pattern, bool fold)
{
    const auto how = fold ? boost::regex::perl | boost::regex::icase
                          : boost::regex::flag_type(boost::regex::perl);
    try {
        return boost::regex_match(text, boost::regex(pattern, how));
    } catch (const std::runtime_error&) { // no pattern, or one that takes too long
        return false;
    }
}

bool compare_texts(predicate_operator how, bool fold, std::string left, std::string right)
{
    if (how == predicate_operator::matches)
        return matches_all(left, right, fold);
    if (how == predicate_operator::like)
        return matches_all(left, pattern_like(right), fold);
    if (fold) {
        boost::algorithm::to_lower(left);
        boost::algorithm::to_lower(right);
    }
    if (how == predicate_operator::contains)
        return left.contains(right);
    return how == predicate_operator::begins ? left.starts_with(right) : left.ends_with(right);
}

json folded(const json& value)
{
    if (value.is_string())
        return boost::algorithm::to_lower_copy(value.get<std::string>());
    if (!value.is_array())
        return value;
    json all = json::array();
    for (const json& each : value)
        all.push_back(folded(each));
    return all;
}

} // namespace

bool predicate_holds(predicate_operator how, bool fold, const json& given, const json& wanted)
{
    const bool pattern = how == predicate_operator::like || how == predicate_operator::matches;
    const json left = fold && !pattern ? folded(given) : given;
    const json right = fold && !pattern ? folded(wanted) : wanted;
    switch (how) {
    case predicate_operator::equal:
        return alike(left, right);
    case predicate_operator::unequal:
        return !alike(left, right);
    case predicate_operator::less:
    case predicate_operator::less_or_equal:
    case predicate_operator::greater:
    case predicate_operator::greater_or_equal:
        return in_order(how, left, right);
    case predicate_operator::in:
        return is_among(left, right);
    case predicate_operator::between:
        return is_between(left, right);
    case predicate_operator::contains:
    case predicate_operator::begins:
    case predicate_operator::ends:
    case predicate_operator::like:
    case predicate_operator::matches:
        return left.is_string() && right.is_string() &&
               compare_texts(how, fold, left.get<std::string>(), right.get<std::string>());
    }
    return false;
}

bool is_pattern(const std::string& text)
{
    try {
        return !boost::regex(text).empty();
    } catch (const boost::regex_error&) {
        return false;
    }
}

} // namespace thimble::virtualphone::wda
