#include "device/wda/button_presser.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds press_limit{10};

/// Home is a route of its own that every model has, and the only one that needs no session.
constexpr std::string_view home_route = "/wda/homescreen";

} // namespace

boost::asio::awaitable<result<void>> button_presser::press(button which)
{
    if (which != button::home)
        co_return std::unexpected(failure{.what = problem::unsupported,
                                          .message = "WebDriverAgent cannot press this button.",
                                          .cause = {}});
    const input_under_way mark(runner_);
    auto answer = parse_envelope(
        co_await runner_.input.exchange(post_once(std::string(home_route), "{}", press_limit)));
    if (!answer)
        co_return std::unexpected(co_await runner_.explain(std::move(answer.error())));
    runner_.session.observe(answer->session_id);
    co_return result<void>{};
}

} // namespace thimble::device::wda
