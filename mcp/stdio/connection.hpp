// The protocol over standard input and output: a message a line, of either era.
#pragma once

#include "mcp/server.hpp"
#include "mcp/stdio/line_reader.hpp"
#include "mcp/stdio/line_writer.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <chrono>
#include <map>
#include <memory>

namespace thimble::mcp::stdio {

struct connection_settings {
    message_limits limits{};
    std::chrono::milliseconds grace{1000}; // for what is under way when the input ends
};

/// Home thread. The one client that a server of its own has: what is under way when the client
/// leaves is cancelled with it.
class connection {
public:
    connection(server& of,
               principal who,
               boost::asio::posix::stream_descriptor in,
               boost::asio::posix::stream_descriptor out,
               connection_settings settings = {});

    /// Until the input ends, or nobody reads the output.
    boost::asio::awaitable<void> run();

private:
    class line_outlet;
    class noticing_outlet;

    boost::asio::awaitable<void> read();
    boost::asio::awaitable<void> finish_what_is_under_way();
    void take(const line& what);
    void take(std::expected<message, refusal> what);
    void take_batch(std::vector<std::expected<message, refusal>> parts);
    void take(request what, std::shared_ptr<outlet> to);
    void take(const notification& what);
    void take(reply what);
    void begin_modern(request what, std::shared_ptr<outlet> to);
    void open(const request& what, outlet& to);

    server& server_;
    principal who_;
    connection_settings settings_;
    line_reader reader_;
    std::shared_ptr<line_writer> writer_;
    std::shared_ptr<session> session_;                      // of a client of the legacy era
    std::shared_ptr<outlet> general_;                       // what is written there goes out
    std::map<request_id, running_requests::handle> modern_; // under way
};

} // namespace thimble::mcp::stdio
