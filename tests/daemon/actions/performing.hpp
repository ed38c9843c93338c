// Performs one action on a phone of a test, impatiently.
#pragma once

#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/frames/picture_pool.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

namespace thimble::daemon {

template <class Phone>
struct performing {
    boost::asio::io_context context{1};
    picture_pool pictures{context.get_executor()};
    std::shared_ptr<opened_surface> opened = std::make_shared<opened_surface>();
    std::shared_ptr<Phone> phone = std::make_shared<Phone>(context.get_executor());

    action_context on_stage()
    {
        return {.phone = phone,
                .made_for = {},
                .pictures = &pictures,
                .opened = opened,
                .timeout = std::chrono::milliseconds(60)};
    }

    action_outcome perform(link::action what)
    {
        std::optional<action_outcome> outcome;
        boost::asio::co_spawn(context, daemon::perform(on_stage(), std::move(what)),
                              [&](const std::exception_ptr& thrown, action_outcome ended) {
                                  if (!thrown)
                                      outcome = std::move(ended);
                              });
        context.restart();
        context.run_for(std::chrono::seconds(20));
        REQUIRE(outcome);
        return std::move(*outcome);
    }

    /// True if it was seen to be so; fails the test when the action has failed.
    std::optional<bool> verified(link::action what)
    {
        const auto done = perform(std::move(what));
        REQUIRE(done);
        return done->receipt ? done->receipt->verified : std::nullopt;
    }

    refusal refused(link::action what)
    {
        auto done = perform(std::move(what));
        REQUIRE_FALSE(done);
        return std::move(done.error());
    }
};

/// "ACTION_FAILED cause" for what an action could not reach.
inline std::string cause_of(const refusal& why)
{
    return why.why.code + " " + why.why.context.value("cause", "");
}

} // namespace thimble::daemon
