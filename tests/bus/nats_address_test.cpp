// Servers of NATS as an operator names them.
#include "bus/nats_address.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::bus {

TEST_CASE("an address names servers, with the usual port where it says none", "[bus]")
{
    const auto read = nats_address::parse("nats://bus1.example,bus2.example:4333,[::1]:4444");
    REQUIRE(read);
    CHECK(read->servers() == std::vector<std::string>{"nats://bus1.example:4222",
                                                      "nats://bus2.example:4333",
                                                      "nats://[::1]:4444"});
    CHECK_FALSE(read->has_secret());
    CHECK_FALSE(read->encrypted());
}

TEST_CASE("an encrypted address stays one", "[bus]")
{
    const auto read = nats_address::parse("tls://bus.example/");
    REQUIRE(read);
    CHECK(read->encrypted());
    CHECK(read->shown() == "tls://bus.example:4222");
}

TEST_CASE("a user, a password and a token are kept from people", "[bus]")
{
    const auto user = nats_address::parse("nats://ada:pass%40word@bus.example");
    REQUIRE(user);
    CHECK(user->user() == "ada");
    CHECK(user->password() == "pass@word");
    CHECK(user->has_secret());
    CHECK(user->shown() == "nats://bus.example:4222");
    const auto token = nats_address::parse("nats://s3cret@bus.example:5000");
    REQUIRE(token);
    CHECK(token->token() == "s3cret");
    CHECK(token->user().empty());
    CHECK(token->has_secret());
    CHECK(token->shown() == "nats://bus.example:5000");
}

TEST_CASE("a wrong address is refused without a word of it", "[bus]")
{
    for (const auto* const wrong :
         {"", "bus.example", "http://bus.example", "nats://", "nats://:hunter2@", "nats://a b",
          "nats://bus.example:0", "nats://bus.example:70000", "nats://ada:hunter2%4@bus.example",
          "nats://ada:hunter2%00@bus.example", "nats://ada:hunter2@bus.example/x",
          "nats://ada:hun@ter2@bus.example", "nats://[::1"}) {
        const auto read = nats_address::parse(wrong);
        INFO(wrong);
        REQUIRE_FALSE(read);
        CHECK_FALSE(read.error().contains("hunter2"));
    }
}

} // namespace thimble::service::bus
