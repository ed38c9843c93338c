#include "http/connection_slots.hpp"

namespace thimble::service::http {

namespace asio = boost::asio;

namespace {

using counts = std::unordered_map<std::string, std::size_t>;

std::size_t count_in(const counts& all, const std::string& network)
{
    const auto found = all.find(network);
    return found == all.end() ? 0 : found->second;
}

void take_one_from(counts& all, const std::string& network)
{
    const auto found = all.find(network);
    if (found != all.end() && --found->second == 0)
        all.erase(found);
}

} // namespace

connection_slot::connection_slot(connection_slots& all, std::string network)
    : all_(all), network_(std::move(network)), node_{this}, at_(node_.begin())
{
}

connection_slot::~connection_slot()
{
    all_.release(*this);
}

void connection_slot::enter(connection_stage now)
{
    all_.enter(*this, now);
}

bool connection_slot::count_for(std::string network)
{
    uncount();
    auto& counted = all_.of_proxied_[network];
    if (counted >= all_.most_of_network_)
        return false;
    ++counted;
    counted_for_ = std::move(network);
    return true;
}

void connection_slot::uncount()
{
    if (counted_for_.empty())
        return;
    take_one_from(all_.of_proxied_, counted_for_);
    counted_for_.clear();
}

void slot_order::add(connection_slot& what)
{
    auto& line = by_network_[what.network_];
    by_size_.erase({line.size(), &line});
    line.splice(line.end(), what.node_);
    by_size_.insert({line.size(), &line});
}

/// The element goes back to its slot.
void slot_order::remove(connection_slot& what)
{
    const auto found = by_network_.find(what.network_);
    auto& line = found->second;
    by_size_.erase({line.size(), &line});
    what.node_.splice(what.node_.begin(), line, what.at_);
    if (line.empty())
        by_network_.erase(found);
    else
        by_size_.insert({line.size(), &line});
}

connection_slot* slot_order::oldest_of(const std::string& network) const
{
    const auto found = by_network_.find(network);
    return found == by_network_.end() ? nullptr : found->second.front();
}

connection_slot* slot_order::oldest_of_most() const
{
    return by_size_.empty() ? nullptr : by_size_.rbegin()->second->front();
}

connection_slots::connection_slots(const asio::any_io_executor& home, const limits& granted)
    : most_(granted.connections), most_of_network_(granted.connections_of_address), changed_(home)
{
}

bool connection_slots::make_room_for(const std::string& network)
{
    if (count_in(of_network_, network) < most_of_network_)
        return true;
    // Nothing is lost with one that waits; one that is being answered is never closed.
    for (const auto* order : {&waiting_, &transferring_})
        if (auto* const oldest = order->oldest_of(network)) {
            evict(*oldest);
            return true;
        }
    return false;
}

asio::awaitable<void> connection_slots::make_room()
{
    while (taken_ >= most_ && !evict_oldest())
        co_await changed_.wait();
}

std::unique_ptr<connection_slot> connection_slots::take(std::string network)
{
    auto made = std::make_unique<connection_slot>(*this, std::move(network));
    ++taken_;
    ++of_network_[made->network_];
    waiting_.add(*made);
    return made;
}

bool connection_slots::evict_oldest()
{
    for (const auto* order : {&waiting_, &transferring_})
        if (auto* const oldest = order->oldest_of_most()) {
            evict(*oldest);
            return true;
        }
    return false;
}

void connection_slots::evict(connection_slot& what)
{
    release(what); // the slot is free at once, however long the connection takes to close
    what.evicted_ = true;
    if (const auto close = std::exchange(what.on_evicted_, nullptr))
        close();
}

slot_order* connection_slots::order_of(connection_stage stage)
{
    if (stage == connection_stage::waiting)
        return &waiting_;
    return stage == connection_stage::transferring ? &transferring_ : nullptr;
}

void connection_slots::enter(connection_slot& what, connection_stage now)
{
    if (what.evicted_ || what.stage_ == now)
        return;
    if (auto* const before = order_of(what.stage_))
        before->remove(what);
    what.stage_ = now;
    if (auto* const next = order_of(now)) {
        next->add(what);
        changed_.notify_all();
    }
    if (now == connection_stage::upgraded) // limited by its own room from now on
        take_one_from(of_network_, what.network_);
    if (now == connection_stage::upgraded || now == connection_stage::waiting)
        what.uncount();
}

/// All that counts for it: at its end, or when it is being closed for another.
void connection_slots::release(connection_slot& what)
{
    what.uncount();
    if (what.evicted_)
        return;
    if (auto* const order = order_of(what.stage_))
        order->remove(what);
    if (what.stage_ != connection_stage::upgraded)
        take_one_from(of_network_, what.network_);
    --taken_;
    changed_.notify_all();
}

} // namespace thimble::service::http
