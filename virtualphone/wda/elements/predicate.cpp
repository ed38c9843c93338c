#include "virtualphone/wda/elements/predicate.hpp"

#include "virtualphone/wda/elements/predicate_comparison.hpp"
#include "virtualphone/wda/elements/predicate_scanner.hpp"

#include <optional>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

constexpr std::size_t longest_text = 10'000;
constexpr int deepest_nesting = 32;

using outcome = std::expected<element_test, refusal>;

/// One side of a comparison.
struct operand {
    std::function<json(const element&)> value;
    std::optional<json> constant;
};

json comparable(const json& attribute)
{
    return attribute.is_boolean() ? json(attribute.get<bool>() ? 1 : 0) : attribute;
}

/// "rect.x" and "label.length": what lies behind the dot.
json behind_the_dot(const json& value, const std::string& key)
{
    if (value.is_string() && key == "length")
        return value.get_ref<const std::string&>().size();
    return value.is_object() ? value.value(key, json()) : json();
}

operand constant_operand(json value)
{
    return {.value = [value](const element&) { return value; }, .constant = value};
}

operand attribute_operand(std::string name, std::string key)
{
    return {.value =
                [name = std::move(name), key = std::move(key)](const element& each) {
                    const json value = attribute_of(each, name);
                    return comparable(key.empty() ? value : behind_the_dot(value, key));
                },
            .constant = {}};
}

/// A recursive descent over the text: or > and > not > comparison.
class predicate_reader {
public:
    explicit predicate_reader(std::string_view text) : whole_(text), scan_(text) {}

    outcome read()
    {
        auto whole = alternatives(0);
        return whole && !scan_.at_end() ? refuse() : whole;
    }

private:
    /// As NSPredicate's exception arrives at a client.
    std::unexpected<refusal> refuse() const
    {
        return std::unexpected(
            refusal{errors::unknown_error,
                    "Unable to parse the format string \"" + std::string(whole_) + "\""});
    }

    outcome alternatives(int depth)
    {
        auto first = conjunction(depth);
        while (first && (scan_.take_word("OR") || scan_.take("||"))) {
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
        while (first && (scan_.take_word("AND") || scan_.take("&&"))) {
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
        if (scan_.take_word("NOT") || scan_.take("!")) {
            auto inner = term(depth + 1);
            if (!inner)
                return inner;
            return [test = *inner](const element& each) { return !test(each); };
        }
        if (scan_.take_word("TRUEPREDICATE"))
            return [](const element&) { return true; };
        if (scan_.take_word("FALSEPREDICATE"))
            return [](const element&) { return false; };
        if (!scan_.take("("))
            return single();
        auto inner = alternatives(depth + 1);
        return inner && !scan_.take(")") ? refuse() : inner;
    }

    outcome single()
    {
        auto left = side();
        if (!left)
            return std::unexpected(std::move(left.error()));
        const auto how = scan_.operation();
        if (!how)
            return refuse();
        const auto fold = scan_.folds_case();
        if (!fold)
            return refuse();
        auto right = side();
        if (!right)
            return std::unexpected(std::move(right.error()));
        const bool text = right->constant && right->constant->is_string();
        if (*how == predicate_operator::matches && text &&
            !is_pattern(right->constant->get<std::string>()))
            return std::unexpected(refusal{errors::unknown_error, "Can't do regex matching"});
        return [how = *how, fold = *fold, left = left->value,
                right = right->value](const element& each) {
            return predicate_holds(how, fold, left(each), right(each));
        };
    }

    std::expected<operand, refusal> side()
    {
        if (auto constant = scan_.literal())
            return constant_operand(*std::move(constant));
        const auto name = scan_.word();
        std::string_view key;
        if (name.empty())
            return refuse();
        if (scan_.take(".")) {
            key = scan_.word();
            if (key.empty())
                return refuse();
        }
        if (!knows_attribute(name))
            return std::unexpected(refusal{errors::unknown_error, unknown_attribute(name)});
        return attribute_operand(std::string(name), std::string(key));
    }

    std::string_view whole_;
    predicate_scanner scan_;
};

} // namespace

std::expected<element_test, refusal> read_predicate(std::string_view text)
{
    if (text.size() > longest_text)
        return std::unexpected(
            refusal{errors::unknown_error, "The predicate has more than 10000 bytes"});
    return predicate_reader(text).read();
}

} // namespace thimble::virtualphone::wda
