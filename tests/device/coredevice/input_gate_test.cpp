// Every way in which the first inputs of a phone may go, and what is known afterwards.
#include "async/sleep.hpp"
#include "device/coredevice/driver/input_gate.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"

#include <map>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
namespace coredevice = device::coredevice;
using boost::asio::awaitable;
using coredevice::screen_sight;
using device::problem;
using device::reached;
using device::touch_gate;
using device::touch_gate_key;

const touch_gate_key this_phone{.udid = "1", .build = "24A1", .image = "a"};

class gate_memory final : public device::touch_gate_memory {
public:
    std::optional<touch_gate> find(const touch_gate_key& of) const override
    {
        const auto found = known.find(of);
        return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    void remember(const touch_gate_key& of, touch_gate what) override { known[of] = what; }

    std::map<touch_gate_key, touch_gate> known;
};

class scripted_stream final : public device::media_session {
public:
    std::optional<time> sends_since() const override
    {
        return running ? std::optional(began) : std::nullopt;
    }
    bool is_starting() const override { return starting; }
    awaitable<device::result<void>> start() override
    {
        ++starts;
        if (hangs)
            co_await async::sleep_for(1h);
        if (refuses)
            co_return std::unexpected(device::failure{
                .what = problem::refused, .message = "One session at a time.", .cause = {}});
        running = true;
        starting = false;
        began = time::clock::now();
        co_return device::result<void>();
    }

    async::subscription hold() override
    {
        auto made = std::make_shared<int>();
        held = made;
        return made;
    }

    std::weak_ptr<const void> held;
    bool running = false;
    bool starting = false; // for somebody else
    time began;            // long ago
    bool refuses = false;
    bool hangs = false; // as long as anybody waits for its start
    int starts = 0;
};

/// A phone whose touches land, or land only while its stream runs, or are not seen.
struct gated_phone {
    boost::asio::io_context context;
    scripted_stream stream;
    std::shared_ptr<gate_memory> memory = std::make_shared<gate_memory>();
    std::optional<touch_gate_key> key = this_phone;
    bool needs_stream = false;
    bool has_stream = true;
    bool seen = true;         // pictures can be taken
    bool moving = false;      // all of the screen is, by itself
    bool shows_effect = true; // of a touch that has landed
    int banners = 0;          // come by themselves, one after each touch
    bool sending_fails = false;
    int sent = 0;
    bool held_while_sent = false; // the stream
    std::uint64_t picture = 0;
    int looks = 0;
    std::chrono::milliseconds offer = 0ms;
    std::chrono::milliseconds start = 100s;
    std::optional<coredevice::effect_gate> gate;

    gated_phone() { begin(); }

    /// A new process, say.
    void begin()
    {
        coredevice::gate_options options;
        options.look = [this] { return look(); };
        options.media = [this]() -> device::media_session* {
            return has_stream ? &stream : nullptr;
        };
        options.memory = memory;
        options.times = {.settle = 0ms,
                         .effect = 20ms,
                         .look_pause = 1ms,
                         .offer = offer,
                         .start = start,
                         .start_for_next = start};
        gate.emplace(context.get_executor(), std::move(options), [this] { return key; });
    }

    awaitable<std::optional<screen_sight>> look()
    {
        ++looks;
        if (!seen)
            co_return std::nullopt;
        if (moving)
            ++picture;
        co_return screen_sight{.cells = std::vector<std::uint64_t>(100, picture)};
    }

    awaitable<device::result<void>> send()
    {
        if (sending_fails)
            co_return std::unexpected(device::failure{.what = problem::refused,
                                                      .phone = reached::nothing,
                                                      .message = {},
                                                      .cause = "connection_lost"});
        ++sent;
        held_while_sent = !stream.held.expired();
        const bool banner = banners > 0;
        banners -= banner ? 1 : 0;
        if (banner || (shows_effect && (!needs_stream || stream.running)))
            ++picture;
        co_return device::result<void>();
    }

    device::result<void> touch()
    {
        return run_until_done(context, gate->pass([this] { return send(); }));
    }

    std::optional<touch_gate> found() const { return memory->find(this_phone); }
};

void check_not_seen(const device::result<void>& what)
{
    REQUIRE_FALSE(what);
    CHECK(what.error().phone == reached::perhaps);
    CHECK(what.error().cause == "effect_not_seen");
}

} // namespace

TEST_CASE_METHOD(gated_phone, "two touches that land are done, and the gate is open", "[gate]")
{
    CHECK_FALSE(gate->known());
    CHECK(touch());
    CHECK(sent == 1);
    CHECK_FALSE(gate->known());
    CHECK(touch());
    CHECK(sent == 2);
    CHECK(found() == touch_gate::open);
    CHECK(gate->known());
    const auto looks_before = looks;
    CHECK(touch());
    CHECK(looks == looks_before);
    CHECK(stream.starts == 0);
}

