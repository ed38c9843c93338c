#include "device/coredevice/driver/tunnel_keeper.hpp"

#include "async/all.hpp"
#include "async/race.hpp"
#include "device/coredevice/driver/image_mark.hpp"
#include "device/coredevice/screen_capture.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/png_header.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds look_pause{5}; // while a service is missing

constexpr auto launching = "com.apple.coredevice.feature.launchapplication";

/// The service or its tunnel went, as the phone's unplugging also shows.
bool says_lost(const failure& what)
{
    return what.cause == "connection_closed" || what.cause == "connection_lost" ||
           what.cause == "tunnel_lost" || what.cause == "tunnel_closed";
}

bool says_missing_service(const failure& what)
{
    return what.cause == "service_missing" || what.cause == "connection_refused";
}

boost::asio::awaitable<void> until_fingers_and_keys_arrived(std::shared_ptr<tunnel_session> of)
{
    co_await of->input.until_arrived();
}

boost::asio::awaitable<void> until_buttons_let_go(std::shared_ptr<tunnel_session> of)
{
    co_await of->buttons.until_let_go();
}

} // namespace

tunnel_keeper::tunnel_keeper(tunnel_options options)
    : options_(std::move(options)), look_(options_.home),
      held_({.touches_and_keys =
                 options_.held ? options_.held : std::make_shared<hid::held_input>()}),
      facts_({.alone = options_.alone,
              .changed = options_.changed,
              .lock_changed = options_.lock_changed})
{
}

boost::asio::awaitable<result<std::shared_ptr<tunnel_session>>> tunnel_keeper::open_one()
{
    struct opening_as_long_as_this {
        bool& opening;
        explicit opening_as_long_as_this(bool& of) : opening(of) { opening = true; }
        opening_as_long_as_this(const opening_as_long_as_this&) = delete;
        opening_as_long_as_this& operator=(const opening_as_long_as_this&) = delete;
        ~opening_as_long_as_this() { opening = false; }
    };
    const opening_as_long_as_this mark(opening_);
    if (is_opening())
        options_.changed();
    auto connection = co_await options_.connect();
    if (!connection)
        co_return std::unexpected(std::move(connection.error()));
    co_return co_await open_session(std::move(*connection), options_.host, held_,
                                    options_.recorder);
}

boost::asio::awaitable<failure> tunnel_keeper::live()
{
    lasted_ = {};
    auto opened = co_await open_one();
    if (!opened) {
        problem_ = opened.error();
        looked_ = true;
        options_.changed();
        co_return opened.error();
    }
    co_return co_await stay(std::move(*opened));
}

boost::asio::awaitable<failure> tunnel_keeper::stay(std::shared_ptr<tunnel_session> open)
{
    struct open_as_long_as_this {
        tunnel_keeper& of;
        tunnel_session& session;
        open_as_long_as_this(tunnel_keeper& keeper, tunnel_session& kept)
            : of(keeper), session(kept)
        {
        }
        open_as_long_as_this(const open_as_long_as_this&) = delete;
        open_as_long_as_this& operator=(const open_as_long_as_this&) = delete;
        ~open_as_long_as_this()
        {
            of.session_.reset();
            of.pictures_ = false;
            session.tunnel->close();
        }
    };
    const auto since = std::chrono::steady_clock::now();
    failure why;
    {
        problem_.reset();
        session_ = open;
        open->input.on_surfaces(options_.changed);
        open->input.before_lifting(options_.before_lifting);
        const open_as_long_as_this mark(*this, *open);
        auto ended = co_await async::race(open->device.until_lost(), open->tunnel->ended(),
                                          look_again(open), facts_.follow(open->device),
                                          open->input.keep_warm(), run_beside(*open));
        if (auto* lost = std::get_if<0>(&ended))
            why = std::move(*lost);
        else if (auto* gone = std::get_if<1>(&ended))
            why = std::move(*gone);
    }
    lasted_ = std::chrono::steady_clock::now() - since;
    problem_ = why;
    looked_ = true;
    options_.changed();
    co_return why;
}

boost::asio::awaitable<void> tunnel_keeper::run_beside(tunnel_session& open)
{
    if (options_.beside)
        co_await options_.beside(open);
    async::signal never(options_.home);
    for (;;)
        co_await never.wait();
}

/// Services of the developer image are in the directory only once it is mounted.
boost::asio::awaitable<void> tunnel_keeper::look_again(std::shared_ptr<tunnel_session> open)
{
    for (;;) {
        co_await probe(*open);
        options_.changed();
        const bool complete = open->device.directory().find(service::apps) != nullptr &&
                              (pictures_ || !options_.alone());
        if (complete)
            co_await look_.wait();
        else
            co_await look_.wait_for(look_pause);
        co_await read_directory_again(*open); // one that fails shows in until_lost()
    }
}

