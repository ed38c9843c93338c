#include "virtualphone/wda/elements/predicate_scanner.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

struct operator_word {
    std::string_view text;
    predicate_operator how;
};

constexpr std::array operator_signs{
    operator_word{"==", predicate_operator::equal},
    operator_word{"!=", predicate_operator::unequal},
    operator_word{"<>", predicate_operator::unequal},
    operator_word{"<=", predicate_operator::less_or_equal},
    operator_word{"=<", predicate_operator::less_or_equal},
    operator_word{">=", predicate_operator::greater_or_equal},
    operator_word{"=>", predicate_operator::greater_or_equal},
    operator_word{"=", predicate_operator::equal},
    operator_word{"<", predicate_operator::less},
    operator_word{">", predicate_operator::greater},
};

constexpr std::array operator_words{
    operator_word{"CONTAINS", predicate_operator::contains},
    operator_word{"BEGINSWITH", predicate_operator::begins},
    operator_word{"ENDSWITH", predicate_operator::ends},
    operator_word{"LIKE", predicate_operator::like},
    operator_word{"MATCHES", predicate_operator::matches},
    operator_word{"IN", predicate_operator::in},
    operator_word{"BETWEEN", predicate_operator::between},
};

std::size_t predicate_word_length(std::string_view text)
{
    const auto* const end = std::ranges::find_if(
        text, [](unsigned char character) { return std::isalnum(character) == 0; });
    return static_cast<std::size_t>(end - text.begin());
}

} // namespace

bool predicate_scanner::at_end()
{
    skip_blanks();
    return left_.empty();
}

std::optional<predicate_operator> predicate_scanner::operation()
{
    for (const auto& [sign, how] : operator_signs)
        if (take(sign))
            return how;
    for (const auto& [name, how] : operator_words)
        if (take_word(name))
            return how;
    return std::nullopt;
}

std::optional<bool> predicate_scanner::folds_case()
{
    if (!take("["))
        return false;
    const auto options = word();
    const bool known = options.find_first_not_of("cdnl") == options.npos && !options.empty();
    return known && take("]") ? std::optional(options.contains('c')) : std::nullopt;
}

std::optional<json> predicate_scanner::literal()
{
    skip_blanks();
    if (left_.starts_with('\'') || left_.starts_with('"'))
        return quoted();
    if (left_.starts_with('{'))
        return list();
    for (const auto* name : {"TRUE", "YES"})
        if (take_word(name))
            return 1;
    for (const auto* name : {"FALSE", "NO"})
        if (take_word(name))
            return 0;
    for (const auto* name : {"NIL", "NULL"})
        if (take_word(name))
            return json(nullptr);
    return number();
}

std::optional<json> predicate_scanner::number()
{
    constexpr std::string_view digits = "-.0123456789";
    const auto length = std::min(left_.find_first_not_of(digits), left_.size());
    const std::string text(left_.substr(0, length));
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0')
        return std::nullopt;
    left_.remove_prefix(length);
    return value;
}

std::optional<json> predicate_scanner::list()
{
    const auto begin = left_;
    json all = json::array();
    take("{");
    while (!take("}")) {
        auto item = all.empty() || take(",") ? literal() : std::nullopt;
        if (!item || item->is_array()) {
            left_ = begin;
            return std::nullopt;
        }
        all.push_back(*std::move(item));
    }
    return all;
}

std::optional<json> predicate_scanner::quoted()
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

void predicate_scanner::skip_blanks()
{
    while (!left_.empty() && std::isspace(static_cast<unsigned char>(left_.front())) != 0)
        left_.remove_prefix(1);
}

std::string_view predicate_scanner::word()
{
    skip_blanks();
    const auto found = left_.substr(0, predicate_word_length(left_));
    left_.remove_prefix(found.size());
    return found;
}

bool predicate_scanner::take_word(std::string_view wanted)
{
    skip_blanks();
    const auto next = left_.substr(0, predicate_word_length(left_));
    if (!boost::algorithm::iequals(next, wanted))
        return false;
    left_.remove_prefix(next.size());
    return true;
}

bool predicate_scanner::take(std::string_view sign)
{
    skip_blanks();
    if (!left_.starts_with(sign))
        return false;
    left_.remove_prefix(sign.size());
    return true;
}

} // namespace thimble::virtualphone::wda
