#include "service/jobs/picture_files.hpp"

#include <exception>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

/// Calls that wait for the disk; each may hold a picture.
constexpr std::size_t most_waiting = 64;

} // namespace

picture_files::picture_files(const asio::any_io_executor& home,
                             fs::path directory,
                             picture_limits granted,
                             std::shared_ptr<spdlog::logger> log)
    : directory_(std::move(directory)), time_(granted.time), log_(std::move(log)),
      folders_(std::make_shared<picture_folders>(directory_, granted)), files_(home)
{
}

/// Nothing where the disk does not answer in time: nobody waits for a picture for ever.
template <class Call>
asio::awaitable<std::optional<std::invoke_result_t<Call&>>> picture_files::run(Call call)
{
    if (files_.calls() >= most_waiting)
        co_return std::nullopt;
    auto answer = co_await files_.run_within(time_, std::move(call));
    if (!answer && !stalled_)
        log_->error("pictures: {} does not answer in time", directory_.string());
    stalled_ = !answer;
    co_return std::move(answer);
}

asio::awaitable<std::string> picture_files::keep(std::string account_id,
                                                 std::shared_ptr<const screen::bytes> content)
{
    auto work = [folders = folders_, log = log_, directory = directory_,
                 account_id = std::move(account_id), content = std::move(content)] {
        try {
            return folders->keep(account_id, *content);
        } catch (const std::exception& problem) {
            log->error("a picture cannot be kept in {}: {}", directory.string(), problem.what());
            return std::string();
        }
    };
    co_return (co_await run(std::move(work))).value_or("");
}

asio::awaitable<bool> picture_files::keep_as(std::string account_id,
                                             std::string name,
                                             std::shared_ptr<const screen::bytes> content)
{
    auto work = [folders = folders_, log = log_, directory = directory_,
                 account_id = std::move(account_id), name = std::move(name),
                 content = std::move(content)] {
        try {
            folders->keep_as(account_id, name, *content);
            return true;
        } catch (const std::exception& problem) {
            log->error("a picture cannot be kept in {}: {}", directory.string(), problem.what());
            return false;
        }
    };
    co_return (co_await run(std::move(work))).value_or(false);
}

asio::awaitable<std::shared_ptr<const screen::bytes>> picture_files::load(std::string account_id,
                                                                          std::string name)
{
    auto work = [folders = folders_, account_id = std::move(account_id), name = std::move(name)] {
        return folders->load(account_id, name);
    };
    co_return (co_await run(std::move(work))).value_or(nullptr);
}

asio::awaitable<void> picture_files::prune()
{
    auto work = [folders = folders_] {
        folders->prune();
        return true;
    };
    co_await run(std::move(work));
}

} // namespace thimble::service