/// A service that the directory names is there; a picture is taken, since that one may refuse.
boost::asio::awaitable<void> tunnel_keeper::probe(tunnel_session& open)
{
    const auto& directory = open.device.directory();
    if (directory.find(service::buttons) != nullptr)
        co_await open.buttons.warm_up();
    options_.changed(); // all else can be asked for while a picture is waited for
    if (directory.find(service::screen_capture) == nullptr)
        pictures_ = false;
    else if (!pictures_ && options_.alone())
        co_await probe_pictures(open);
    if (!looked_ && options_.alone())
        co_await look_at_display_and_surfaces(open);
}

/// Display and surfaces are asked for elsewhere as well, where nobody waits for the answers.
boost::asio::awaitable<void> tunnel_keeper::look_at_display_and_surfaces(tunnel_session& open)
{
    if (!facts_.panel())
        co_await facts_.look_at_display(open.device);
    if (!open.input.has_touchscreen())
        co_await open.input.warm_up();
    looked_ = true;
}

boost::asio::awaitable<void> tunnel_keeper::probe_pictures(tunnel_session& open)
{
    const auto taken = co_await capture_screen(open.device);
    const auto size = taken ? png_size(taken->image) : std::nullopt;
    pictures_ = size.has_value();
    if (size)
        note_picture(*size);
}

void tunnel_keeper::note_picture(screen::pixel_size size)
{
    pictured_at_ = std::chrono::steady_clock::now();
    if (std::exchange(picture_size_, size) != size)
        options_.changed();
}

bool tunnel_keeper::follows_display() const
{
    return options_.alone() || display_is_pushed();
}

boost::asio::awaitable<void> tunnel_keeper::look_at_display()
{
    if (const auto session = session_)
        co_await facts_.look_at_display(session->device);
}

bool tunnel_keeper::offers(capability what) const
{
    if (!session_)
        return false;
    const auto& directory = session_->device.directory();
    switch (what) {
    case capability::frame:
        return pictures_;
    case capability::clipboard:
        return directory.find(service::pasteboard) != nullptr;
    case capability::buttons:
    case capability::lock: // which is a button
        return directory.find(service::buttons) != nullptr;
    case capability::apps:
        return directory.offers(service::apps, launching);
    case capability::orientation:
        return directory.find(service::device_control) != nullptr;
    case capability::touch:
        return directory.find(service::universal_hid) != nullptr &&
               session_->input.has_touchscreen();
    case capability::keys:
    case capability::text:
        return directory.find(service::universal_hid) != nullptr && session_->input.has_keyboard();
    default:
        return false;
    }
}

bool tunnel_keeper::display_is_pushed() const
{
    return session_ && pushes_displays(session_->device.directory());
}

std::optional<touch_gate_key> tunnel_keeper::gate_key() const
{
    if (!session_)
        return std::nullopt;
    const auto& directory = session_->device.directory();
    return touch_gate_key{
        .udid = directory.udid, .build = directory.build, .image = image_mark(directory)};
}

boost::asio::awaitable<result<std::unique_ptr<byte_stream>>>
tunnel_keeper::open_stream(std::string service, std::chrono::milliseconds within)
{
    using stream = std::unique_ptr<byte_stream>;
    co_return co_await call<stream>("open_stream",
                                    [service = std::move(service), within](tunnel_session& open)
                                        -> boost::asio::awaitable<result<stream>> {
                                        return open.device.open_stream(service, within);
                                    });
}

boost::asio::awaitable<void> tunnel_keeper::until_inputs_arrived()
{
    const auto session = session_;
    if (!session)
        co_return;
    std::vector<boost::asio::awaitable<void>> both; // each may take all the time that there is
    both.push_back(until_fingers_and_keys_arrived(session));
    both.push_back(until_buttons_let_go(session));
    co_await async::all(std::move(both));
}

void tunnel_keeper::count_as_down(const hid::report_plan& what)
{
    held_.touches_and_keys->expect_all_of(what);
}

void tunnel_keeper::close()
{
    if (session_)
        session_->tunnel->close();
}

failure tunnel_keeper::no_tunnel()
{
    return {.what = problem::refused,
            .message = "There is no tunnel to the phone.",
            .cause = "tunnel_lost"};
}

boost::asio::awaitable<void> tunnel_keeper::explain(failure& what)
{
    if (says_missing_service(what))
        look_.notify_all();
    if (says_lost(what) && co_await options_.gone())
        what.what = problem::detached;
}

void tunnel_keeper::note(std::string_view what,
                         std::chrono::steady_clock::duration took,
                         const failure* failed)
{
    if (options_.called)
        options_.called({.what = what, .took = took, .failed = failed});
}

} // namespace thimble::device::coredevice
