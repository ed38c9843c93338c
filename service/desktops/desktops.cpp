#include "service/desktops/desktops.hpp"

#include "contract/store_failure.hpp"
#include "service/accounts/credential.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::size_t longest_shown = 256; // bytes, of a name or a version

failure desktop_not_found(const std::string& id)
{
    return {.code = "DESKTOP_NOT_FOUND",
            .message = "There is no such desktop; GET /v1/desktops lists those that there are.",
            .context = {{"desktop_id", id}}};
}

failure not_revoked()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The desktop is out, but this is not written down yet: the service tries "
                       "again, and a restart before it succeeds would undo it. Send the request "
                       "again to hear how it stands; the log says what is wrong."};
}

/// Words of a daemon about itself are shown to people.
void keep_unless_shown_well(std::string& said, const std::string& before)
{
    if (said.empty() || said.size() > longest_shown || !is_printable(said))
        said = before;
}

} // namespace

void desktops::assign(const std::vector<desktop_row>& read)
{
    rows_.clear();
    ids_.clear();
    for (const auto& each : read)
        add(each);
}

void desktops::add(const desktop_row& row)
{
    const auto digest = parse_digest(row.hash);
    if (digest && rows_.emplace(row.id, row).second)
        ids_.emplace(*digest, row.id);
}

asio::awaitable<bool> desktops::reload()
{
    for (;;) {
        const auto before = changes_;
        const auto read = co_await store_.read(all_desktops);
        if (!read)
            co_return false;
        if (before != changes_) // meanwhile one was revoked, which must not come back
            continue;
        restore(*read);
        co_return true;
    }
}

/// Memory is newer than the store for a desktop that is in both: it is always written from here.
void desktops::restore(const std::vector<desktop_row>& read)
{
    std::set<std::string> gone;
    for (const auto& [id, row] : rows_)
        gone.insert(id);
    for (const auto& each : read) {
        if (unwritten_.contains(each.id))
            continue;
        gone.erase(each.id);
        add(each);
    }
    for (const auto& id : gone)
        forget(id);
}

void desktops::forget(const std::string& id)
{
    if (rows_.erase(id) == 0)
        return;
    std::erase_if(ids_, [&](const auto& each) { return each.second == id; });
    ++changes_;
    revoked_(id);
}

std::optional<enrolled_desktop> desktops::authenticate(const http::request& what) const
{
    const auto token = bearer_of(what);
    if (token.empty())
        return std::nullopt;
    const auto found = ids_.find(digest_of(token));
    if (found == ids_.end())
        return std::nullopt;
    const auto& row = rows_.at(found->second);
    return enrolled_desktop{.id = row.id, .account_id = row.account_id, .name = row.said.name};
}

asio::awaitable<std::optional<std::int64_t>> desktops::next_epoch(std::string id)
{
    const auto raised =
        co_await store_.write([id](store::transaction& on) { return raise_epoch(on, id); });
    const auto mine = rows_.find(id);
    if (!raised || !*raised || mine == rows_.end())
        co_return std::nullopt;
    mine->second.epoch = **raised;
    co_return **raised;
}

std::optional<desktop_greeting> desktops::past_of(const std::string& id) const
{
    const auto found = rows_.find(id);
    return found == rows_.end() ? std::nullopt : std::optional(found->second.said);
}

asio::awaitable<bool> desktops::greet(std::string id, desktop_greeting said)
{
    const auto before = past_of(id);
    if (!before)
        co_return false;
    keep_unless_shown_well(said.name, before->name);
    keep_unless_shown_well(said.version, before->version);
    const auto now = clock::now();
    const auto written = co_await store_.write(
        [id, said, now](store::transaction& on) { return update_greeting(on, id, said, now); });
    const auto mine = rows_.find(id);
    if (!written || !*written || mine == rows_.end())
        co_return false;
    mine->second.said = std::move(said);
    mine->second.last_seen_at = now;
    co_return true;
}

void desktops::note_greeting(const std::string& id, desktop_greeting said)
{
    const auto mine = rows_.find(id);
    if (mine == rows_.end())
        return;
    keep_unless_shown_well(said.name, mine->second.said.name);
    keep_unless_shown_well(said.version, mine->second.said.version);
    mine->second.said = std::move(said);
    mine->second.last_seen_at = clock::now();
}

void desktops::note_departure(const std::string& id)
{
    const auto mine = rows_.find(id);
    if (mine == rows_.end())
        return;
    mine->second.last_seen_at = clock::now();
    store_.write_behind([id, now = *mine->second.last_seen_at](store::transaction& on) {
        update_last_seen(on, id, now);
    });
}

bool desktops::admit(const desktop_row& approved)
{
    if (unwritten_.contains(approved.id))
        return false;
    ++changes_;
    add(approved);
    return true;
}

std::vector<desktop_row> desktops::of(const std::string& account_id) const
{
    std::vector<desktop_row> out;
    for (const auto& [id, row] : rows_)
        if (row.account_id == account_id)
            out.push_back(row);
    std::ranges::sort(out, {},
                      [](const auto& each) { return std::pair(each.created_at, each.id); });
    return out;
}

asio::awaitable<result<void>> desktops::revoke(std::string account_id, std::string id)
{
    const auto mine = rows_.find(id);
    if (mine != rows_.end() && mine->second.account_id == account_id) {
        unwritten_.emplace(id, account_id);
        forget(id);
    }
    const auto refused = unwritten_.find(id);
    if (refused == unwritten_.end() || refused->second != account_id)
        co_return std::unexpected(desktop_not_found(id));
    if (const auto written = co_await write_revocation(id); !written)
        co_return std::unexpected(failure_of_store(written.error(), not_revoked()));
    co_return result<void>();
}

asio::awaitable<store::outcome<void>> desktops::write_revocation(std::string id)
{
    const auto removed =
        co_await store_.write([id](store::transaction& on) { return remove_desktop(on, id); });
    if (!removed)
        co_return std::unexpected(removed.error());
    ++changes_; // a reload that has read the desktop begins anew
    unwritten_.erase(id);
    co_return store::outcome<void>();
}

/// One after another, up to the first that fails: the store is not well then.
asio::awaitable<void> desktops::write_revocations()
{
    while (!unwritten_.empty()) {
        const auto next = unwritten_.begin()->first;
        if (!co_await write_revocation(next))
            co_return;
    }
}

} // namespace thimble::service
