#include "device/wda/url_opener.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds open_limit{30};

/// A runner that was asked and said no has found nobody to open it.
failure refusal_explained(failure what)
{
    if (what.what == problem::refused && what.cause != "malformed_answer" &&
        what.cause != "invalid session id" && what.cause != "connection_lost") {
        what.message = "No app of the phone opens this address, or the phone refused it.";
        what.cause = "no_app_for_url";
    }
    return what;
}

} // namespace

boost::asio::awaitable<result<void>> url_opener::open(std::string url)
{
    const auto opened = co_await runner_.perform({.route = "/url",
                                                  .body = {{"url", std::move(url)}},
                                                  .limit = open_limit,
                                                  .confidential = true});
    if (!opened)
        co_return std::unexpected(refusal_explained(opened.error()));
    co_return result<void>{};
}

} // namespace thimble::device::wda
