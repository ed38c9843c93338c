// GET stream: a phone's screen as it changes, for anybody who watches.
#include "screen/jpeg.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/picture_difference.hpp"
#include "tests/e2e/stream_viewer.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <atomic>
#include <future>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace thimble::e2e {

namespace {

using screen::pixel_size;

struct watched_phone {
    virtual_phones phones;
    virtual_phone phone = phones.at(0);
    thimble_system daemon{phones};

    explicit watched_phone(const std::string& model = "iPhone 15 Pro,ios=18.5")
        : phones({.phones = {model}})
    {
        REQUIRE(daemon.until_ready(phone, ready_limit));
        phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    }

    stream_viewer watch(const std::string& query = "") const
    {
        return {daemon.port(), daemon.key(), daemon.path(phone, "/stream" + query)};
    }

    bool streaming() const
    {
        return daemon.api().get(daemon.path(phone, "/status")).json().at("streaming").get<bool>();
    }
};

screen::image image_of(const stream_viewer::picture& shown)
{
    auto read = screen::decode_jpeg(std::as_bytes(std::span(shown.jpeg)));
    REQUIRE(read);
    return std::move(*read);
}

/// Reads on until a picture looks as it is wanted to; nothing when none does.
template <class Condition>
std::optional<stream_viewer::picture> until(stream_viewer& viewer, Condition looks_so)
{
    constexpr int most = 600; // pictures; a minute of them
    for (int i = 0; i < most; ++i) {
        auto next = viewer.next();
        if (!next || looks_so(*next))
            return next;
    }
    return std::nullopt;
}

/// Reads a stream all the time, as a viewer does, and keeps its latest picture.
class steady_viewer {
public:
    explicit steady_viewer(stream_viewer of)
        : reading_(std::async(std::launch::async, [this, viewer = std::move(of)]() mutable {
              while (!over_)
                  if (auto next = viewer.next())
                      take(std::move(*next));
                  else
                      return;
          }))
    {
    }
    steady_viewer(const steady_viewer&) = delete;
    steady_viewer& operator=(const steady_viewer&) = delete;
    ~steady_viewer() { over_ = true; }

    /// True if a picture from now on looks as it is wanted to, within half a minute.
    template <class Condition>
    bool shows(Condition looks_so)
    {
        return eventually(30s, [&] {
            const std::lock_guard guard(mutex_);
            return latest_ && looks_so(std::exchange(latest_, {}).value());
        });
    }

private:
    void take(stream_viewer::picture next)
    {
        const std::lock_guard guard(mutex_);
        latest_ = std::move(next);
    }

    std::atomic<bool> over_ = false;
    std::mutex mutex_;
    std::optional<stream_viewer::picture> latest_;
    std::future<void> reading_; // waits for its end
};

} // namespace

TEST_CASE("a stream shows the screen, picture after picture", "[e2e][stream][linked]")
{
    const watched_phone on;
    CHECK_FALSE(on.streaming());
    {
        auto viewer = on.watch("?fps=15&quality=60");
        REQUIRE(viewer.status() == 200);
        CHECK(viewer.headers().at("x-phone-id") == on.daemon.id_of(on.phone));
        std::set<std::string> frames;
        for (int i = 0; i < 10; ++i) {
            const auto shown = viewer.next();
            REQUIRE(shown);
            CHECK(shown->header("Content-Type") == "image/jpeg");
            CHECK(shown->header("X-Screen-Width") == "620");
            CHECK(shown->header("X-Screen-Height") == "1344");
            CHECK(shown->header("X-Screen-Scale") == "3");
            CHECK(shown->header("X-Screen-Orientation") == "portrait");
            CHECK(shown->age().count() > 0);
            CHECK(image_of(*shown).size() == pixel_size{.width = 620, .height = 1344});
            frames.insert(shown->header("X-Frame-Id"));
        }
        CHECK(frames.size() == 1); // as long as the screen stands as it does
        CHECK(on.streaming());
        const nlohmann::json tap{{"x", 90}, {"y", 500}, {"frame_id", *frames.begin()}};
        CHECK(on.daemon.api().post(on.daemon.path(on.phone, "/tap"), tap.dump()).status == 200);
    }
    CHECK(eventually(10s, [&] { return !on.streaming(); }));
}

