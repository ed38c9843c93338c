#include "daemon/phone_view/driven_phones.hpp"

#include "daemon/report/phone_report.hpp"
#include "daemon/serving/debug_answers.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

driven_phones::driven_phones(phone_host& host,
                             bool mounts_images,
                             std::function<void(const std::string& udid)> chosen)
    : host_(host), mounts_images_(mounts_images), chosen_(std::move(chosen))
{
}

asio::awaitable<std::optional<phones_seen>> driven_phones::look()
{
    phones_seen seen{.phones = {},
                     .computer = blockers_of(host_.fleet().host_blockers()),
                     .mounts_images = mounts_images_};
    for (const auto& each : host_.fleet().phones())
        seen.phones.push_back(report_of(*each, host_.executor().reads_text()));
    co_return seen;
}

asio::awaitable<control_answer> driven_phones::act(std::string udid, phone_action what)
{
    const auto phone = choose_phone(host_, udid);
    if (!phone)
        co_return phone.error();
    co_return co_await perform_on(host_, *phone, std::move(what.what));
}

std::chrono::milliseconds driven_phones::pause() const
{
    return std::chrono::milliseconds{50};
}

} // namespace thimble::daemon
