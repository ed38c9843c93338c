// Desktops that may link: whose token it is, the number of a link, what was said, revocation.
#include "tests/service/desktops/desktops_fixture.hpp"

#include <boost/asio/detached.hpp>

#include <vector>

namespace thimble::service::test {

TEST_CASE("a desktop is known by its token alone", "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    const auto found = on.find(desk);
    REQUIRE(found);
    CHECK(found->id == desk.id);
    CHECK(found->account_id == adas_account);
    CHECK(found->name == "Desk");
    for (const auto& wrong : {std::string(), std::string("td_"), "td_" + desk.id + "0", desk.id,
                              desk.hash, std::string("tk_of_the_tests")})
        CHECK_FALSE(on.whose(wrong));
    http::request elsewhere;
    elsewhere.head.set("X-API-Key", "td_" + desk.id);
    CHECK_FALSE(on.known.authenticate(elsewhere));
}

TEST_CASE("the links of a desktop are numbered upwards, over a restart too", "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    const auto other = on.enrol();
    CHECK(on.wait_for(on.known.next_epoch(desk.id)) == 1);
    CHECK(on.wait_for(on.known.next_epoch(desk.id)) == 2);
    CHECK(on.wait_for(on.known.next_epoch(other.id)) == 1);
    desktops later(on.store);
    later.assign(on.behind_its_back(all_desktops));
    CHECK(on.wait_for(later.next_epoch(desk.id)) == 3);
    CHECK_FALSE(on.wait_for(on.known.next_epoch(random_uuid())));
}

TEST_CASE("what a desktop said is there when it links again, over a restart too",
          "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    REQUIRE(on.known.past_of(desk.id));
    CHECK(on.known.past_of(desk.id)->boot_id.empty());
    CHECK(on.wait_for(on.known.greet(desk.id, {.name = "Ada's desk",
                                               .version = "1.2.3",
                                               .boot_id = "boot-1",
                                               .journal_id = "journal-1"})));
    desktops later(on.store);
    later.assign(on.behind_its_back(all_desktops));
    for (const auto* each : {&on.known, &later}) {
        const auto past = each->past_of(desk.id);
        REQUIRE(past);
        CHECK(past->name == "Ada's desk");
        CHECK(past->version == "1.2.3");
        CHECK(past->boot_id == "boot-1");
        CHECK(past->journal_id == "journal-1");
        CHECK(each->of(adas_account).front().last_seen_at);
    }
    CHECK_FALSE(on.known.past_of(random_uuid()));
    CHECK_FALSE(on.wait_for(on.known.greet(random_uuid(), {})));
}

TEST_CASE("a desktop's name and version are such that a terminal can show them", "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    for (const std::string odd : {"", "a\nb", "a\x1b[2J", "a\xC2\x9B", "\xff", "a\x7f"}) {
        CHECK(on.wait_for(on.known.greet(
            desk.id, {.name = odd, .version = odd, .boot_id = "a\nb", .journal_id = "j"})));
        CHECK(on.known.past_of(desk.id)->name == "Desk");
        CHECK(on.known.past_of(desk.id)->version.empty());
        CHECK(on.known.past_of(desk.id)->boot_id == "a\nb"); // which nobody is shown
    }
    CHECK(on.wait_for(on.known.greet(
        desk.id,
        {.name = std::string(257, 'n'), .version = "1", .boot_id = "b", .journal_id = "j"})));
    CHECK(on.known.past_of(desk.id)->name == "Desk");
    CHECK(on.known.past_of(desk.id)->version == "1");
}

TEST_CASE("a revoked desktop is told of once, and is known no more by then", "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    const auto other = on.enrol();
    std::vector<std::string> heard;
    on.known.when_revoked([&](const std::string& id) {
        CHECK_FALSE(on.find(desk));
        heard.push_back(id);
    });
    CHECK(on.wait_for(on.known.revoke(bobs_account, desk.id)).error().code == "DESKTOP_NOT_FOUND");
    CHECK(on.find(desk));
    CHECK(on.wait_for(on.known.revoke(adas_account, desk.id)));
    CHECK(on.wait_for(on.known.revoke(adas_account, desk.id)).error().code == "DESKTOP_NOT_FOUND");
    CHECK(heard == std::vector{desk.id});
    CHECK_FALSE(on.wait_for(on.known.next_epoch(desk.id)));
    CHECK_FALSE(on.wait_for(on.known.greet(desk.id, desk.said)));
    CHECK(on.find(other));
    CHECK(on.behind_its_back(all_desktops).size() == 1);
}

TEST_CASE("a revocation behind the service's back is heard of when it reads again",
          "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    const auto staying = on.enrol();
    REQUIRE(on.wait_for(on.known.greet(
        staying.id, {.name = "Stays", .version = "1", .boot_id = "b", .journal_id = "j"})));
    const auto coming = with_desktops::make_row(bobs_account, "Comes");
    on.behind_its_back([&](store::transaction& in) {
        insert_desktop(in, coming);
        return remove_desktop(in, desk.id);
    });
    std::vector<std::string> heard;
    on.known.when_revoked([&](const std::string& id) { heard.push_back(id); });
    CHECK(on.find(desk));
    CHECK(on.wait_for(on.known.reload()));
    CHECK(heard == std::vector{desk.id});
    CHECK_FALSE(on.find(desk));
    CHECK(on.find(coming));
    CHECK(on.known.past_of(staying.id)->name == "Stays");
}

TEST_CASE("a desktop that is revoked while it is being read again does not come back",
          "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    const auto both = [](with_desktops& in, std::string id) -> boost::asio::awaitable<bool> {
        boost::asio::co_spawn(in.context, in.known.revoke(adas_account, id), boost::asio::detached);
        co_return co_await in.known.reload();
    };
    for (int time = 0; time < 20; ++time) {
        const auto next = on.enrol();
        CHECK(on.wait_for(both(on, next.id)));
        CHECK_FALSE(on.find(next));
    }
    CHECK(on.find(desk));
}

TEST_CASE("a desktop whose link has ended was last seen then", "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    CHECK_FALSE(on.known.of(adas_account).front().last_seen_at);
    on.known.note_departure(desk.id);
    on.known.note_departure(random_uuid());
    CHECK(on.known.of(adas_account).front().last_seen_at);
    CHECK(on.behind_its_back(all_desktops).front().last_seen_at);
    CHECK(on.known.of(bobs_account).empty());
}

TEST_CASE("a store that fails lets nobody in and puts nobody out", "[service][store]")
{
    with_desktops on;
    const auto desk = on.enrol();
    on.known.when_revoked([](const std::string&) { FAIL_CHECK("nobody was revoked"); });
    on.behind_its_back(
        [](store::transaction& in) { return in.execute("ALTER TABLE desktops RENAME TO away"); });
    CHECK_FALSE(on.wait_for(on.known.next_epoch(desk.id)));
    CHECK_FALSE(on.wait_for(on.known.greet(desk.id, desk.said)));
    CHECK_FALSE(on.wait_for(on.known.reload()));
    CHECK(on.known.past_of(desk.id));
    CHECK(on.find(desk));
    on.behind_its_back(
        [](store::transaction& in) { return in.execute("ALTER TABLE away RENAME TO desktops"); });
    CHECK(on.wait_for(on.known.next_epoch(desk.id)) == 1);
}

} // namespace thimble::service::test
