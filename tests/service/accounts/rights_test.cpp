// Scopes and lists of phones as values.
#include "service/accounts/rights.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

namespace {

constexpr scope_set reading{scope::read};
constexpr scope_set acting{scope::read, scope::act};

} // namespace

TEST_CASE("scopes are written and read in one order", "[accounts]")
{
    CHECK(to_text(scope_set{scope::admin, scope::read}) == "read admin");
    CHECK(to_text(scope_set()).empty());
    CHECK(parse_scopes("read act sessions admin") == scope_set::all());
    CHECK(parse_scopes("act  read") == acting);
    CHECK(parse_scopes("") == scope_set());
    CHECK_FALSE(parse_scopes("read write"));
    CHECK_FALSE(parse_scopes("READ"));
}

TEST_CASE("a set has what was put into it", "[accounts]")
{
    CHECK(acting.has(scope::act));
    CHECK_FALSE(reading.has(scope::act));
    CHECK(acting.has_all_of(reading));
    CHECK_FALSE(reading.has_all_of(acting));
    CHECK(reading.has_any_of(acting));
    CHECK_FALSE(reading.has_any_of({scope::admin}));
    CHECK(acting.common_with({scope::act, scope::admin}) == scope_set{scope::act});
}

TEST_CASE("rights include no more than their own", "[accounts]")
{
    const access_rights all;
    const access_rights one{.scopes = acting, .phones = {{"a"}}};
    const access_rights two{.scopes = acting, .phones = {{"a", "b"}}};
    CHECK(all.include(one));
    CHECK(all.include(all));
    CHECK_FALSE(one.include(all));
    CHECK(two.include(one));
    CHECK_FALSE(one.include(two));
    CHECK_FALSE(one.include({.scopes = reading, .phones = std::nullopt}));
    CHECK(one.may_use("a"));
    CHECK_FALSE(one.may_use("b"));
    CHECK(all.may_use("anything"));
}

TEST_CASE("no list of phones is any phone, and an empty one is none", "[accounts]")
{
    CHECK_FALSE(phones_text({}));
    CHECK(phones_text({.phones = {{"a", "b"}}}) == "a,b");
    CHECK_FALSE(parse_phones(std::nullopt));
    CHECK(parse_phones("a,b") == std::vector<std::string>{"a", "b"});
    CHECK(parse_phones("") == std::vector<std::string>());
    CHECK_FALSE(access_rights{.phones = parse_phones("")}.may_use("a"));
}

} // namespace thimble::service::test
