// A service of a test: answers HTTP requests as the test says.
#pragma once

#include "tests/daemon/uplink/scripted_server.hpp"

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace thimble::daemon::test {

using http_request = boost::beast::http::request<boost::beast::http::string_body>;

/// The bytes of the answer to a request; empty: none, the connection is closed.
using script = std::function<std::string(const http_request&)>;

/// An answer with this status and JSON body.
std::string json_answer(int status, const std::string& body);

/// Answers one request a connection.
part answering(script what);

/// On a thread of its own, for a program under test. The script is called on that thread.
class scripted_service {
public:
    explicit scripted_service(script what);
    /// "http://127.0.0.1:PORT".
    std::string url() const;

    /// "POST /v1/enrolments", with everything that came so far.
    std::vector<std::string> requests() const;

private:
    std::string answer(const http_request& what);

    script script_;
    mutable std::mutex mutex_;
    std::vector<std::string> requests_;
    threaded_server server_; // the last: its thread uses the others
};

/// Messages of an enrolment.
namespace enrolment {

inline constexpr auto id = "0190c3d2-2222-7abc-8def-0123456789ab";
inline constexpr auto desktop_id = "0190c3d2-1111-7abc-8def-0123456789ab";
inline constexpr auto token = "td_0123456789abcdefghijABCDEFGHIJ";
inline constexpr auto poll_token = "poll-0123456789";

/// To POST /v1/enrolments: code BCDF-GHJK, to be asked about each second.
std::string offer();
std::string pending();
std::string approved();
std::string expired();

} // namespace enrolment

} // namespace thimble::daemon::test
