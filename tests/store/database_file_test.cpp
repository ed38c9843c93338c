#include "tests/store/opened_database.hpp"

#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace thimble::service::store::test {

namespace {

std::string content(const std::filesystem::path& file)
{
    std::ifstream from(file, std::ios::binary);
    std::ostringstream text;
    text << from.rdbuf();
    return text.str();
}

void overwrite(const std::filesystem::path& file, std::streamoff place, const std::string& with)
{
    std::fstream to(file, std::ios::binary | std::ios::in | std::ios::out);
    to.seekp(place);
    to << with;
}

constexpr std::array two_steps{
    notes[0],
    migration{.number = 2,
              .name = "0002_colours",
              .text = "ALTER TABLE notes ADD COLUMN colour TEXT;\n"
                      "UPDATE notes SET colour = 'white';\n"},
};

/// The steps that version 0.1.0 has, by their SHA-256: its databases are opened by every later
/// version, which refuses one whose steps are not its own.
constexpr std::array steps_of_the_first_version{
    "9541feb4815e91072c43d9994f53c4605db299d9284cc9992cd37c4b1bc9b206",
    "286cea30a6eca56566f586c716c89ce984bfb8e77e1e65315d148b6e3f1589d7",
    "9bac841fec5f2a963341caa2f594e6dd6d93db18db59d11cdc6c3b49b72e476d",
    "c3e9caaa48f7b20f7b183c1a424f26e681ca185f7bd420ec33421567bd0f3b29",
    "e2fb5cd3cf5ffa8979da30f5a33a2b094aa1fbe67d684b62ec06b02dd29dd25e",
    "9bd794920a1420faac02ee5ec7f4f7ade9f3861b65ac3ee822384f21be4f82ed",
    "8e7bf723d8c4567de32cc495bf7dc040cd60d13b233bbd8b5acce4752923629d",
    "0f2b50f1cc3fc2af9e089d6f4e7d08366323c7a597b33ceb8c0d53b3e45c0c10",
    "ad9aea7ee0f0c3e5f220edab08ad0229eadcea05a49fe569a2ba9d5305a33c44",
    "c319b8e479f9e74630c6f36d6703af6e934c46f94a80d8da450e7a862762ebf5",
};

} // namespace

TEST_CASE("a new database is private and has the schema of the program", "[store][sqlite]")
{
    opened_database at;
    auto file = at.open();
    CHECK(file.run([](transaction& on) { return count(on); }) == 0);
    struct stat about = {};
    REQUIRE(::stat(at.path().c_str(), &about) == 0);
    CHECK((about.st_mode & 0777U) == 0600U);
}

TEST_CASE("the program's own steps make a schema from nothing", "[store]")
{
    opened_database at;
    CHECK(at.try_open(all_migrations()));
    CHECK(at.try_open(all_migrations()));
    std::int64_t expected = 0;
    for (const auto& step : all_migrations())
        CHECK(step.number == ++expected);
}

TEST_CASE("the steps of the first version are what they were", "[store]")
{
    opened_database at;
    auto file = at.open(all_migrations());
    const auto made = file.run([](transaction& on) {
        return on.select<std::string>("SELECT checksum FROM schema_migrations ORDER BY number");
    });
    REQUIRE(made);
    REQUIRE(made->size() >= steps_of_the_first_version.size());
    for (std::size_t place = 0; place < steps_of_the_first_version.size(); ++place) {
        INFO("step " << place + 1);
        CHECK(std::get<0>(made->at(place)) == steps_of_the_first_version.at(place));
    }
}

TEST_CASE("what was written is there when the database is opened again", "[store]")
{
    opened_database at;
    REQUIRE(at.open().run([](transaction& on) { insert(on, "one"); }));
    CHECK(at.open().run([](transaction& on) { return count(on); }) == 1);
}

