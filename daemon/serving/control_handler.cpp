#include "daemon/serving/control_handler.hpp"

#include "daemon/report/blocker_json.hpp"
#include "daemon/report/phone_record.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/report/version.hpp"
#include "daemon/serving/debug_answers.hpp"

#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

asio::awaitable<control_answer> answer(debug_request request, phone_host& host)
{
    auto action = parse_debug_action(request.action);
    if (!action)
        co_return error_answer("INVALID_ARGUMENT", action.error(), {{"field", "action"}});
    add_passcode(*action, std::move(request.passcode));
    const auto* wanted = std::get_if<phone_action>(&*action);
    if (wanted == nullptr)
        co_return phones_answer(host.fleet());
    const auto phone = choose_phone(host.fleet(), request.phone);
    if (!phone)
        co_return phone.error();
    co_return co_await perform_on(host, *phone, wanted->what);
}

asio::awaitable<control_answer> answer(status_request /*request*/, phone_host& host)
{
    control_answer now;
    now.record["pid"] = ::getpid();
    now.record["version"] = version;
    now.record["address"] = host.address().empty() ? ordered_json() : ordered_json(host.address());
    const auto link = host.link();
    now.record["link"] = link ? to_json(*link) : ordered_json();
    now.record["host_blockers"] = to_json(blockers_of(host.fleet().host_blockers()));
    now.record["stuck_calls"] = host.fleet().stuck_calls();
    auto& list = now.record["phones"] = ordered_json::array();
    for (const auto& each : host.fleet().phones()) {
        auto record = phone_record(report_of(*each, host.executor().reads_text()));
        record["queue_depth"] = host.executor().waiting(each->facts().udid);
        record["live_streams"] = host.streams().count(each->facts().udid);
        list.push_back(std::move(record));
    }
    co_return now;
}

asio::awaitable<control_answer> answer(sign_in_request /*request*/, phone_host& host)
{
    const auto link = host.sign_in_link();
    if (!link)
        co_return error_answer("UNSUPPORTED_ACTION",
                               "This thimbled serves no pages; sign in at the service.");
    control_answer made;
    made.record["link"] = *link;
    co_return made;
}

} // namespace

asio::awaitable<control_answer> answer_to(control_request what, phone_host& host)
{
    return std::visit([&](auto& one) { return answer(std::move(one), host); }, what);
}

} // namespace thimble::daemon
