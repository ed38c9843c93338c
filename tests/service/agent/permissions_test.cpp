// Acts that an agent may do, that the user is asked about, and that are refused.
#include "service/agent/permissions.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::agent::test {

namespace {

permissions rules_of(std::string_view allowed, std::string_view denied, std::string_view confirmed)
{
    return parse_permissions(allowed, denied, confirmed).value();
}

std::string
wrong_rules(std::string_view allowed, std::string_view denied, std::string_view confirmed)
{
    const auto out = parse_permissions(allowed, denied, confirmed);
    return out ? "it was accepted" : out.error();
}

circumstances in_front(std::string app)
{
    return {.front_app = std::move(app),
            .apps = {{.name = "Bank", .bundle_id = "com.example.bank", .version = {}},
                     {.name = "Maps", .bundle_id = "com.apple.Maps", .version = {}},
                     {.name = "Messages", .bundle_id = "com.apple.MobileSMS", .version = {}}},
            .secrets = {{"pin", {}}, {"bound", {"com.example.*", "com.apple.Maps"}}}};
}

act typing(std::string text)
{
    return link::action(link::type{.text = std::move(text)});
}

act opening(std::string app)
{
    return link::action(link::open_app{.app_name = std::move(app)});
}

const act a_tap = link::action(link::tap{.x = 1, .y = 2});
const act going_home = link::action(link::home{});
const act an_address = link::action(link::open_url{.url = "https://example.com/"});
const act a_secret = link::action(link::type{.text = "{{secret:pin}}"});

} // namespace

TEST_CASE("permissions are lists with commas", "[agent]")
{
    const auto out = rules_of("com.apple.Maps, com.example.*", "com.example.bank",
                              "open_url,secret , com.apple.MobileSMS,");
    CHECK(out == permissions{.allowed_apps = {"com.apple.Maps", "com.example.*"},
                             .denied_apps = {"com.example.bank"},
                             .confirmed_apps = {"com.apple.MobileSMS"},
                             .confirmed_tools = {"open_url"},
                             .confirm_secrets = true});
    CHECK(rules_of("", " ", ",") == permissions{});
}

TEST_CASE("permissions that are none are told", "[agent]")
{
    CHECK(wrong_rules("My App", "", "") ==
          "'My App' is no bundle id such as com.apple.mobilesafari");
    CHECK(wrong_rules("", "com.*.bank", "").starts_with("'com.*.bank' is no bundle id"));
    CHECK(wrong_rules("", "*", "").starts_with("'*' is no bundle id"));
    for (const auto* word : {"swipe", "done", "ask_user", "wait", "Secret"})
        CHECK(wrong_rules("", "", word) ==
              "'" + std::string(word) + "' is no tool, no bundle id, and not 'secret'");
}

TEST_CASE("without rules everything is allowed but to type a secret", "[agent]")
{
    for (const auto& each : {a_tap, going_home, an_address, opening("Whatever")})
        CHECK(judge(each, {}, in_front("com.example.bank")) == ruling{});
    CHECK(judge(a_secret, {}, in_front("com.example.bank")).what == judgement::ask_user);
}

TEST_CASE("apps that are denied or not among the allowed are not opened", "[agent]")
{
    const auto denied = rules_of("", "com.example.*", "");
    CHECK(judge(opening("com.example.bank"), denied, in_front("")).what == judgement::refused);
    CHECK(judge(opening("com.example.bank"), denied, in_front("")).words ==
          "The app com.example.bank is not allowed in this session. Nothing was done.");
    CHECK(judge(opening("com.apple.Maps"), denied, in_front("")).what == judgement::allowed);
    const auto only = rules_of("com.apple.Maps,com.example.*", "com.example.bank", "");
    CHECK(judge(opening("com.apple.Maps"), only, in_front("")).what == judgement::allowed);
    CHECK(judge(opening("com.apple.MobileSMS"), only, in_front("")).what == judgement::refused);
    CHECK(judge(opening("com.example.bank"), only, in_front("")).what == judgement::refused);
}

