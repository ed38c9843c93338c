// A WebDriverAgent for unit tests: answers what the test says, over real sockets.
#pragma once

#include "device/usbmux/phone_ports.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::tests {

/// A request to the runner.
struct asked {
    std::string method;
    std::string target;
    std::string body;
    int connection = 0; // counted from 1, in the order in which they were opened
};

/// An answer of the runner: a whole HTTP response, or a way to misbehave.
struct answered {
    enum class manner { answer, silence, hang_up, raw };

    unsigned status = 200;
    std::string body;
    manner how = manner::answer;
};

/// `{"value": VALUE, "sessionId": SESSION}`, as a successful answer.
answered value(const std::string& json, const std::string& session = "");
answered error(unsigned status, const std::string& code, const std::string& message = "");

/// Connections live in the context; the runner has to outlive its run.
class fake_runner {
public:
    explicit fake_runner(boost::asio::io_context& context) : context_(context) {}

    /// Answers "METHOD target"; later ones replace earlier ones.
    void on(const std::string& what, answered with) { fixed_[what] = std::move(with); }

    /// Calls `then` whenever it is asked this, before it answers: what happens on the phone.
    void when_asked(const std::string& what, std::function<void()> then)
    {
        effects_[what] = std::move(then);
    }

    /// Nothing listens on the port from now on, or something does again.
    void listen(bool listening) { listening_ = listening; }

    /// Closes every connection, as an idle one is closed that the phone has dropped.
    void drop_connections();

    device::port_opener opener();

    const std::vector<asked>& log() const { return log_; }
    std::vector<std::string> lines() const; // "METHOD target"
    int count(const std::string& what) const;
    int connections() const { return connections_; }

private:
    struct connection;

    boost::asio::awaitable<device::result<device::port_stream>> open();
    boost::asio::awaitable<void> serve(std::shared_ptr<connection> peer);
    answered answer_to(const asked& request);

    boost::asio::io_context& context_;
    std::map<std::string, answered> fixed_;
    std::map<std::string, std::function<void()>> effects_;
    std::vector<asked> log_;
    std::vector<std::weak_ptr<connection>> open_;
    int connections_ = 0;
    bool listening_ = true;
};

} // namespace thimble::tests
