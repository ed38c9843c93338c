#include "virtualphone/wda/predicate.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::size_t longest_text = 10'000;
constexpr int deepest_nesting = 32;

constexpr std::array<std::string_view, 8> attributes{
    "label", "name", "value", "type", "identifier", "rawIdentifier", "enabled", "visible"};

enum class comparison : std::uint8_t { equal, unequal, contains, begins, ends };

/// Flags are compared as numbers, as NSPredicate has them.
std::string comparable(const nlohmann::json& attribute)
{
    if (attribute.is_boolean())
        return attribute.get<bool>() ? "1" : "0";
    return attribute.is_string() ? attribute.get<std::string>() : std::string();
}

bool compare(comparison how, const std::string& left, const std::string& right)
{
    switch (how) {
    case comparison::equal:
        return left == right;
    case comparison::unequal:
        return left != right;
    case comparison::contains:
        return left.contains(right);
    case comparison::begins:
        return left.starts_with(right);
    case comparison::ends:
        return left.ends_with(right);
    }
    return false;
}

using outcome = std::expected<element_test, refusal>;

/// A recursive descent over the text: or > and > not > comparison.
class predicate_reader {
public:
    explicit predicate_reader(std::string_view text) : left_(text) {}

    outcome read()
    {
        auto whole = alternatives(0);
        skip_blanks();
        return whole && !left_.empty() ? refuse() : whole;
    }

private:
    outcome refuse() const
    {
        return std::unexpected(
            refusal{errors::invalid_selector,
                    "The predicate is not understood from '" + std::string(left_) + "' on"});
    }

    outcome alternatives(int depth)
    {
        auto first = conjunction(depth);
        while (first && (take_word("OR") || take("||"))) {
            auto second = conjunction(depth);
            if (!second)
                return second;
            first = [one = *first, other = *second](const element& each) {
                return one(each) || other(each);
            };
        }
        return first;
    }

    outcome conjunction(int depth)
    {
        auto first = term(depth);
        while (first && (take_word("AND") || take("&&"))) {
            auto second = term(depth);
            if (!second)
                return second;
            first = [one = *first, other = *second](const element& each) {
                return one(each) && other(each);
            };
        }
        return first;
    }

    outcome term(int depth)
    {
        if (depth == deepest_nesting)
            return refuse();
        if (take_word("NOT")) {
            auto inner = term(depth + 1);
            if (!inner)
                return inner;
            return [test = *inner](const element& each) { return !test(each); };
        }
        if (!take("("))
            return single();
        auto inner = alternatives(depth + 1);
        return inner && !take(")") ? refuse() : inner;
    }

    outcome single()
    {
        const auto name = word();
        if (std::ranges::find(attributes, name) == attributes.end())
            return refuse();
        const auto how = operation();
        if (!how)
            return refuse();
        const bool fold = take("[c]");
        auto wanted = literal();
        if (!wanted)
            return refuse();
        if (fold)
            boost::algorithm::to_lower(*wanted);
        const bool flag = name == "enabled" || name == "visible";
        if (flag && (*wanted == "true" || *wanted == "false")) // as XPath writes them
            wanted = *wanted == "true" ? "1" : "0";
        return [name = std::string(name), how = *how, fold,
                wanted = *std::move(wanted)](const element& each) {
            auto given = comparable(attribute_of(each, name));
            if (fold)
                boost::algorithm::to_lower(given);
            return compare(how, given, wanted);
        };
    }

    std::optional<comparison> operation()
    {
        if (take("==") || take("="))
            return comparison::equal;
        if (take("!=") || take("<>"))
            return comparison::unequal;
        if (take_word("CONTAINS"))
            return comparison::contains;
        if (take_word("BEGINSWITH"))
            return comparison::begins;
        if (take_word("ENDSWITH"))
            return comparison::ends;
        return std::nullopt;
    }

    std::optional<std::string> literal()
    {
        skip_blanks();
        if (left_.starts_with('\'') || left_.starts_with('"'))
            return quoted();
        const auto plain = word();
        if (boost::algorithm::iequals(plain, "TRUE") || boost::algorithm::iequals(plain, "YES"))
            return "1";
        if (boost::algorithm::iequals(plain, "FALSE") || boost::algorithm::iequals(plain, "NO"))
            return "0";
        const bool number = std::ranges::all_of(
            plain, [](unsigned char character) { return std::isdigit(character) != 0; });
        return plain.empty() || !number ? std::nullopt : std::optional<std::string>(plain);
    }

    std::optional<std::string> quoted()
    {
        const char quote = left_.front();
        std::string text;
        for (std::size_t at = 1; at < left_.size(); ++at) {
            if (left_[at] == quote) {
                left_.remove_prefix(at + 1);
                return text;
            }
            if (left_[at] == '\\' && at + 1 < left_.size())
                ++at;
            text += left_[at];
        }
        return std::nullopt;
    }

    void skip_blanks()
    {
        while (!left_.empty() && std::isspace(static_cast<unsigned char>(left_.front())) != 0)
            left_.remove_prefix(1);
    }

    static std::size_t word_length(std::string_view text)
    {
        const auto* const end = std::ranges::find_if(
            text, [](unsigned char character) { return std::isalnum(character) == 0; });
        return static_cast<std::size_t>(end - text.begin());
    }

    std::string_view word()
    {
        skip_blanks();
        const auto found = left_.substr(0, word_length(left_));
        left_.remove_prefix(found.size());
        return found;
    }

    bool take_word(std::string_view wanted)
    {
        skip_blanks();
        const auto next = left_.substr(0, word_length(left_));
        if (!boost::algorithm::iequals(next, wanted))
            return false;
        left_.remove_prefix(next.size());
        return true;
    }

    bool take(std::string_view sign)
    {
        skip_blanks();
        if (!left_.starts_with(sign))
            return false;
        left_.remove_prefix(sign.size());
        return true;
    }

    std::string_view left_;
};

} // namespace

std::expected<element_test, refusal> read_predicate(std::string_view text)
{
    if (text.size() > longest_text)
        return std::unexpected(
            refusal{errors::invalid_selector, "The predicate has more than 10000 bytes"});
    return predicate_reader(text).read();
}

} // namespace thimble::virtualphone::wda
