// Secrets: put into what is typed, taken out of what comes back.
#include "service/agent/secret_values.hpp"
#include "service/agent/secrets.hpp"
#include "tests/catch2.hpp"

#include <rapidcheck.h>

namespace thimble::service::agent::test {

namespace {

std::optional<std::string> kept_secret(std::string_view name)
{
    if (name == "pin")
        return "246810";
    if (name == "sly")
        return "{{secret:pin}}";
    if (name == "long")
        return std::string(4000, 'x');
    if (name == "bell")
        return "abc\adef";
    return std::nullopt;
}

std::string filled(std::string_view text)
{
    const auto out = with_secrets(text, kept_secret);
    return out ? *out : "error: " + out.error();
}

secret_values usual_values()
{
    secret_values out;
    out.add("pin", "246810");
    out.add("card", "4111 1111 1111 1111");
    out.add("password", "hunter2");
    out.add("longer", "hunter2000");
    return out;
}

std::string without(std::string_view text)
{
    return usual_values().without_secrets(text);
}

} // namespace

TEST_CASE("names of secrets follow a strict rule", "[agent]")
{
    for (const auto* good : {"pin", "a", "Work-mail_2", "Z9"})
        CHECK(is_secret_name(good));
    for (const auto* bad : {"", "9a", "-a", "_a", "a b", "a.b", "ä", "a}", "a\n", "{{a"})
        CHECK_FALSE(is_secret_name(bad));
    CHECK(is_secret_name(std::string(64, 'a')));
    CHECK_FALSE(is_secret_name(std::string(65, 'a')));
}

TEST_CASE("values of secrets can be typed and found again", "[agent]")
{
    CHECK(is_secret_value("1234"));
    CHECK_FALSE(is_secret_value("123"));
    CHECK_FALSE(is_secret_value(std::string(4097, 'a')));
    CHECK_FALSE(is_secret_value("abc\adef"));
}

TEST_CASE("values take the place of names", "[agent]")
{
    CHECK(filled("no secret") == "no secret");
    CHECK(filled("{{secret:pin}}") == "246810");
    CHECK(filled("<{{secret:pin}}{{secret:pin}}>\n") == "<246810246810>\n");
    CHECK(filled("a {{b}} c") == "a {{b}} c");
}

TEST_CASE("a value is not looked into for names", "[agent]")
{
    CHECK(filled("{{secret:sly}}") == "{{secret:pin}}");
}

TEST_CASE("what begins like a secret and is none is an error", "[agent]")
{
    for (const auto* text : {"{{secret:}}", "{{secret:pin}", "{{secret:a b}}",
                             "{{secret:", "{{secret:pin {{secret:pin}}"})
        CHECK(filled(text).starts_with("error: A secret is written {{secret:name}}"));
    CHECK(filled("{{secret:none}}") == "error: There is no secret called none.");
    CHECK(filled("{{secret:PIN}}") == "error: There is no secret called PIN.");
}

TEST_CASE("the names in a text are told, each once", "[agent]")
{
    CHECK(secrets_in("{{secret:b}} {{secret:a}} {{secret:b}}") ==
          std::vector<std::string>{"b", "a"});
    CHECK(secrets_in("none").value().empty());
    CHECK_FALSE(secrets_in("{{secret:?}}").has_value());
}

TEST_CASE("a text is checked once its secrets are in it", "[agent]")
{
    using link::typing_method;
    const auto typed = [](std::string text, typing_method how) {
        return with_secrets(link::type{.text = std::move(text), .method = how}, kept_secret);
    };
    CHECK(typed("{{secret:pin}}\n", typing_method::automatic) ==
          link::type{.text = "246810\n", .method = typing_method::automatic});
    const std::string three = "{{secret:long}}{{secret:long}}{{secret:long}}";
    for (const auto& refused :
         {typed(three, typing_method::automatic), typed("{{secret:long}}", typing_method::keys),
          typed("{{secret:bell}}", typing_method::automatic)}) {
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().starts_with("With its secrets"));
        CHECK(refused.error().find_first_of("0123456789") == std::string::npos);
    }
    const auto plain = typed("a\ab", typing_method::automatic);
    REQUIRE_FALSE(plain.has_value());
    CHECK(plain.error().contains("position 1"));
}

TEST_CASE("values are taken out of texts", "[agent]")
{
    CHECK(without("The PIN is 246810.") == "The PIN is {{secret:pin}}.");
    CHECK(without("Hunter2") == "{{secret:password}}");
    CHECK(without("hunter2000") == "{{secret:longer}}");
    CHECK(without("4111111111111111") == "{{secret:card}}");
    CHECK(without("4111-1111 1111\xC2\xA0"
                  "1111") == "{{secret:card}}");
    CHECK(without("hunter") == "hunter");
    CHECK(without("grün 24681 Tür") == "grün 24681 Tür");
    CHECK(without("") == "");
}

TEST_CASE("names in braces stay as they are", "[agent]")
{
    secret_values odd;
    odd.add("other", "secret");
    CHECK(odd.without_secrets("{{secret:other}} secret") == "{{secret:other}} {{secret:other}}");
    CHECK(without("{{secret:x246810}}") == "{{secret:x{{secret:pin}}}}"); // no name of ours
    const auto once = without("246810 hunter2");
    CHECK(without(once) == once);
}

TEST_CASE("a value of hardly more than spaces is found as it is", "[agent]")
{
    secret_values odd;
    odd.add("gaps", "a - b");
    CHECK(odd.without_secrets("<a - b> ab") == "<{{secret:gaps}}> ab");
    odd.add("short", "xyz");
    CHECK(odd.without_secrets("xyz") == "xyz");
}

TEST_CASE("values are taken out of records", "[agent]")
{
    const nlohmann::json record = {
        {"elements", {{{"label", "PIN 246810"}, {"x", 246810}, {"enabled", true}}}},
        {"hunter2", nullptr}};
    const auto out = usual_values().without_secrets_in(record);
    CHECK(out.dump() == R"({"elements":[{"enabled":true,"label":"PIN {{secret:pin}}","x":246810}],)"
                        R"("{{secret:password}}":null})");
}

TEST_CASE("no text keeps a value, wherever it stands", "[agent]")
{
    CHECK(rc::check([] {
        const auto before = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("246810hunter -{}:secretpin")));
        const auto after = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("246810hunter -{}:secretpin")));
        const auto out = without(before + "246810" + after);
        RC_ASSERT(out.find("246810") == std::string::npos);
        RC_ASSERT(without(out) == out);
    }));
}

} // namespace thimble::service::agent::test
