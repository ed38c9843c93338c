#include "service/vision/element_finder.hpp"

#include "async/one_shot_timer.hpp"
#include "selectors/find.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <variant>

namespace thimble::service::vision {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

/// For picture and reply together. A search for an element that is not there takes as long.
constexpr std::chrono::seconds looking_time{10};

constexpr int picture_quality = 80; // of a JPEG: small print stays readable

/// The touch in the middle of what was seen; a drag has no single place.
std::optional<link::action> touch_at(const link::touch& what, const screen_element& seen)
{
    return std::visit(
        [&]<class Touch>(Touch one) -> std::optional<link::action> {
            if constexpr (requires { one.x; }) {
                one.x = seen.x + (seen.width / 2);
                one.y = seen.y + (seen.height / 2);
                return one;
            } else {
                return std::nullopt;
            }
        },
        what);
}

rate looks_of(const models::provider& whose)
{
    const double looks = whose.looks_per_minute;
    return {.per_second = looks / 60, .burst = looks};
}

} // namespace

element_finder::element_finder(asio::any_io_executor home,
                               models::client& asked,
                               metrics& meter,
                               biller bill,
                               std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), model_(asked), meter_(meter), looks_(looks_of(asked.asks())),
      bill_(std::move(bill)), log_(std::move(log))
{
}

bool element_finder::may_find(const link::action& what, const link::result& refused)
{
    const auto* touch = std::get_if<link::touch_element>(&what);
    return touch != nullptr && !std::holds_alternative<link::drag>(touch->what) &&
           refused.outcome == link::outcome::not_sent && refused.failure &&
           refused.failure->code == "ELEMENT_NOT_FOUND" &&
           refused.failure->context.value("reason", "") == "no_match" &&
           !refused.failure->context.contains("alert");
}

asio::awaitable<std::optional<seen_touch>> element_finder::find(std::shared_ptr<desktop> via,
                                                                std::string account_id,
                                                                link::command refused,
                                                                time deadline)
{
    if (looks_.refuse(account_id, steady_clock::now())) {
        meter_.model_asked("element", "limited", 0);
        co_return std::nullopt;
    }
    deadline = std::min(deadline, steady_clock::now() + looking_time);
    const auto& wanted = std::get<link::touch_element>(refused.what);
    const auto shown = co_await look(std::move(via), refused.udid, deadline);
    if (!shown)
        co_return std::nullopt;
    const auto seen =
        co_await ask(wanted.selector, std::move(account_id), shown->picture, deadline);
    if (!seen)
        co_return std::nullopt;
    auto touch = touch_at(wanted.what, seen->element);
    if (!touch)
        co_return std::nullopt;
    const match found{.element = &seen->element, .confidence = seen->confidence};
    co_return seen_touch{.what = std::move(*touch),
                         .space = shown->space,
                         .value = {{"element", match_record(found, "vision")}}};
}

/// The picture is no job: nobody can ask for it.
asio::awaitable<std::optional<link::frame>>
element_finder::look(std::shared_ptr<desktop> via, std::string udid, time deadline)
{
    const link::command wanted{.job_id = random_uuid(),
                               .udid = std::move(udid),
                               .what = link::screenshot{.format = screen::picture_format::jpeg,
                                                        .quality = picture_quality,
                                                        .fresh = true},
                               .space = {},
                               .expires_at = deadline};
    async::one_shot_timer late(home_);
    late.set(deadline - steady_clock::now(), [via, id = wanted.job_id] { via->cancel(id); });
    auto answer = co_await via->execute(wanted, [] {});
    via->settle(wanted.job_id);
    const bool its_own = answer.udid == wanted.udid && answer.job_id == wanted.job_id;
    if (answer.failure || !its_own || !answer.frame || !answer.frame->picture.data)
        co_return std::nullopt;
    co_return std::move(answer.frame);
}

asio::awaitable<std::optional<detection>> element_finder::ask(std::string selector,
                                                              std::string account_id,
                                                              screen::picture shown,
                                                              time deadline)
{
    const auto size = shown.size;
    std::int64_t cost = 0;
    // As soon as the provider tells it: a prompt that is broken off is paid for, too.
    const auto bill = [&](const models::token_usage& so_far) {
        const auto now = model_.cost_of({}, so_far).micro_dollars;
        if (now > cost)
            bill_(account_id, now - cost);
        cost = std::max(cost, now);
    };
    const auto said = co_await model_.ask(where_is(selector, std::move(shown)), {}, deadline, bill);
    if (!said) {
        meter_.model_asked("element", "failed", cost);
        log_->warn("an element was not looked for: {}", said.error().message);
        co_return std::nullopt;
    }
    auto seen = read_detection(said->text(), size);
    meter_.model_asked("element", seen ? "found" : "not_found", cost);
    co_return seen;
}

std::unique_ptr<element_finder> finder_with(const asio::any_io_executor& home,
                                            models::client* asked,
                                            metrics& meter,
                                            element_finder::biller bill,
                                            const std::shared_ptr<spdlog::logger>& log)
{
    if (asked == nullptr || asked->asks().looks_per_minute == 0)
        return nullptr;
    return std::make_unique<element_finder>(home, *asked, meter, std::move(bill), log);
}

} // namespace thimble::service::vision
