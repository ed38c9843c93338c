#include "service/sessions/order.hpp"

#include "text/ascii.hpp"
#include "text/money.hpp"
#include "text/printable_text.hpp"

#include <algorithm>

namespace thimble::service::sessions {

namespace {

constexpr std::int64_t longest_text = 10'000; // characters
constexpr std::int64_t longest_name = 120;
constexpr std::int64_t most_turns = 10'000;
constexpr std::int64_t highest_cost = 10'000; // dollars
constexpr std::int64_t longest_time = 86'400; // seconds

bool is_control(char octet)
{
    const auto code = static_cast<unsigned char>(octet);
    return (code < 0x20 && octet != '\n' && octet != '\r' && octet != '\t') || code == 0x7F;
}

/// Check of a person's words to an agent.
result<void> check_words(const nlohmann::json& given, const std::string& place)
{
    const auto words = given.get<std::string>();
    if (is_blank(words))
        return std::unexpected(invalid_argument(place, "blank", "must say something"));
    if (std::ranges::any_of(words, is_control))
        return std::unexpected(invalid_argument(
            place, "control_character", "has a control character other than line ends and tabs"));
    return {};
}

/// Names of models and phones are of one line.
result<void> check_name(const nlohmann::json& given, const std::string& place)
{
    if (!is_printable(given.get<std::string>()))
        return std::unexpected(
            invalid_argument(place, "control_character", "has a control character"));
    return {};
}

} // namespace

std::vector<parameter> order_parameters()
{
    const order usual;
    return {text("instruction", 1, longest_text)
                .needed()
                .checked_by(check_words)
                .such_as("Set an alarm for 7:30")
                .means("What the agent is to do, in words."),
            text("phone_id", 1, longest_name)
                .checked_by(check_name)
                .such_as("0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11")
                .means("Which phone it gets: its id, its UDID, or a name that no other phone has. "
                       "May be left out where a route without a phone would find one."),
            text("model", 1, longest_name)
                .checked_by(check_name)
                .means("The model that it thinks with: the one that is configured, as without this "
                       "field, or another that the operator allows."),
            integer("max_turns", 1, most_turns)
                .otherwise(usual.max_turns)
                .means("After so many turns it ends with BUDGET_EXCEEDED."),
            number("max_cost_usd", 0, highest_cost)
                .means("Once the model has cost more it ends with BUDGET_EXCEEDED."),
            integer("timeout_s", 1, longest_time)
                .otherwise(usual.timeout.count())
                .means("After so many seconds, pauses included, it ends with TIMEOUT."),
            boolean("record").otherwise(false).means(
                "Record the screen meanwhile: `recording_id` of the session. The recording ends "
                "with the session, and an hour after its first picture.")};
}

result<order> read_order(const arguments& given)
{
    order out{.instruction = given.text("instruction")};
    if (given.has("phone_id"))
        out.phone_id = given.text("phone_id");
    if (given.has("model"))
        out.model = given.text("model");
    out.max_turns = static_cast<std::uint64_t>(given.integer("max_turns"));
    if (given.has("max_cost_usd"))
        out.max_cost = to_micro_dollars(given.value("max_cost_usd").get<double>());
    out.timeout = std::chrono::seconds(given.integer("timeout_s"));
    out.record = given.flag("record");
    return out;
}

std::vector<parameter> message_parameters()
{
    return {text("message", 1, longest_text)
                .needed()
                .checked_by(check_words)
                .such_as("Use the alarm that is there already")
                .means("What the agent is told.")};
}

} // namespace thimble::service::sessions
