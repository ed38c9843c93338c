// Secrets: put into what is typed, taken out of what comes back.
#include "service/agent/secret_values.hpp"
#include "service/agent/secrets.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
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

TEST_CASE("punctuation and symbols hide no value", "[agent]")
{
    for (const auto* shown : {"hun|ter2", "h.u.n.t.e.r.2", "hunter\n2", "h\xE2\x80\xA2unter2",
                              "hunt\xE2\x80\x8B"
                              "er2",
                              "h\xCC\x81unter2",
                              "hunter\xF0\x9F\x98\x80"
                              "2"})
        CHECK(without(shown) == "{{secret:password}}");
    secret_values dashed;
    dashed.add("mail", "correct-horse-battery");
    CHECK(dashed.without_secrets("<correct-horse|-battery>") == "<{{secret:mail}}>");
    CHECK(dashed.without_secrets("CORRECT HORSE (BATTERY)") == "{{secret:mail}})");
}

TEST_CASE("a byte that is no UTF-8 is part of no value and hides none", "[agent]")
{
    CHECK(without("\xFFhunter2\xC3") == "\xFF{{secret:password}}\xC3");
    CHECK(without("hun\xFFter2") == "hun\xFFter2");
}

TEST_CASE("of very many values those that were added last are taken out", "[agent]")
{
    secret_values all;
    all.add("kept", "forever-young");
    for (std::size_t each = 0; each < 3 * secret_values::most_values; ++each) {
        all.add("changes", "value" + std::to_string(10'000 + each));
        all.add("kept", "forever-young");
    }
    CHECK(all.without_secrets("forever young") == "{{secret:kept}}");
    CHECK(all.without_secrets("value10599") == "{{secret:changes}}");
    CHECK(all.without_secrets("value10000") == "value10000");
}

namespace {

std::chrono::nanoseconds time_of_thread()
{
    timespec now{};
    REQUIRE(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace

TEST_CASE("a text that is like every value costs a moment, not minutes", "[agent]")
{
    secret_values all;
    for (int each = 0; each < 100; ++each)
        all.add("s" + std::to_string(each),
                std::string(4'090, 'a') + std::to_string(10'000 + each));
    CHECK(all.without_secrets("first") == "first"); // the values are made ready
    std::string text;
    for (int each = 0; each < 10'000; ++each)
        text += "a ";
    const auto before = time_of_thread();
    CHECK(all.without_secrets(text) == text);
    CHECK(time_of_thread() - before < std::chrono::seconds(2)); // milliseconds are usual
}

namespace {

/// The value at a place, gaps within it included, tried letter by letter.
std::size_t length_at(std::string_view text, std::string_view wanted)
{
    std::size_t at = 0;
    for (const char each : wanted) {
        while (at > 0 && at < text.size() && text[at] == '-')
            ++at;
        if (at >= text.size() || text[at] != each)
            return 0;
        ++at;
    }
    return at;
}

std::string without_one_by_one(std::string_view text, const std::vector<std::string>& wanted)
{
    std::string out;
    while (!text.empty()) {
        std::size_t length = 0;
        std::size_t letters = 0;
        std::size_t found = 0;
        for (std::size_t each = 0; each < wanted.size(); ++each)
            if (const auto here = length_at(text, wanted[each]);
                here > 0 && wanted[each].size() > letters) {
                length = here;
                letters = wanted[each].size();
                found = each;
            }
        out += length > 0 ? "{{secret:n" + std::to_string(found) + "}}" : std::string(1, text[0]);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

} // namespace

TEST_CASE("values are found as a search for one after the other finds them", "[agent]")
{
    CHECK(rc::check([] {
        std::vector<std::string> wanted;
        for (const auto& each : *rc::gen::container<std::vector<std::string>>(
                 rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab")))))
            if (each.size() >= shortest_secret)
                wanted.push_back(each);
        secret_values all;
        for (std::size_t each = 0; each < wanted.size(); ++each)
            all.add("n" + std::to_string(each), wanted[each]);
        const auto text =
            *rc::gen::container<std::string>(rc::gen::elementOf(std::string("aaabbb-")));
        RC_ASSERT(all.without_secrets(text) == without_one_by_one(text, wanted));
    }));
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
