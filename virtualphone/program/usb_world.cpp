#include "virtualphone/program/usb_world.hpp"

#include "virtualphone/control/power_cycle.hpp"
#include "virtualphone/media/encoder_process.hpp"
#include "virtualphone/media/planes.hpp"
#include "virtualphone/media/protocol/picture_loop.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <fmt/format.h>

namespace thimble::virtualphone {

namespace asio = boost::asio;
namespace {

using shared_loop = std::shared_ptr<const media::picture_loop>;

/// nullptr: the description names none.
std::expected<shared_loop, std::string> loop_of(const phone_description& described)
{
    if (described.stream.loop.empty())
        return nullptr;
    auto loop = media::picture_loop::open(described.stream.loop);
    if (!loop)
        return loop;
    const media::picture_size wanted = media::coded_size(*described.hardware);
    const media::picture_size found = (*loop)->size();
    if (found != wanted)
        return std::unexpected(fmt::format("{} has pictures of {}x{}, and a {} needs {}x{}",
                                           described.stream.loop, found.width, found.height,
                                           described.hardware->name, wanted.width, wanted.height));
    return loop;
}

} // namespace

struct usb_world::running_phone {
    running_phone(const asio::any_io_executor& home,
                  const phone_description& described,
                  double device_time)
        : device(*described.hardware, *described.ios, identity_of(described), device_time),
          lockdown(home, device), agent(home, device)
    {
        device.trust = described.trust;
        device.agent = described.agent;
        device.automation = described.automation;
        device.runner_has_frameworks = described.runner_has_frameworks;
        device.developer_mode = described.developer_mode;
        device.trusts_developers = described.trusts_developers;
        device.developer_image_mounted = described.developer_image;
        device.image_of_xcode_27 = described.image_of_xcode_27;
        device.streaming = described.stream.settings;
        agent.set_runner(described.runner);
    }

    phone device;
    lockdown_service lockdown;
    web_driver_agent agent;
};

usb_world::usb_world(asio::any_io_executor home,
                     std::string mux_address,
                     std::shared_ptr<spdlog::logger> log)
    : home_(home), log_(log), mux_(std::move(home), std::move(mux_address), std::move(log))
{
}

usb_world::~usb_world() = default;

std::expected<void, std::string> usb_world::keep_pairings(pairing_folder folder)
{
    if (const auto opened = folder.open(); !opened)
        return opened;
    auto buid = folder.read_or_make("SystemBUID", [this] { return mux_.system_buid(); });
    if (!buid)
        return std::unexpected(buid.error());
    mux_.set_system_buid(*std::move(buid));
    pairings_ = std::move(folder);
    mux_.records().on_change(
        [this](const std::string& udid, const std::vector<std::uint8_t>* record) {
            if (!kept_.contains(udid))
                return;
            if (record)
                pairings_->write(udid + ".plist", {record->begin(), record->end()});
            else
                pairings_->remove(udid + ".plist");
        });
    return {};
}

/// A record that does not go with the phone's key is as good as none.
std::expected<void, std::string> usb_world::pair_as_before(running_phone& which)
{
    const std::string& udid = which.device.os.who().udid;
    const std::string key_file = udid + ".key";
    const auto key = pairings_->read_or_make(key_file, device_key::make_private_pem);
    if (!key)
        return std::unexpected(key.error());
    if (!which.lockdown.take_key(*key))
        return std::unexpected(
            fmt::format("{} is no RSA key in PEM; remove it, and a new one is made",
                        pairings_->file(key_file).string()));
    if (const auto text = pairings_->read(udid + ".plist")) {
        const std::vector<std::uint8_t> record(text->begin(), text->end());
        if (which.lockdown.trust_host_of(record))
            mux_.records().save(udid, record);
    }
    kept_.insert(udid);
    return {};
}

std::expected<void, std::string> usb_world::add(const phone_description& described,
                                                double device_time,
                                                const wda::runner_times& times)
{
    auto loop = loop_of(described);
    if (!loop)
        return std::unexpected(loop.error());
    auto& added =
        *phones_.emplace_back(std::make_unique<running_phone>(home_, described, device_time));
    added.device.times = times;
    added.device.loop = *std::move(loop);
    warn_of_missing_encoder(added.device);
    if (pairings_ && described.trust == trust::yes) {
        if (const auto paired = pair_as_before(added); !paired)
            return paired;
    }
    added.lockdown.prepare();
    added.lockdown.on_restart([this, &added] { restart(added); });
    mux_.attach(added.device);
    return {};
}

void usb_world::warn_of_missing_encoder(const phone& which)
{
    if (!which.has_remote_control() || which.loop)
        return;
    if (const std::string missing = media::missing_for_encoder(); !missing.empty())
        log_->warn("{} will refuse to stream its picture: {}", which.os.who().name, missing);
}

std::vector<controlled_phone> usb_world::phones() const
{
    std::vector<controlled_phone> all;
    all.reserve(phones_.size());
    for (const auto& one : phones_)
        all.push_back({&one->device, &one->agent});
    return all;
}

void usb_world::stop()
{
    mux_.stop();
    for (const auto& one : phones_)
        one->lockdown.stop();
}

void usb_world::plug(phone& which)
{
    which.plugged = true;
    mux_.attach(which);
}

void usb_world::unplug(phone& which)
{
    which.plugged = false;
    mux_.detach(which);
}

void usb_world::set_trust(phone& which, trust answer)
{
    which.trust = answer;
    for (const auto& one : phones_)
        if (&one->device == &which)
            one->lockdown.trust_changed();
}

void usb_world::stop_mux()
{
    mux_.stop();
}

void usb_world::start_mux()
{
    if (const auto started = mux_.start(); !started)
        log_->error("usbmuxd does not come back: {}", started.error());
}

void usb_world::restart(running_phone& which)
{
    asio::co_spawn(home_, power_cycle({&which.device, &which.agent}, *this), asio::detached);
}

} // namespace thimble::virtualphone
