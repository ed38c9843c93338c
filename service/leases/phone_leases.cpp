#include "service/leases/phone_leases.hpp"

#include "contract/store_failure.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::seconds;

namespace {

/// The wall clock may be set meanwhile, so that it is looked at again.
constexpr seconds longest_sleep{60};

failure not_written()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The service cannot write the lease down, so nothing has changed; its log "
                       "says why."};
}

} // namespace

phone_leases::phone_leases(dependencies with) : with_(std::move(with)), expiry_(with_.home) {}

std::vector<lease_row> phone_leases::read(store::transaction& on)
{
    return all_leases(on);
}

void phone_leases::restore(const std::vector<lease_row>& rows)
{
    for (const auto& each : rows) {
        const auto phone = with_.known.find(each.account_id, each.phone_id);
        if (!phone) {
            with_.store.write_behind(
                [each](store::transaction& on) { remove_lease(on, each.phone_id, each.of.id); });
            continue;
        }
        (*phone)->leased = each.of;
        held_.emplace(each.phone_id, *phone);
    }
    set_expiry();
}

asio::awaitable<result<lease>> phone_leases::take(phone_ptr phone, actor holder, seconds time)
{
    if (auto free = check_lease(*phone, holder); !free)
        co_return std::unexpected(std::move(free.error()));
    const auto now = lease::clock::now();
    const auto before = phone->leased;
    auto taken = lease_of(before, now) != nullptr ? *before : lease{};
    if (taken.id.empty()) {
        taken.id = random_uuid();
        taken.created_at = now;
    }
    taken.holder = std::move(holder);
    taken.expires_at = now + time;
    // First in memory: nobody else may take it while it is being written down.
    phone->leased = taken;
    held_.insert_or_assign(phone->id, phone);
    ++changes_;
    const auto written =
        co_await write({.phone_id = phone->id, .account_id = phone->account_id, .of = taken});
    ++changes_;
    const bool still_mine = phone->leased && phone->leased->id == taken.id &&
                            phone->leased->expires_at == taken.expires_at;
    if (!written && still_mine)
        take_back(*phone, before);
    else if (still_mine)
        phone->leased = written->of; // another node may have given it away
    set_expiry();
    with_.on_change(*phone);
    if (!written)
        co_return std::unexpected(failure_of_store(written.error(), not_written()));
    if (written->of.holder.is(taken.holder))
        co_return written->of;
    auto free = check_lease(*phone, taken.holder);
    co_return std::unexpected(free ? not_written() : std::move(free.error()));
}

/// The lease that holds then.
asio::awaitable<store::outcome<lease_row>> phone_leases::write(lease_row what)
{
    return with_.store.write(
        [row = std::move(what), shared = with_.shares_store](store::transaction& on) {
            if (shared)
                return claim_lease(on, row, lease::clock::now());
            keep_lease(on, row);
            return row;
        });
}

void phone_leases::take_over(const phone_ptr& phone, const std::optional<lease>& now)
{
    phone->leased = now;
    if (now)
        held_.insert_or_assign(phone->id, phone);
    else
        held_.erase(phone->id);
    set_expiry();
}

/// A write that was given up waiting for may be committed later; this one comes behind it.
void phone_leases::take_back(known_phone& phone, const std::optional<lease>& before)
{
    const auto refused = std::exchange(phone.leased, before);
    if (!before)
        held_.erase(phone.id);
    with_.store.write_behind([phone_id = phone.id, account_id = phone.account_id, id = refused->id,
                              before](store::transaction& on) {
        if (before)
            keep_lease(on, {.phone_id = phone_id, .account_id = account_id, .of = *before});
        else
            remove_lease(on, phone_id, id);
    });
}

result<void> phone_leases::release(known_phone& phone, const account& who)
{
    if (!who.rights.scopes.has(scope::admin))
        if (auto mine = check_lease(phone, actor_of(who)); !mine)
            return mine;
    end(phone);
    return {};
}

void phone_leases::end_those_of(const std::function<bool(const account&)>& gone)
{
    const auto all = held_; // ending one takes it away
    for (const auto& [id, phone] : all)
        if (gone(account_of(phone->leased->holder, phone->account_id)))
            end(*phone, true);
}

void phone_leases::end(known_phone& phone, bool everywhere)
{
    if (!phone.leased)
        return;
    const auto ended = take_from(phone, everywhere);
    with_.store.write_behind([phone_id = phone.id, id = ended.id](store::transaction& on) {
        remove_lease(on, phone_id, id);
    });
}

/// Another node may have renewed it meanwhile.
void phone_leases::end_expired(known_phone& phone)
{
    const auto ended = take_from(phone, true);
    with_.store.write_behind(
        [phone_id = phone.id, id = ended.id, at = ended.expires_at](store::transaction& on) {
            remove_lease_until(on, phone_id, id, at);
        });
}

/// In memory.
lease phone_leases::take_from(known_phone& phone, bool everywhere)
{
    ++changes_;
    auto ended = *std::exchange(phone.leased, std::nullopt);
    held_.erase(phone.id);
    set_expiry();
    if (everywhere && with_.on_end)
        with_.on_end(phone);
    else
        with_.on_change(phone);
    return ended;
}

void phone_leases::set_expiry()
{
    if (held_.empty()) {
        expiry_.stop();
        return;
    }
    const auto next = std::ranges::min_element(
        held_, {}, [](const auto& each) { return each.second->leased->expires_at; });
    const auto left =
        std::max(next->second->leased->expires_at - lease::clock::now(), lease::clock::duration(0));
    expiry_.set(std::min<async::one_shot_timer::clock::duration>(left, longest_sleep),
                [this] { expire(); });
}

void phone_leases::expire()
{
    const auto all = held_;
    for (const auto& [id, phone] : all)
        if (lease_of(phone->leased, lease::clock::now()) == nullptr)
            end_expired(*phone);
    set_expiry();
}

} // namespace thimble::service
