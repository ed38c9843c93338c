#include "virtualphone/os/springboard/alert_queue.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace thimble::virtualphone {

void alert_queue::show(shown_alert what, milliseconds now)
{
    log_.append(now, "alert", {{"what", "shown"}, {"title", what.title}});
    waiting_.push_back(std::move(what));
    if (!front_)
        show_next();
}

bool alert_queue::answer(std::string_view button, milliseconds now)
{
    if (!front_ || std::ranges::find(front_->buttons, button) == front_->buttons.end())
        return false;
    const auto answered = *front_;
    const std::string chosen(button); // it may be a part of the alert that goes now
    log_.append(now, "alert",
                {{"what", "answered"}, {"title", answered.title}, {"button", chosen}});
    show_next();
    if (answered.on_answer)
        answered.on_answer(chosen);
    return true;
}

void alert_queue::show_next()
{
    front_.reset();
    if (waiting_.empty())
        return;
    front_ = std::move(waiting_.front());
    waiting_.pop_front();
}

} // namespace thimble::virtualphone
