#include "service/store/database.hpp"

namespace thimble::service::store {

namespace asio = boost::asio;

namespace {

/// About a megabyte of log.
constexpr std::size_t writes_between_checkpoints = 100;

} // namespace

database::database(asio::any_io_executor home,
                   database_file file,
                   database_options options,
                   std::shared_ptr<spdlog::logger> log)
    : file_(std::move(file)), options_(std::move(options)), log_(std::move(log)), writer_(home),
      readers_{async::worker(home), async::worker(home)}
{
}

void database::ended(access how, std::chrono::steady_clock::duration took)
{
    if (options_.on_call)
        options_.on_call(how, took);
    if (how != access::read)
        ++uncheckpointed_;
    checkpoint_if_due();
}

/// Waits for the disk, so a reader does it: writers are not held up.
void database::checkpoint_if_due()
{
    if (uncheckpointed_ < writes_between_checkpoints)
        return;
    uncheckpointed_ = 0;
    readers_.back().enqueue([on = file_.reader(readers_.size() - 1), log = log_] {
        try {
            checkpoint(*on);
        } catch (const std::exception&) {
            log->error("the store: {}", problem_of(std::current_exception()).text);
        }
    });
}

asio::awaitable<void> database::written()
{
    co_await write([](transaction&) {});
}

} // namespace thimble::service::store
