// The file of the master key: made once, refused in words whenever it will not do.
#include "service/settings/master_key_file.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/service/secrets/kept_secrets.hpp"
#include "tests/store/store_in.hpp"

#include <fstream>

namespace thimble::service::test {

namespace {

namespace fs = std::filesystem;

struct with_key_file {
    std::expected<master_key_ptr, std::string> load() { return load_master_key(file, database); }

    /// Why it is refused.
    std::string refusal()
    {
        const auto loaded = load();
        REQUIRE_FALSE(loaded);
        CHECK(loaded.error().find(file.string()) != std::string::npos);
        return loaded.error();
    }

    void write(const std::string& content)
    {
        std::ofstream(file, std::ios::binary) << content;
        fs::permissions(file, fs::perms(0600));
    }

    void keep_secret(const master_key& with)
    {
        const auto sealed = with.seal("value", about_secret(adas, "mail"));
        REQUIRE(database.run([&](store::transaction& on) {
            put_secret(on, {.account_id = adas, .name = "mail", .sealed = sealed, .made_at = {}});
        }));
    }

    e2e::temporary_directory folder;
    fs::path file = folder.path() / master_key_name;
    store::database_file database =
        store::database_file::open(store::test::store_in(folder.path())).value();
};

} // namespace

TEST_CASE("a master key is made at first and is the same from then on", "[secrets]")
{
    with_key_file on;
    const auto made = on.load();
    REQUIRE(made);
    CHECK(fs::file_size(on.file) == master_key::length);
    CHECK((fs::status(on.file).permissions() & fs::perms::mask) == fs::perms(0600));
    const auto again = on.load();
    REQUIRE(again);
    CHECK((*again)->open((*made)->seal("value", ""), "").has_value());
    with_key_file other;
    REQUIRE(other.load());
    CHECK(e2e::content_of(other.file) != e2e::content_of(on.file));
}

TEST_CASE("any 32 bytes are a master key", "[secrets]")
{
    with_key_file on;
    on.write(std::string("\n\0\xFF", 3) + std::string(29, ' '));
    CHECK(on.load());
}

TEST_CASE("a master key that others can read is refused", "[secrets]")
{
    with_key_file on;
    REQUIRE(on.load());
    for (const auto more : {fs::perms::group_read, fs::perms::others_read}) {
        fs::permissions(on.file, fs::perms(0600) | more);
        CHECK(on.refusal().find("chmod 600") != std::string::npos);
    }
}

TEST_CASE("a master key of another length is refused", "[secrets]")
{
    with_key_file on;
    for (const std::size_t length : {0U, 1U, 31U, 33U, 5000U}) {
        on.write(std::string(length, 'k'));
        CHECK(on.refusal().find("must have 32 bytes") != std::string::npos);
    }
}

TEST_CASE("a missing master key is not made anew while there are secrets", "[secrets]")
{
    with_key_file on;
    on.keep_secret(**on.load());
    CHECK(on.load());
    fs::rename(on.file, on.folder.path() / "elsewhere");
    CHECK(on.refusal().find("Put the file back") != std::string::npos);
    CHECK_FALSE(fs::exists(on.file));
    fs::rename(on.folder.path() / "elsewhere", on.file);
    CHECK(on.load());
}

TEST_CASE("another master key than that of the secrets is refused", "[secrets]")
{
    with_key_file on;
    on.keep_secret(*random_key());
    on.write(std::string(32, 'k'));
    CHECK(on.refusal().find("another master key") != std::string::npos);
}

TEST_CASE("a directory in the place of the master key is named", "[secrets]")
{
    with_key_file on;
    fs::create_directory(on.file);
    fs::permissions(on.file, fs::perms(0700));
    CHECK_FALSE(on.refusal().empty());
}

} // namespace thimble::service::test
