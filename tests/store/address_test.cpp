#include "store/address.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::store::test {

namespace {

std::string refusal_of(std::string_view text)
{
    const auto read = server_address::parse(text);
    return read ? std::string() : read.error();
}

} // namespace

TEST_CASE("an address of PostgreSQL is read, and shown without what is secret", "[address]")
{
    for (const auto* text :
         {"postgresql://db.example/thimble", "postgres://db.example:5433/thimble",
          "postgresql://ada:hunter2@db.example/thimble?sslmode=verify-full",
          "postgresql://one.example:5432,two.example:5432/thimble",
          "postgresql://ada@[::1]:5432/thimble", "postgresql:///thimble?host=/run/postgresql",
          "postgresql://ada@%2Frun%2Fpostgresql/thimble"}) {
        INFO(text);
        const auto read = server_address::parse(text);
        REQUIRE(read);
        CHECK(read->has_password() == std::string_view(text).contains("hunter2"));
        CHECK_FALSE(read->shown().contains("hunter2"));
        CHECK_FALSE(read->shown().contains("ada"));
        CHECK(read->connection_text().starts_with(text));
        CHECK(read->connection_text().contains("connect_timeout="));
    }
}

TEST_CASE("what an address says itself is not said again", "[address]")
{
    const auto read =
        server_address::parse("postgresql://db/x?connect_timeout=2&target_session_attrs=any");
    REQUIRE(read);
    CHECK(read->connection_text().contains("connect_timeout=2&"));
    CHECK_FALSE(read->connection_text().contains("connect_timeout=5"));
    CHECK_FALSE(read->connection_text().contains("read-write"));
}

TEST_CASE("a wrong address is refused without a part of it", "[address]")
{
    for (const auto* text : {"",
                             "sqlite:thimble.db",
                             "mysql://ada:hunter2@db/x",
                             "postgresql://ada:hunter2@db",
                             "postgresql://ada:hunter2@db/",
                             "postgresql://ada:hunter2@db/x/y",
                             "postgresql://ada:hunter2@db:port/x",
                             "postgresql://ada:hunter2@db:0/x",
                             "postgresql://ada:hunter2/x",
                             "postgresql://ada:hunter2@more@db/x",
                             "postgresql://ada:hunter2:more@db/x",
                             "postgresql://ada:hunter2 more@db/x",
                             "postgresql://ada:hunter2%@db/x",
                             "postgresql://ada:hunter2%0@db/x",
                             "postgresql://ada:hunter2%00@db/x",
                             "postgresql://ada:hunter2\"@db/x",
                             "postgresql://ada:hunter2?@db/x",
                             "postgresql://ada:hunter2#@db/x",
                             "postgresql://db/x?password=hunter2",
                             "postgresql://db/x?sslpassword=hunter2",
                             "postgresql://db/x?hunter2",
                             "postgresql://db/x?connect_timeout=0",
                             "postgresql://db/x?connect_timeout=2&connect_timeout=hunter2",
                             "postgresql://[::1/x?sslmode=hunter2"}) {
        INFO(text);
        const auto why = refusal_of(text);
        CHECK_FALSE(why.empty());
        CHECK_FALSE(why.contains("hunter2"));
        CHECK_FALSE(why.contains("ada"));
    }
    CHECK_FALSE(refusal_of("postgresql://db/x?application_name=" + std::string(2048, 'x')).empty());
}

TEST_CASE("a password is taken out of what others say", "[address]")
{
    const auto read = server_address::parse("postgresql://ada:hunter%32@db/x");
    REQUIRE(read);
    CHECK(read->without_password("no hunter2, no hunter%32, no hunter2") == "no , no , no ");
    CHECK(server_address::parse("postgresql://db/x")->without_password("as it is") == "as it is");
}

TEST_CASE("the store is in the state directory unless a server is named", "[address]")
{
    CHECK(shown(address_in("/state", std::nullopt)) == "/state/thimble.db");
    CHECK(shown(address_in("/state", *server_address::parse("postgresql://u:p@db:1/x"))) ==
          "postgresql://db:1/x");
}

} // namespace thimble::service::store::test
