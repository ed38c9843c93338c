#include "service/store/database.hpp"

namespace thimble::service::store {

namespace asio = boost::asio;

namespace {

using logger = std::shared_ptr<spdlog::logger>;

/// About a megabyte of log.
constexpr std::size_t writes_between_checkpoints = 100;

/// About ten megabytes.
constexpr std::size_t checkpoints_between_restarts = 10;

void move_log_into_file(const std::shared_ptr<connection>& on, const logger& log)
{
    try {
        checkpoint(*on);
    } catch (const std::exception&) {
        log->error("the store: {}", problem_of(std::current_exception()).text);
    }
}

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

/// Waits for the disk, so a reader does it: writers are not held up. But it never ends with an
/// empty log while they write on, and only an empty one begins anew: between two of the reader's,
/// when little is left to do, the writer itself does it now and then.
void database::checkpoint_if_due()
{
    if (uncheckpointed_ >= writes_between_checkpoints) {
        uncheckpointed_ = 0;
        ++checkpoints_;
        const auto last = readers_.size() - 1;
        readers_[last].enqueue(
            [on = file_.reader(last), log = log_] { move_log_into_file(on, log); });
    } else if (uncheckpointed_ >= writes_between_checkpoints / 2 &&
               checkpoints_ >= checkpoints_between_restarts) {
        checkpoints_ = 0;
        writer_.enqueue([on = file_.writer(), log = log_] { move_log_into_file(on, log); });
    }
}

asio::awaitable<void> database::written()
{
    co_await write([](transaction&) {});
}

} // namespace thimble::service::store
