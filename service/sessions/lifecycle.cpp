#include "service/sessions/lifecycle.hpp"

namespace thimble::service::sessions {

lifecycle::lifecycle(status now, bool has_run, bool asks)
    : below_(now), paused_(now == status::paused)
{
    if (paused_)
        below_ = asks ? status::waiting_for_user : has_run ? status::running : status::creating;
}

std::optional<reaction> lifecycle::apply(control what)
{
    if (has_ended())
        return std::nullopt;
    switch (what) {
    case control::pause:
        return reaction{.moved = move(below_, true)};
    case control::resume:
        return reaction{.moved = move(below_, false)};
    case control::message: // in a pause, too, it answers what the agent has asked
        return reaction{
            .moved = move(below_ == status::waiting_for_user ? status::running : below_, paused_)};
    case control::interrupt: {
        const bool acts = now() == status::running;
        return reaction{.moved = !paused_ && move(status::waiting_for_user, false),
                        .cancels_act = acts};
    }
    case control::stop: // a pause lets the act that it finds end by itself: it may be under way
        return reaction{.moved = move(status::killed, false), .cancels_act = true};
    }
    return std::nullopt;
}

bool lifecycle::begin()
{
    return below_ == status::creating && move(status::running, paused_);
}

bool lifecycle::ask()
{
    return below_ == status::running && move(status::waiting_for_user, paused_);
}

bool lifecycle::end(status how)
{
    return !has_ended() && move(how, false);
}

bool lifecycle::move(status below, bool paused)
{
    const auto before = now();
    below_ = below;
    paused_ = paused;
    return now() != before;
}

} // namespace thimble::service::sessions
