#include "tests/device/coredevice/replayed_services.hpp"

#include "device/coredevice/recorded_value.hpp"

#include <algorithm>
#include <utility>

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
using kind = recorded_event::kind;

constexpr auto directory_name = "directory";

bool is_request(const recorded_event& what)
{
    return what.what == kind::request;
}

} // namespace

/// One connection of the host, which follows one recorded conversation.
class replayed_services::connection {
public:
    connection(replayed_services& of, const recorded_conversation& recorded)
        : of_(of), recorded_(recorded), form_(recorded.service),
          service_(of.context_.get_executor(),
                   [this](fake_service&, const fake_service::heard_message& what) { hear(what); })
    {
    }

    std::unique_ptr<coredevice::byte_stream> begin()
    {
        auto stream = service_.connect();
        play_until_request();
        return stream;
    }

private:
    void hear(const fake_service::heard_message& what)
    {
        if ((what.flags & xpc::flag::wants_reply) == 0)
            return; // of what goes one way, recordings have the count only
        const auto asked = form_.of(what.body);
        if (at_ == recorded_.events.size())
            return refuse(what, asked.dump(), "nothing more");
        const auto& expected = recorded_.events[at_];
        if (!expected.message.is_null() && asked != expected.message)
            return refuse(what, asked.dump(), expected.message.dump());
        asked_[expected.call] = what;
        ++at_;
        play_until_request();
    }

    void refuse(const fake_service::heard_message& what,
                const std::string& asked,
                const std::string& expected)
    {
        of_.difference_ +=
            recorded_.service + " was asked " + asked + " instead of " + expected + "; ";
        const xpc::dictionary words{{"NSLocalizedDescription", "This was not recorded."}};
        service_.reply(what, {{"CoreDevice.error", xpc::dictionary{{"domain", "replay"},
                                                                   {"code", std::int64_t{1}},
                                                                   {"userInfo", words}}}});
    }

    void play_until_request()
    {
        for (; at_ < recorded_.events.size() && !is_request(recorded_.events[at_]); ++at_)
            play(recorded_.events[at_]);
    }

    /// A question that was not answered in time is not answered; what else was no answer, or one
    /// that was not kept, ends the connection.
    void play(const recorded_event& what)
    {
        if (what.problem == "timed_out")
            return;
        if (what.message.is_null())
            return service_.hang_up();
        const auto message = value_in(what.message, form_.uuids());
        const auto* body = message.as<xpc::dictionary>();
        if (body == nullptr)
            return service_.hang_up();
        (void)form_.of(*body); // whose UUIDs count as well
        if (recorded_.service == directory_name)
            if (auto read = coredevice::read_directory(*body))
                of_.directory_ = std::move(*read);
        if (what.what == kind::reply)
            service_.reply(asked_.at(what.call), *body);
        else
            service_.say(coredevice::root_stream,
                         {.flags = xpc::flag::always | xpc::flag::with_data,
                          .id = ++pushes_,
                          .body = *body});
    }

    replayed_services& of_;
    const recorded_conversation& recorded_;
    coredevice::recorded_form form_;
    std::size_t at_ = 0; // the event that is next
    std::uint64_t pushes_ = 0;
    std::map<std::uint64_t, fake_service::heard_message> asked_; // by the recorded call
    fake_service service_;

    friend class replayed_services;
};

replayed_services::replayed_services(boost::asio::io_context& context,
                                     std::vector<recorded_conversation> conversations)
    : context_(context), conversations_(std::move(conversations))
{
}

replayed_services::~replayed_services() = default;

coredevice::stream_opener replayed_services::opener()
{
    return [this](std::uint16_t port) { return open(port); };
}

std::string replayed_services::service_at(std::uint16_t port) const
{
    if (port == directory_port)
        return directory_name;
    for (const auto& [name, entry] : directory_.services)
        if (entry.port == port)
            return name;
    return "port " + std::to_string(port);
}

boost::asio::awaitable<device::result<std::unique_ptr<coredevice::byte_stream>>>
replayed_services::open(std::uint16_t port)
{
    const auto service = service_at(port);
    auto before = opened_[service]++;
    const auto found = std::ranges::find_if(
        conversations_, [&](const auto& each) { return each.service == service && before-- == 0; });
    if (found == conversations_.end()) {
        difference_ += "a connection to " + service + " was not recorded; ";
        co_return std::unexpected(device::failure{.what = device::problem::unsupported,
                                                  .message = "This connection was not recorded.",
                                                  .cause = "not_recorded"});
    }
    connections_.push_back(std::make_unique<connection>(*this, *found));
    co_return connections_.back()->begin();
}

bool replayed_services::finished() const
{
    const auto requests = [](const recorded_conversation& of) {
        return std::ranges::count_if(of.events, is_request);
    };
    std::ptrdiff_t recorded = 0;
    for (const auto& each : conversations_)
        recorded += requests(each);
    std::ptrdiff_t asked = 0;
    for (const auto& each : connections_)
        asked += std::ssize(each->asked_);
    return asked == recorded;
}

} // namespace thimble::tests
