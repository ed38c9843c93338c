#include "device/wda/runner.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::uint64_t small_answer = 1U << 20;     // bytes
constexpr std::uint64_t largest_picture = 64U << 20; // bytes of base64 in JSON

} // namespace

runner::runner(const runner_options& how)
    : options(how), input(how.home,
                          how.open,
                          {.udid = how.udid,
                           .name = "input",
                           .response_limit = small_answer,
                           .recorder = how.recorder}),
      pictures(how.home,
               how.open,
               {.udid = how.udid,
                .name = "pictures",
                .response_limit = largest_picture,
                .recorder = how.recorder}),
      status(how.home,
             how.open,
             {.udid = how.udid,
              .name = "status",
              .response_limit = small_answer,
              .recorder = how.recorder}),
      session(how.home, input), interface(session)
{
}

boost::asio::awaitable<failure> runner::explain(failure what)
{
    if (what.cause == "connection_lost" || what.cause == "port_refused") {
        if (co_await options.gone()) {
            what.what = problem::detached;
            what.message = "The phone was unplugged.";
            what.cause = "unplugged";
        } else if (what.cause == "port_refused") {
            what.what = problem::not_ready;
            what.message = "WebDriverAgent is not running on the phone.";
            what.cause = "runner_not_running";
        }
    }
    options.suspect();
    co_return what;
}

void runner::close()
{
    input.close();
    pictures.close();
    status.close();
}

} // namespace thimble::device::wda
