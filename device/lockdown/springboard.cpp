#include "device/lockdown/springboard.hpp"

#include "device/usbmux/client_label.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/sbservices.h>

namespace thimble::device {
namespace {

using springboard_handle = owned<sbservices_client_t, sbservices_client_free>;

constexpr std::chrono::milliseconds question_limit{300};
constexpr std::chrono::seconds opening_limit{6};
constexpr std::chrono::seconds absence{30}; // until a service that did not answer is tried again

} // namespace

/// Worker thread, except for its making.
struct springboard::client {
    phone_handle phone;
    springboard_handle service;

    std::optional<int> orientation(const attachment& where)
    {
        if (!service) {
            phone = open_phone(where);
            if (!phone || sbservices_client_start_service(phone.get(), adopt(service),
                                                          client_label) != SBSERVICES_E_SUCCESS)
                return std::nullopt;
        }
        auto told = SBSERVICES_INTERFACE_ORIENTATION_UNKNOWN;
        if (sbservices_get_interface_orientation(service.get(), &told) != SBSERVICES_E_SUCCESS) {
            service.reset();
            return std::nullopt;
        }
        return static_cast<int>(told);
    }
};

springboard::springboard(boost::asio::any_io_executor home, call_count under_way, attachment where)
    : where_(std::move(where)), calls_(std::move(home), std::move(under_way)),
      client_(std::make_shared<client>())
{
}

springboard::~springboard() = default;

boost::asio::awaitable<void> springboard::connect()
{
    if (!connected_ && std::chrono::steady_clock::now() >= absent_until_)
        co_await ask(opening_limit);
}

boost::asio::awaitable<std::optional<int>> springboard::orientation()
{
    if (!connected_)
        co_return std::nullopt;
    const auto told = co_await ask(question_limit);
    constexpr int first = SBSERVICES_INTERFACE_ORIENTATION_PORTRAIT;
    constexpr int last = SBSERVICES_INTERFACE_ORIENTATION_LANDSCAPE_LEFT;
    co_return told && *told >= first && *told <= last ? told : std::nullopt;
}

boost::asio::awaitable<std::optional<int>> springboard::ask(std::chrono::milliseconds limit)
{
    const auto over = client_;
    const auto told =
        co_await calls_.run(limit, [over, where = where_] { return over->orientation(where); });
    if (over != client_) // a question before this one was left behind, and the connection with it
        co_return told.value_or(std::nullopt);
    connected_ = told && *told;
    if (!connected_)
        absent_until_ = std::chrono::steady_clock::now() + absence;
    if (!told)
        client_ = std::make_shared<client>(); // the call that was left behind keeps the old one
    co_return told.value_or(std::nullopt);
}

} // namespace thimble::device
