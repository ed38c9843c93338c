// Watching a phone of a desktop behind a link.
#include "tests/service/links_fixture.hpp"
#include "tests/service/live_view/multipart_client.hpp"

namespace thimble::service::test {

namespace {

/// A desktop that is linked by both connections, with one phone.
struct linked_phone {
    linked_phone(with_links& on, const enrolled& who) : messages(on.running.port(), who.token)
    {
        auto said = with_links::hello_of(who);
        said.phones = {phone("udid-1")};
        messages.say(said);
        const auto welcomed = messages.hear();
        REQUIRE(welcomed);
        pictures = std::make_unique<frames_peer>(on.running.port(), who.token,
                                                 std::get<link::welcome>(*welcomed).epoch);
    }

    /// The next that is said about a stream.
    link::stream told()
    {
        for (;;) {
            const auto next = messages.hear();
            REQUIRE(next);
            if (const auto* stream = std::get_if<link::stream>(&*next))
                return *stream;
        }
    }

    void send(const std::string& stream_id, const std::string& content)
    {
        link::frame_header header;
        header.udid = "udid-1";
        header.frame_id = "frame";
        header.stream_id = stream_id;
        header.codec = link::codec::jpeg;
        header.size = {.width = 620, .height = 1344};
        header.captured_at = std::chrono::system_clock::now();
        pictures->send(header, content);
    }

    link_peer messages;
    std::unique_ptr<frames_peer> pictures;
};

} // namespace

TEST_CASE("pictures of a desktop far away reach who watches, also after a new link", "[streams]")
{
    with_links on;
    const auto desk = on.enrol();
    auto linked = std::make_unique<linked_phone>(on, desk);
    multipart_client viewer(on.running.port(), "/v1/stream?fps=60&quality=70", on.ada());
    REQUIRE(viewer.head().status == 200);
    const auto wanted = linked->told();
    CHECK(wanted.on);
    CHECK(wanted.udid == "udid-1");
    CHECK(wanted.frames_per_second == 60);
    CHECK(wanted.quality == 70);
    linked->send("unknown", "of nobody");
    linked->send(wanted.stream_id, std::string(8UL * 1024 * 1024 + 1, 'x'));
    linked->send(wanted.stream_id, "first");
    const auto first = viewer.next().value();
    CHECK(first.body == "first");
    CHECK(first.fields.at("x-screen-height") == "1344");
    CHECK(first.fields.at("x-screen-scale") == "3");

    linked = nullptr;
    linked = std::make_unique<linked_phone>(on, desk);
    const auto again = linked->told();
    CHECK(again.on);
    CHECK(again.quality == 70);
    linked->send(again.stream_id, "second");
    CHECK(viewer.next()->body == "second");
    viewer.close();
    const auto ended = linked->told();
    CHECK_FALSE(ended.on);
    CHECK(ended.stream_id == again.stream_id);
}

TEST_CASE("an account without a subscription watches no more", "[streams]")
{
    with_links on;
    const linked_phone linked(on, on.enrol());
    multipart_client viewer(on.running.port(), "/v1/stream", on.ada());
    REQUIRE(viewer.head().status == 200);
    on.set_subscription("ada", "none");
    CHECK(viewer.ends());
    CHECK(on.running.logs("ended: no_subscription"));
    CHECK(multipart_client(on.running.port(), "/v1/stream", on.ada()).head().status == 402);
}

} // namespace thimble::service::test
