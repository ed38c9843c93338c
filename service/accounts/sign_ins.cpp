#include "service/accounts/sign_ins.hpp"

#include "contract/store_failure.hpp"
#include "service/accounts/token.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::string_view token_prefix = "ts_";
constexpr std::chrono::minutes seen_granularity{10}; // of what is written down

failure unwritten_sign_in()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The change could not be written down; the service's log says why."};
}

} // namespace

void sign_ins::assign(const std::vector<sign_in_row>& read)
{
    rows_.clear();
    for (const auto& each : read)
        if (const auto digest = parse_digest(each.hash); digest && !unwritten_.contains(each.id))
            rows_.emplace(*digest, each);
}

asio::awaitable<result<std::optional<sign_ins::begun>>>
sign_ins::begin(std::string account_id, condition holds, clock::time_point now)
{
    begun made{.row = {}, .token = random_token(token_prefix)};
    made.row = {.id = random_uuid(),
                .account_id = account_id,
                .hash = to_text(digest_of(made.token)),
                .created_at = now,
                .seen_at = now};
    const auto going = in_the_way(account_id);
    const auto written = co_await store_.write(
        [row = made.row, going, holds = std::move(holds)](store::transaction& on) {
            if (!holds(on))
                return false;
            for (const auto& id : going)
                remove_sign_in(on, id);
            insert_sign_in(on, row);
            return true;
        });
    if (!written)
        co_return std::unexpected(failure_of_write(written.error(), unwritten_sign_in()));
    if (!*written)
        co_return std::optional<begun>();
    ++changes_;
    forget(going);
    rows_.emplace(digest_of(made.token), made.row);
    co_return std::optional(std::move(made));
}

std::optional<sign_in_row> sign_ins::find(std::string_view token, clock::time_point now)
{
    const auto found = rows_.find(digest_of(token));
    if (found == rows_.end() || is_over(found->second, now))
        return std::nullopt;
    auto& row = found->second;
    if (now - row.seen_at >= seen_granularity) {
        row.seen_at = now;
        store_.write_behind(
            [id = row.id, now](store::transaction& on) { update_sign_in(on, id, now); });
    }
    return row;
}

bool sign_ins::stands(std::string_view id, clock::time_point now) const
{
    return std::ranges::any_of(rows_, [&](const auto& each) {
        return each.second.id == id && !is_over(each.second, now);
    });
}

void sign_ins::refuse(const std::string& id)
{
    ++changes_;
    unwritten_.insert(id);
    forget({id});
}

asio::awaitable<result<void>> sign_ins::end(std::string id)
{
    refuse(id);
    if (const auto removed = co_await remove({id}); !removed)
        co_return std::unexpected(failure_of_store(removed.error(), unwritten_sign_in()));
    co_return result<void>();
}

asio::awaitable<bool> sign_ins::prune(clock::time_point now)
{
    std::vector<std::string> over(unwritten_.begin(), unwritten_.end());
    for (const auto& [digest, each] : rows_)
        if (is_over(each, now))
            over.push_back(each.id);
    co_return !over.empty() && (co_await remove(std::move(over))).has_value();
}

bool sign_ins::is_over(const sign_in_row& what, clock::time_point now)
{
    return now - what.seen_at >= longest_idle_sign_in || now - what.created_at >= longest_sign_in;
}

/// The oldest of an account that has as many as it may.
std::vector<std::string> sign_ins::in_the_way(const std::string& account_id) const
{
    std::vector<const sign_in_row*> mine;
    for (const auto& [digest, each] : rows_)
        if (each.account_id == account_id)
            mine.push_back(&each);
    std::ranges::sort(mine, {}, [](const sign_in_row* each) { return each->created_at; });
    std::vector<std::string> out;
    for (std::size_t place = 0; place + most_sign_ins_of_an_account <= mine.size(); ++place)
        out.push_back(mine[place]->id);
    return out;
}

asio::awaitable<store::outcome<void>> sign_ins::remove(std::vector<std::string> ids)
{
    const auto removed = co_await store_.write([ids](store::transaction& on) {
        for (const auto& id : ids)
            remove_sign_in(on, id);
    });
    if (!removed)
        co_return std::unexpected(removed.error());
    ++changes_;
    forget(ids);
    for (const auto& id : ids)
        unwritten_.erase(id);
    co_return store::outcome<void>();
}

void sign_ins::forget(const std::vector<std::string>& ids)
{
    std::erase_if(rows_, [&](const auto& each) {
        return std::ranges::find(ids, each.second.id) != ids.end();
    });
}

} // namespace thimble::service
