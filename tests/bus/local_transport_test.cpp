// A transport within one process.
#include "bus/local_transport.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/io_context.hpp>

#include <string>
#include <vector>

namespace thimble::service::bus {

namespace {

struct two_nodes {
    boost::asio::io_context home;
    std::shared_ptr<local_exchange> between = std::make_shared<local_exchange>();
    local_transport here{home.get_executor(), between, "here"};
    local_transport there{home.get_executor(), between, "there"};

    void let_run()
    {
        home.restart();
        home.poll();
    }
};

} // namespace

TEST_CASE("a pattern takes one word more, and no more", "[bus]")
{
    CHECK(matches("a.b", "a.b"));
    CHECK(matches("a.b.c", "a.b.*"));
    CHECK_FALSE(matches("a.b", "a.b.*"));
    CHECK_FALSE(matches("a.b.", "a.b.*"));
    CHECK_FALSE(matches("a.b.c.d", "a.b.*"));
    CHECK_FALSE(matches("a.bc", "a.b"));
}

TEST_CASE("everyone who listens hears a packet, in the order of sending", "[bus]")
{
    two_nodes on;
    std::vector<std::string> at_here;
    std::vector<std::string> at_there;
    const auto one = on.here.listen("s", [&](const auto& what) { at_here.push_back(what.bytes); });
    auto two = on.there.listen("s", [&](const auto& what) { at_there.push_back(what.bytes); });
    CHECK(on.here.send("s", {}, "1"));
    CHECK(on.there.send("s", {}, "2"));
    CHECK(at_there.empty()); // never within the call
    on.let_run();
    CHECK(at_here == std::vector<std::string>{"1", "2"});
    CHECK(at_there == std::vector<std::string>{"1", "2"});
    CHECK(on.here.send("s", {}, "3"));
    two.reset();
    on.let_run();
    CHECK(at_here.size() == 3);
    CHECK(at_there.size() == 2); // on its way is too late
}

TEST_CASE("who asks learns that nobody listens", "[bus]")
{
    two_nodes on;
    int refused = 0;
    const auto one =
        on.here.listen("in.*", [&](const auto& what) { refused += what.no_responders; });
    CHECK(on.here.send("nobody", "in.1", "?"));
    CHECK(on.here.send("nobody", {}, "?"));
    on.let_run();
    CHECK(refused == 1);
}

TEST_CASE("a transport that is cut off neither sends nor hears", "[bus]")
{
    two_nodes on;
    int heard = 0;
    const auto one = on.there.listen("s", [&](const auto&) { ++heard; });
    on.between->cut("there");
    CHECK(on.here.connected());
    CHECK_FALSE(on.there.connected());
    CHECK(on.here.send("s", {}, "1"));
    CHECK_FALSE(on.there.send("s", {}, "2"));
    on.let_run();
    CHECK(heard == 0);
    on.between->cut("there", false);
    CHECK(on.here.send("s", {}, "3"));
    on.let_run();
    CHECK(heard == 1);
}

TEST_CASE("a listener may end itself while it hears", "[bus]")
{
    two_nodes on;
    int heard = 0;
    subscription self;
    self = on.here.listen("s", [&](const auto&) {
        ++heard;
        self.reset();
    });
    CHECK(on.here.send("s", {}, "1"));
    CHECK(on.here.send("s", {}, "2"));
    on.let_run();
    CHECK(heard == 1);
}

} // namespace thimble::service::bus
