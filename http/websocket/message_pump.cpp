#include "http/websocket/message_pump.hpp"

#include "async/race.hpp"
#include "link/close_reason.hpp"

namespace thimble::service::websocket {

namespace asio = boost::asio;

namespace {

/// For the other end's reason to arrive, after it has stopped taking what is written.
constexpr std::chrono::seconds time_for_last_words{1};

} // namespace

message_pump::message_pump(const asio::any_io_executor& home, outbox_limits limits)
    : out_(home, limits), changed_(home), close_deadline_(home), resumed_(home)
{
}

void message_pump::end(std::uint16_t code, std::string text)
{
    if (told_)
        return;
    told_ = ended{.code = code, .text = std::move(text)};
    changed_.notify_all();
}

asio::awaitable<message_pump::outcome> message_pump::run(socket& with, receiver on_message)
{
    std::optional<ended> theirs;
    struct stopped_at_the_end { // it uses the socket
        message_pump& self;
        ~stopped_at_the_end()
        {
            self.close_deadline_.stop();
            self.resumed_.stop();
        }
    } const mark{*this};
    co_await async::race(read(with, on_message, theirs), write(with), until_told(with));
    if (told_)
        co_return outcome{.ours = true, .how = *told_};
    co_return outcome{.ours = false, .how = theirs.value_or(ended{})};
}

asio::awaitable<void>
message_pump::read(socket& from, const receiver& on_message, std::optional<ended>& theirs)
{
    for (;;) {
        const auto next = co_await from.read();
        if (!next) {
            theirs = next.error();
            from.cut(); // whatever is still being written goes nowhere
            co_return;
        }
        if (!told_)
            on_message(*next);
        co_await until_resumed();
    }
}

void message_pump::pause_reading(std::chrono::steady_clock::duration time)
{
    if (time <= std::chrono::steady_clock::duration::zero())
        return;
    resumed_at_ = std::chrono::steady_clock::now() + time;
    resumed_.set(time, [this] { changed_.notify_all(); });
}

/// Not once it has been told to end: the other end's answer to that has to be read.
asio::awaitable<void> message_pump::until_resumed()
{
    while (!told_ && std::chrono::steady_clock::now() < resumed_at_)
        co_await changed_.wait();
}

/// Ends only when it is cancelled: why the socket is over is for the reader to find out.
asio::awaitable<void> message_pump::write(socket& to)
{
    co_await out_.run(to);
    if (out_.too_slow()) {
        end(link::close_code(link::close_reason::too_slow),
            link::close_text(link::close_reason::too_slow));
    } else {
        close_deadline_.set(time_for_last_words, [&to] { to.cut(); });
    }
    for (;;)
        co_await changed_.wait();
}

/// The reader goes on meanwhile: it is the one that sees the other end agree.
asio::awaitable<void> message_pump::until_told(socket& with)
{
    while (!told_)
        co_await changed_.wait();
    co_await with.close(told_->code, told_->text);
}

} // namespace thimble::service::websocket