TEST_CASE("an app is judged by its bundle id, whatever it is called", "[agent]")
{
    const auto denied = rules_of("", "com.example.bank", "");
    const auto now = in_front("");
    const auto bank = with_bundle_id(opening("bank"), now.apps);
    CHECK(bank == opening("com.example.bank"));
    CHECK(judge(bank, denied, now).what == judgement::refused);
    CHECK(with_bundle_id(opening("unheard of"), now.apps) == opening("unheard of"));
    CHECK(judge(opening("unheard of"), denied, now).what == judgement::refused);
    CHECK(judge(opening("bank"), denied, now).what == judgement::refused);
    CHECK(with_bundle_id(a_tap, now.apps) == a_tap);
}

TEST_CASE("in an app that is denied only leaving it is allowed", "[agent]")
{
    const auto denied = rules_of("", "com.example.bank", "");
    const auto now = in_front("com.example.bank");
    CHECK(judge(a_tap, denied, now).what == judgement::refused);
    CHECK(judge(link::action(link::elements{}), denied, now).what == judgement::refused);
    CHECK(judge(going_home, denied, now).what == judgement::allowed);
    CHECK(judge(opening("com.apple.Maps"), denied, now).what == judgement::allowed);
    CHECK(judge(wait{}, denied, now).what == judgement::allowed);
    CHECK(judge(done{}, denied, now).what == judgement::allowed);
    CHECK(judge(a_tap, denied, in_front("com.apple.Maps")).what == judgement::allowed);
}

TEST_CASE("where the front app is not known it can only be left", "[agent]")
{
    const auto now = in_front("");
    const ruling not_known{.what = judgement::refused,
                           .words = "It is not known which app is in front. Nothing was done."};
    for (const auto& rules :
         {rules_of("com.apple.Maps", "", ""), rules_of("", "com.example.bank", ""),
          rules_of("", "", "com.apple.MobileSMS")}) {
        CHECK(judge(a_tap, rules, now) == not_known);
        CHECK(judge(a_secret, rules, now) == not_known);
        CHECK(judge(link::action(link::elements{}), rules, now) == not_known);
        CHECK(judge(going_home, rules, now) == ruling{});
        CHECK(judge(opening("com.apple.Maps"), rules, now) == ruling{});
        CHECK(judge(an_address, rules, now).what == judgement::ask_user);
        CHECK(judge(wait{}, rules, now) == ruling{});
    }
    CHECK(judge(a_tap, rules_of("", "", "tap"), now).what == judgement::ask_user);
}

TEST_CASE("the home screen is no app that must be allowed", "[agent]")
{
    const auto only = rules_of("com.apple.Maps", "", "");
    CHECK(judge(a_tap, only, in_front("com.apple.springboard")).what == judgement::allowed);
    CHECK(judge(a_tap, only, in_front("com.apple.MobileSMS")).what == judgement::refused);
}

TEST_CASE("an app that needs consent is asked for until it is given", "[agent]")
{
    const auto rules = rules_of("", "", "com.apple.MobileSMS");
    auto now = in_front("com.apple.MobileSMS");
    const ruling asked{.what = judgement::ask_user,
                       .words = "May I use the app com.apple.MobileSMS?",
                       .app = "com.apple.MobileSMS"};
    CHECK(judge(opening("com.apple.MobileSMS"), rules, now) == asked);
    CHECK(judge(a_tap, rules, now) == asked);
    now.agreed_apps.push_back(asked.app);
    CHECK(judge(opening("com.apple.MobileSMS"), rules, now) == ruling{});
    CHECK(judge(a_tap, rules, now) == ruling{});
}

TEST_CASE("a denial outranks a consent", "[agent]")
{
    const auto rules = rules_of("", "com.apple.MobileSMS", "com.apple.MobileSMS");
    auto now = in_front("");
    now.agreed_apps = {"com.apple.MobileSMS"};
    CHECK(judge(opening("com.apple.MobileSMS"), rules, now).what == judgement::refused);
}

TEST_CASE("an address is asked for where it is configured, and where apps matter", "[agent]")
{
    const ruling asked{.what = judgement::ask_user,
                       .words = "May I open the address https://example.com/?"};
    CHECK(judge(an_address, rules_of("", "", "open_url"), in_front("")) == asked);
    CHECK(judge(an_address, rules_of("", "com.example.bank", ""), in_front("")) == asked);
    CHECK(judge(an_address, rules_of("", "", "secret"), in_front("")) == ruling{});
}

