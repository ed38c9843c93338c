#include "bus/local_transport.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace thimble::service::bus {

namespace asio = boost::asio;

/// Home thread. What is heard is let go of after the lock: it may own other subscriptions.
class local_exchange::listening {
public:
    listening(std::shared_ptr<local_exchange> of, std::uint64_t number)
        : of_(std::move(of)), number_(number)
    {
    }
    listening(const listening&) = delete;
    listening& operator=(const listening&) = delete;
    ~listening()
    {
        decltype(of_->listeners_)::node_type ended;
        const std::scoped_lock lock(of_->mutex_);
        ended = of_->listeners_.extract(number_);
    }

private:
    std::shared_ptr<local_exchange> of_;
    std::uint64_t number_;
};

void local_exchange::cut(const std::string& name, bool off)
{
    const std::scoped_lock lock(mutex_);
    if (off)
        cut_.insert(name);
    else
        cut_.erase(name);
}

bool local_exchange::is_cut(const std::string& name) const
{
    const std::scoped_lock lock(mutex_);
    return cut_.contains(name);
}

local_transport::local_transport(asio::any_io_executor home,
                                 std::shared_ptr<local_exchange> over,
                                 std::string name)
    : home_(std::move(home)), over_(std::move(over)), name_(std::move(name))
{
}

bool local_transport::connected() const
{
    return !over_->is_cut(name_);
}

/// Posted while the lock is held: a listener that is there has an io_context.
bool local_transport::send(std::string_view subject,
                           std::string_view reply_to,
                           std::string_view bytes)
{
    const std::scoped_lock lock(over_->mutex_);
    if (over_->cut_.contains(name_) || bytes.size() > largest_packet)
        return false;
    const auto sent = std::make_shared<const packet>(packet{.subject = std::string(subject),
                                                            .reply_to = std::string(reply_to),
                                                            .bytes = std::string(bytes)});
    const auto post = [](const local_exchange::listener& to,
                         const std::shared_ptr<const packet>& what) {
        asio::post(to.home, [hears = std::weak_ptr(to.hears), what] {
            if (const auto still = hears.lock())
                (*still)(*what);
        });
    };
    bool taken = false;
    for (const auto& [number, each] : over_->listeners_) {
        if (!matches(subject, each.subject) || over_->cut_.contains(each.name))
            continue;
        taken = true;
        post(each, sent);
    }
    if (taken || reply_to.empty())
        return true;
    const auto refused = std::make_shared<const packet>(
        packet{.subject = std::string(reply_to), .no_responders = true});
    for (const auto& [number, each] : over_->listeners_)
        if (matches(reply_to, each.subject))
            post(each, refused);
    return true;
}

subscription local_transport::listen(const std::string& subject, packet_handler hears)
{
    const auto owned = std::make_shared<const packet_handler>(std::move(hears));
    const std::scoped_lock lock(over_->mutex_);
    const auto number = ++over_->numbers_;
    over_->listeners_.emplace(
        number,
        local_exchange::listener{.name = name_, .subject = subject, .home = home_, .hears = owned});
    return std::make_shared<local_exchange::listening>(over_, number);
}

} // namespace thimble::service::bus
