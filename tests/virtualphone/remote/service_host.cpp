#include "tests/virtualphone/remote/service_host.hpp"

#include "tests/catch2.hpp"

namespace thimble::virtualphone::tests {
namespace {

constexpr std::uint8_t data_frame = 0;
constexpr std::uint8_t headers_frame = 1;
constexpr std::uint8_t settings_frame = 4;
constexpr std::uint8_t window_frame = 8;
constexpr std::uint8_t acknowledges = 1;
constexpr std::uint8_t end_of_headers = 4;
constexpr std::size_t frame_header = 9;
constexpr std::uint32_t root = 1;
constexpr std::uint32_t replies = 3;

std::size_t number_at(byte_view from, std::size_t at, std::size_t size)
{
    std::size_t value = 0;
    for (const std::uint8_t each : from.subspan(at, size))
        value = value << 8U | each;
    return value;
}

xpc::dictionary envelope(std::string_view feature, xpc::dictionary input)
{
    const xpc::dictionary version{
        {"components", xpc::array{std::uint64_t{629}, std::uint64_t{3}, std::uint64_t{0},
                                  std::uint64_t{0}, std::uint64_t{0}}},
        {"originalComponentsCount", std::int64_t{2}},
        {"stringValue", "629.3"}};
    return {{"CoreDevice.CoreDeviceDDIProtocolVersion", std::int64_t{2}},
            {"CoreDevice.coreDeviceVersion", version},
            {"CoreDevice.deviceIdentifier", "7E0C7A57-3A6A-4E2E-9A7B-0C9B4C6C9A01"},
            {"CoreDevice.invocationIdentifier", "E5D6C1D2-6B0E-4C52-8E0B-0E6D1D7C3B11"},
            {"CoreDevice.featureIdentifier",
             std::string("com.apple.coredevice.feature.") + std::string(feature)},
            {"CoreDevice.action", xpc::dictionary()},
            {"CoreDevice.input", std::move(input)}};
}

} // namespace

service_host::service_host(tunnel_host& in, std::uint16_t port)
    : tunnel_(in), stream_(in.open(port))
{
    if (!stream_)
        return;
    constexpr std::string_view preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const bytes settings{0, 3, 0, 0, 0, 100, 0, 4, 0, 16, 0, 0};
    const bytes window{0, 15, 0, 1};
    tunnel_.write(*stream_, bytes(preface.begin(), preface.end()));
    put_frame(settings_frame, 0, 0, settings);
    put_frame(window_frame, 0, 0, window);
    put_frame(headers_frame, end_of_headers, root, {});
    put_message(root, {.flags = 0x1, .body = xpc::dictionary()});
    put_frame(headers_frame, end_of_headers, replies, {});
    put_message(replies, {.flags = 0x400001});
    put_message(root, {.flags = 0x201});
}

void service_host::close()
{
    if (stream_ && !stream_->over)
        tunnel_.close(*stream_);
    stream_.reset();
}

void service_host::put_frame(std::uint8_t type,
                             std::uint8_t flags,
                             std::uint32_t stream,
                             byte_view payload)
{
    bytes frame;
    for (const std::size_t shift : {16U, 8U, 0U})
        frame.push_back(static_cast<std::uint8_t>(payload.size() >> shift));
    frame.push_back(type);
    frame.push_back(flags);
    for (const std::size_t shift : {24U, 16U, 8U, 0U})
        frame.push_back(static_cast<std::uint8_t>(stream >> shift));
    frame.insert(frame.end(), payload.begin(), payload.end());
    tunnel_.write(*stream_, frame);
}

void service_host::put_message(std::uint32_t stream, const xpc::message& what)
{
    put_frame(data_frame, 0, stream, xpc::encode_message(what));
}

void service_host::send(xpc::dictionary body)
{
    put_message(root, {.flags = 0x101, .id = ++latest_, .body = std::move(body)});
}

void service_host::send_raw(byte_view message)
{
    put_frame(data_frame, 0, root, message);
}

std::optional<xpc::dictionary> service_host::ask(xpc::dictionary body)
{
    put_message(root, {.flags = 0x10101, .id = ++latest_, .body = std::move(body)});
    return reply();
}

void service_host::invoke(std::string_view feature, xpc::dictionary input)
{
    put_message(root,
                {.flags = 0x10101, .id = ++latest_, .body = envelope(feature, std::move(input))});
}

std::optional<xpc::dictionary> service_host::call(std::string_view feature, xpc::dictionary input)
{
    invoke(feature, std::move(input));
    const auto answer = reply();
    if (!answer)
        return std::nullopt;
    for (const char* name : {"CoreDevice.output", "CoreDevice.error"})
        if (const auto* found = xpc::member<xpc::dictionary>(*answer, name))
            return *found;
    return std::nullopt;
}

std::optional<xpc::dictionary> service_host::reply()
{
    tunnel_.run_until([this] {
        read_frames();
        return !replies_.empty() || ended();
    });
    if (replies_.empty())
        return std::nullopt;
    const xpc::message first = std::move(replies_.front());
    replies_.pop_front();
    CHECK(first.id == latest_);
    return *first.body->as<xpc::dictionary>();
}

void service_host::read_frames()
{
    if (!stream_)
        return;
    bytes& in = stream_->received;
    while (in.size() >= frame_header) {
        const std::size_t size = frame_header + number_at(in, 0, 3);
        if (in.size() < size)
            return;
        const bytes frame(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(size));
        in.erase(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(size));
        take_frame(frame[3], frame[4], static_cast<std::uint32_t>(number_at(frame, 5, 4)),
                   byte_view(frame).subspan(frame_header));
    }
}

void service_host::take_frame(std::uint8_t type,
                              std::uint8_t flags,
                              std::uint32_t stream,
                              byte_view payload)
{
    if (type == settings_frame && (flags & acknowledges) == 0)
        return put_frame(settings_frame, acknowledges, 0, {});
    if (type != data_frame)
        return;
    xpc::message_reader& reader = readers_[stream];
    reader.append(payload);
    for (;;) {
        auto next = reader.next();
        REQUIRE(next);
        if (!*next)
            return;
        if (((*next)->flags & xpc::flag::reply) != 0)
            replies_.push_back(**std::move(next));
    }
}

} // namespace thimble::virtualphone::tests
