// Enrolment of a desktop: its code, its approval, its token, and what is refused.
#include "service/desktops/enrolment_code.hpp"
#include "service/desktops/enrolments.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/service/desktops/desktops_fixture.hpp"

#include <set>

namespace thimble::service::test {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

struct with_enrolments : with_desktops {
    explicit with_enrolments(enrolment_limits granted = {})
        : enrolling(store, known, granted, "the service's secret")
    {
    }

    enrolments::opened open(const std::string& name = "Desk",
                            const std::string& address = "192.0.2.1")
    {
        return wait_for(enrolling.open(name, address, now)).value();
    }

    result<enrolments::progress> look(const enrolments::opened& of)
    {
        return wait_for(enrolling.look(of.row.id, of.poll_token, now));
    }

    result<desktop_row> approve(const std::string& code,
                                const std::string& account = adas_account,
                                const std::string& key = "")
    {
        return wait_for(enrolling.approve({.id = account, .key_id = key}, code, now));
    }

    enrolments enrolling;
    enrolments::clock::time_point now = enrolments::clock::now();
};

template <class Value>
std::string code_of(const result<Value>& what)
{
    return what ? std::string() : what.error().code;
}

} // namespace

TEST_CASE("a code is short, and hard to misread", "[service]")
{
    std::set<std::string> made;
    for (int each = 0; each < 1000; ++each) {
        const auto code = random_enrolment_code();
        REQUIRE(code.size() == 9);
        CHECK(code[4] == '-');
        CHECK(code.find_first_of("AEIOUY0123456789") == std::string::npos);
        CHECK(parse_enrolment_code(code) == code);
        made.insert(code);
    }
    CHECK(made.size() == 1000);
}

TEST_CASE("a code is known however it is typed", "[service]")
{
    for (const auto* typed : {"BCDF-GHJK", "bcdfghjk", "bCdF-gHjK", "BCDF GHJK", "-BC-DFGHJK"})
        CHECK(parse_enrolment_code(typed) == "BCDF-GHJK");
    for (const auto* wrong : {"", "BCDF-GHJ", "BCDF-GHJKL", "ACDF-GHJK", "BCDF_GHJK", "BCDF-GHJ1"})
        CHECK_FALSE(parse_enrolment_code(wrong));
}

TEST_CASE("a desktop gets its token once an account has approved its code", "[service][store]")
{
    with_enrolments on;
    const auto asked = on.open("Ada's desk");
    CHECK(on.look(asked)->reached == enrolments::stage::pending);
    CHECK(on.look(asked)->token.empty());
    const auto approved = on.approve(asked.row.code);
    REQUIRE(approved);
    CHECK(approved->said.name == "Ada's desk");
    const auto seen = on.look(asked);
    REQUIRE(seen);
    CHECK(seen->reached == enrolments::stage::approved);
    CHECK(seen->row.desktop_id == approved->id);
    CHECK(seen->token.starts_with("td_"));
    CHECK(seen->token.size() == 46);
    const auto desk = on.whose(seen->token);
    REQUIRE(desk);
    CHECK(desk->id == approved->id);
    CHECK(desk->account_id == adas_account);
    CHECK(desk->name == "Ada's desk");
}

TEST_CASE("a token can be fetched again until the desktop has linked with it", "[service][store]")
{
    with_enrolments on;
    const auto asked = on.open();
    const auto approved = on.approve(asked.row.code);
    const auto token = on.look(asked)->token;
    CHECK(on.look(asked)->token == token);
    enrolments later(on.store, on.known, {}, "the service's secret"); // after a restart
    CHECK(on.wait_for(later.look(asked.row.id, asked.poll_token, on.now))->token == token);
    CHECK(on.wait_for(on.known.next_epoch(approved->id)) == 1);
    CHECK(code_of(on.look(asked)) == "DATA_NOT_FOUND");
    CHECK(on.whose(token));
}

TEST_CASE("without its secret an enrolment is not there", "[service]")
{
    with_enrolments on;
    const auto asked = on.open();
    const auto other = on.open();
    on.approve(asked.row.code);
    const auto look = [&](const std::string& id, const std::string& secret) {
        return on.wait_for(on.enrolling.look(id, secret, on.now)).error();
    };
    const auto unknown = look(random_uuid(), asked.poll_token);
    CHECK(unknown.code == "DATA_NOT_FOUND");
    for (const auto& wrong :
         {std::string(), other.poll_token, asked.poll_token + "0", asked.row.poll_hash}) {
        CHECK(look(asked.row.id, wrong).code == unknown.code);
        CHECK(look(asked.row.id, wrong).message == unknown.message);
    }
}

TEST_CASE("a code that has expired lets nobody in", "[service][store]")
{
    with_enrolments on;
    const auto late = on.open();
    const auto timely = on.open();
    REQUIRE(on.approve(timely.row.code));
    on.now += minutes(10);
    CHECK(on.look(late)->reached == enrolments::stage::expired);
    CHECK(code_of(on.approve(late.row.code)) == "DATA_NOT_FOUND");
    CHECK(on.look(timely)->reached == enrolments::stage::approved);
    on.wait_for([](enrolments& in, auto now) -> boost::asio::awaitable<bool> {
        co_await in.prune(now);
        co_return true;
    }(on.enrolling, on.now));
    CHECK(on.look(late));
    on.wait_for([](enrolments& in, auto now) -> boost::asio::awaitable<bool> {
        co_await in.prune(now + minutes(10) + seconds(1));
        co_return true;
    }(on.enrolling, on.now));
    CHECK(code_of(on.look(late)) == "DATA_NOT_FOUND");
    CHECK(code_of(on.look(timely)) == "DATA_NOT_FOUND");
}

