#include "virtualphone/os/springboard/alert_queue.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace thimble::virtualphone {

void alert_queue::show(shown_alert what, milliseconds now)
{
    log_.append(now, "alert", {{"what", "shown"}, {"title", what.title}});
    waiting_.push_back(std::move(what));
}

bool alert_queue::answer(std::string_view front_app, std::string_view button, milliseconds now)
{
    const auto front = place_of_front(front_app);
    if (front == waiting_.end() ||
        std::ranges::find(front->buttons, button) == front->buttons.end())
        return false;
    const auto answered = std::move(waiting_[static_cast<std::size_t>(front - waiting_.cbegin())]);
    const std::string chosen(button); // it may be a part of the alert that goes now
    log_.append(now, "alert",
                {{"what", "answered"}, {"title", answered.title}, {"button", chosen}});
    waiting_.erase(front);
    if (answered.on_answer)
        answered.on_answer(chosen);
    return true;
}

const shown_alert* alert_queue::front(std::string_view front_app) const
{
    const auto found = place_of_front(front_app);
    return found == waiting_.end() ? nullptr : &*found;
}

void alert_queue::forget(std::string_view app)
{
    std::erase_if(waiting_, [&](const shown_alert& each) { return each.app == app; });
}

alert_queue::queue::const_iterator alert_queue::place_of_front(std::string_view front_app) const
{
    const auto of_system = std::ranges::find(waiting_, std::string_view(), &shown_alert::app);
    if (of_system != waiting_.end())
        return of_system;
    return std::ranges::find(waiting_, front_app, &shown_alert::app);
}

} // namespace thimble::virtualphone
