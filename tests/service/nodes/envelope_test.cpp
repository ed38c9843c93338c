// Messages between nodes as bytes.
#include "service/nodes/envelope.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::nodes {

TEST_CASE("a message between nodes comes out as it went in", "[nodes]")
{
    envelope sent{.kind = "order", .node = "6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10"};
    sent.more["left_ms"] = 17;
    sent.body = std::string("any\nbytes\0", 10);
    const auto read = decode(encode(sent));
    REQUIRE(read);
    CHECK(read->kind == "order");
    CHECK(read->node == sent.node);
    CHECK(read->more.at("left_ms") == 17);
    CHECK(read->body == sent.body);
}

TEST_CASE("what is no message between nodes is passed over", "[nodes]")
{
    for (const auto* const wrong :
         {"", "{}", "{}\n", "\n", "[1]\nbody", "{\"kind\":\"order\"}\n",
          "{\"kind\":\"order\",\"node\":\"a b\"}\n", "{\"kind\":7,\"node\":7}\n",
          "{\"node\":\"6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10\"}\n"})
        CHECK_FALSE(decode(wrong));
}

TEST_CASE("each link has a subject of its own", "[nodes]")
{
    CHECK(link_subject("d", 7) == "thimble.link.d.7");
    CHECK(node_subject("n") == "thimble.to.n");
    CHECK(question_subject("n") == "thimble.to.n.ask");
}

} // namespace thimble::service::nodes
