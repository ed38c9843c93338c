// Fields of a client's order of a session.
#include "service/sessions/order.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::sessions::test {

namespace {

using nlohmann::json;

result<order> order_in(const json& body)
{
    arguments given;
    if (auto read = read_fields(order_parameters(), body, given); !read)
        return std::unexpected(std::move(read.error()));
    return read_order(given);
}

/// The field that is wrong, and the reason.
std::string objection_to(const json& body)
{
    const auto read = order_in(body);
    if (read)
        return "fine";
    const auto& context = read.error().context;
    return context.at("field").get<std::string>() + " " + context.at("reason").get<std::string>();
}

/// The same of an order that has an instruction.
std::string objection_to(const std::string& field, const json& value)
{
    return objection_to(json{{"instruction", "Go"}, {field, value}});
}

std::string objection_to_message(const json& value)
{
    arguments given;
    const auto read = read_fields(message_parameters(), {{"message", value}}, given);
    return read ? "fine" : read.error().context.at("reason").get<std::string>();
}

} // namespace

TEST_CASE("an order needs no more than an instruction", "[sessions]")
{
    CHECK(order_in({{"instruction", "Set an alarm"}}) ==
          order{.instruction = "Set an alarm",
                .max_turns = 100,
                .timeout = std::chrono::seconds(1800)});
    CHECK(objection_to(json::object()) == "instruction required");
}

TEST_CASE("an order may say everything", "[sessions]")
{
    CHECK(order_in({{"instruction", "Go"},
                    {"phone_id", "0B2F7A0E-5C53-5C0E-9D0E-0A4F4F0A8D11"},
                    {"model", "local-model"},
                    {"max_turns", 7},
                    {"max_cost_usd", 0.25},
                    {"timeout_s", 60},
                    {"record", true}}) == order{.instruction = "Go",
                                                .model = "local-model",
                                                .phone_id = "0B2F7A0E-5C53-5C0E-9D0E-0A4F4F0A8D11",
                                                .max_turns = 7,
                                                .max_cost = 250'000,
                                                .timeout = std::chrono::seconds(60),
                                                .record = true});
}

TEST_CASE("an instruction has 1 to 10,000 characters and says something", "[sessions]")
{
    const auto objection = [](const std::string& text) {
        return objection_to(json{{"instruction", text}});
    };
    std::string longest;
    for (int each = 0; each < 10'000; ++each)
        longest += "é";
    CHECK(objection("x") == "fine");
    CHECK(objection("Two\r\n\tlines") == "fine");
    CHECK(objection(longest) == "fine");
    CHECK(objection(longest + "é") == "instruction too_long");
    CHECK(objection("") == "instruction too_short");
    CHECK(objection(" \n\t") == "instruction blank");
    CHECK(objection(std::string("a\0b", 3)) == "instruction control_character");
    CHECK(objection("a\x1B[2J") == "instruction control_character");
    CHECK(objection_to(json{{"instruction", 7}}) == "instruction not_a_string");
    CHECK(objection_to(json{{"instruction", nullptr}}) == "instruction not_a_string");
}

TEST_CASE("what an order limits has limits", "[sessions]")
{
    CHECK(objection_to("max_turns", 1) == "fine");
    CHECK(objection_to("max_turns", 0) == "max_turns out_of_range");
    CHECK(objection_to("max_turns", 10'001) == "max_turns out_of_range");
    CHECK(objection_to("max_turns", 1.0) == "max_turns not_an_integer");
    CHECK(objection_to("max_cost_usd", 0) == "fine");
    CHECK(objection_to("max_cost_usd", 10'000) == "fine");
    CHECK(objection_to("max_cost_usd", -0.01) == "max_cost_usd out_of_range");
    CHECK(objection_to("max_cost_usd", 10'000.01) == "max_cost_usd out_of_range");
    CHECK(objection_to("max_cost_usd", "1") == "max_cost_usd not_a_number");
    CHECK(objection_to("timeout_s", 86'400) == "fine");
    CHECK(objection_to("timeout_s", 0) == "timeout_s out_of_range");
    CHECK(objection_to("timeout_s", 86'401) == "timeout_s out_of_range");
}

TEST_CASE("a phone and a model are named on one line", "[sessions]")
{
    CHECK(objection_to("phone_id", "") == "phone_id too_short");
    CHECK(objection_to("phone_id", "my phone") == "fine");
    CHECK(objection_to("phone_id", "my\nphone") == "phone_id control_character");
    CHECK(objection_to("phone_id", 7) == "phone_id not_a_string");
    CHECK(objection_to("model", "a/b:c-1.5") == "fine");
    CHECK(objection_to("model", "two\nlines") == "model control_character");
    CHECK(objection_to("model", std::string(121, 'm')) == "model too_long");
}

TEST_CASE("a message is like an instruction", "[sessions]")
{
    CHECK(objection_to_message("Go on") == "fine");
    CHECK(objection_to_message("") == "too_short");
    CHECK(objection_to_message("  ") == "blank");
    CHECK(objection_to_message(std::string(10'001, 'a')) == "too_long");
}

} // namespace thimble::service::sessions::test
