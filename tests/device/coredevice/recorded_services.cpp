#include "tests/device/coredevice/recorded_services.hpp"

#include "device/coredevice/recorded_value.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace thimble::tests {
namespace {

namespace recorded_xpc = device::coredevice::xpc;
using nlohmann::json;

constexpr std::size_t longest_line = 4UL << 20;
constexpr std::size_t most_events = 100'000;
constexpr std::size_t deepest = 32;
constexpr std::size_t most_data = 32UL << 20;

[[noreturn]] void refuse_value()
{
    throw std::runtime_error("this is no recorded value");
}

/// The next line; nothing at the end.
std::optional<std::string> next_line(std::istream& from)
{
    std::string line;
    for (char each = 0; from.get(each);) {
        if (each == '\n')
            return line;
        if (line.size() == longest_line)
            throw std::runtime_error("the line is too long");
        line.push_back(each);
    }
    return line.empty() ? std::nullopt : std::optional(line);
}

template <class Number>
Number whole_number_in(const json& content)
{
    if (content == "withheld")
        return 0;
    if (content.is_number_unsigned() && std::in_range<Number>(content.get<std::uint64_t>()))
        return static_cast<Number>(content.get<std::uint64_t>());
    if (content.is_number_integer() && !content.is_number_unsigned() &&
        std::in_range<Number>(content.get<std::int64_t>()))
        return static_cast<Number>(content.get<std::int64_t>());
    refuse_value();
}

double real_number_in(const json& content)
{
    if (content.is_null())
        return std::numeric_limits<double>::quiet_NaN();
    return content.is_number() ? content.get<double>() : 0.0;
}

unsigned digit(char letter)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const auto at = digits.find(letter);
    if (at == std::string_view::npos)
        refuse_value();
    return static_cast<unsigned>(at);
}

recorded_xpc::data data_in(const json& content)
{
    const auto bytes = whole_number_in<std::size_t>(content.at("bytes"));
    if (bytes > most_data)
        refuse_value();
    recorded_xpc::data result(bytes);
    const auto hex = content.value("hex", std::string());
    if (!hex.empty() && hex.size() != 2 * bytes)
        refuse_value();
    for (std::size_t at = 0; at < hex.size() / 2; ++at)
        result[at] = static_cast<std::byte>(digit(hex[2 * at]) << 4U | digit(hex[2 * at + 1]));
    return result;
}

/// One of its own for each that was not asked for by us.
recorded_xpc::uuid uuid_in(const json& content, std::span<const recorded_xpc::uuid> uuids)
{
    const auto number = whole_number_in<std::uint8_t>(content);
    if (number > 0 && number <= uuids.size())
        return uuids[number - 1];
    recorded_xpc::uuid result;
    result.bytes.fill(std::byte{number});
    return result;
}

class value_reader {
public:
    explicit value_reader(std::span<const recorded_xpc::uuid> uuids) : uuids_(uuids) {}

    recorded_xpc::value read(const json& what, std::size_t depth = 0) const
    {
        if (depth > deepest)
            refuse_value();
        if (what.is_null())
            return recorded_xpc::null();
        if (what.is_boolean())
            return what.get<bool>();
        if (what.is_string())
            return what.get<std::string>();
        if (what.is_array())
            return array(what, depth);
        if (!what.is_object())
            refuse_value();
        const bool of_kind =
            what.size() == 1 && device::coredevice::is_name_of_kind(what.begin().key());
        return of_kind ? kind(what.begin().key(), what.begin().value(), depth)
                       : recorded_xpc::value(dictionary(what, depth));
    }

private:
    recorded_xpc::array array(const json& what, std::size_t depth) const
    {
        recorded_xpc::array result;
        for (const auto& each : what)
            result.push_back(read(each, depth + 1));
        return result;
    }

    recorded_xpc::dictionary dictionary(const json& what, std::size_t depth) const
    {
        if (!what.is_object())
            refuse_value();
        recorded_xpc::dictionary result;
        for (const auto& [key, content] : what.items())
            result.add(key, read(content, depth + 1));
        return result;
    }

