#include "service/jobs/picture_rows.hpp"

#include "service/accounts/account_share.hpp"
#include "service/accounts/fair_share.hpp"
#include "service/jobs/picture_name.hpp"
#include "text/base64.hpp"
#include "text/enum_words.hpp"

#include <algorithm>
#include <optional>
#include <ranges>
#include <tuple>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::size_t most_calls = 64;
constexpr std::size_t rows_at_once = 200; // of those that go

class counted_wait {
public:
    explicit counted_wait(std::size_t& count) : count_(count) { ++count_; }
    counted_wait(const counted_wait&) = delete;
    counted_wait& operator=(const counted_wait&) = delete;
    ~counted_wait() { --count_; }

private:
    std::size_t& count_;
};

struct picture_key {
    std::string account_id;
    std::string shelf;
    std::string name;
};

/// One that is kept again is as young as a new one.
void insert_picture(store::transaction& on, const picture_key& key, const screen::bytes& content)
{
    if (on.execute("UPDATE pictures SET kept_at = DATABASE_NOW WHERE account_id = :account AND "
                   "shelf = :shelf AND name = :name",
                   key.account_id, key.shelf, key.name) > 0)
        return;
    on.execute("INSERT INTO pictures (account_id, shelf, name, bytes, kept_at, content) VALUES "
               "(:account, :shelf, :name, :bytes, DATABASE_NOW, :content) ON CONFLICT "
               "(account_id, shelf, name) DO UPDATE SET kept_at = DATABASE_NOW",
               key.account_id, key.shelf, key.name, content.size(), encode_base64(content));
}

std::shared_ptr<const screen::bytes> find_picture(store::transaction& on, const picture_key& key)
{
    const auto found =
        on.find<std::string>("SELECT content FROM pictures WHERE account_id = :account AND "
                             "shelf = :shelf AND name = :name",
                             key.account_id, key.shelf, key.name);
    auto content = found ? decode_base64(std::get<0>(*found)) : std::nullopt;
    return content ? std::make_shared<const screen::bytes>(std::move(*content)) : nullptr;
}

/// Number of those that have gone for their age.
std::size_t
delete_old(store::transaction& on, const std::string& shelf, std::chrono::milliseconds age)
{
    return on.execute("DELETE FROM pictures WHERE shelf = :shelf AND "
                      "kept_at < DATABASE_NOW - :age AND name IN (SELECT name FROM pictures WHERE "
                      "shelf = :same_shelf ORDER BY kept_at LIMIT :most)",
                      shelf, age.count(), shelf, rows_at_once);
}

struct picture_row {
    std::string name;
    std::size_t bytes = 0;
    std::int64_t kept_at = 0;
};

/// The oldest of an account, one more than go at once.
std::vector<picture_row>
oldest_rows(store::transaction& on, const std::string& account_id, const std::string& shelf)
{
    std::vector<picture_row> out;
    for (auto& [name, bytes, kept_at] : on.select<std::string, std::size_t, std::int64_t>(
             "SELECT name, bytes, kept_at FROM pictures WHERE account_id = :account AND "
             "shelf = :shelf ORDER BY kept_at, name LIMIT :most",
             account_id, shelf, rows_at_once + 1))
        out.push_back({.name = std::move(name), .bytes = bytes, .kept_at = kept_at});
    return out;
}

/// One that was kept again meanwhile stays.
void delete_rows(store::transaction& on,
                 const picture_key& of,
                 const std::vector<picture_row>& which)
{
    for (const auto& each : which)
        on.execute("DELETE FROM pictures WHERE account_id = :account AND shelf = :shelf AND "
                   "name = :name AND kept_at = :kept_at",
                   of.account_id, of.shelf, each.name, each.kept_at);
}

} // namespace

picture_rows::picture_rows(store::database& in, picture_shelf shelf, picture_limits granted)
    : in_(in), shelf_(enum_word(shelf)), limits_(granted), kept_since_look_(granted.bytes)
{
}

