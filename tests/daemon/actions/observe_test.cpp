// Actions that are observed: what the screen shows before them and after them.
#include "daemon/actions/observe.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "daemon/frames/picture_pool.hpp"
#include "screen/encode.hpp"
#include "tests/async/run.hpp"
#include "tests/daemon/scripted_phone.hpp"
#include "tests/e2e/eventually.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;
using centiseconds = std::chrono::duration<int, std::centi>;

constexpr screen::pixel_size small_screen{.width = 310, .height = 672}; // half a screenshot
const link::tap mid_screen{.x = 310, .y = 672};

/// A black screen with something white on it.
screen::image with_box(const screen::area& where, screen::pixel_size size = small_screen)
{
    screen::image out(size);
    for (int row = where.y; row < where.y + where.height; ++row) {
        const auto first = static_cast<std::size_t>(row) * out.row_bytes() +
                           static_cast<std::size_t>(where.x) * screen::image::channels;
        const auto count = static_cast<std::size_t>(where.width) * screen::image::channels;
        std::ranges::fill(out.pixels().subspan(first, count), std::uint8_t{255});
    }
    return out;
}

device::failure no_picture()
{
    return {.what = device::problem::capture, .message = "No picture.", .cause = {}};
}

/// A phone whose screen does what a test says.
struct observed_phone {
    observed_phone()
    {
        phone->shows = [] { return screen::image(small_screen); };
    }

    bool touched() const { return !phone->played.empty(); }

    action_result perform(const link::action& what)
    {
        action_context on{.phone = phone,
                          .made_for = link::coordinate_space{.size = {.width = 620, .height = 1344},
                                                             .turned = {}},
                          .pictures = &pictures,
                          .frames = frames,
                          .timeout = timeout};
        std::optional<action_outcome> how;
        tests::run(context, perform_into(how, std::move(on), what));
        REQUIRE(how->has_value());
        return **how;
    }

    /// Result of a tap, which has been done.
    action_result tap()
    {
        auto done = perform(mid_screen);
        CHECK(phone->played.size() == 1);
        return done;
    }

    boost::asio::io_context context{1};
    picture_pool pictures{context.get_executor()};
    std::shared_ptr<scripted_phone> phone =
        std::make_shared<scripted_phone>(context.get_executor());
    std::shared_ptr<phone_frames> frames =
        std::make_shared<phone_frames>(context.get_executor(), phone);
    std::chrono::milliseconds timeout = 3000ms * e2e::slowdown();

private:
    static boost::asio::awaitable<void>
    perform_into(std::optional<action_outcome>& how, action_context on, link::action what)
    {
        how = co_await perform_observed(std::move(on), std::move(what));
    }
};

} // namespace

TEST_CASE_METHOD(observed_phone, "an observed action says where the screen has changed", "[daemon]")
{
    phone->shows = [this] {
        return touched() ? with_box({.x = 10, .y = 20, .width = 100, .height = 30})
                         : screen::image(small_screen);
    };
    const auto done = tap();
    REQUIRE(done.receipt);
    CHECK(done.receipt->seen == link::effect::changed);
    REQUIRE(done.receipt->frame);
    CHECK(done.receipt->frame->changed == true);
    CHECK(done.receipt->frame->region ==
          screen::area{.x = 20, .y = 40, .width = 200, .height = 60});
    CHECK(done.receipt->frame->settled);
    CHECK(done.receipt->frame->space.size == screen::pixel_size{.width = 620, .height = 1344});
    REQUIRE(done.frame);
    CHECK(done.frame->picture.size == screen::pixel_size{.width = 620, .height = 1344});
    CHECK(done.frame->space == done.receipt->frame->space);
}

namespace {

/// A black screen with red stripes of one pixel on it, and a box if there is to be one.
screen::image striped_screen(bool box)
{
    auto out = box ? with_box({.x = 10, .y = 20, .width = 100, .height = 30})
                   : screen::image(small_screen);
    for (int row = 300; row < 400; row += 3)
        for (int x = 0; x < small_screen.width; ++x)
            out.pixels()[(static_cast<std::size_t>(row) * out.row_bytes()) +
                         (static_cast<std::size_t>(x) * screen::image::channels)] = 200;
    return out;
}

} // namespace

