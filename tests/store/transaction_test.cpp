#include "tests/store/opened_database.hpp"

#include <limits>

namespace thimble::service::store::test {

namespace {

using namespace std::chrono_literals;
using time = std::chrono::system_clock::time_point;

/// The text as it comes back when it is written.
std::optional<std::string> echo(database_file& file, const std::optional<std::string>& text)
{
    const auto row = file.run([&](transaction& on) {
        on.execute("INSERT INTO notes (id, words) VALUES (:id, :words) "
                   "ON CONFLICT (id) DO UPDATE SET words = excluded.words",
                   "one", text);
        return on.find<std::optional<std::string>>("SELECT words FROM notes WHERE id = :id", "one");
    });
    return std::get<0>(**row);
}

} // namespace

TEST_CASE("any text comes back as it was written", "[store]")
{
    opened_database at;
    auto file = at.open();
    for (const auto& text : {std::string(), std::string("it's; -- \"quoted\" :name ?"),
                             std::string("čaj ☕ 👩‍🚀\n\t"), std::string("a\0b", 3),
                             std::string("\x1A\0\x1A"
                                         "0\x1A",
                                         5),
                             std::string(200'000, 'x')})
        CHECK(echo(file, text) == text);
    CHECK(echo(file, std::nullopt) == std::nullopt);
}

TEST_CASE("numbers and times come back as they were written", "[store]")
{
    opened_database at;
    auto file = at.open();
    const auto moment = time(1'795'000'000'123ms);
    const auto row = file.run([&](transaction& on) {
        on.execute("INSERT INTO notes (id, weight, written_at) VALUES (:id, :weight, :at)", "one",
                   0.1, moment + 900us);
        return on.find<double, time, std::optional<std::int64_t>>(
            "SELECT weight, written_at, NULL FROM notes WHERE written_at > :after",
            std::numeric_limits<std::int64_t>::min());
    });
    REQUIRE(row);
    REQUIRE(*row);
    CHECK(**row == std::tuple(0.1, moment, std::nullopt));
}

TEST_CASE("an exception undoes the whole transaction and is told", "[store]")
{
    opened_database at;
    auto file = at.open();
    const auto failed = file.run([](transaction& on) {
        insert(on, "one");
        throw std::runtime_error("out of ink");
    });
    REQUIRE_FALSE(failed);
    CHECK(failed.error().text == "out of ink");
    CHECK_FALSE(failed.error().may_have_happened);
    CHECK_FALSE(failed.error().away);
    CHECK(file.run([](transaction& on) { return count(on); }) == 0);
}

TEST_CASE("a statement that the database refuses does not spoil the next one", "[store]")
{
    opened_database at;
    auto file = at.open();
    const auto twice = [](transaction& on) {
        insert(on, "one");
        insert(on, "one");
    };
    CHECK_FALSE(file.run(twice));
    CHECK(file.run([](transaction& on) { insert(on, "one"); }));
    CHECK_FALSE(file.run([](transaction& on) { on.execute("INSERT INTO nothing VALUES (1)"); }));
    CHECK(file.run([](transaction& on) { return count(on); }) == 1);
}

TEST_CASE("a refusal is told without what the statement was given", "[store]")
{
    opened_database at;
    auto file = at.open();
    const auto twice = file.run([](transaction& on) {
        insert(on, "hunter2");
        insert(on, "hunter2");
    });
    REQUIRE_FALSE(twice);
    CHECK_FALSE(twice.error().text.empty());
    CHECK_FALSE(twice.error().text.contains("hunter2"));
}

TEST_CASE("texts are ordered by their bytes", "[store]")
{
    opened_database at;
    auto file = at.open();
    const auto ids = file.run([](transaction& on) {
        for (const auto* id : {"b", "a", "B", "_", "č", "~"})
            insert(on, id);
        std::string out;
        for (const auto& [id] : on.select<std::string>("SELECT id FROM notes ORDER BY id"))
            out += id;
        return out;
    });
    CHECK(ids == "B_ab~č");
}

TEST_CASE("a statement says how many rows it has changed", "[store]")
{
    opened_database at;
    auto file = at.open();
    const auto changed = file.run([](transaction& on) {
        insert(on, "one");
        insert(on, "two");
        return on.execute("UPDATE notes SET words = :words", "other");
    });
    CHECK(changed == 2U);
    const auto none = file.run(
        [](transaction& on) { return on.execute("DELETE FROM notes WHERE id = :id", "three"); });
    CHECK(none == 0U);
}

} // namespace thimble::service::store::test