TEST_CASE("a secret is asked for by its name and the app in front", "[agent]")
{
    const ruling asked{.what = judgement::ask_user,
                       .words = "May I type the secret pin into the app Maps (com.apple.Maps)?",
                       .secrets = {"pin"}};
    CHECK(judge(a_secret, {}, in_front("com.apple.Maps")) == asked);
    CHECK(judge(a_secret, rules_of("", "", "secret"), in_front("com.apple.Maps")) == asked);
    CHECK(judge(a_secret, {}, in_front("com.example.new")).words ==
          "May I type the secret pin into the app com.example.new?");
    CHECK(judge(a_secret, {}, in_front("")).words ==
          "May I type the secret pin? It is not known which app is in front.");
    CHECK(judge(typing("plain"), rules_of("", "", "secret"), in_front("")) == ruling{});
}

TEST_CASE("a secret is asked for once in an app, or each time", "[agent]")
{
    auto now = in_front("com.apple.Maps");
    now.agreed_secrets = {{"pin", "com.apple.Maps"}};
    CHECK(judge(a_secret, {}, now) == ruling{});
    CHECK(judge(a_secret, rules_of("", "", "secret"), now).what == judgement::ask_user);
    now.front_app = "com.apple.MobileSMS";
    CHECK(judge(a_secret, {}, now).what == judgement::ask_user);
}

TEST_CASE("a secret may be typed without asking where the operator says so", "[agent]")
{
    const permissions trusting{.secrets_without_asking = true};
    CHECK(judge(a_secret, trusting, in_front("com.apple.MobileSMS")) == ruling{});
    CHECK(judge(typing("{{secret:bound}}"), trusting, in_front("com.apple.MobileSMS")).what ==
          judgement::refused);
}

TEST_CASE("a secret that is bound to apps is refused in every other one", "[agent]")
{
    const auto bound = typing("x {{secret:bound}}");
    CHECK(judge(bound, {}, in_front("com.example.bank")) == ruling{});
    CHECK(judge(bound, {}, in_front("com.apple.Maps")) == ruling{});
    auto elsewhere = in_front("com.apple.MobileSMS");
    CHECK(judge(bound, {}, elsewhere) ==
          ruling{.what = judgement::refused,
                 .words = "The secret bound may be typed into com.example.*, com.apple.Maps only, "
                          "and the app in front is com.apple.MobileSMS. Nothing was typed."});
    elsewhere.agreed_to_act = true;
    elsewhere.agreed_secrets = {{"bound", "com.apple.MobileSMS"}};
    CHECK(judge(bound, {}, elsewhere).what == judgement::refused);
    CHECK(judge(bound, rules_of("", "", "com.apple.MobileSMS"), elsewhere).what ==
          judgement::refused);
    CHECK(judge(bound, {}, in_front(""))
              .words.ends_with(
                  "only, and it is not known which app is in front. Nothing was typed."));
    CHECK(judge(bound, rules_of("", "", "secret"), in_front("com.apple.Maps")).what ==
          judgement::ask_user);
}

TEST_CASE("nobody is asked for a secret that does not exist", "[agent]")
{
    CHECK(judge(typing("{{secret:none}}"), {}, in_front("com.apple.Maps")) ==
          ruling{.what = judgement::refused,
                 .words = "There is no secret called none. Nothing was typed."});
}

TEST_CASE("any tool that acts may need consent", "[agent]")
{
    CHECK(judge(link::action(link::tap_and_hold{}), rules_of("", "", "long_press"), in_front("")) ==
          ruling{.what = judgement::ask_user, .words = "May I use the tool long_press now?"});
    CHECK(judge(opening("com.apple.Maps"), rules_of("", "", "open_app"), in_front("")) ==
          ruling{.what = judgement::ask_user, .words = "May I open the app com.apple.Maps?"});
    CHECK(judge(a_tap, rules_of("", "", "tap"), in_front("com.apple.Maps")) ==
          ruling{.what = judgement::ask_user,
                 .words = "May I use the tool tap now, in the app Maps (com.apple.Maps)?"});
    CHECK(judge(a_tap, rules_of("", "", "long_press"), in_front("")) == ruling{});
}

} // namespace thimble::service::agent::test
