#include "virtualphone/channel/property_list_channel.hpp"

#include "virtualphone/channel/faulty_answer.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/system/errc.hpp>
#include <boost/system/system_error.hpp>

#include <array>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;
using time_limit = std::optional<std::chrono::steady_clock::duration>;

constexpr std::size_t framing_size = 4;

[[noreturn]] void refuse(boost::system::errc::errc_t why)
{
    throw boost::system::system_error(make_error_code(why));
}

plist::bytes framed(const plist::bytes& message)
{
    const auto length = static_cast<std::uint32_t>(message.size());
    plist::bytes result{static_cast<std::uint8_t>(length >> 24),
                        static_cast<std::uint8_t>(length >> 16),
                        static_cast<std::uint8_t>(length >> 8), static_cast<std::uint8_t>(length)};
    result.insert(result.end(), message.begin(), message.end());
    return result;
}

} // namespace

asio::awaitable<plist::value> property_list_channel::receive()
{
    return receive_within(std::nullopt);
}

asio::awaitable<plist::value>
property_list_channel::receive(std::chrono::steady_clock::duration limit)
{
    return receive_within(limit);
}

asio::awaitable<plist::value> property_list_channel::receive_within(time_limit limit)
{
    std::array<std::uint8_t, framing_size> head{};
    co_await fill(head, limit);
    const std::uint32_t length = static_cast<std::uint32_t>(head[0]) << 24 |
                                 static_cast<std::uint32_t>(head[1]) << 16 |
                                 static_cast<std::uint32_t>(head[2]) << 8 | head[3];
    if (length > longest_message)
        refuse(boost::system::errc::message_size);
    plist::bytes body(length);
    co_await fill(body, limit);
    auto message = plist::parse(body);
    if (!message)
        refuse(boost::system::errc::bad_message);
    co_return std::move(*message);
}

asio::awaitable<void> property_list_channel::fill(std::span<std::uint8_t> to, time_limit limit)
{
    return limit ? over_.read(to, *limit) : over_.read(to);
}

asio::awaitable<void> property_list_channel::send(const plist::value& message,
                                                  const plist::value& refusal)
{
    const auto shown = device_.faults.take(service_);
    const plist::value& said = shown && shown->kind == fault_kind::error ? refusal : message;
    plist::bytes encoded =
        framed(format_ == plist_format::binary ? plist::to_binary(said) : plist::to_xml(said));
    co_await write_answer(over_, std::move(encoded), framing_size, shown);
}

} // namespace thimble::virtualphone
