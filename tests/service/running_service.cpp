#include "tests/service/running_service.hpp"

#include "async/deadline.hpp"
#include "async/home_watch.hpp"
#include "service/accounts/account.hpp"
#include "service/phones/phones.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/slow_handlers.hpp"
#include "tests/store/store_in.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/use_future.hpp>
#include <spdlog/sinks/ostream_sink.h>

namespace thimble::service::test {

namespace asio = boost::asio;

namespace {

std::shared_ptr<spdlog::logger> logger_to(std::ostringstream& text)
{
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
    auto out = std::make_shared<spdlog::logger>("service", std::move(sink));
    out->set_level(spdlog::level::trace);
    return out;
}

server_options options(const std::filesystem::path& state_dir,
                       const limits& granted,
                       std::chrono::milliseconds drain,
                       const std::function<void(server_options&)>& adjust)
{
    server_options out;
    out.listen = {asio::ip::address_v4::loopback(), 0};
    out.api_key = api_key;
    out.state_dir = state_dir;
    out.database = store::database_file::open(store::test::store_in(state_dir)).value();
    out.master_key = std::make_shared<const master_key>(master_key::random().bytes());
    out.drain = drain;
    out.limits = granted;
    out.public_urls = {"http://x", "http://a"}; // as requests that tests write by hand say
    out.limits.metrics_age = {};                // tests look at the metrics as they are now
    out.limits.http.first_request_time *= e2e::slowdown();
    if (adjust)
        adjust(out);
    return out;
}

/// For what is sure to come; whoever waits in vain fails.
std::chrono::seconds timeout()
{
    return std::chrono::seconds(30) * e2e::slowdown();
}

asio::awaitable<bool> watch(scripted_desktop& desktop,
                            std::function<bool(const observations&)> condition)
{
    while (!condition(desktop.seen))
        co_await desktop.changed.wait();
    co_return true;
}

} // namespace

link::phone_state phone(const std::string& udid, const std::string& name)
{
    link::phone_state out;
    out.udid = udid;
    out.attached = true;
    out.name = name;
    out.device_name = "iPhone 15 Pro";
    out.product_type = "iPhone16,1";
    out.os_version = "17.5";
    out.driver_version = "16.7.3";
    out.native_size = {{.width = 1179, .height = 2556}};
    out.screenshot_size = {{.width = 620, .height = 1344}};
    out.scale = 3;
    out.battery_level = 80;
    out.locked = false;
    out.capabilities = {"flick", "home", "screenshot", "tap"};
    return out;
}

running_service::running_service(limits granted,
                                 std::chrono::milliseconds drain,
                                 const std::function<void(server_options&)>& adjust,
                                 const std::function<void(scripted_desktop&)>& teach)
    : desktop_(std::make_shared<scripted_desktop>(home_.get_executor())),
      service_(std::make_unique<server>(home_.get_executor(),
                                        options(state_.path(), granted, drain, adjust),
                                        logger_to(log_text_)))
{
    if (teach)
        teach(*desktop_);
    service_->open();
    port_ = service_->endpoint().port();
    service_->desktop_connected({.id = desktop_id, .name = "test", .version = "1"}, desktop_);
    const auto ended = [this](const std::exception_ptr& problem) {
        problem ? ended_.set_exception(problem) : ended_.set_value();
    };
    asio::co_spawn(home_, service_->run(), asio::bind_cancellation_slot(stop_.slot(), ended));
    thread_ = std::thread([this] {
        async::home_watch(home_, [this](const auto& slow) {
            if (slow.is_too_long)
                too_long_.push_back(slow.processor);
        }).run();
    });
}

running_service::~running_service()
{
    if (thread_.joinable())
        stop();
}

void running_service::begin_to_stop()
{
    asio::post(home_, [this] { stop_.emit(asio::cancellation_type::terminal); });
}

void running_service::stop()
{
    begin_to_stop();
    wait_for_end();
}

std::string running_service::logged()
{
    std::string out;
    at_home([&] { out = log_text_.str(); });
    return out;
}

bool running_service::logs(const std::string& text)
{
    const auto deadline = std::chrono::steady_clock::now() + timeout();
    while (logged().find(text) == std::string::npos)
        if (std::chrono::steady_clock::now() > deadline)
            return false;
    return true;
}

void running_service::wait_for_end()
{
    thread_.join(); // the context runs out of work by itself: nothing was left behind
    for (const auto& each : too_long_) {
        INFO("a handler held the home thread for " << each.count() << " ms of processor time");
        CHECK(each <= e2e::longest_handler());
    }
    ended_.get_future().get();
}

std::string running_service::attach(const link::phone_state& state)
{
    at_home([&] { service_->phone_changed(desktop_id, state); });
    phones again; // ids depend on account and UDID alone
    return again.changed(desktop_id, state)->id;
}

void running_service::at_home(const std::function<void()>& work)
{
    std::promise<void> done;
    asio::post(home_, [&] {
        work();
        done.set_value();
    });
    done.get_future().get();
}

void running_service::direct(const std::function<void(scripted_desktop&)>& work)
{
    at_home([&] { work(*desktop_); });
}

observations running_service::seen()
{
    observations out;
    at_home([&] { out = desktop_->seen; });
    return out;
}

bool running_service::until(std::function<bool(const observations&)> condition)
{
    auto waiting = async::with_timeout(timeout(), watch(*desktop_, std::move(condition)));
    return asio::co_spawn(home_, std::move(waiting), asio::use_future).get().value_or(false);
}

std::shared_ptr<scripted_desktop> running_service::another_desktop()
{
    return std::make_shared<scripted_desktop>(home_.get_executor());
}

} // namespace thimble::service::test
