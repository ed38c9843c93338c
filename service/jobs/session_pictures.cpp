#include "service/jobs/session_pictures.hpp"

#include "async/exception_text.hpp"
#include "service/jobs/picture_name.hpp"

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

std::string name_of(const std::string& session_id, const std::string& job_id)
{
    return picture_name(session_id + "/" + job_id);
}

} // namespace

session_pictures::session_pictures(const asio::any_io_executor& home,
                                   std::unique_ptr<picture_store> kept_in,
                                   std::shared_ptr<spdlog::logger> log)
    : kept_in_(std::move(kept_in)),
      tasks_(home, [log = std::move(log)](const std::exception_ptr& problem) {
          log->error("a session's picture cannot be kept: {}", async::exception_text(problem));
      })
{
}

void session_pictures::keep_soon(std::string account_id,
                                 const std::string& session_id,
                                 const std::string& job_id,
                                 std::shared_ptr<const screen::bytes> content)
{
    if (content)
        tasks_.spawn(keep(std::move(account_id), name_of(session_id, job_id), std::move(content)));
}

asio::awaitable<void> session_pictures::keep(std::string account_id,
                                             std::string name,
                                             std::shared_ptr<const screen::bytes> content)
{
    co_await kept_in_->keep_as(std::move(account_id), std::move(name), std::move(content));
}

asio::awaitable<std::shared_ptr<const screen::bytes>> session_pictures::load(
    std::string account_id, const std::string& session_id, const std::string& job_id)
{
    const auto name = name_of(session_id, job_id);
    auto out = co_await kept_in_->load(account_id, name);
    if (!out && elsewhere_)
        out = co_await elsewhere_(std::move(account_id), name);
    co_return out;
}

asio::awaitable<void> session_pictures::prune()
{
    return kept_in_->prune();
}

asio::awaitable<void> session_pictures::close()
{
    co_await tasks_.until_empty();
}

} // namespace thimble::service
