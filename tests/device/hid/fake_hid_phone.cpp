#include "tests/device/hid/fake_hid_phone.hpp"

#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;

constexpr std::uint16_t port_of_directory = 50'001;
constexpr std::uint16_t port_of_hid = 50'002;
constexpr auto name_of_hid = "com.apple.coredevice.hid.universalhidservice";

} // namespace

fake_hid_phone::fake_hid_phone(boost::asio::io_context& context)
    : context_(context), directory_(context.get_executor())
{
}

coredevice::core_device& fake_hid_phone::connected()
{
    coredevice::core_device::options how{.directory_port = port_of_directory, .host = {}};
    how.connect_attempts = 1;
    host_ = std::make_unique<coredevice::core_device>(
        context_.get_executor(), [this](std::uint16_t port) { return open(port); }, how);
    REQUIRE(run_until_done(context_, host_->read_directory(std::chrono::seconds(20))));
    return *host_;
}

xpc::dictionary fake_hid_phone::handshake() const
{
    xpc::dictionary services;
    if (names_hid_service)
        services.add(name_of_hid, xpc::dictionary{{"Port", std::to_string(port_of_hid)},
                                                  {"Properties", xpc::dictionary()}});
    return {{"MessageType", "Handshake"},
            {"Properties", xpc::dictionary{{"UniqueDeviceID", "00008120-000000000000001E"},
                                           {"BuildVersion", "24A1"}}},
            {"Services", std::move(services)}};
}

boost::asio::awaitable<device::result<std::unique_ptr<coredevice::byte_stream>>>
fake_hid_phone::open(std::uint16_t port)
{
    if (port == port_of_directory) {
        auto stream = directory_.connect();
        directory_.say(1, {.flags = 0x101, .id = 1, .body = handshake()});
        co_return std::move(stream);
    }
    if (refuses || port != port_of_hid)
        co_return std::unexpected(device::failure{
            .what = device::problem::refused, .message = {}, .cause = "connection_refused"});
    const auto number = connections.size();
    connections.push_back(std::make_unique<fake_service>(
        context_.get_executor(),
        [this, number](fake_service&, const auto& what) { take(number, what); }));
    co_return connections.back()->connect();
}

void fake_hid_phone::take(std::size_t connection, const fake_service::heard_message& what)
{
    auto& service = *connections[connection];
    CHECK(xpc::text_member(what.body, "messageType") == "Request");
    const auto* payload = xpc::member<xpc::dictionary>(what.body, "payload");
    REQUIRE(payload != nullptr);
    if (payload->find("connectedServices") != nullptr) {
        questions.emplace_back("connectedServices");
        xpc::array all;
        for (const auto id : surfaces)
            all.push_back(xpc::dictionary{{"_ServiceID", id}});
        if (!lists_surfaces)
            return service.hang_up();
        if (too_old)
            return service.reply(what, {{"CoreDevice.error", xpc::dictionary()}});
        return service.reply(what, {{"connectedServices", std::move(all)}});
    }
    if (payload->find("createService") != nullptr) {
        questions.emplace_back("createService");
        if (drops_keyboard_wishes)
            return service.hang_up();
        return service.reply(
            what, makes_keyboards ? xpc::dictionary{{"serviceID", std::uint64_t{0x1'0000'2001}}}
                                  : xpc::dictionary());
    }
    const auto* sent = xpc::member<xpc::dictionary>(*payload, "send");
    REQUIRE(sent != nullptr);
    CHECK(what.flags == 0x101); // nothing wants an answer
    const auto* bytes = xpc::member<xpc::data>(*sent, "_0");
    const auto* surface = xpc::member<std::uint64_t>(*sent, "_1");
    REQUIRE(bytes != nullptr);
    REQUIRE(surface != nullptr);
    reports.push_back({.bytes = hexadecimal(*bytes),
                       .surface = *surface,
                       .connection = connection,
                       .at = std::chrono::steady_clock::now()});
    if (on_report)
        on_report(heard_report(reports.back()));
}

} // namespace thimble::tests
