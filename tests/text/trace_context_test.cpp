#include "tests/catch2.hpp"
#include "text/trace_context.hpp"

#include <string>
#include <string_view>

namespace thimble::service::test {

namespace {

constexpr std::string_view a_traceparent =
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// The part of it that goes on; empty where it is none.
std::string followed(std::string_view given)
{
    const auto read = trace_context::parse(given);
    return read ? std::string(read->text()) : std::string();
}

std::string with_version(std::string_view version, std::string_view more = "")
{
    return std::string(version) + std::string(a_traceparent.substr(2)) + std::string(more);
}

std::string with_flags(std::string_view flags)
{
    return std::string(a_traceparent.substr(0, 53)) + std::string(flags);
}

} // namespace

TEST_CASE("a traceparent names its trace, its parent and whether it is sampled", "[service]")
{
    const auto read = trace_context::parse(a_traceparent);
    REQUIRE(read);
    CHECK(read->trace_id() == "0af7651916cd43dd8448eb211c80319c");
    CHECK(read->parent_id() == "b7ad6b7169203331");
    CHECK(read->text() == a_traceparent);
    CHECK(followed(with_flags("00")) == with_flags("00"));
}

TEST_CASE("flags that level 1 does not know are cleared", "[service]")
{
    CHECK(followed(with_flags("03")) == with_flags("01"));
    CHECK(followed(with_flags("ff")) == with_flags("01"));
    CHECK(followed(with_flags("fe")) == with_flags("00"));
}

TEST_CASE("a traceparent of a later version is followed as one of version 00", "[service]")
{
    for (const auto* more : {"", "-", "-what-the-future-will-be-like", "-\xff\x01"})
        CHECK(followed(with_version("cc", more)) == a_traceparent);
    for (const auto* more : {"0", ".what-the-future-will-be-like", " ", ","})
        CHECK(followed(with_version("cc", more)).empty());
}

TEST_CASE("a traceparent that is malformed is none", "[service]")
{
    const std::string whole(a_traceparent);
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK(followed(whole.substr(0, length)).empty());
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (const auto wrong :
             {'.', 'G', 'F', '_', ' ', '\0', '\xe9', whole[place] == '-' ? '0' : '-'}) {
            auto text = whole;
            text[place] = wrong;
            CHECK(followed(text).empty());
        }
    for (const auto* more : {"0", "-", "-00", "-what-the-future-will-be-like", " ", ",", "\n"})
        CHECK(followed(whole + more).empty());
    CHECK(followed(" " + whole).empty());
    CHECK(followed(whole + "," + whole).empty());
    CHECK(followed(with_version("ff")).empty());
    CHECK(followed(with_version("ff", "-more")).empty());
    CHECK(followed(with_version("FE")).empty());
    CHECK(followed("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01").empty());
}

TEST_CASE("ids of zeros are those of no trace", "[service]")
{
    CHECK(followed("00-00000000000000000000000000000000-b7ad6b7169203331-01").empty());
    CHECK(followed("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01").empty());
    CHECK(followed(trace_context().text()).empty());
    CHECK_FALSE(followed("00-00000000000000000000000000000001-0000000000000001-01").empty());
}

TEST_CASE("between our own programs only version 00 is read", "[service]")
{
    CHECK(trace_context::parse_own_version(a_traceparent) == trace_context::parse(a_traceparent));
    CHECK_FALSE(trace_context::parse_own_version(with_version("01")));
    CHECK_FALSE(trace_context::parse_own_version(with_version("00", "-more")));
    CHECK_FALSE(trace_context::parse_own_version(""));
}

TEST_CASE("each hop of a trace is a parent of its own", "[service]")
{
    const auto first = trace_context::parse(a_traceparent).value();
    const auto second = first.next_hop();
    const auto third = second.next_hop();
    for (const auto& each : {second, third}) {
        CHECK(each.trace_id() == first.trace_id());
        CHECK(each.text().ends_with("-01"));
        CHECK(trace_context::parse(each.text()) == each);
    }
    CHECK(second.parent_id() != first.parent_id());
    CHECK(third.parent_id() != second.parent_id());
}

} // namespace thimble::service::test
