// Messages between nodes as bytes.
#include "service/nodes/envelope.hpp"
#include "tests/catch2.hpp"

#include <string>

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

TEST_CASE("a message between nodes begins with its sender and its kind", "[nodes]")
{
    envelope sent{.kind = "order", .node = "6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10"};
    for (const bool with_more : {false, true}) {
        if (with_more)
            sent.more = {{"a", 1}, {"kind", "phone"}, {"node", "other"}}; // as one that was read
        sent.body = R"({"node":"another","kind":"beat"})";
        const auto bytes = encode(sent);
        CHECK(head_of(bytes).node == sent.node);
        CHECK(head_of(bytes).kind == sent.kind);
        const auto read = decode(bytes);
        REQUIRE(read);
        CHECK(read->kind == sent.kind);
        CHECK(read->node == sent.node);
        CHECK(read->body == sent.body);
    }
}

TEST_CASE("a message that begins otherwise has to be read to know its sender", "[nodes]")
{
    const std::string other = R"({"kind":"order","node":"6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10"})"
                              "\n";
    CHECK(decode(other));
    for (const auto& each :
         {other, std::string(), std::string(R"({"node":")"), std::string(R"({"node":"a","n":1})")})
        CHECK(head_of(each).node.empty());
}

TEST_CASE("what is no message between nodes is passed over", "[nodes]")
{
    for (const auto* const wrong :
         {"", "{}", "{}\n", "\n", "[1]\nbody", "{\"kind\":\"order\"}\n",
          "{\"kind\":\"order\",\"node\":\"a b\"}\n", "{\"kind\":7,\"node\":7}\n",
          "{\"node\":\"6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10\"}\n"})
        CHECK_FALSE(decode(wrong));
}

TEST_CASE("each node has subjects of its own", "[nodes]")
{
    CHECK(node_subject("n") == "thimble.to.n");
    CHECK(question_subject("n") == "thimble.to.n.ask");
}

} // namespace thimble::service::nodes
