#include "tests/device/coredevice/fake_phone.hpp"

#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
namespace coredevice = device::coredevice;

constexpr std::uint16_t directory_port = 50'001;

} // namespace

fake_phone::fake_phone(boost::asio::io_context& context)
    : directory(context.get_executor()), context_(context)
{
}

fake_service& fake_phone::add(const std::string& name,
                              fake_service::handler on_message,
                              std::vector<std::string> features)
{
    const auto port = static_cast<std::uint16_t>(directory_port + 1 + services_.size());
    xpc::array names(features.begin(), features.end());
    entries_.add(
        name, xpc::dictionary{{"Entitlement", "com.apple.private.CoreDevice"},
                              {"Port", std::to_string(port)},
                              {"Properties", xpc::dictionary{{"UsesRemoteXPC", true},
                                                             {"ServiceVersion", std::uint64_t{1}},
                                                             {"Features", std::move(names)}}}});
    auto service = std::make_unique<fake_service>(context_.get_executor(), std::move(on_message));
    return *(services_[port] = std::move(service));
}

fake_service& fake_phone::add_answering(const std::string& name, xpc::value output)
{
    return add(name, answering({{"CoreDevice.output", std::move(output)}}));
}

xpc::dictionary fake_phone::handshake() const
{
    return {{"MessageType", "Handshake"},
            {"MessagingProtocolVersion", std::uint64_t{5}},
            {"UUID", xpc::uuid()},
            {"Properties", xpc::dictionary{{"UniqueDeviceID", "00008120-000000000000001E"},
                                           {"OSVersion", "18.0"},
                                           {"BuildVersion", "22A1"},
                                           {"ProductType", "iPhone15,3"}}},
            {"Services", entries_}};
}

boost::asio::awaitable<device::result<std::unique_ptr<coredevice::byte_stream>>>
fake_phone::open(std::uint16_t port)
{
    const auto found = services_.find(port);
    if (refusals > 0 || (port != directory_port && found == services_.end())) {
        --refusals;
        co_return std::unexpected(device::failure{
            .what = device::problem::refused, .message = {}, .cause = "port_refused"});
    }
    if (port != directory_port)
        co_return found->second->connect();
    directory.silent = is_silent;
    auto stream = directory.connect();
    if (!is_silent)
        directory.say(1, {.flags = 0x101, .id = 1, .body = handshake()}); // unasked, as phones do
    co_return std::move(stream);
}

coredevice::core_device& fake_phone::connected()
{
    coredevice::core_device::options how{.directory_port = directory_port, .host = {}};
    how.attempt_pause = 1ms;
    how.recorder = recorder;
    how.host.uuid.bytes.fill(std::byte{0x11});
    host_ = std::make_unique<coredevice::core_device>(
        context_.get_executor(), [this](std::uint16_t port) { return open(port); }, how);
    REQUIRE(run_until_done(context_, host_->read_directory(20s)));
    return *host_;
}

xpc::dictionary input_of(const fake_service::heard_message& what)
{
    const auto* input = xpc::member<xpc::dictionary>(what.body, "CoreDevice.input");
    REQUIRE(input != nullptr);
    return *input;
}

std::string feature_of(const fake_service::heard_message& what)
{
    return xpc::text_member(what.body, "CoreDevice.featureIdentifier");
}

} // namespace thimble::tests
