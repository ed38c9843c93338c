#include "virtualphone/xctest/test_manager.hpp"

#include "virtualphone/xctest/session_identifier.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone::xctest {
namespace {

constexpr std::int64_t protocol_version = 36;

dtx::instance daemon_capabilities()
{
    const dtx::dictionary all{{"initiate test runner session capability", 2},
                              {"report crashes", 1},
                              {"authorize test session", 1},
                              {"request log archive", 1},
                              {"initiate daemon control session capability", 4},
                              {"request spindump", 2},
                              {"record UI interaction", 1}};
    return {.class_name = "XCTCapabilities", .fields = {{"capabilities-dictionary", all}}};
}

dtx::ns_error refused(std::string why)
{
    return {.domain = "XCTDaemonErrorDomain", .code = 1, .description = std::move(why)};
}

} // namespace

dtx::channel_opener test_manager::channels(const phone& device)
{
    return [this, &device](std::string_view identifier,
                           const std::shared_ptr<dtx::connection>& on) -> dtx::responder {
        if (identifier != channel)
            return {};
        return [this, &device, from = std::weak_ptr(on)](const dtx::invocation& what) {
            const auto host = from.lock();
            return host ? answer(device, host, what) : dtx::outcome(dtx::object());
        };
    };
}

dtx::outcome test_manager::answer(const phone& device,
                                  const std::shared_ptr<dtx::connection>& from,
                                  const dtx::invocation& what)
{
    if (!device.allows_development() || !device.developer_image_mounted)
        return std::unexpected(refused("The developer image is not mounted."));
    const std::string_view selector = what.selector;
    if (selector == "_IDE_initiateControlSessionWithCapabilities:")
        return dtx::object(daemon_capabilities());
    if (selector == "_IDE_initiateControlSessionWithProtocolVersion:")
        return dtx::object(protocol_version);
    if (selector == "_IDE_initiateSessionWithIdentifier:capabilities:" ||
        selector == "_IDE_initiateSessionWithIdentifier:forClient:atPath:protocolVersion:")
        return open_session(from, what);
    if (selector == "_IDE_authorizeTestSessionWithProcessID:")
        return authorise(from, what);
    return std::unexpected(dtx::unknown_selector(selector));
}

dtx::outcome test_manager::open_session(const std::shared_ptr<dtx::connection>& from,
                                        const dtx::invocation& what)
{
    const std::string identifier = text_of_identifier(what.argument_at(0));
    std::erase_if(sessions_, [](const auto& each) {
        const auto host = each.second.lock();
        return !host || host->ended();
    });
    if (identifier.empty() || sessions_.contains(identifier) || sessions_.size() >= most_sessions)
        return std::unexpected(refused("The session cannot be initiated."));
    sessions_.emplace(identifier, from);
    if (runner_ && !runner_->ended() && runner_->how().session == identifier)
        runner_->join(from);
    if (what.arguments.size() > 2) // the older call, which tells a version in place of capabilities
        return dtx::object(protocol_version);
    return dtx::object(daemon_capabilities());
}

dtx::outcome test_manager::authorise(const std::shared_ptr<dtx::connection>& from,
                                     const dtx::invocation& what)
{
    const auto process =
        what.arguments.empty() ? std::nullopt : dtx::integer_of(what.arguments.front());
    auto* const found = process ? find(*process) : nullptr;
    if (found == nullptr)
        return dtx::object(false);
    found->authorise(from);
    return dtx::object(true);
}

void test_manager::launched(phone& on, const boost::asio::any_io_executor& home, runner_launch how)
{
    how.session = text_of_identifier(how.session);
    const auto session = sessions_.find(how.session);
    runner_ = std::make_shared<runner_process>(on, home, std::move(how));
    if (session != sessions_.end())
        if (auto host = session->second.lock(); host && !host->ended())
            runner_->join(std::move(host));
    runner_->begin();
}

runner_process* test_manager::runner() const
{
    return runner_ && !runner_->ended() ? runner_.get() : nullptr;
}

runner_process* test_manager::find(std::int64_t process) const
{
    runner_process* const running = runner();
    return running != nullptr && running->how().process == process ? running : nullptr;
}

std::optional<std::int64_t> test_manager::exit_code(std::int64_t process) const
{
    return runner_ && runner_->how().process == process ? runner_->exit_code() : std::nullopt;
}

boost::asio::awaitable<void>
serve_test_manager(std::unique_ptr<dtx::byte_line> line, phone& device, test_manager& with)
{
    const auto host =
        std::make_shared<dtx::connection>(std::move(line), service_capabilities(),
                                          with.channels(device), device.faults, "testmanagerd");
    co_await host->run();
}

dtx::dictionary service_capabilities()
{
    return {{"com.apple.private.DTXBlockCompression", 2}, {"com.apple.private.DTXConnection", 1}};
}

} // namespace thimble::virtualphone::xctest
