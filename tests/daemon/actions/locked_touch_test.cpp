// Touches during which somebody locks the phone by hand.
#include "daemon/actions/observe.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "tests/daemon/actions/command_fixture.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

using std::chrono::milliseconds;

constexpr link::tap_and_hold long_hold{60, 120, milliseconds(3000)};

} // namespace

TEST_CASE_METHOD(command_fixture, "a long touch on an open phone is nothing special", "[daemon]")
{
    CHECK(verified(long_hold) == std::nullopt);
}

TEST_CASE_METHOD(command_fixture, "a touch that the lock has ended is not verified", "[daemon]")
{
    phone->when_swiped = [&] { phone->is.locked = true; };
    for (const link::action& what :
         {link::action(long_hold), link::action(link::drag{0, 0, 600, 1300, link::speed::slow}),
          link::action(link::batch{.steps = {link::tap{1, 1}, long_hold}})}) {
        phone->is.locked = false;
        const auto done = perform(what);
        REQUIRE(done);
        REQUIRE(done->receipt);
        CHECK(done->receipt->verified == false);
        CHECK(done->receipt->seen == link::effect::unknown);
    }
    CHECK(phone->played.size() == 4); // each once
}

TEST_CASE_METHOD(command_fixture, "a lock changes the screen, which is no effect", "[daemon]")
{
    phone->when_swiped = [&] { phone->is.locked = true; };
    phone->shows = [&] {
        screen::image shown({.width = 40, .height = 80});
        std::ranges::fill(shown.pixels(), phone->is.locked ? std::uint8_t{0} : std::uint8_t{255});
        return shown;
    };
    auto on = on_stage();
    on.frames = std::make_shared<phone_frames>(context.get_executor(), phone);
    on.timeout = std::chrono::minutes(1);
    std::optional<action_outcome> how;
    boost::asio::co_spawn(context, perform_observed(std::move(on), long_hold),
                          [&](const std::exception_ptr& thrown, action_outcome ended) {
                              if (!thrown)
                                  how = std::move(ended);
                          });
    context.restart();
    context.run_for(std::chrono::minutes(2));
    REQUIRE(how);
    REQUIRE(*how);
    CHECK((*how)->receipt->verified == false);
    CHECK((*how)->receipt->seen == link::effect::unknown);
    REQUIRE((*how)->receipt->frame);
    CHECK((*how)->receipt->frame->changed == true); // that much is seen
}

} // namespace thimble::daemon