TEST_CASE("an older database is brought to the present schema with what it holds", "[store]")
{
    opened_database at;
    REQUIRE(at.open().run([](transaction& on) { insert(on, "one"); }));
    auto file = at.open(two_steps);
    const auto colour = file.run([](transaction& on) {
        return on.find<std::string>("SELECT colour FROM notes WHERE id = :id", "one");
    });
    REQUIRE(colour);
    CHECK(*colour == std::tuple(std::string("white")));
}

TEST_CASE("a database of a newer version is refused in one clear line", "[store]")
{
    opened_database at;
    at.open(two_steps);
    const auto refused = at.try_open(notes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error() ==
          "The database " + shown(at.at()) +
              " was made by a newer version (schema 2; this program knows 1). Start that version "
              "or a newer one, or name another " +
              (runs_on_postgresql() ? "database with --store" : "directory with --state-dir"));
    CHECK(at.try_open(two_steps));
}

TEST_CASE("a database that other steps have made is refused", "[store]")
{
    opened_database at;
    at.open();
    constexpr std::array changed{
        migration{.number = 1, .name = "0001_notes", .text = "CREATE TABLE notes (id TEXT);\n"}};
    const auto refused = at.try_open(changed);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains("its schema's step 1 is not the one of this program"));
}

TEST_CASE("a step that fails leaves the schema as it was", "[store]")
{
    opened_database at;
    at.open();
    constexpr std::array broken{
        notes[0],
        migration{.number = 2,
                  .name = "0002_broken",
                  .text = "CREATE TABLE more (id TEXT);\nCREATE TABLE more (id TEXT);\n"}};
    const auto refused = at.try_open(broken);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains(shown(at.at())));
    auto file = at.open();
    CHECK_FALSE(file.run([](transaction& on) { on.execute("DELETE FROM more"); }));
}

TEST_CASE("a file that is no database is refused and left alone", "[store][sqlite]")
{
    opened_database at;
    const std::string letter(5000, 'x');
    std::ofstream(at.path()) << letter;
    const auto refused = at.try_open();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains(at.path().string()));
    CHECK(refused.error().contains("no database"));
    CHECK(content(at.path()) == letter);
}

TEST_CASE("a damaged database is refused and left alone", "[store][sqlite]")
{
    opened_database at;
    REQUIRE(at.open().run([](transaction& on) {
        for (int each = 0; each < 2000; ++each)
            insert(on, std::to_string(each));
    }));
    overwrite(at.path(), 4096 * 5, std::string(4096 * 3, '\xA5'));
    const auto before = content(at.path());
    const auto refused = at.try_open();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains(at.path().string()));
    CHECK(refused.error().contains("damaged"));
    CHECK(content(at.path()) == before);
}

TEST_CASE("another program's database is refused", "[store][sqlite]")
{
    opened_database at;
    at.open();
    overwrite(at.path(), 68, "Blog"); // its application id
    const auto refused = at.try_open();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains("belongs to another program"));
}

TEST_CASE("a directory's name may have spaces, and a quotation mark is refused", "[store][sqlite]")
{
    const e2e::temporary_directory directory;
    for (const auto* name : {"Application Support", "two  spaces", "equals=sign"}) {
        const auto inside = directory.path() / name;
        std::filesystem::create_directory(inside);
        REQUIRE(database_file::open(inside / "thimble.db", notes));
        CHECK(std::filesystem::file_size(inside / "thimble.db") > 0);
    }
    const auto refused = database_file::open(directory.path() / "a \"b\".db", notes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains("quotation mark"));
}

TEST_CASE("nothing of PostgreSQL is loaded for SQLite", "[store][sqlite]")
{
    opened_database at;
    const auto file = at.open();
    const auto loaded = content("/proc/self/maps"); // on Linux
    CHECK_FALSE(loaded.contains("libpq"));
    CHECK_FALSE(loaded.contains("libsoci_postgresql"));
}

TEST_CASE("a directory that is not there is a clear error", "[store][sqlite]")
{
    const auto refused = database_file::open("/nowhere/at/all/thimble.db", notes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains("/nowhere/at/all/thimble.db"));
}

} // namespace thimble::service::store::test