TEST_CASE("what is done to a phone is seen on its stream and in the next screenshot",
          "[e2e][stream][linked]")
{
    const watched_phone on;
    steady_viewer viewer(on.watch("?fps=30"));
    constexpr int reach = 10; // pixels; a tap leaves a dot
    const auto screenshot = [&] {
        return picture_of(on.daemon.api().get(on.daemon.path(on.phone, "/screenshot")).body);
    };
    for (int i = 0; i < 8; ++i) {
        const int x = 60 + 60 * i;
        const auto before = screenshot();
        const auto drawn = [&](const screen::image& after) {
            return differing_pixels_near(before, after, x, 640, reach) > 20;
        };
        const nlohmann::json tap{{"x", x}, {"y", 640}};
        REQUIRE(on.daemon.api().post(on.daemon.path(on.phone, "/tap"), tap.dump()).status == 200);
        CHECK(drawn(screenshot()));
        CHECK(viewer.shows([&](const auto& shown) { return drawn(image_of(shown)); }));
    }
}

TEST_CASE("a stream follows a phone that turns", "[e2e][stream]")
{
    const watched_phone on("iPad 9,ios=17.5");
    auto viewer = on.watch("?fps=10");
    const auto upright = viewer.next();
    REQUIRE(upright);
    on.phone.make("rotate", {{"orientation", "landscape_right"}});
    const auto turned = until(viewer, [](const auto& shown) {
        return shown.header("X-Screen-Orientation") == "landscape_right";
    });
    REQUIRE(turned);
    CHECK(turned->header("X-Screen-Width") == "1344");
    CHECK(image_of(*turned).size() == pixel_size{.width = 1344, .height = 1008});
    CHECK(turned->header("X-Frame-Id") != upright->header("X-Frame-Id"));
}

TEST_CASE("a phone that is plugged in again is shown again", "[e2e][stream][linked]")
{
    const watched_phone on;
    auto viewer = on.watch();
    REQUIRE(viewer.next());
    on.phone.make("unplug");
    REQUIRE(eventually(
        30s, [&] { return on.daemon.record_of(on.phone).at("connection_status") == "offline"; }));
    const auto away_since = std::chrono::system_clock::now();
    on.phone.make("plug");
    const auto again = until(
        viewer, [&](const auto& shown) { return shown.arrived_at - shown.age() > away_since; });
    CHECK(again);
}

TEST_CASE("a stream goes on by captures where the phone's own fails", "[e2e][stream]")
{
    const watched_phone on;
    const auto* kind = GENERATE("refuse", "hang", "corrupt", "cut");
    INFO(kind);
    on.phone.make("fault", {{"service", "mjpeg"}, {"kind", kind}});
    auto viewer = on.watch("?fps=10");
    for (int i = 0; i < 5; ++i)
        REQUIRE(viewer.next());
    on.phone.clear_faults();
    for (int i = 0; i < 5; ++i)
        REQUIRE(viewer.next());
}

TEST_CASE("viewers have paces of their own, and one that does not read holds up nobody",
          "[e2e][stream][linked]")
{
    const watched_phone on;
    auto silent = on.watch("?fps=30");
    const auto began = std::chrono::steady_clock::now(); // before the slow one has its first
    auto slow = on.watch("?fps=2");
    auto quick = on.watch("?fps=15");
    REQUIRE(silent.next()); // its last
    REQUIRE(slow.next());
    REQUIRE(quick.next());
    std::optional<stream_viewer::picture> last;
    for (int i = 0; i < 30; ++i) {
        last = quick.next();
        REQUIRE(last);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    REQUIRE(slow.next());
    int pictures = 1; // of the slow one, up to those of now
    while (const auto next = slow.next()) {
        if (next->arrived_at - next->age() > last->arrived_at)
            break;
        ++pictures;
    }
    CHECK(pictures <= 2 * took.count() + 2);
}

TEST_CASE("what a stream is asked for is checked", "[e2e][stream]")
{
    const watched_phone on;
    for (const std::string query : {"fps=0", "fps=61", "fps=x", "quality=0", "quality=101"}) {
        const auto answer = on.daemon.api().get(on.daemon.path(on.phone, "/stream?" + query));
        CHECK(answer.status == 422);
        CHECK(answer.json().at("error") == "INVALID_ARGUMENT");
    }
    CHECK(on.daemon.stranger().get(on.daemon.path(on.phone, "/stream")).status == 401);
    CHECK(on.daemon.api().get("/v1/phones/" + std::string(36, '0') + "/stream").status == 404);
    on.phone.make("unplug");
    REQUIRE(eventually(30s, [&] {
        const auto answer =
            on.daemon.api().send("HEAD", on.daemon.path(on.phone, "/stream"), "", {});
        return answer.status == 400; // PHONE_NOT_CONNECTED
    }));
}

} // namespace thimble::e2e
