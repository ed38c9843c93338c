// Jobs, pictures, frames and recordings that are at one node of the service, for requests to
// another.
#pragma once

#include "service/jobs/jobs.hpp"
#include "service/jobs/picture_store.hpp"
#include "service/jobs/session_pictures.hpp"
#include "service/nodes/peer_requests.hpp"
#include "service/phones/phones.hpp"
#include "service/recordings/recordings.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. Has the parts of this node ask the others for what they do not have, and answers
/// these. Every account is one that this node, or the one that asks, has let in; no name of a file
/// is taken from a message without being looked at.
class content_of_nodes {
public:
    /// All of it outlives the requests.
    struct dependencies {
        boost::asio::any_io_executor home;
        nodes::peer_requests& others;
        jobs& kept;
        picture_store& pictures;
        session_pictures& shown_pictures;
        recordings& recorded;
        const phones& known;
    };

    explicit content_of_nodes(dependencies given);
    content_of_nodes(const content_of_nodes&) = delete;
    content_of_nodes& operator=(const content_of_nodes&) = delete;

    /// Makes a frame known that another node has given, or a ref; where none has, it stays unknown.
    /// `trace` is that of the request.
    boost::asio::awaitable<void>
    learn_frame(phone_ptr phone, std::string frame_id, std::optional<trace_context> trace);
    boost::asio::awaitable<void>
    learn_ref(phone_ptr phone, std::string ref, std::optional<trace_context> trace);

    /// The same of the screen that was read last, at whichever node.
    boost::asio::awaitable<void> learn_screen(phone_ptr phone, std::optional<trace_context> trace);

private:
    using answer = boost::asio::awaitable<std::optional<nodes::envelope>>;
    using picture = std::shared_ptr<const screen::bytes>;
    using found_jobs = std::vector<job_ptr>;

    void answer_others();
    void ask_others();
    void answer_about_screens();
    void answer_about_recordings();
    void ask_about_recordings();

    // Answers to other nodes.
    answer tell_jobs(nodes::envelope asked);
    answer tell_jobs_under_way(nodes::envelope asked);
    answer write_jobs();
    answer tell_job_picture(nodes::envelope asked);
    answer tell_session_picture(nodes::envelope asked);
    answer tell_frame(nodes::envelope asked);
    answer tell_ref(nodes::envelope asked);
    answer tell_screen(nodes::envelope asked);
    answer tell_recordings(nodes::envelope asked);
    answer stop_recording(nodes::envelope asked);
    answer remove_recording(nodes::envelope asked);
    answer read_recording(nodes::envelope asked);

    // Questions to them.
    boost::asio::awaitable<found_jobs> ask_jobs(nodes::envelope what, bool one_is_enough);
    boost::asio::awaitable<void> have_jobs_written();
    boost::asio::awaitable<picture>
    ask_picture(std::string kind, std::string account_id, std::string name);
    boost::asio::awaitable<std::vector<recording>>
    ask_recordings(recordings::elsewhere::question what);
    boost::asio::awaitable<std::optional<recording>> ask_stop(std::string account_id,
                                                              std::string id);
    boost::asio::awaitable<bool> ask_removal(std::string account_id, std::string id);
    boost::asio::awaitable<std::string>
    ask_part(std::string account_id, std::string id, http::byte_range what);

    dependencies with_;
};

} // namespace thimble::service
