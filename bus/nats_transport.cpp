// NATS' C library behind the transport. Its callbacks get a number instead of a pointer: whatever
// the number stood for may have ended when one comes.
#include "bus/nats_transport.hpp"

#include "bus/nats_library.hpp"

#include <boost/asio/post.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace thimble::service::bus {

namespace asio = boost::asio;

namespace {

constexpr std::size_t most_waiting_bytes = 64UL * 1024 * 1024; // in each direction

// Milliseconds.
constexpr std::int64_t connect_timeout = 2'000; // for each server
constexpr std::int64_t ping_interval = 1'000;   // two without an answer: the connection is lost
constexpr std::int64_t reconnect_wait = 100;
constexpr std::int64_t reconnect_jitter = 200;
constexpr std::int64_t write_deadline = 1'000;
constexpr int reconnects_without_end = 0x7fff'ffff;

struct options_deleter {
    void operator()(natsOptions* what) const { nats_library::get().destroy_options(what); }
};

struct subscription_deleter {
    void operator()(natsSubscription* what) const
    {
        nats_library::get().destroy_subscription(what);
    }
};

struct connection_deleter {
    void operator()(natsConnection* what) const { nats_library::get().destroy_connection(what); }
};

struct message_deleter {
    void operator()(natsMsg* what) const { nats_library::get().destroy_message(what); }
};

using options_ptr = std::unique_ptr<natsOptions, options_deleter>;
using subscription_ptr = std::unique_ptr<natsSubscription, subscription_deleter>;
using connection_ptr = std::unique_ptr<natsConnection, connection_deleter>;
using message_ptr = std::unique_ptr<natsMsg, message_deleter>;

std::string text_or_empty(const char* text)
{
    return text == nullptr ? std::string() : std::string(text);
}

packet packet_of(natsMsg* what)
{
    const auto& library = nats_library::get();
    packet out{.subject = text_or_empty(library.subject_of(what)),
               .reply_to = text_or_empty(library.reply_of(what)),
               .no_responders = library.is_no_responders(what)};
    const int length = library.length_of(what);
    if (length > 0)
        out.bytes.assign(library.data_of(what), static_cast<std::size_t>(length));
    return out;
}

/// A number as the library carries it through to a callback.
void* closure_of(std::uintptr_t number)
{
    return reinterpret_cast<void*>(number); // NOLINT(*-reinterpret-cast,performance-no-int-to-ptr)
}

std::uintptr_t number_of(void* closure)
{
    return reinterpret_cast<std::uintptr_t>(closure); // NOLINT(*-reinterpret-cast)
}

} // namespace

/// Any thread, unless said otherwise. Shared by the transport, the worker's calls and, while one is
/// under way, a callback; the last of them closes it.
class nats_transport::connection : public std::enable_shared_from_this<connection> {
public:
    connection(asio::any_io_executor home, nats_address at, std::shared_ptr<spdlog::logger> log)
        : at_(std::move(at)), log_(std::move(log)), home_(std::move(home)), number_(next_number())
    {
    }
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;
    ~connection() { forget(number_); }

    /// Home thread, before anything else.
    void announce() { remember(number_); }

    /// Home thread: nothing is posted to it from now on.
    void leave_home()
    {
        const std::scoped_lock lock(mutex_);
        home_.reset();
    }

    // Worker thread.
    void open();
    void publish(const std::string& subject, const std::string& reply_to, const std::string& bytes);
    void subscribe(std::uintptr_t number, const std::string& subject);
    void unsubscribe(std::uintptr_t number) { subscriptions_.erase(number); }

    // Home thread.
    std::uintptr_t add(packet_handler hears);
    void remove(std::uintptr_t number);
    bool take_room(std::size_t bytes);
    void give_room(std::size_t bytes) { going_ -= bytes; }

    std::size_t going() const noexcept { return going_; }
    bool connected() const noexcept { return connected_; }

private:
    using listeners = std::map<std::uintptr_t, std::shared_ptr<const packet_handler>>;

    /// All that callbacks may be about.
    struct registry {
        std::mutex mutex;
        std::map<std::uintptr_t, std::weak_ptr<connection>> known;
    };

    static registry& all()
    {
        static auto* const only = new registry; // callbacks may come to the end of the process
        return *only;
    }

    static std::uintptr_t next_number()
    {
        static std::atomic<std::uintptr_t> numbers = 0;
        return ++numbers;
    }

    void remember(std::uintptr_t number)
    {
        const std::scoped_lock lock(all().mutex);
        all().known.emplace(number, weak_from_this());
    }

    static void forget(std::uintptr_t number)
    {
        const std::scoped_lock lock(all().mutex);
        all().known.erase(number);
    }

    static std::shared_ptr<connection> find(void* closure)
    {
        const std::scoped_lock lock(all().mutex);
        const auto found = all().known.find(number_of(closure));
        return found == all().known.end() ? nullptr : found->second.lock();
    }

    natsStatus set_options(natsOptions* to);
    void take(std::uintptr_t number, packet what);
    void note_connected(natsConnection* to);
    void note_lost();
    void note_failure(const char* doing, natsStatus why);

