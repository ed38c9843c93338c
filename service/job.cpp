#include "service/job.hpp"

#include "service/uuid.hpp"

#include <array>
#include <utility>

namespace thimble::service {

namespace {

constexpr std::array all_states{job_status::pending, job_status::running, job_status::completed,
                                job_status::failed};

} // namespace

std::string_view to_string(job_status value)
{
    switch (value) {
    case job_status::pending:
        return "pending";
    case job_status::running:
        return "running";
    case job_status::completed:
        return "completed";
    case job_status::failed:
        return "failed";
    }
    std::unreachable();
}

std::optional<job_status> parse_job_status(std::string_view text)
{
    for (const auto each : all_states)
        if (to_string(each) == text)
            return each;
    return std::nullopt;
}

job::job(const boost::asio::any_io_executor& home, std::string phone_id, std::string_view action)
    : id_(random_uuid()), phone_id_(std::move(phone_id)), action_(action),
      created_at_(clock::now()), accepted_(std::chrono::steady_clock::now()), changed_(home)
{
}

std::chrono::duration<double, std::milli> job::total_time() const noexcept
{
    return ended_ - accepted_;
}

void job::start()
{
    if (status_ != job_status::pending)
        return;
    status_ = job_status::running;
    started_at_ = clock::now();
    changed_.notify_all();
}

void job::settle(link::result answer)
{
    if (settled()) {
        if (result_->failure)
            result_->failure->context["outcome"] = link::to_string(answer.outcome);
        return;
    }
    if (answer.failure)
        answer.failure->context["outcome"] = link::to_string(answer.outcome);
    status_ = answer.failure ? job_status::failed : job_status::completed;
    result_ = std::move(answer);
    completed_at_ = clock::now();
    ended_ = std::chrono::steady_clock::now();
    changed_.notify_all();
}

void job::drop_picture()
{
    if (result_)
        result_->frame.reset();
}

boost::asio::awaitable<bool> job::until_settled()
{
    while (!settled())
        co_await changed_.wait();
    co_return true;
}

} // namespace thimble::service
