// An HTTP client on one kept connection to a virtual phone, in the test's own thread.
#pragma once

#include "tests/virtualphone/wda/virtual_runner.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/verb.hpp>

#include <string>
#include <string_view>

namespace thimble::virtualphone::tests {

namespace http = boost::beast::http;
using http_response = http::response<http::string_body>;

class http_client {
public:
    http_client(virtual_runner& runner, stream connected)
        : runner_(runner), socket_(std::move(connected))
    {
    }

    /// Sends and returns when the whole answer has come.
    http_response ask(http::verb method, std::string_view target, std::string_view body = "");

    /// Sends only.
    void send(http::verb method, std::string_view target, std::string_view body = "");
    void send_raw(std::string_view bytes);

    /// The next answer to what was sent.
    http_response receive();

    /// Begins to wait for an answer; received() or closed() will say how it ended.
    void begin_receive();
    bool received() const noexcept { return received_; }
    bool closed() const noexcept { return closed_; }
    const http_response& response() const noexcept { return response_; }

private:
    virtual_runner& runner_;
    stream socket_;
    boost::beast::flat_buffer buffer_;
    http_response response_;
    bool received_ = false;
    bool closed_ = false;
};

/// The status and the error code of WebDriverAgent's answer, "200" where there is no error. Fails
/// the test when the envelope is not whole.
std::string outcome(const http_response& response);

/// A client of the command port.
class wda_client : public http_client {
public:
    explicit wda_client(virtual_runner& runner)
        : http_client(runner, runner.connect(web_driver_agent::command_port))
    {
    }

    /// Begins a session, returns its path, and puts it in front of what value() asks.
    const std::string& begin_session();

    /// The value of a session route's answer, which must be a success.
    nlohmann::json value(http::verb method, std::string_view path, const nlohmann::json& body = {});

private:
    std::string session_path_;
};

} // namespace thimble::virtualphone::tests
