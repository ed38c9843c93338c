#include "service/phones/phone_archive.hpp"

#include "contract/store_failure.hpp"
#include "service/phones/phone_row_mapping.hpp"

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

result<void> to_result(const store::outcome<void>& done)
{
    if (done)
        return {};
    return std::unexpected(failure_of_write(
        done.error(),
        {.code = "INTERNAL_ERROR",
         .message =
             "The service cannot write this down, so nothing has changed; its log says why."}));
}

/// A phone that is merely there is not written again and again.
store::phone_row without_times(store::phone_row row)
{
    row.last_seen_at = {};
    return row;
}

} // namespace

phone_archive::content phone_archive::read(store::transaction& on)
{
    return {.phones = store::all_phones(on), .selections = store::all_selections(on)};
}

void phone_archive::restore(const content& from, phones& to)
{
    for (const auto& each : from.phones)
        to.restore(read_phone(each));
    for (const auto& each : from.selections)
        to.restore_selection(each.account_id, each.desktop_id, each.phone_id);
}

asio::awaitable<result<void>> phone_archive::keep(const known_phone& what)
{
    auto row = row_of(what);
    ++changes_;
    const auto done =
        co_await store_.write([row = std::move(row), keep = keeper_of(store::keep_phone_settings)](
                                  store::transaction& on) { keep(on, row); });
    ++changes_;
    co_return to_result(done);
}

asio::awaitable<result<void>> phone_archive::forget(const known_phone& what)
{
    written_.erase(what.id);
    ++changes_;
    const auto done =
        co_await store_.write([account = what.account_id, id = what.id](store::transaction& on) {
            store::forget_phone(on, account, id);
        });
    ++changes_;
    co_return to_result(done);
}

void phone_archive::keep_soon(const known_phone& what)
{
    auto row = row_of(what);
    auto told = without_times(row);
    auto& before = written_[what.id];
    if (what.state.attached && told == before)
        return;
    before = std::move(told);
    store_.write_behind([row = std::move(row), keep = keeper_of(store::keep_phone_facts)](
                            store::transaction& on) { keep(on, row); });
}

void phone_archive::keep_last_seen_soon(const std::vector<phone_ptr>& those)
{
    if (those.empty())
        return;
    struct last_seen {
        std::string account_id;
        std::string phone_id;
        store::phone_row::time at;
    };
    std::vector<last_seen> all;
    for (const auto& each : those)
        all.push_back(
            {.account_id = each->account_id, .phone_id = each->id, .at = each->last_seen_at});
    store_.write_behind([all = std::move(all)](store::transaction& on) {
        for (const auto& each : all)
            store::keep_last_seen(on, each.account_id, each.phone_id, each.at);
    });
}

void phone_archive::take_over(known_phone& to, const store::phone_row& from)
{
    const auto read = read_phone(from);
    to.settings = read->settings;
    to.labels = read->labels;
    to.shortcuts = read->shortcuts;
    if (read->apps && (!to.apps || to.apps->updated_at < read->apps->updated_at))
        to.apps = read->apps;
    written_.erase(to.id); // it may be another than what this node has written last
}

void phone_archive::keep_selection_soon(const known_phone& what)
{
    store::selection_row here{
        .account_id = what.account_id, .desktop_id = what.desktop_id, .phone_id = what.id};
    auto everywhere = here;
    everywhere.desktop_id.clear();
    store_.write_behind([here, everywhere](store::transaction& on) {
        store::keep_selection(on, here);
        store::keep_selection(on, everywhere);
    });
}

} // namespace thimble::service
