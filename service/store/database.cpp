#include "service/store/database.hpp"

namespace thimble::service::store {

namespace asio = boost::asio;

namespace {

using logger = std::shared_ptr<spdlog::logger>;

/// About a megabyte of log.
constexpr std::size_t writes_between_checkpoints = 100;

/// About ten megabytes.
constexpr std::size_t writes_between_restarts = 1000;

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
        count_write();
    checkpoint_if_due();
}

std::unexpected<problem> database::failed(problem why)
{
    log_->error("the store: {}", why.text);
    return std::unexpected(std::move(why));
}

/// A full queue refuses thousands a second: it is said once in each.
std::unexpected<problem> database::refused()
{
    problem full{.text = "too many calls wait for it"};
    const auto now = std::chrono::steady_clock::now();
    if (now < next_refusal_logged_)
        return std::unexpected(std::move(full));
    next_refusal_logged_ = now + std::chrono::seconds(1);
    return failed(std::move(full));
}

void database::count_write()
{
    ++uncheckpointed_;
    ++unrestarted_;
}

/// Waits for the disk, so a reader does it: writers are not held up. But it never ends with an
/// empty log while they write on, and only an empty one begins anew: now and then, when a reader
/// has just done most of it, the writer itself does the rest.
void database::checkpoint_if_due()
{
    if (*checkpointing_) // one at a time; the other would be refused
        return;
    if (unrestarted_ >= writes_between_restarts) {
        unrestarted_ = 0;
        writer_.enqueue([on = file_.writer(), log = log_] { move_log_into_file(on, log); });
    } else if (uncheckpointed_ >= writes_between_checkpoints) {
        uncheckpointed_ = 0;
        *checkpointing_ = true;
        readers_.back().enqueue(
            [on = file_.reader(readers_.size() - 1), under_way = checkpointing_, log = log_] {
                move_log_into_file(on, log);
                *under_way = false;
            });
    }
}

asio::awaitable<void> database::written()
{
    co_await write([](transaction&) {});
}

} // namespace thimble::service::store
