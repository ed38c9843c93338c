// Switching faults on and off.
#include "virtualphone/control/body.hpp"
#include "virtualphone/control/call.hpp"

#include <array>

namespace thimble::virtualphone::control {

namespace {

using boost::beast::http::status;
using boost::beast::http::verb;

std::expected<fault, std::string> read_fault(const nlohmann::json& body)
{
    constexpr double longest = 600'000; // milliseconds
    constexpr double most = 1'000'000;
    constexpr double until_cleared = -1;
    const auto kind = text_of(body, "kind");
    if (!kind)
        return std::unexpected(kind.error());
    const auto parsed = parse_fault_kind(*kind);
    if (!parsed)
        return std::unexpected("there is no fault of the kind '" + *kind + "'");
    const auto count = number_of(body, "count", until_cleared, most, until_cleared);
    if (!count)
        return std::unexpected(count.error());
    const auto length = number_of(body, "ms", 0, longest, 0);
    if (!length)
        return std::unexpected(length.error());
    return fault{*parsed, static_cast<int>(*count), milliseconds(*length)};
}

reply set_fault(const call& asked)
{
    const auto service = text_of(asked.body, "service");
    if (!service)
        return error_reply(status::bad_request, service.error());
    const auto wanted = read_fault(asked.body);
    if (!wanted)
        return error_reply(status::bad_request, wanted.error());
    asked.device.faults.set(*service, *wanted);
    return json_reply(phone_report(asked.device));
}

reply clear_faults(const call& asked)
{
    asked.device.faults.clear();
    return json_reply(phone_report(asked.device));
}

} // namespace

std::span<const phone_call> fault_calls()
{
    static constexpr std::array table{
        phone_call{verb::post, "fault", set_fault},
        phone_call{verb::delete_, "fault", clear_faults},
    };
    return table;
}

} // namespace thimble::virtualphone::control