    // Callbacks, on threads of the library.
    static void
    on_message(natsConnection* from, natsSubscription* by, natsMsg* what, void* closure);
    static void on_connected(natsConnection* which, void* closure);
    static void on_disconnected(natsConnection* which, void* closure);
    static void
    on_error(natsConnection* which, natsSubscription* of, natsStatus why, void* closure);

    nats_address at_;
    std::shared_ptr<spdlog::logger> log_;
    std::mutex mutex_;
    std::optional<asio::any_io_executor> home_;
    listeners listeners_;
    std::uintptr_t number_;
    std::atomic<bool> connected_ = false;
    std::atomic<std::size_t> going_ = 0; // bytes
    std::shared_ptr<std::atomic<std::size_t>> coming_ =
        std::make_shared<std::atomic<std::size_t>>(0); // bytes
    std::atomic<std::size_t> dropped_ = 0;
    connection_ptr nats_; // of the worker's thread
    std::map<std::uintptr_t, subscription_ptr> subscriptions_;
};

natsStatus nats_transport::connection::set_options(natsOptions* to)
{
    const auto& library = nats_library::get();
    std::vector<const char*> servers;
    for (const auto& each : at_.servers())
        servers.push_back(each.c_str());
    auto* const me = closure_of(number_);
    const auto set_login = [&] {
        if (!at_.token().empty())
            return library.set_token(to, at_.token().c_str());
        return at_.user().empty()
                   ? NATS_OK
                   : library.set_user(to, at_.user().c_str(), at_.password().c_str());
    };
    natsStatus how = NATS_OK;
    const auto then = [&how](auto set) {
        if (how == NATS_OK)
            how = set();
    };
    then([&] { return library.set_servers(to, servers.data(), static_cast<int>(servers.size())); });
    then(set_login);
    then([&] { return at_.encrypted() ? library.set_secure(to, true) : NATS_OK; });
    then([&] { return library.set_name(to, "thimble-service"); });
    then([&] { return library.set_timeout(to, connect_timeout); });
    then([&] { return library.set_ping_interval(to, ping_interval); });
    then([&] { return library.set_most_pings(to, 2); });
    then([&] { return library.set_most_reconnects(to, reconnects_without_end); });
    then([&] { return library.set_reconnect_wait(to, reconnect_wait); });
    then([&] { return library.set_reconnect_jitter(to, reconnect_jitter, reconnect_jitter); });
    then([&] { return library.set_reconnect_buffer(to, 0); }); // what is late is not sent
    then([&] { return library.set_send_at_once(to, true); });
    then([&] { return library.set_write_deadline(to, write_deadline); });
    then([&] { return library.set_shared_delivery(to, true); }); // one thread keeps the order
    then([&] { return library.set_retry(to, true, on_connected, me); });
    then([&] { return library.set_disconnected(to, on_disconnected, me); });
    then([&] { return library.set_reconnected(to, on_connected, me); });
    then([&] { return library.set_error_handler(to, on_error, me); });
    return how;
}

void nats_transport::connection::open()
{
    const auto& library = nats_library::get();
    auto how = library.set_delivery_threads(1);
    natsOptions* made = nullptr;
    if (how == NATS_OK)
        how = library.create_options(&made);
    const options_ptr options(made);
    if (how == NATS_OK)
        how = set_options(options.get());
    if (how == NATS_OK) {
        natsConnection* opened = nullptr;
        how = library.connect(&opened, options.get());
        nats_.reset(opened);
    }
    if (how == NATS_OK)
        note_connected(nats_.get());
    else if (how == NATS_NOT_YET_CONNECTED)
        log_->warn("NATS is not there yet: {}", at_.shown());
    else
        note_failure("connect", how);
}

void nats_transport::connection::publish(const std::string& subject,
                                         const std::string& reply_to,
                                         const std::string& bytes)
{
    if (nats_ == nullptr || !connected_)
        return;
    const auto& library = nats_library::get();
    const auto size = static_cast<int>(bytes.size());
    const auto how = reply_to.empty()
                         ? library.publish(nats_.get(), subject.c_str(), bytes.data(), size)
                         : library.publish_request(nats_.get(), subject.c_str(), reply_to.c_str(),
                                                   bytes.data(), size);
    if (how != NATS_OK)
        note_failure("send", how);
}

void nats_transport::connection::subscribe(std::uintptr_t number, const std::string& subject)
{
    if (nats_ == nullptr)
        return;
    natsSubscription* made = nullptr;
    const auto how = nats_library::get().subscribe(&made, nats_.get(), subject.c_str(), on_message,
                                                   closure_of(number));
    if (how == NATS_OK)
        subscriptions_.emplace(number, subscription_ptr(made));
    else
        note_failure("subscribe", how);
}

std::uintptr_t nats_transport::connection::add(packet_handler hears)
{
    const auto number = next_number();
    {
        const std::scoped_lock lock(mutex_);
        listeners_.emplace(number, std::make_shared<const packet_handler>(std::move(hears)));
    }
    remember(number);
    return number;
}

