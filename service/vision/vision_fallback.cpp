#include "service/vision/vision_fallback.hpp"

#include "async/race.hpp"
#include "text/uuid.hpp"

#include <utility>

namespace thimble::service::vision {

namespace asio = boost::asio;

namespace {

/// The answer to the second command as one to the first. Any other answer stays as it came: a check
/// of it sees that it is another's.
link::result as_answer_to(const link::command& first,
                          const link::command& second,
                          link::result answer,
                          nlohmann::json value)
{
    if (answer.job_id != second.job_id || answer.udid != second.udid)
        return answer;
    answer.job_id = first.job_id;
    if (answer.receipt && answer.receipt->frame)
        answer.receipt->frame->id = first.job_id;
    if (!answer.failure)
        answer.value = std::move(value);
    return answer;
}

/// After any failure the element is not found.
asio::awaitable<std::optional<seen_touch>> seen_or_nothing(element_finder& finder,
                                                           std::shared_ptr<desktop> via,
                                                           std::string account_id,
                                                           link::command what)
{
    try {
        const auto deadline = what.expires_at;
        co_return co_await finder.find(std::move(via), std::move(account_id), std::move(what),
                                       deadline);
    } catch (const std::exception&) {
        co_return std::nullopt;
    }
}

} // namespace

vision_fallback::vision_fallback(std::shared_ptr<desktop> via,
                                 element_finder& finder,
                                 std::string account_id,
                                 std::function<bool()> last)
    : via_(std::move(via)), finder_(finder), account_id_(std::move(account_id)),
      last_(std::move(last)), called_off_now_(finder.home())
{
}

asio::awaitable<link::result> vision_fallback::execute(link::command what,
                                                       std::function<void()> started)
{
    auto first = co_await via_->execute(what, std::move(started));
    if (called_off_ || !element_finder::may_find(what.what, first))
        co_return first;
    auto seen = co_await look_for(what);
    if (called_off_ || !seen || !last_())
        co_return first;
    auto second = what;
    second.job_id = random_uuid();
    second.what = std::move(seen->what);
    second.space = seen->space;
    via_->forget(what.job_id);
    second_ = second.job_id;
    auto answer = co_await via_->execute(second, [] {});
    co_return as_answer_to(what, second, std::move(answer), std::move(seen->value));
}

/// Until it is called off.
asio::awaitable<std::optional<seen_touch>> vision_fallback::look_for(link::command what)
{
    auto how = co_await async::race(seen_or_nothing(finder_, via_, account_id_, std::move(what)),
                                    called_off_now_.wait());
    auto* const seen = std::get_if<0>(&how);
    co_return seen != nullptr ? std::move(*seen) : std::nullopt;
}

const std::string& vision_fallback::sent_last(const std::string& job_id) const
{
    return second_.empty() ? job_id : second_;
}

void vision_fallback::settle(const std::string& job_id)
{
    via_->settle(sent_last(job_id));
}

void vision_fallback::expect(const std::string& udid, const link::action& what)
{
    via_->expect(udid, what);
}

void vision_fallback::withdraw(const std::string& job_id)
{
    via_->withdraw(sent_last(job_id));
}

void vision_fallback::let_go(const std::string& job_id)
{
    touch_nothing_more(); // the first command's answer may have been told by now
    via_->let_go(sent_last(job_id));
}

void vision_fallback::cancel(const std::string& job_id)
{
    touch_nothing_more();
    via_->cancel(sent_last(job_id));
}

void vision_fallback::touch_nothing_more()
{
    called_off_ = true;
    called_off_now_.notify_all();
}

std::shared_ptr<desktop> with_vision_fallback(std::shared_ptr<desktop> via,
                                              const link::action& what,
                                              element_finder* finder,
                                              std::string account_id,
                                              std::function<bool()> last)
{
    if (finder == nullptr || !std::holds_alternative<link::touch_element>(what))
        return via;
    return std::make_shared<vision_fallback>(std::move(via), *finder, std::move(account_id),
                                             std::move(last));
}

} // namespace thimble::service::vision
