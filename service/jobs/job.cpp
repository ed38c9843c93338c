#include "service/jobs/job.hpp"

#include "service/jobs/stored_failure.hpp"
#include "text/enum_words.hpp"

#include <array>
#include <utility>

namespace thimble::service {

std::string_view to_string(job_status value)
{
    return enum_word(value);
}

std::optional<job_status> parse_job_status(std::string_view text)
{
    return parse_enum_word<job_status>(text);
}

job::job(const boost::asio::any_io_executor& home, job_subject about)
    : about_(std::move(about)), created_at_(clock::now()),
      accepted_(std::chrono::steady_clock::now()), changed_(home)
{
}

job::job(const boost::asio::any_io_executor& home,
         job_subject about,
         clock::time_point created_at,
         std::optional<ending> ended)
    : about_(std::move(about)), created_at_(created_at),
      accepted_(std::chrono::steady_clock::now()), changed_(home)
{
    recovered_ = !ended;
    if (!ended)
        return;
    started_at_ = ended->started_at;
    completed_at_ = ended->completed_at;
    total_time_ = ended->total_time;
    result_ = std::move(ended->result);
    frame_id_ = std::move(ended->frame_id);
    picture_ = std::move(ended->picture);
    announce();
}

void job::start()
{
    if (status_ != job_status::pending)
        return;
    status_ = job_status::running;
    started_at_ = clock::now();
    changed_.notify_all();
}

void job::adopt(std::optional<clock::time_point> started_at, std::optional<job_progress> how_far)
{
    if (started_at)
        status_ = job_status::running;
    started_at_ = started_at;
    progress_ = std::move(how_far);
}

void job::settle(link::result answer)
{
    if (result_) {
        if (result_->failure)
            result_->failure->context["outcome"] = link::to_string(answer.outcome);
        return;
    }
    if (answer.failure)
        answer.failure->context["outcome"] = link::to_string(answer.outcome);
    result_ = std::move(answer);
    completed_at_ = clock::now();
    total_time_ = recovered_ ? duration(*completed_at_ - created_at_)
                             : duration(std::chrono::steady_clock::now() - accepted_);
}

void job::announce()
{
    status_ = result_->failure ? job_status::failed : job_status::completed;
    settled_ = true;
    changed_.notify_all();
}

void job::move_picture_to(std::string name)
{
    picture_ = std::move(name);
    if (result_ && result_->frame)
        result_->frame->picture.data.reset();
}

void job::forget_confidences()
{
    if (!result_)
        return;
    result_->value = nlohmann::json::object();
    if (result_->failure)
        result_->failure = stored_failure(std::move(*result_->failure));
}

boost::asio::awaitable<bool> job::until_settled()
{
    while (!settled())
        co_await changed_.wait();
    co_return true;
}

} // namespace thimble::service
