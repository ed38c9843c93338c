// Common parts of the commands that the REST API of a running thimbled carries out.
#pragma once

#include "daemon/control/rest_client.hpp"
#include "daemon/settings/options.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <expected>
#include <string>

namespace thimble::daemon {

/// The API, or the exit code where there is none; the reason has been said.
std::expected<rest_client, int> open_rest(const options& given,
                                          const service::environment& variables);

/// Says it on stderr. Returns `code`.
int say_failure(int code, const std::string& why);

/// The record of an answer that is good; else it has been said why not, and this is the exit code.
std::expected<nlohmann::ordered_json, int>
record_of_answer(const std::expected<rest_answer, std::string>& answer);

/// The record of something that a request has begun, at `target`. It is sent once; where no answer
/// comes, that it may have begun is said, too.
std::expected<nlohmann::ordered_json, int>
begin_by_rest(const rest_client& rest, const std::string& target, const nlohmann::json& wanted);

/// Pauses between looks at something that takes its time; SIGINT and SIGTERM end the pause, and
/// the second of them the process.
class interruptible_pause {
public:
    interruptible_pause();

    /// False from the first signal on.
    bool rest();

private:
    boost::asio::io_context context_{1};
    boost::asio::signal_set signals_{context_, SIGINT, SIGTERM};
    bool interrupted_ = false;
};

} // namespace thimble::daemon