TEST_CASE_METHOD(observed_phone,
                 "an effect is seen in captures, in video, and from one to the other",
                 "[daemon]")
{
    const bool streamed_before = GENERATE(false, true);
    const bool streamed_after = GENERATE(false, true);
    const bool changes = GENERATE(false, true);
    INFO(streamed_before << streamed_after << changes);
    phone->streams = [&] { return touched() ? streamed_after : streamed_before; };
    phone->shows = [&] { return striped_screen(touched() && changes); };
    const auto done = tap();
    REQUIRE(done.receipt);
    CHECK(done.receipt->seen == (changes ? link::effect::changed : link::effect::unchanged));
    REQUIRE(done.receipt->frame);
    CHECK(done.receipt->frame->settled);
    CHECK(done.receipt->frame->region.has_value() == changes);
    REQUIRE(done.frame);
    CHECK(done.frame->picture.data != nullptr);
}

TEST_CASE_METHOD(observed_phone, "a blinking cursor is no change, and settles", "[daemon]")
{
    phone->shows = [this] {
        return with_box({.x = 10, .y = 20, .width = 2, .height = 20 * (phone->captures % 2)});
    };
    const auto done = tap();
    CHECK(done.receipt->seen == link::effect::unchanged);
    CHECK(done.receipt->frame->settled);
    CHECK(done.receipt->frame->changed == false);
    CHECK_FALSE(done.receipt->frame->region);
}

TEST_CASE_METHOD(observed_phone, "a screen has settled when it was still for 200 ms", "[daemon]")
{
    std::optional<system_clock::time_point> first_seen;
    std::optional<system_clock::time_point> still_since;
    phone->shows = [&] {
        if (!touched())
            return screen::image(small_screen);
        const auto now = phone->capture_begun;
        first_seen = first_seen.value_or(now);
        const bool moves = now - *first_seen < 400ms;
        if (!moves && !still_since)
            still_since = now;
        return with_box({.y = moves ? phone->captures * 20 : 400, .width = 310, .height = 20});
    };
    const auto done = tap();
    CHECK(done.receipt->frame->settled);
    CHECK(done.receipt->frame->region == screen::area{.y = 800, .width = 620, .height = 40});
    REQUIRE(still_since);
    CHECK(done.receipt->frame->captured_at - *still_since >= 200ms);
}

TEST_CASE_METHOD(observed_phone, "a screen that never rests does not settle", "[daemon]")
{
    timeout = 500ms * e2e::slowdown();
    phone->shows = [this] {
        return touched() ? with_box({.y = (phone->captures * 20) % 640, .width = 310, .height = 20})
                         : screen::image(small_screen);
    };
    const auto done = tap();
    CHECK(done.receipt->seen == link::effect::changed);
    CHECK_FALSE(done.receipt->frame->settled);
    CHECK(phone->captures <= 2 + timeout / 60ms); // it is not hammered
}

TEST_CASE_METHOD(observed_phone, "what moves slowly has not settled", "[daemon]")
{
    timeout = 600ms * e2e::slowdown();
    std::optional<system_clock::time_point> begun;
    phone->shows = [&] { // 120 pixels between two looks: less than what counts as a change
        if (!touched())
            return screen::image(small_screen);
        const auto now = phone->capture_begun;
        begun = begun.value_or(now);
        const auto moved = std::chrono::floor<centiseconds>(now - *begun); // arrives after 6.7 s
        return with_box({.width = 20, .height = std::min(moved.count(), 672)});
    };
    CHECK_FALSE(tap().receipt->frame->settled);
}

TEST_CASE_METHOD(observed_phone, "pictures that take their time settle as well", "[daemon]")
{
    phone->capture_time = 300ms;
    const auto done = tap();
    CHECK(done.receipt->frame->settled);
    CHECK(phone->captures == 3); // before the tap, and two that are alike
}