TEST_CASE_METHOD(gated_phone, "a screen that changes by itself opens no gate", "[gate]")
{
    needs_stream = true;
    banners = 1;
    CHECK(touch()); // as far as anybody can see
    CHECK_FALSE(found());
    check_not_seen(touch());
    CHECK_FALSE(found());
    CHECK(touch());
    CHECK(found() == touch_gate::needs_stream);
    CHECK(sent == 3);
}

TEST_CASE_METHOD(gated_phone, "touches that land count in a row, and of one phone", "[gate]")
{
    has_stream = false;
    CHECK(touch());
    SECTION("one between them does not")
    {
        shows_effect = false;
        check_not_seen(touch());
        shows_effect = true;
    }
    SECTION("the first was another phone's")
    {
        key->udid = "2";
    }
    CHECK(touch());
    CHECK(memory->known.empty());
    CHECK(touch());
    CHECK(memory->known.size() == 1);
    CHECK(memory->find(*key) == touch_gate::open);
}

TEST_CASE_METHOD(gated_phone, "a touch without an effect is unknown, and sent once", "[gate]")
{
    needs_stream = true;
    check_not_seen(touch());
    CHECK(sent == 1);
    CHECK(stream.starts == 1); // for the next one
    CHECK_FALSE(found());
    CHECK(touch());
    CHECK(sent == 2);
    CHECK(found() == touch_gate::needs_stream);
}

TEST_CASE_METHOD(gated_phone,
                 "the stream is started again before each touch that needs it",
                 "[gate]")
{
    needs_stream = true;
    memory->known[this_phone] = touch_gate::needs_stream;
    CHECK(gate->known());
    CHECK(touch());
    CHECK(stream.starts == 1);
    CHECK(held_while_sent);
    CHECK(stream.held.expired()); // until the touch has ended
    CHECK(touch());
    CHECK(stream.starts == 1);
    stream.running = false; // the picture stood still
    CHECK(touch());
    CHECK(stream.starts == 2);
    CHECK(looks == 0);
}

TEST_CASE_METHOD(gated_phone, "a stream that is needed is begun anew where it has ended", "[gate]")
{
    const auto revived = [&] { return run_until_done(context, gate->revive_stream()); };
    memory->known[this_phone] = touch_gate::needs_stream;
    CHECK(revived());
    CHECK(stream.starts == 1);
    CHECK(revived()); // it goes on
    CHECK(stream.starts == 1);
    stream.running = false;
    stream.refuses = true;
    CHECK_FALSE(revived());
    CHECK(stream.starts == 2);
    CHECK(sent == 0);
}

TEST_CASE_METHOD(gated_phone,
                 "an input is streamed where no stream has ended since it began",
                 "[gate]")
{
    const auto began = std::chrono::steady_clock::now();
    CHECK(gate->streamed_since(began)); // nobody knows that it needs one
    memory->known[this_phone] = touch_gate::open;
    CHECK(gate->streamed_since(began));
    memory->known[this_phone] = touch_gate::needs_stream;
    CHECK_FALSE(gate->streamed_since(began)); // it has ended
    stream.running = true;
    CHECK(gate->streamed_since(began));
    stream.began = began + 1ms; // another one: somebody wants a picture
    CHECK_FALSE(gate->streamed_since(began));
}

TEST_CASE_METHOD(gated_phone,
                 "nothing is sent where the stream that it needs does not start",
                 "[gate]")
{
    memory->known[this_phone] = touch_gate::needs_stream;
    stream.refuses = true;
    const auto touched = touch();
    REQUIRE_FALSE(touched);
    CHECK(touched.error().phone == reached::nothing);
    CHECK(touched.error().cause == "media_stream_missing");
    CHECK(touched.error().message.contains("One session at a time."));
    CHECK(sent == 0);
}

TEST_CASE_METHOD(gated_phone, "no input waits for long for a stream that does not start", "[gate]")
{
    start = 10ms;
    stream.hangs = true;
    begin();
    SECTION("that it needs")
    {
        memory->known[this_phone] = touch_gate::needs_stream;
        const auto touched = touch();
        REQUIRE_FALSE(touched);
        CHECK(touched.error().phone == reached::nothing);
        CHECK(touched.error().cause == "media_stream_missing");
        CHECK(sent == 0);
    }
    SECTION("that the next one needs")
    {
        shows_effect = false;
        check_not_seen(touch());
        check_not_seen(touch());
        CHECK(sent == 2);
        CHECK(stream.starts == 3);
    }
}

TEST_CASE_METHOD(gated_phone, "a first touch waits for the stream that a look has begun", "[gate]")
{
    needs_stream = true;
    stream.starting = true;
    CHECK(touch());
    CHECK(stream.starts == 1);
    CHECK(sent == 1);
    CHECK(found() == touch_gate::needs_stream);
}

TEST_CASE_METHOD(gated_phone, "a touch at nothing leaves the gate to be found by another", "[gate]")
{
    shows_effect = false;
    check_not_seen(touch());
    shows_effect = true;
    CHECK(touch());
    CHECK(found() == touch_gate::needs_stream); // it landed while one ran, which does no harm
}

