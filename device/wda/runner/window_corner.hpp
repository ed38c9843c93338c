// Corner of the screen at which the window of the app in front begins.
#pragma once

#include "device/wda/runner/session.hpp"
#include "screen/geometry.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::device::wda {

/// Home thread. Reads only, under the living session.
class window_corner {
public:
    explicit window_corner(session& session) : session_(session) {}

    boost::asio::awaitable<result<screen::place>> read(connection& over);

    /// The next runner may know a route that this one did not.
    void forget_runner() { has_rectangle_ = true; }

private:
    boost::asio::awaitable<result<screen::place>> read_of_app(connection& over);
    boost::asio::awaitable<result<nlohmann::json>>
    ask(connection& over, std::string route, std::string body = {});

    session& session_;
    bool has_rectangle_ = true; // until the runner says that it does not know the route
};

} // namespace thimble::device::wda
