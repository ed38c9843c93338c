// An operator's commands, through a running service and without one.
#include "http/client/local_request.hpp"
#include "service/accounts/account_rows.hpp"
#include "service/accounts/password.hpp"
#include "service/admin/admin_commands.hpp"
#include "service/desktops/enrolment_rows.hpp"
#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"
#include "tests/store/store_in.hpp"

#include <boost/asio/local/stream_protocol.hpp>

#include <set>
#include <sys/stat.h>

namespace thimble::service::test {

namespace {

using arguments = std::map<std::string, std::string, std::less<>>;

struct with_database {
    admin_answer run(const std::string& command, const arguments& given)
    {
        return file
            .run([&](store::transaction& on) {
                return run_admin_command(on, {.command = command, .arguments = given});
            })
            .value();
    }

    e2e::temporary_directory folder;
    store::database_file file =
        store::database_file::open(store::test::store_in(folder.path())).value();
};

std::string id_of_account(with_two_accounts& with, const std::string& name)
{
    const auto shown = with.ask("account show", {{"name", name}}).text; // the line ID and a tab
    return shown.substr(3, shown.find('\n') - 3);
}

} // namespace

TEST_CASE("an account has one name and any number of keys", "[service][store]")
{
    with_database on;
    CHECK(on.run("account create", {{"name", "ada"}}).text.size() == 36);
    CHECK_FALSE(on.run("account create", {{"name", "ada"}}).done);
    for (const auto& name : {std::string(), std::string(81, 'n'), std::string("a\nb"),
                             std::string("a\tb"), std::string("\xff")})
        CHECK_FALSE(on.run("account create", {{"name", name}}).done);
    const auto key = on.run("key create", {{"account", "ada"}, {"name", "first"}}).text;
    CHECK(key.starts_with("tk_"));
    CHECK(on.run("key create", {{"account", "ada"}}).text != key);
    CHECK_FALSE(on.run("key create", {{"account", "bob"}}).done);
    const auto list = on.run("key list", {}).text;
    CHECK(std::count(list.begin(), list.end(), '\n') == 2);
    CHECK(list.find("ada\tfirst\t" + key.substr(0, 8)) != std::string::npos);
    CHECK(list.find(key) == std::string::npos);
}

TEST_CASE("accounts are listed, and shown with what they have", "[service][store]")
{
    with_database on;
    CHECK(on.run("account list", {}).text ==
          "ID\tNAME\tSUBSCRIPTION\tMINUTES\tKEYS\tDESKTOPS\tCREATED");
    const auto id = on.run("account create", {{"name", "ada"}}).text;
    on.run("account create", {{"name", "bob"}});
    on.run("key create", {{"account", "ada"}});
    const auto list = on.run("account list", {}).text;
    CHECK(std::count(list.begin(), list.end(), '\n') == 2);
    CHECK(list.contains('\n' + id + "\tada\tactive\tunlimited\t1\t0\t"));
    const auto shown = on.run("account show", {{"name", "ada"}}).text;
    for (const auto* line :
         {"NAME\tada", "PASSWORD\tnone", "KEYS\t1", "DESKTOPS\t0", "OVERAGE\toff"})
        CHECK(shown.contains(line));
    on.run("account password", {{"name", "ada"}, {"password_hash", "a hash"}});
    const auto later = on.run("account show", {{"name", "ada"}}).text;
    CHECK(later.contains("PASSWORD\tset"));
    CHECK_FALSE(later.contains("a hash"));
    CHECK_FALSE(on.run("account show", {{"name", "carol"}}).done);
}

TEST_CASE("an account is deleted with everything by which it acts", "[service][store]")
{
    with_database on;
    on.run("account create", {{"name", "ada"}});
    on.run("account create", {{"name", "bob"}});
    on.run("key create", {{"account", "ada"}});
    on.run("key create", {{"account", "bob"}});
    CHECK_FALSE(on.run("account delete", {{"name", "carol"}, {"yes", "yes"}}).done);
    const auto asked = on.run("account delete", {{"name", "ada"}});
    CHECK_FALSE(asked.done);
    CHECK(asked.text.contains("keys (1)"));
    CHECK(on.run("account show", {{"name", "ada"}}).done);
    CHECK(on.run("account delete", {{"name", "ada"}, {"yes", "yes"}}).done);
    CHECK_FALSE(on.run("account show", {{"name", "ada"}}).done);
    const auto keys = on.run("key list", {}).text;
    CHECK_FALSE(keys.contains("\tada\t"));
    CHECK(keys.contains("\tbob\t"));
    CHECK(on.run("account create", {{"name", "ada"}}).done); // as another one
    CHECK(on.run("account show", {{"name", "ada"}}).text.contains("KEYS\t0"));
}

// A table that is new belongs to account_removal.cpp, or is kept on purpose.
TEST_CASE("every table with rows of an account is known to its removal", "[service]")
{
    with_database on;
    const auto rows = on.file.run([](store::transaction& in) {
        return in.select<std::string>(
            "SELECT each.name FROM sqlite_master AS each JOIN pragma_table_info(each.name) AS "
            "column_of ON column_of.name = 'account_id' WHERE each.type = 'table'");
    });
    std::set<std::string> tables;
    for (const auto& [name] : rows.value())
        tables.insert(name);
    const std::set<std::string> kept{"audit",    "jobs",       "ledger",
                                     "pictures", "recordings", "sessions"};
    std::set<std::string> expected{
        "api_keys",   "desktops",     "enrolments", "idempotent_requests",
        "leases",     "oauth_grants", "phones",     "secrets",
        "selections", "sign_ins",     "webhooks"};
    expected.insert(kept.begin(), kept.end());
    CHECK(tables == expected);
}

TEST_CASE("a deleted account opens nothing from then on", "[service][store]")
{
    with_two_accounts with;
    http_client client(with.running.port());
    const auto ask = [&](const std::string& key) {
        return client.ask("GET", "/v1/phones", {{"X-API-Key", key}}).status;
    };
    CHECK(ask(with.ada_key) == 200);
    CHECK(with.ask("account delete", {{"name", "ada"}, {"yes", "yes"}}).done);
    CHECK(ask(with.ada_key) == 401);
    CHECK(ask(with.bob_key) == 200);
}

TEST_CASE("the phones of a deleted account do not come back into the store", "[service]")
{
    with_two_accounts with;
    const auto account_id = id_of_account(with, "ada");
    const auto via = with.running.another_desktop();
    with.running.at_home([&] {
        with.running.service().desktop_connected(
            {.id = "of ada", .name = "", .version = "", .account_id = account_id}, via);
        with.running.service().phone_changed("of ada", phone("udid-1"));
    });
    CHECK(with.ask("account show", {{"name", "ada"}}).text.contains("PHONES\t1"));
    CHECK(with.ask("account delete", {{"name", "ada"}, {"yes", "yes"}}).done);
    with.running.at_home([&] { with.running.service().desktop_gone("of ada"); });
    CHECK(with.ask("account create", {{"name", "carol"}}).done); // behind all writes before it
    with.running.stop();
    auto file = store::database_file::open(store::test::store_in(with.running.state_dir())).value();
    CHECK(file.run([](store::transaction& on) {
        return on.select<std::string>("SELECT id FROM phones").size();
    }) == 0U);
}

TEST_CASE("the phones of a deleted account are forgotten, attached ones with their desktop",
          "[service]")
{
    with_two_accounts with;
    const auto account_id = id_of_account(with, "ada");
    const auto via = with.running.another_desktop();
    with.running.attach(phone("of the local account"));
    with.running.at_home([&] {
        auto& service = with.running.service();
        service.desktop_connected(
            {.id = "of ada", .name = "", .version = "", .account_id = account_id}, via);
        service.phone_changed("of ada", phone("udid-1"));
        auto gone = phone("udid-2");
        service.phone_changed("of ada", gone);
        gone.attached = false;
        service.phone_changed("of ada", gone);
    });
    http_client client(with.running.port());
    const auto check_phones = [&](const std::string& connected, const std::string& offline) {
        const auto text = client.ask("GET", "/metrics", {}).body;
        CHECK(text.contains("thimble_phones{connection=\"connected\"} " + connected + "\n"));
        CHECK(text.contains("thimble_phones{connection=\"offline\"} " + offline + "\n"));
    };
    check_phones("2", "1");
    CHECK(with.ask("account delete", {{"name", "ada"}, {"yes", "yes"}}).done);
    check_phones("2", "0");
    with.running.at_home([&] { with.running.service().desktop_gone("of ada"); });
    check_phones("1", "0");
}

TEST_CASE("an operator's log tells what phones can be driven, by name", "[service]")
{
    with_two_accounts with;
    auto state = phone("udid-1", "Front desk");
    state.blockers = {
        {.code = "LOCKED", .message = "It is locked.", .remedy = "Unlock it.", .since = {}}};
    const auto id = with.running.attach(state);
    CHECK(with.running.logs("phone Front desk (" + id + ") is not ready: LOCKED"));
    with.running.attach(phone("udid-1", "Front desk"));
    CHECK(with.running.logs("phone Front desk (" + id + ") is ready"));
    with.running.at_home([&] { with.running.service().desktop_gone(desktop_id); });
    CHECK(with.running.logs("phone Front desk (" + id + ") is offline"));
}

TEST_CASE("a key is revoked by its id", "[service][store]")
{
    with_database on;
    on.run("account create", {{"name", "ada"}});
    on.run("key create", {{"account", "ada"}});
    const auto list = on.run("key list", {}).text;
    const auto id = list.substr(list.find('\n') + 1, 36);
    CHECK(on.run("key revoke", {{"id", id}}).done);
    CHECK_FALSE(on.run("key revoke", {{"id", id}}).done);
    CHECK(on.run("key list", {}).text.find(id) == std::string::npos);
}

TEST_CASE("subscription, minutes and overage are kept, and checked before", "[service][store]")
{
    with_database on;
    on.run("account create", {{"name", "ada"}});
    CHECK(on.run("account subscription",
                 {{"name", "ada"}, {"state", "none"}, {"minutes", "600"}, {"overage", "0.05"}})
              .done);
    const auto read = [&] {
        return *on.file.run([](store::transaction& in) { return find_account(in, "ada"); }).value();
    };
    CHECK(read().state == subscription::none);
    CHECK(read().minutes == 600);
    CHECK(read().overage_price == "0.05");
    CHECK(on.run("account subscription", {{"name", "ada"}, {"state", "active"}, {"overage", "off"}})
              .done);
    CHECK(read().state == subscription::active);
    CHECK(read().minutes == 600);
    CHECK_FALSE(read().overage_price);
    for (const auto& wrong :
         {arguments{{"name", "bob"}, {"state", "active"}},
          arguments{{"name", "ada"}, {"state", "maybe"}},
          arguments{{"name", "ada"}, {"state", "none"}, {"minutes", "-1"}},
          arguments{{"name", "ada"}, {"state", "none"}, {"minutes", "1.5"}},
          arguments{{"name", "ada"}, {"state", "none"}, {"overage", "free"}},
          arguments{{"name", "ada"}, {"state", "none"}, {"overage", ".5"}},
          arguments{{"name", "ada"}, {"state", "none"}, {"overage", "0.0000001"}}})
        CHECK_FALSE(on.run("account subscription", wrong).done);
    CHECK(read().state == subscription::active);
}

TEST_CASE("a desktop is let in and revoked while no service runs", "[service][store]")
{
    with_database on;
    const auto now = std::chrono::system_clock::now();
    on.file
        .run([now](store::transaction& in) {
            insert_enrolment(in, {.id = "1",
                                  .code = "BCDF-GHJK",
                                  .poll_hash = "2",
                                  .token_hash = "3",
                                  .name = "Desk",
                                  .created_at = now,
                                  .expires_at = now + std::chrono::minutes(1),
                                  .account_id = std::nullopt,
                                  .desktop_id = std::nullopt});
        })
        .value();
    const arguments typed{{"code", "bcdf ghjk"}, {"account", "ada"}};
    CHECK_FALSE(on.run("desktop approve", typed).done);
    on.run("account create", {{"name", "ada"}});
    const auto id = on.run("desktop approve", typed).text;
    CHECK(id.size() == 36);
    CHECK(on.run("desktop approve", typed).text == id);
    CHECK(on.run("desktop list", {}).text.contains('\n' + id + "\tada\tDesk\t-\t"));
    CHECK(on.run("desktop revoke", {{"id", id}}).done);
    CHECK_FALSE(on.run("desktop revoke", {{"id", id}}).done);
    CHECK_FALSE(on.run("desktop approve", typed).done);
    CHECK_FALSE(on.run("desktop list", {}).text.contains(id));
}

TEST_CASE("a password is kept as a slow hash", "[service]")
{
    const auto hash = hash_password("correct horse battery staple");
    CHECK(hash.starts_with("$argon2id$"));
    CHECK(hash != hash_password("correct horse battery staple"));
    CHECK(is_password_of(hash, "correct horse battery staple"));
    CHECK_FALSE(is_password_of(hash, "correct horse battery stapler"));
    CHECK_FALSE(is_password_of("", ""));
}

TEST_CASE("an operator's socket is private and survives nonsense", "[service]")
{
    with_two_accounts with;
    const auto path = admin_handler::socket_in(with.running.state_dir());
    struct stat about = {};
    REQUIRE(::stat(path.c_str(), &about) == 0);
    CHECK((about.st_mode & 0777U) == 0600U);
    using boost::beast::http::verb;
    const auto status = [&](const http::local_request& said) {
        const auto answer = http::ask_local(path, said, std::chrono::seconds(10));
        REQUIRE(answer);
        CHECK_FALSE(nlohmann::json::parse(answer->body()).at("done").get<bool>());
        return answer->result_int();
    };
    for (const std::string body : {"", "nonsense", "[1]", R"({"a": []})", R"({"a": null})"})
        CHECK(status(http::make_local_request(verb::post, "/admin/v1/key/list", body)) == 409);
    for (const auto* elsewhere : {"/", "/admin/v1", "/admin/v1/key", "/v1/phones"})
        CHECK(status(http::make_local_request(verb::post, elsewhere, "{}")) == 409);
    CHECK(status(http::make_local_request(verb::get, "/admin/v1/key/list", "{}")) == 409);
    boost::asio::local::stream_protocol::iostream client;
    client.connect(boost::asio::local::stream_protocol::endpoint(path.string()));
    client << "nonsense\r\n\r\n" << std::flush;
    std::string line;
    std::getline(client, line);
    CHECK(line.starts_with("HTTP/1.1 409"));
    CHECK_FALSE(with.ask("key destroy", {}).done);
    CHECK(with.ask("key list", {}).done);
}

TEST_CASE("what an operator changes is in force at once", "[service][store]")
{
    with_two_accounts with;
    http_client client(with.running.port());
    const auto ask = [&] {
        return client.ask("GET", "/v1/phones", {{"X-API-Key", with.ada_key}}).status;
    };
    CHECK(ask() == 200);
    const auto list = with.ask("key list", {}).text;
    const auto line = list.rfind('\n', list.find(with.ada_key.substr(0, 8))) + 1;
    CHECK(with.ask("key revoke", {{"id", list.substr(line, 36)}}).done);
    CHECK(ask() == 401);
}

} // namespace thimble::service::test