TEST_CASE_METHOD(gated_phone, "a stream that refuses is no reason to keep a touch back", "[gate]")
{
    shows_effect = false;
    stream.refuses = true;
    check_not_seen(touch());
    shows_effect = true;
    CHECK(touch());
    CHECK(touch());
    CHECK(found() == touch_gate::open);
}

TEST_CASE_METHOD(gated_phone,
                 "a touch that lands while a stream runs tells nothing of phones without",
                 "[gate]")
{
    stream.running = true; // somebody watches
    CHECK(touch());
    CHECK(found() == touch_gate::needs_stream);
}

TEST_CASE_METHOD(gated_phone, "where nothing can be seen, nothing is assumed", "[gate]")
{
    SECTION("no pictures")
    {
        seen = false;
    }
    SECTION("a film")
    {
        moving = true;
    }
    check_not_seen(touch());
    check_not_seen(touch());
    CHECK(sent == 2);
    CHECK(stream.starts == 1);
    CHECK_FALSE(found());
}

TEST_CASE_METHOD(gated_phone, "a phone without a stream is judged each time", "[gate]")
{
    has_stream = false;
    needs_stream = true;
    check_not_seen(touch());
    check_not_seen(touch());
    CHECK_FALSE(gate->known());
    memory->known[this_phone] = touch_gate::needs_stream; // as another program has found
    CHECK_FALSE(gate->known());
    check_not_seen(touch());
    CHECK(sent == 3);
}

TEST_CASE_METHOD(gated_phone, "a stream that is needed may be offered a moment later", "[gate]")
{
    memory->known[this_phone] = touch_gate::needs_stream;
    needs_stream = true;
    has_stream = false;
    offer = 100s;
    begin();
    const auto whole = [&]() -> awaitable<bool> {
        std::optional<device::result<void>> touched;
        boost::asio::co_spawn(context, gate->pass([this] { return send(); }),
                              [&](const std::exception_ptr&, device::result<void> done) {
                                  touched = std::move(done);
                              });
        co_await async::sleep_for(5ms);
        CHECK(sent == 0);
        has_stream = true;
        while (!touched)
            co_await async::sleep_for(1ms);
        co_return touched->has_value();
    };
    CHECK(run_until_done(context, whole()));
    CHECK(sent == 1);
    CHECK(stream.starts == 1);
    CHECK(looks == 0);
}

TEST_CASE_METHOD(gated_phone, "a touch that was not sent is told as it is", "[gate]")
{
    sending_fails = true;
    const auto touched = touch();
    REQUIRE_FALSE(touched);
    CHECK(touched.error().phone == reached::nothing);
    CHECK(touched.error().cause == "connection_lost");
    CHECK(stream.starts == 0);
}

TEST_CASE_METHOD(gated_phone,
                 "what was found holds for the same phone, iOS and image alone",
                 "[gate]")
{
    CHECK(touch());
    CHECK(touch());
    begin();
    CHECK(gate->known());
    for (const auto& other : {touch_gate_key{.udid = "2", .build = "24A1", .image = "a"},
                              touch_gate_key{.udid = "1", .build = "24B7", .image = "a"},
                              touch_gate_key{.udid = "1", .build = "24A1", .image = "b"}}) {
        key = other;
        CHECK_FALSE(gate->known());
    }
    key.reset(); // no tunnel
    CHECK_FALSE(gate->known());
    CHECK(touch());
}

TEST_CASE_METHOD(gated_phone, "without a record it is known until the phone goes", "[gate]")
{
    memory = nullptr;
    begin();
    CHECK(touch());
    CHECK(touch());
    CHECK(gate->known());
    key->build = "24B7";
    CHECK_FALSE(gate->known());
}

TEST_CASE_METHOD(gated_phone, "touches at once are judged one after the other", "[gate]")
{
    const auto all = [&]() -> awaitable<bool> {
        int left = 3;
        for (int i = 0; i < 3; ++i)
            boost::asio::co_spawn(context, gate->pass([this] { return send(); }),
                                  [&left](const std::exception_ptr&, device::result<void> done) {
                                      CHECK(done);
                                      --left;
                                  });
        while (left > 0)
            co_await async::sleep_for(1ms);
        co_return true;
    };
    CHECK(run_until_done(context, all()));
    CHECK(sent == 3);
    CHECK(found() == touch_gate::open);
    CHECK(looks <= 8); // of the first two alone
}

TEST_CASE_METHOD(gated_phone,
                 "what a touch will need is made ready before it, and nothing sent",
                 "[gate]")
{
    const auto prepare = [&]() -> awaitable<bool> {
        co_await gate->prepare();
        co_return true;
    };
    CHECK(run_until_done(context, prepare()));
    CHECK(stream.starts == 0);
    memory->known[this_phone] = touch_gate::needs_stream;
    CHECK(run_until_done(context, prepare()));
    CHECK(stream.starts == 1);
    CHECK(sent == 0);
    memory->known[this_phone] = touch_gate::open;
    stream.running = false;
    CHECK(run_until_done(context, prepare()));
    CHECK(stream.starts == 1);
}

} // namespace thimble::tests
