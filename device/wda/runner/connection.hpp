// One keep-alive HTTP connection to WebDriverAgent.
#pragma once

#include "async/lane.hpp"
#include "async/one_shot_timer.hpp"
#include "device/usbmux/phone_ports.hpp"
#include "device/wda/runner/recorder.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace thimble::device::wda {

enum class method : std::uint8_t { get, post };

/// Safety of asking twice: only a read may be sent again.
enum class repeatable : std::uint8_t { no, yes };

/// For a question that the phone answers from what it knows.
inline constexpr std::chrono::seconds read_limit{5};

struct request {
    wda::method method = method::get;
    std::string target; // path and query
    std::string body;   // JSON, empty for get
    std::chrono::milliseconds limit{3000};
    wda::repeatable repeatable = repeatable::yes;
    bool confidential = false;        // the body holds text that no recording may keep
    bool confidential_answer = false; // so does what is answered
};

/// A read.
inline request get(std::string target, std::chrono::milliseconds limit)
{
    return {.target = std::move(target), .body = {}, .limit = limit};
}

/// Something that is done once or not at all.
inline request post_once(std::string target, std::string body, std::chrono::milliseconds limit)
{
    return {.method = method::post,
            .target = std::move(target),
            .body = std::move(body),
            .limit = limit,
            .repeatable = repeatable::no};
}

struct response {
    unsigned status = 0;
    std::string body;
};

/// Home thread. Exchanges follow one another; the connection opens when it is needed and stays
/// open.
class connection {
public:
    struct options {
        std::string udid;
        std::string name;                           // "input", "pictures", … as recordings call it
        std::uint64_t response_limit = 1U << 20;    // bytes of a response's body
        std::shared_ptr<device::recorder> recorder; // or nullptr
    };

    connection(const boost::asio::any_io_executor& home, port_opener open, options how);
    ~connection();

    /// Any HTTP status is an answer. Failures say what has reached the phone: `nothing` when the
    /// request was not sent, `perhaps` when it was and no answer came. A request that is not
    /// repeatable is sent on a connection that is known to be alive, and once.
    boost::asio::awaitable<result<response>> exchange(request what);

    /// Closes the connection; an exchange under way fails.
    void close();

private:
    struct attempt;

    boost::asio::awaitable<result<response>> exchange_once(const request& what);
    boost::asio::awaitable<void> perform(const request& what, attempt& state);
    boost::asio::awaitable<void> converse(const request& what, attempt& state);
    boost::asio::awaitable<result<void>> open();
    bool alive();

    port_opener open_;
    options how_;
    async::lane lane_;
    std::optional<port_stream> stream_;
    async::one_shot_timer deadline_; // of what is said on the stream
};

} // namespace thimble::device::wda