TEST_CASE("approving twice is approving once, and nobody else can approve", "[service][store]")
{
    with_enrolments on;
    const auto asked = on.open();
    const auto first = on.approve(asked.row.code);
    const auto second = on.approve(asked.row.code);
    REQUIRE(second);
    CHECK(second->id == first->id);
    CHECK(code_of(on.approve(asked.row.code, bobs_account)) == "DATA_NOT_FOUND");
    CHECK(on.known.of(adas_account).size() == 1);
    CHECK(on.known.of(bobs_account).empty());
}

TEST_CASE("a desktop that is revoked before it has linked gets no token", "[service][store]")
{
    with_enrolments on;
    const auto asked = on.open();
    const auto token = [&] {
        on.approve(asked.row.code);
        return on.look(asked)->token;
    }();
    CHECK(on.wait_for(on.known.revoke(adas_account, on.known.of(adas_account).front().id)));
    CHECK(code_of(on.look(asked)) == "DATA_NOT_FOUND");
    CHECK(code_of(on.approve(asked.row.code)) == "DATA_NOT_FOUND");
    CHECK_FALSE(on.whose(token));
}

TEST_CASE("only so many desktops may ask, at the same time and in a minute", "[service]")
{
    with_enrolments few({.open = 2});
    const auto one = few.open();
    few.open();
    const auto refused = few.wait_for(few.enrolling.open("Desk", "192.0.2.1", few.now));
    CHECK(code_of(refused) == "RATE_LIMITED");
    CHECK(refused.error().context.at("retry_after_s") == 60);
    REQUIRE(few.approve(one.row.code)); // waits no more
    CHECK(few.wait_for(few.enrolling.open("Desk", "192.0.2.1", few.now)));
    few.now += minutes(10);
    CHECK(few.wait_for(few.enrolling.open("Desk", "192.0.2.1", few.now)));

    with_enrolments seldom({.asked = {.per_second = 0.001, .burst = 3}});
    for (int each = 0; each < 3; ++each)
        seldom.open();
    CHECK(code_of(seldom.wait_for(seldom.enrolling.open("Desk", "192.0.2.1", seldom.now))) ==
          "RATE_LIMITED");
}

TEST_CASE("one address cannot use up what all may ask", "[service]")
{
    with_enrolments on({.asked = {.per_second = 0.001, .burst = 4},
                        .asked_from_address = {.per_second = 0.001, .burst = 2}});
    on.open("Desk", "2001:db8::1");
    on.open("Desk", "2001:db8::2");
    const auto refused = on.wait_for(on.enrolling.open("Desk", "2001:db8::3", on.now));
    CHECK(code_of(refused) == "RATE_LIMITED");
    on.open("Desk", "192.0.2.1");
    on.open("Desk", "192.0.2.2"); // the refusal took nothing from the others
}

TEST_CASE("an account has only so many desktops", "[service][store]")
{
    with_enrolments on({.desktops = 1});
    const auto first = on.open();
    const auto second = on.open();
    const auto made = on.approve(first.row.code, adas_account, "a key's id");
    REQUIRE(made);
    CHECK(made->approved_by == "a key's id");
    CHECK(on.behind_its_back(all_desktops).front().approved_by == "a key's id");
    const auto refused = on.approve(second.row.code);
    CHECK(code_of(refused) == "INVALID_ARGUMENT");
    CHECK(refused.error().context.at("reason") == "too_many");
    CHECK(on.approve(first.row.code)); // which it has already
    CHECK(on.approve(second.row.code, bobs_account));
}

TEST_CASE("codes cannot be guessed one after another", "[service]")
{
    with_enrolments on({.guessed = {.per_second = 0.001, .burst = 3}});
    const auto asked = on.open();
    for (int each = 0; each < 10; ++each) // those that are right do not count
        CHECK(on.approve(asked.row.code));
    CHECK(code_of(on.approve("no code")) == "INVALID_ARGUMENT"); // nor do those that are none
    for (int each = 0; each < 3; ++each)
        CHECK(code_of(on.approve("BCDF-GHJK")) == "DATA_NOT_FOUND");
    const auto refused = on.approve(asked.row.code);
    CHECK(code_of(refused) == "RATE_LIMITED");
    CHECK(refused.error().context.at("retry_after_s").get<int>() > 0);
    CHECK(code_of(on.approve("BCDF-GHJK", bobs_account)) == "DATA_NOT_FOUND");
}

TEST_CASE("the database knows neither the token nor what the desktop asks with", "[service]")
{
    with_enrolments on;
    const auto asked = on.open("Desk 4711");
    on.approve(asked.row.code);
    const auto token = on.look(asked)->token;
    REQUIRE(on.behind_its_back(all_desktops).size() == 1);
    bool name_is_there = false; // in a file that was read, then
    for (const auto& file : std::filesystem::recursive_directory_iterator(on.folder.path())) {
        const auto content = e2e::content_of(file.path());
        name_is_there = name_is_there || content.contains("Desk 4711");
        CHECK(content.find(token.substr(3)) == std::string::npos);
        CHECK(content.find(asked.poll_token.substr(3)) == std::string::npos);
    }
    CHECK(name_is_there);
}

} // namespace thimble::service::test