asio::awaitable<std::string> picture_rows::keep(std::string account_id,
                                                std::shared_ptr<const screen::bytes> content)
{
    if (waiting_ >= most_calls)
        co_return std::string();
    const counted_wait waits(waiting_);
    auto kept = co_await in_.put(
        [key = picture_key{.account_id = std::move(account_id), .shelf = shelf_, .name = {}},
         content](store::transaction& on) mutable {
            key.name = picture_name(*content);
            insert_picture(on, key, *content);
            return key.name;
        });
    if (!kept)
        co_return std::string();
    co_await note_kept(content->size());
    co_return std::move(*kept);
}

asio::awaitable<bool> picture_rows::keep_as(std::string account_id,
                                            std::string name,
                                            std::shared_ptr<const screen::bytes> content)
{
    if (waiting_ >= most_calls || !is_picture_name(name))
        co_return false;
    const counted_wait waits(waiting_);
    const auto kept =
        co_await in_.put([key = picture_key{.account_id = std::move(account_id),
                                            .shelf = shelf_,
                                            .name = std::move(name)},
                          content](store::transaction& on) { insert_picture(on, key, *content); });
    if (!kept)
        co_return false;
    co_await note_kept(content->size());
    co_return true;
}

asio::awaitable<std::shared_ptr<const screen::bytes>> picture_rows::load(std::string account_id,
                                                                         std::string name)
{
    if (waiting_ >= most_calls || !is_picture_name(name))
        co_return nullptr;
    const counted_wait waits(waiting_);
    auto found = co_await in_.read_within(
        limits_.time, [key = picture_key{.account_id = std::move(account_id),
                                         .shelf = shelf_,
                                         .name = std::move(name)}](store::transaction& on) {
            return find_picture(on, key);
        });
    co_return found ? std::move(*found) : nullptr;
}

asio::awaitable<void> picture_rows::note_kept(std::size_t bytes)
{
    kept_since_look_ += bytes;
    if (kept_since_look_ > look_after())
        co_await make_room();
}

asio::awaitable<void> picture_rows::prune()
{
    co_await forget_old();
    co_await make_room();
}

asio::awaitable<void> picture_rows::forget_old()
{
    for (std::size_t gone = rows_at_once; gone >= rows_at_once;) {
        const auto deleted =
            co_await in_.put([shelf = shelf_, age = std::chrono::milliseconds(limits_.age)](
                                 auto& on) { return delete_old(on, shelf, age); });
        gone = deleted ? *deleted : 0;
    }
}

/// Room for some more is made at once, so that not every picture makes some.
asio::awaitable<void> picture_rows::make_room()
{
    kept_since_look_ = 0;
    const auto used = co_await in_.read([shelf = shelf_](store::transaction& on) {
        usage out;
        for (auto& [account_id, bytes] : on.select<std::string, std::size_t>(
                 "SELECT account_id, CAST(sum(bytes) AS BIGINT) FROM pictures WHERE shelf = :shelf "
                 "GROUP BY account_id",
                 shelf))
            out.emplace_back(std::move(account_id), bytes);
        return out;
    });
    if (!used)
        co_return;
    const auto most = share(*used);
    for (const auto& [account_id, bytes] : *used)
        if (bytes > most)
            co_await shrink(account_id, bytes, most - most / 8);
}

std::size_t picture_rows::share(const usage& of_all) const
{
    const auto used = std::views::values(of_all);
    return std::min(account_share(limits_.bytes, of_all.size()),
                    fair_share({used.begin(), used.end()}, limits_.bytes));
}

/// Lets the oldest go until no more than that is left, but never the newest.
asio::awaitable<void>
picture_rows::shrink(std::string account_id, std::size_t used, std::size_t most)
{
    while (used > most) {
        auto oldest = co_await in_.read([account_id, shelf = shelf_](store::transaction& on) {
            return oldest_rows(on, account_id, shelf);
        });
        if (!oldest || oldest->size() < 2)
            co_return;
        oldest->pop_back(); // the newest, or one that comes with the next
        std::size_t go = 0;
        for (; go < oldest->size() && used > most; ++go)
            used -= std::min(used, (*oldest)[go].bytes);
        oldest->resize(go);
        const auto deleted = co_await in_.put(
            [of = picture_key{.account_id = account_id, .shelf = shelf_, .name = {}},
             which = std::move(*oldest)](store::transaction& on) { delete_rows(on, of, which); });
        if (!deleted)
            co_return;
    }
}

} // namespace thimble::service
