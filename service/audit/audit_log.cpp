#include "service/audit/audit_log.hpp"

#include "async/sleep.hpp"
#include "contract/store_failure.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// In one transaction: after a time without the store there are many, and no other write waits for
/// them all.
constexpr std::size_t written_at_once = 500;

failure audit_unreadable()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The audit log cannot be read now; the service's log says why.",
            .context = nlohmann::json::object()};
}

template <class Value>
result<Value> to_result(store::outcome<Value> read)
{
    if (!read)
        return std::unexpected(failure_of_store(read.error(), audit_unreadable()));
    return std::move(*read);
}

std::string json_lines(const std::vector<audit_entry>& entries)
{
    using nlohmann::ordered_json;
    std::string out;
    for (const auto& each : entries)
        out +=
            audit_record(each).dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
    return out;
}

} // namespace

audit_log::audit_log(asio::any_io_executor home,
                     store::database& store,
                     audit_limits granted,
                     std::shared_ptr<spdlog::logger> log)
    : store_(store), limits_(granted), log_(std::move(log)),
      tasks_(std::move(home), [this](const std::exception_ptr&) {
          writing_ = false;
          log_->error("writing the audit log failed");
      })
{
}

void audit_log::note(audit_entry what)
{
    what.at = audit_entry::clock::now();
    what.id = ids_.next(what.at);
    unwritten_.push_back(std::move(what));
    forget_beyond_limit();
    if (!closed_ && !std::exchange(writing_, true))
        tasks_.spawn(write_on());
}

void audit_log::forget_beyond_limit()
{
    while (unwritten_.size() > limits_.unwritten) {
        unwritten_.pop_front();
        if (!std::exchange(has_lost_, true))
            log_->error("the audit log cannot be written: entries are lost");
    }
}

/// As long as there is something to write.
asio::awaitable<void> audit_log::write_on()
{
    while (!unwritten_.empty()) {
        co_await async::sleep_for(limits_.delay);
        if (!co_await write_now())
            co_await async::sleep_for(limits_.retry);
    }
    writing_ = false;
}

/// All that there is now. Where there is nothing, all that is being written is written then.
asio::awaitable<bool> audit_log::write_now()
{
    for (auto left = unwritten_.size();; left -= written_at_once) {
        if (!co_await write_portion(std::min(left, written_at_once)))
            co_return false;
        if (left <= written_at_once)
            co_return true;
    }
}

/// The oldest; they come again where that fails.
asio::awaitable<bool> audit_log::write_portion(std::size_t most)
{
    const auto count = std::min(unwritten_.size(), most);
    const auto end = unwritten_.begin() + static_cast<std::ptrdiff_t>(count);
    const auto entries = std::make_shared<const std::vector<audit_entry>>(
        std::move_iterator(unwritten_.begin()), std::move_iterator(end));
    unwritten_.erase(unwritten_.begin(), end);
    const auto written = co_await store_.put([entries](store::transaction& on) {
        for (const auto& each : *entries)
            insert_audit_entry(on, each);
    });
    if (written) {
        has_lost_ = false;
        co_return true;
    }
    unwritten_.insert(unwritten_.begin(), entries->begin(), entries->end());
    forget_beyond_limit();
    co_return false;
}

asio::awaitable<result<std::vector<audit_entry>>> audit_log::newest(audit_filter wanted)
{
    co_await write_now();
    auto read = co_await store_.read([wanted = std::move(wanted)](store::transaction& on) {
        return newest_audit_entries(on, wanted);
    });
    co_return to_result(std::move(read));
}

asio::awaitable<result<std::vector<audit_entry>>>
audit_log::after(std::string account_id, std::string id, std::size_t limit)
{
    co_await write_now();
    auto read = co_await store_.read(
        [account_id = std::move(account_id), id = std::move(id), limit](store::transaction& on) {
            return audit_entries_after(on, account_id, id, limit);
        });
    co_return to_result(std::move(read));
}

asio::awaitable<result<std::string>>
audit_log::lines_after(std::string account_id, std::string id, std::size_t limit)
{
    co_await write_now();
    auto read = co_await store_.read(
        [account_id = std::move(account_id), id = std::move(id), limit](store::transaction& on) {
            return json_lines(audit_entries_after(on, account_id, id, limit));
        });
    co_return to_result(std::move(read));
}

asio::awaitable<void> audit_log::close()
{
    closed_ = true;
    tasks_.cancel();
    co_await tasks_.until_empty();
    co_await write_now();
}

} // namespace thimble::service
