#include "virtualphone/media/session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <random>
#include <stdexcept>
#include <utility>

namespace thimble::virtualphone::media {
namespace {

namespace asio = boost::asio;

// A phone fills no more of a packet, however large those of the tunnel are.
constexpr std::size_t largest_packet = 1200;
constexpr std::chrono::milliseconds between_reports{1000};
constexpr std::chrono::milliseconds between_looks{50};
/// Until the surfaces of HID are matched with a new stream. Hosts wait for 300 ms.
constexpr milliseconds settling{250};

asio::awaitable<void> pass_time(std::chrono::steady_clock::duration length)
{
    asio::steady_timer timer(co_await asio::this_coro::executor, length);
    co_await timer.async_wait(asio::use_awaitable);
}

std::uint32_t random_number()
{
    return std::random_device()();
}

} // namespace

session::session(phone& device,
                 tunnel::datagram_socket socket,
                 std::unique_ptr<picture_source> source,
                 const stream_receiver& to)
    : device_(device), socket_(std::move(socket)), pictures_(std::move(source)), receiver_(to),
      packets_(random_number(),
               static_cast<std::uint16_t>(random_number()),
               std::min(largest_packet, socket_.largest())),
      told_(socket_.executor())
{
}

asio::awaitable<std::string> session::run()
{
    const auto home = co_await asio::this_coro::executor;
    const auto beside = [&](asio::awaitable<void> part) {
        return asio::co_spawn(home, std::move(part), asio::deferred);
    };
    co_await asio::experimental::make_parallel_group(beside(play()), beside(report()),
                                                     beside(hear()), beside(settle()),
                                                     beside(watch()), beside(until_told()))
        .async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
    co_return why_;
}

void session::end(std::string_view why)
{
    if (why_.empty())
        why_ = why;
    told_.notify_all();
}

asio::awaitable<void> session::until_told()
{
    while (why_.empty())
        co_await told_.wait();
}

asio::awaitable<void> session::play()
{
    try {
        co_await pictures_->run([this](const coded_picture& picture) { send_picture(picture); });
    } catch (const std::runtime_error& error) { // or something else has ended it before
        end(error.what());
    }
}

asio::awaitable<void> session::settle()
{
    co_await device_.clock.sleep(settling);
    if (why_.empty())
        device_.stream.settled = true;
    co_await until_told();
}

asio::awaitable<void> session::hear()
{
    try {
        for (;;) {
            const tunnel::datagram heard = co_await socket_.receive();
            take_reports(heard.content);
        }
    } catch (const boost::system::system_error&) { // or something else has ended it before
        end("the tunnel has ended");
        throw;
    }
}

void session::take_reports(byte_view datagram)
{
    const auto control = parse_control(datagram);
    if (!control || control->empty())
        return;
    ++device_.stream.reports_received;
    const auto asking = std::ranges::count_if(*control, asks_for_key);
    device_.stream.keys_asked_for += static_cast<std::uint64_t>(asking);
    const bool from_receiver = std::ranges::all_of(
        *control, [this](const control_packet& each) { return each.sender == receiver_.source; });
    if (device_.streaming.reports == receiver_reports::ignored || !from_receiver)
        return;
    heard_ = clock::now();
    if (asking > 0)
        pictures_->want_key();
}

asio::awaitable<void> session::report()
{
    for (;;) {
        // In the dark a phone sends two packets a second, and a loop has no dark pictures.
        const bool alone = device_.loop && !device_.os.awake();
        co_await pass_time(alone ? between_reports / 2 : between_reports);
        send_packet(sender_report({.source = packets_.source(),
                                   .receiver = receiver_.source,
                                   .timestamp = timestamp_at(clock::now()),
                                   .packets = packets_.packets(),
                                   .octets = packets_.octets(),
                                   .at = std::chrono::system_clock::now()}));
    }
}

asio::awaitable<void> session::watch()
{
    for (;;) {
        co_await pass_time(between_looks);
        const auto now = clock::now();
        if (!device_.os.awake())
            moved_ = now; // a dark picture is none that stands still
        if (const auto why = reason_to_end(now); !why.empty())
            end(why);
    }
}

std::string_view session::reason_to_end(clock::time_point now)
{
    if (device_.faults.take("media.end"))
        return "a fault";
    if (device_.streaming.reports == receiver_reports::heard)
        return now - heard_ > receiver_.timeout ? "no reports" : "";
    return now - moved_ > device_.streaming.stillness ? "the picture stands still" : "";
}

void session::send_picture(const coded_picture& picture)
{
    moved_ = clock::now();
    ++device_.stream.pictures;
    device_.stream.key_pictures += picture.key ? 1 : 0;
    for (bytes& packet : packets_.packets_of(picture.units, timestamp_at(picture.taken)))
        send_media(std::move(packet));
}

void session::send_media(bytes packet)
{
    if (device_.faults.take("media.loss"))
        return;
    if (!held_back_ && device_.faults.take("media.reorder")) {
        held_back_ = std::move(packet);
        return;
    }
    send_packet(packet);
    if (held_back_)
        send_packet(*std::exchange(held_back_, std::nullopt));
}

void session::send_packet(byte_view packet)
{
    if (device_.faults.take("media.silence")) {
        moved_ = clock::now(); // who is silent does not end either
        return;
    }
    ++device_.stream.packets;
    socket_.send(receiver_.port, packet);
}

std::uint32_t session::timestamp_at(clock::time_point at) const
{
    const std::chrono::duration<double> since = std::max(at, begun_) - begun_;
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(since.count() * rtp_clock));
}

} // namespace thimble::virtualphone::media