/// The handler goes after the lock: it may own other subscriptions.
void nats_transport::connection::remove(std::uintptr_t number)
{
    forget(number);
    listeners::node_type ended;
    const std::scoped_lock lock(mutex_);
    ended = listeners_.extract(number);
}

/// Home thread alone adds to it.
bool nats_transport::connection::take_room(std::size_t bytes)
{
    if (!connected_ || going_ + bytes > most_waiting_bytes)
        return false;
    going_ += bytes;
    return true;
}

/// Posted while the lock is held: until then there is an io_context.
void nats_transport::connection::take(std::uintptr_t number, packet what)
{
    const std::scoped_lock lock(mutex_);
    const auto found = listeners_.find(number);
    if (!home_ || found == listeners_.end())
        return;
    const auto size = what.bytes.size() + what.subject.size();
    if (*coming_ + size > most_waiting_bytes) {
        if (dropped_++ == 0)
            log_->error("messages of other nodes are dropped: this one is too slow");
        return;
    }
    *coming_ += size;
    asio::post(*home_, [coming = coming_, size, hears = std::weak_ptr(found->second),
                        what = std::move(what)] {
        *coming -= size;
        if (const auto still = hears.lock())
            (*still)(what);
    });
}

void nats_transport::connection::note_connected(natsConnection* to)
{
    if (connected_.exchange(true))
        return;
    log_->info("NATS is there: {}", at_.shown());
    const auto most = nats_library::get().most_payload_of(to);
    if (most < static_cast<std::int64_t>(largest_packet))
        log_->error("NATS takes no message of more than {} bytes, and pictures and long lists are "
                    "lost: give its server a max_payload of {} or more",
                    most, largest_packet);
}

void nats_transport::connection::note_lost()
{
    if (connected_.exchange(false))
        log_->warn("NATS is lost: {}", at_.shown());
}

/// The library's own words for the status, in which nothing of the address is.
void nats_transport::connection::note_failure(const char* doing, natsStatus why)
{
    log_->error("NATS: cannot {}: {}", doing, text_or_empty(nats_library::get().text_of(why)));
}

void nats_transport::connection::on_message(natsConnection* /*from*/,
                                            natsSubscription* /*by*/,
                                            natsMsg* what,
                                            void* closure)
{
    const message_ptr owned(what);
    if (const auto self = find(closure))
        self->take(number_of(closure), packet_of(what));
}

void nats_transport::connection::on_connected(natsConnection* which, void* closure)
{
    if (const auto self = find(closure))
        self->note_connected(which);
}

void nats_transport::connection::on_disconnected(natsConnection* /*which*/, void* closure)
{
    if (const auto self = find(closure))
        self->note_lost();
}

void nats_transport::connection::on_error(natsConnection* /*which*/,
                                          natsSubscription* /*of*/,
                                          natsStatus why,
                                          void* closure)
{
    if (const auto self = find(closure))
        self->note_failure("go on", why);
}

/// Home thread.
class nats_transport::listening {
public:
    listening(std::shared_ptr<connection> of,
              std::shared_ptr<async::worker> thread,
              const std::string& subject,
              packet_handler hears)
        : of_(std::move(of)), thread_(std::move(thread)), number_(of_->add(std::move(hears)))
    {
        thread_->enqueue([to = of_, number = number_, subject] { to->subscribe(number, subject); });
    }
    listening(const listening&) = delete;
    listening& operator=(const listening&) = delete;
    ~listening()
    {
        of_->remove(number_);
        thread_->enqueue([from = of_, number = number_] { from->unsubscribe(number); });
    }

private:
    std::shared_ptr<connection> of_;
    std::shared_ptr<async::worker> thread_;
    std::uintptr_t number_;
};

std::shared_ptr<transport> nats_transport::make(asio::any_io_executor home,
                                                nats_address at,
                                                std::shared_ptr<spdlog::logger> log)
{
    return std::make_shared<nats_transport>(home, std::move(at), std::move(log));
}

nats_transport::nats_transport(const asio::any_io_executor& home,
                               nats_address at,
                               std::shared_ptr<spdlog::logger> log)
    : thread_(std::make_shared<async::worker>(home))
{
    nats_library::get(); // or throws
    connection_ = std::make_shared<connection>(home, std::move(at), std::move(log));
    connection_->announce();
    thread_->enqueue([opened = connection_] { opened->open(); });
}

nats_transport::~nats_transport()
{
    connection_->leave_home();
}

bool nats_transport::send(std::string_view subject,
                          std::string_view reply_to,
                          std::string_view bytes)
{
    if (bytes.size() > largest_packet || !connection_->take_room(bytes.size()))
        return false;
    thread_->enqueue([to = connection_, subject = std::string(subject),
                      reply_to = std::string(reply_to), owned = std::string(bytes)] {
        to->publish(subject, reply_to, owned);
        to->give_room(owned.size());
    });
    return true;
}

subscription nats_transport::listen(const std::string& subject, packet_handler hears)
{
    return std::make_shared<listening>(connection_, thread_, subject, std::move(hears));
}

std::size_t nats_transport::waiting() const
{
    return connection_->going();
}

bool nats_transport::connected() const
{
    return connection_->connected();
}

} // namespace thimble::service::bus
