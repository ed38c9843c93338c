// Control calls as functions; whatever control refuses fails the test.
#include "tests/e2e/virtual_phones.hpp"

#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <limits>
#include <stdexcept>

namespace thimble::e2e {

namespace {

arguments command_line(const std::filesystem::path& directory, const phone_shop& wanted)
{
    arguments result{"--socket",       (directory / "usbmuxd").string(),
                     "--control",      (directory / "control").string(),
                     "--device-time",  wanted.device_time,
                     "--runner-times", wanted.runner_times};
    if (!wanted.pair_records.empty()) {
        result.emplace_back("--pair-records");
        result.push_back(wanted.pair_records);
    }
    for (const auto& phone : wanted.phones) {
        result.emplace_back("--phone");
        result.push_back(phone);
    }
    return result;
}

/// A socket's file is there a moment before anybody listens on it.
bool accepts(const std::filesystem::path& socket)
{
    using boost::asio::local::stream_protocol;
    boost::asio::io_context context(1);
    stream_protocol::socket trial(context);
    boost::system::error_code refused;
    trial.connect(stream_protocol::endpoint(socket.string()), refused);
    return !refused;
}

http_answer checked(http_answer answer, const std::string& what)
{
    if (answer.status < 200 || answer.status > 299)
        throw std::runtime_error("control refused " + what + ": " + answer.body);
    return answer;
}

} // namespace

std::string shared_pair_records()
{
    return THIMBLE_TEST_PAIR_RECORDS;
}

virtual_phone::virtual_phone(http_client control, std::string udid)
    : control_(std::move(control)), udid_(std::move(udid))
{
}

std::string virtual_phone::path(const std::string& rest) const
{
    return "/phones/" + udid_ + rest;
}

nlohmann::json virtual_phone::facts() const
{
    return checked(control_.get(path("")), "facts").json();
}

std::vector<nlohmann::json> virtual_phone::events(std::size_t since) const
{
    const auto target = path("/events?since=" + std::to_string(since));
    return checked(control_.get(target), target).json().at("events");
}

std::vector<nlohmann::json> virtual_phone::events_of(const std::string& kind,
                                                     std::size_t since) const
{
    auto all = events(since);
    std::erase_if(all, [&](const auto& event) { return event.at("kind") != kind; });
    return all;
}

std::vector<nlohmann::json> virtual_phone::fingers_down(std::size_t since) const
{
    auto touches = events_of("touch", since);
    std::erase_if(touches, [](const auto& event) { return event.at("phase") != "down"; });
    return touches;
}

nlohmann::json virtual_phone::shown() const
{
    return checked(control_.get(path("/elements")), "elements").json().at("elements");
}

nlohmann::json virtual_phone::requests() const
{
    return checked(control_.get(path("/requests")), "requests").json();
}

std::size_t virtual_phone::next_event() const
{
    const auto none = std::numeric_limits<std::size_t>::max(); // the whole log may be long
    const auto target = path("/events?since=" + std::to_string(none));
    return checked(control_.get(target), target).json().at("next");
}

std::string virtual_phone::frame() const
{
    return checked(control_.get(path("/frame.png")), "frame.png").body;
}

void virtual_phone::make(const std::string& what, const nlohmann::json& body) const
{
    checked(control_.post(path("/" + what), body.dump()), what);
}

void virtual_phone::clear_faults() const
{
    checked(control_.send("DELETE", path("/fault"), "", {}), "fault");
}

virtual_phones::virtual_phones(const phone_shop& wanted)
    : control_(directory_.path() / "control"),
      process_("thimble-phone", command_line(directory_.path(), wanted))
{
    const auto listening = [&] {
        return accepts(directory_.path() / "control") && accepts(socket());
    };
    if (!eventually(30s, listening))
        throw std::runtime_error("thimble-phone did not start: " + process_.errors());
    for (const auto& phone : checked(control_.get("/phones"), "phones").json())
        udids_.push_back(phone.at("udid"));
}

virtual_phone virtual_phones::at(std::size_t index) const
{
    return {control_, udids_.at(index)};
}

environment virtual_phones::variables() const
{
    return {{"USBMUXD_SOCKET_ADDRESS", "UNIX://" + socket().string()}};
}

void virtual_phones::stop_mux() const
{
    checked(control_.post("/mux/stop"), "mux/stop");
}
void virtual_phones::start_mux() const
{
    checked(control_.post("/mux/start"), "mux/start");
}

} // namespace thimble::e2e
