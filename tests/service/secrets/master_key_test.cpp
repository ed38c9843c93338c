// Sealed data is opened by the same key, for the same purpose, unchanged, and else not.
#include "service/secrets/master_key.hpp"
#include "tests/service/secrets/kept_secrets.hpp"

#include <set>
#include <stdexcept>

namespace thimble::service::test {

TEST_CASE("what a key has sealed it opens", "[secrets]")
{
    const auto key = random_key();
    for (const auto& text :
         {std::string(), std::string("nul \0 and 😀", 14), std::string(4096, 'x')})
        CHECK(key->open(key->seal(text, "about"), "about").value().view() == text);
}

TEST_CASE("the same key is made of the same bytes", "[secrets]")
{
    auto bytes = master_key::random();
    const master_key one(bytes.bytes());
    const master_key same(bytes.bytes());
    CHECK(same.open(one.seal("value", ""), "").value().view() == "value");
    CHECK_THROWS_AS(master_key(bytes.bytes().first(31)), std::invalid_argument);
}

TEST_CASE("neither another key nor another purpose opens it", "[secrets]")
{
    const auto key = random_key();
    const auto sealed = key->seal("value", "account name");
    CHECK(key->open(sealed, "account name"));
    CHECK_FALSE(random_key()->open(sealed, "account name"));
    CHECK_FALSE(key->open(sealed, "account other"));
    CHECK_FALSE(key->open(sealed, ""));
}

TEST_CASE("what is damaged in any place is not opened", "[secrets]")
{
    const auto key = random_key();
    const auto sealed = key->seal("value", "");
    CHECK(key->open(sealed, ""));
    for (std::size_t place = 0; place < sealed.size(); ++place) {
        auto damaged = sealed;
        damaged[place] = damaged[place] == '0' ? '1' : '0';
        CHECK_FALSE(key->open(damaged, ""));
        CHECK_FALSE(key->open(sealed.substr(0, place), ""));
    }
    for (const auto* odd : {"", "0", "zz", "value"})
        CHECK_FALSE(key->open(odd, ""));
    CHECK_FALSE(key->open(sealed + "00", ""));
}

TEST_CASE("what is derived of a key follows from the key and the purpose alone", "[secrets]")
{
    auto bytes = master_key::random();
    const master_key one(bytes.bytes());
    const master_key same(bytes.bytes());
    CHECK(one.derive("requests").size() == 64);
    CHECK(one.derive("requests") == same.derive("requests"));
    CHECK(one.derive("requests") != one.derive("request"));
    CHECK(one.derive("requests") != random_key()->derive("requests"));
}

TEST_CASE("the same text is never sealed to the same", "[secrets]")
{
    const auto key = random_key();
    std::set<std::string> all;
    for (int time = 0; time < 100; ++time)
        all.insert(key->seal("value", ""));
    CHECK(all.size() == 100);
}

TEST_CASE("a text that is taken over is not left where it was", "[secrets]")
{
    std::string from = "a value that is longer than a short string";
    const char* const where = from.data();
    const auto size = from.size();
    const auto taken = secure_string::take(from);
    CHECK(taken.view() == "a value that is longer than a short string");
    CHECK(from.empty());
    CHECK(std::string(where, size) == std::string(size, '\0')); // its memory is still its own
}

} // namespace thimble::service::test
