// A phone that is connected to one of two nodes, with what its desktop says and shows.
#pragma once

#include "tests/service/nodes/two_nodes.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace thimble::service::test {

/// A phone at the first node, whose pictures come over the link's other connection.
struct phone_with_pictures {
    explicit phone_with_pictures(two_nodes& nodes) : on(nodes)
    {
        REQUIRE(messages.status() == 101);
        auto said = with_links::hello_of(on.desk);
        said.phones = {phone("udid-1")};
        messages.say(said);
        const auto welcomed = two_nodes::hear<link::welcome>(messages);
        REQUIRE(welcomed);
        pictures =
            std::make_unique<frames_peer>(on.there.running.port(), on.desk.token, welcomed->epoch);
        REQUIRE(on.connected(*on.here, 1));
        REQUIRE(on.connected(on.there.running, 1));
        id = there.ask("GET", "/v1/phones", on.there.ada()).json().at(0).at("id");
    }

    std::string path(const std::string& tail) const { return "/v1/phones/" + id + "/" + tail; }

    reply ask(http_client& at, const std::string& target) const
    {
        return at.ask("GET", target, on.there.ada());
    }

    /// Answers the next command with a picture.
    void give_picture(const std::string& content)
    {
        const auto command = two_nodes::hear<link::command>(messages);
        REQUIRE(command);
        messages.say(test::picture(*command, content));
        link::frame_header header;
        header.frame_id = command->job_id;
        send(std::move(header), content);
    }

    /// The next that is said about a stream.
    link::stream told()
    {
        const auto next = two_nodes::hear<link::stream>(messages);
        REQUIRE(next);
        return *next;
    }

    void show(const link::stream& in, const std::string& content)
    {
        link::frame_header header;
        header.frame_id = "frame";
        header.stream_id = in.stream_id;
        header.codec = link::codec::jpeg;
        send(std::move(header), content);
    }

    /// Waits until a recording has that, as that node sees it.
    bool becomes(http_client& at,
                 const std::string& recording,
                 const std::string& name,
                 const nlohmann::json& value)
    {
        return two_nodes::until(messages, [&] {
            return ask(at, path("recordings/" + recording)).json().at(name) == value;
        });
    }

    two_nodes& on;
    link_peer messages{on.there.running.port(), on.desk.token};
    std::unique_ptr<frames_peer> pictures;
    http_client here{on.here->port()};
    http_client there{on.there.running.port()};
    std::string id;

private:
    void send(link::frame_header header, const std::string& content)
    {
        header.udid = "udid-1";
        header.size = {.width = 620, .height = 1344};
        header.captured_at = std::chrono::system_clock::now();
        pictures->send(header, content);
    }
};

} // namespace thimble::service::test
