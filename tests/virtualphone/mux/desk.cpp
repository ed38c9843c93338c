#include "tests/virtualphone/mux/desk.hpp"

#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <spdlog/sinks/null_sink.h>

#include <cstdlib>
#include <stdexcept>

namespace thimble::virtualphone::tests {
namespace {

std::filesystem::path new_directory()
{
    std::string name = (std::filesystem::temp_directory_path() / "thimble-mux-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        throw std::runtime_error("no temporary directory");
    return name;
}

std::shared_ptr<spdlog::logger> silent_log()
{
    return std::make_shared<spdlog::logger>("test",
                                            std::make_shared<spdlog::sinks::null_sink_st>());
}

} // namespace

struct desk::attached {
    attached(boost::asio::io_context& home, std::string_view ios, identity who)
        : device(*find_model("iPhone 15 Pro"), *find_ios_profile(ios), std::move(who), 0),
          lockdown(home.get_executor(), device)
    {
    }

    phone device;
    lockdown_service lockdown;
};

desk::desk()
    : directory(new_directory()), log(silent_log()),
      mux(context.get_executor(), (directory / "mux").string(), log)
{
    REQUIRE(mux.start());
}

desk::~desk()
{
    mux.stop();
    for (const auto& one : phones_)
        one->lockdown.stop();
    context.restart();
    context.run_for(std::chrono::seconds(5));
    std::filesystem::remove_all(directory);
}

phone& desk::add(std::string_view udid, std::string_view ios, std::optional<std::string> passcode)
{
    const bool locked = passcode.has_value();
    identity who{std::string(udid), "Test Phone", std::move(passcode), locked};
    auto& added = phones_.emplace_back(std::make_unique<attached>(context, ios, std::move(who)));
    mux.attach(added->device);
    return added->device;
}

lockdown_service& desk::lockdown_of(const phone& device)
{
    for (const auto& one : phones_)
        if (&one->device == &device)
            return one->lockdown;
    throw std::logic_error("this phone is not on the desk");
}

stream desk::connect()
{
    boost::asio::local::stream_protocol::socket socket(context);
    socket.connect((directory / "mux").string());
    return socket;
}

void desk::run(boost::asio::awaitable<void> host)
{
    bool finished = false;
    std::exception_ptr error;
    boost::asio::co_spawn(context, std::move(host), [&](std::exception_ptr thrown) {
        finished = true;
        error = std::move(thrown);
        context.stop();
    });
    context.restart();
    context.run_for(std::chrono::seconds(20));
    if (error)
        std::rethrow_exception(error);
    REQUIRE(finished);
}

} // namespace thimble::virtualphone::tests