TEST_CASE_METHOD(observed_phone, "a screen that has turned has changed as a whole", "[daemon]")
{
    using screen::orientation;
    const auto turned = GENERATE(orientation::landscape_left, orientation::upside_down);
    const bool wide = screen::is_landscape(turned);
    const screen::pixel_size size = wide ? screen::pixel_size{672, 310} : small_screen;
    phone->shows = [&] {
        if (!touched())
            return screen::image(small_screen);
        phone->told.interface->turned = turned;
        return screen::image(size);
    };
    const auto done = tap();
    CHECK(done.receipt->seen == link::effect::changed);
    CHECK(done.receipt->frame->settled);
    CHECK(done.receipt->frame->space.turned == turned);
    CHECK(done.receipt->frame->region ==
          screen::area{.width = wide ? 1344 : 620, .height = wide ? 620 : 1344});
}

TEST_CASE_METHOD(observed_phone,
                 "an action that nobody can observe has succeeded all the same",
                 "[daemon]")
{
    if (GENERATE(true, false))
        phone->offered.erase(device::capability::frame);
    else
        phone->shows = [] { return std::unexpected(no_picture()); };
    const auto done = tap();
    CHECK_FALSE(done.frame);
    CHECK_FALSE(done.receipt->frame);
    CHECK(done.receipt->seen == link::effect::unknown);
}

TEST_CASE_METHOD(observed_phone, "without a picture before, no change is known", "[daemon]")
{
    phone->shows = [this]() -> device::result<screen::image> {
        if (!touched())
            return std::unexpected(no_picture());
        return screen::image(small_screen);
    };
    const auto done = tap();
    CHECK(done.receipt->seen == link::effect::unknown);
    CHECK(done.receipt->frame->settled);
    CHECK_FALSE(done.receipt->frame->changed);
    CHECK_FALSE(done.receipt->frame->region);
    CHECK(done.frame);
}

TEST_CASE_METHOD(observed_phone,
                 "a picture that comes no more leaves the one before it",
                 "[daemon]")
{
    timeout = 500ms * e2e::slowdown(); // in which two pictures do come
    if (GENERATE(true, false))
        phone->captures_hang_from = 3;
    else
        phone->shows = [this]() -> device::result<screen::image> {
            if (phone->captures >= 3)
                return std::unexpected(no_picture());
            return screen::image(small_screen);
        };
    const auto done = tap();
    CHECK(done.receipt->seen == link::effect::unchanged);
    CHECK_FALSE(done.receipt->frame->settled);
    CHECK(done.frame);
}

TEST_CASE_METHOD(observed_phone, "pictures that never come are not waited for", "[daemon]")
{
    timeout = 100ms;
    phone->captures_hang_from = 1;
    const auto tapped = tap();
    CHECK(touched()); // the tap is done all the same
    CHECK_FALSE(tapped.receipt->frame);
}

TEST_CASE_METHOD(observed_phone, "a batch is observed as a whole", "[daemon]")
{
    phone->shows = [this] {
        const int taps = static_cast<int>(phone->played.size());
        return with_box({.x = 10, .y = 20, .width = 50 * taps, .height = 30});
    };
    const auto done = perform(link::batch{.steps = {link::tap{.x = 1, .y = 1}, mid_screen}});
    CHECK(phone->played.size() == 2);
    CHECK(done.receipt->frame->region ==
          screen::area{.x = 20, .y = 40, .width = 200, .height = 60});
}

TEST_CASE_METHOD(observed_phone, "pictures that are pushed are not compared", "[daemon]")
{
    const auto pushed = with_box({.x = 10, .y = 20, .width = 100, .height = 30});
    frames->show_live({.picture = screen::encode(pushed, screen::picture_format::jpeg, 25),
                       .captured_at = system_clock::now()});
    phone->capture_time = 300ms;
    CHECK(tap().receipt->frame->changed == false);
    CHECK(phone->captures == 3);
}

} // namespace thimble::daemon