    recorded_xpc::value kind(std::string_view name, const json& content, std::size_t depth) const
    {
        if (name == "int64")
            return whole_number_in<std::int64_t>(content);
        if (name == "uint64")
            return whole_number_in<std::uint64_t>(content);
        if (name == "double")
            return real_number_in(content);
        if (name == "date")
            return recorded_xpc::date{whole_number_in<std::int64_t>(content)};
        if (name == "data")
            return data_in(content);
        if (name == "uuid")
            return uuid_in(content, uuids_);
        if (name == "dictionary")
            return dictionary(content, depth);
        return recorded_xpc::file_transfer{.id = whole_number_in<std::uint64_t>(content.at("id")),
                                           .size =
                                               whole_number_in<std::uint64_t>(content.at("size"))};
    }

    std::span<const recorded_xpc::uuid> uuids_;
};

/// Puts together what belongs to one connection.
class conversation_reader {
public:
    void take(const json& line)
    {
        const auto event = line.at("event").get<std::string>();
        if (!event.starts_with("service_") || !line.contains("connection"))
            return;
        auto udid = line.value("udid", std::string());
        if (udid_ && *udid_ != udid)
            throw std::runtime_error("another phone");
        udid_ = std::move(udid);
        if (++events_ > most_events)
            throw std::runtime_error("too many events");
        const auto number = line.at("connection").get<std::uint64_t>();
        if (event == "service_opened")
            begin(number, line.at("service"));
        else
            go_on(line, event, place_of(number));
    }

    /// Those that the phone has agreed to.
    std::vector<recorded_conversation> agreed() &&
    {
        std::vector<recorded_conversation> result;
        for (std::size_t at = 0; at < conversations_.size(); ++at)
            if (!refused_[at])
                result.push_back(std::move(conversations_[at]));
        return result;
    }

private:
    /// A phone that comes back begins with 1 again.
    void begin(std::uint64_t number, std::string service)
    {
        places_[number] = conversations_.size();
        conversations_.push_back({.service = std::move(service), .events = {}});
        refused_.push_back(false);
    }

    std::size_t place_of(std::uint64_t number) const
    {
        const auto found = places_.find(number);
        if (found == places_.end())
            throw std::runtime_error("a connection that was not opened");
        return found->second;
    }

    void go_on(const json& line, std::string_view event, std::size_t place)
    {
        auto& events = conversations_[place].events;
        recorded_event now{.call = line.value("call", std::uint64_t{0}),
                           .message = line.value("message", json())};
        if (event == "service_request")
            now.what = recorded_event::kind::request;
        else if (event == "service_reply")
            now.what = recorded_event::kind::reply;
        else if (event == "service_push")
            now.what = recorded_event::kind::push;
        else
            refused_[place] = line.contains("failure");
        if (event == "service_reply" && line.contains("failure")) {
            now.problem = line.at("failure").at("problem");
            now.failed_by = line.at("failure").at("cause");
        }
        if (event != "service_ended")
            events.push_back(std::move(now));
    }

    std::optional<std::string> udid_;
    std::size_t events_ = 0;
    std::map<std::uint64_t, std::size_t> places_; // of conversations by their numbers
    std::vector<recorded_conversation> conversations_;
    std::vector<bool> refused_;
};

} // namespace

std::vector<recorded_conversation> read_recorded_services(std::istream& recording)
{
    conversation_reader reader;
    std::size_t number = 0;
    try {
        for (++number; const auto line = next_line(recording); ++number)
            reader.take(json::parse(*line));
    } catch (const std::exception& wrong) {
        throw std::runtime_error("line " + std::to_string(number) + ": " + wrong.what());
    }
    return std::move(reader).agreed();
}

recorded_xpc::value value_in(const json& recorded, std::span<const recorded_xpc::uuid> uuids)
{
    try {
        return value_reader(uuids).read(recorded);
    } catch (const json::exception&) {
        refuse_value();
    }
}

} // namespace thimble::tests
