// The virtual phones on this computer's cable, and the usbmuxd between.
#pragma once

#include "virtualphone/control/control_server.hpp"
#include "virtualphone/lockdown/lockdown_service.hpp"
#include "virtualphone/mux/server.hpp"
#include "virtualphone/program/pairing_folder.hpp"
#include "virtualphone/program/phone_description.hpp"

#include <expected>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::virtualphone {

/// Owns the phones and all that serves on them; outlives the coroutines on the executor's context.
/// Home thread only.
class usb_world final : public world {
public:
    usb_world(boost::asio::any_io_executor home,
              std::string mux_address,
              std::shared_ptr<spdlog::logger> log);
    ~usb_world() override;

    /// Keeps pairings in a folder: phones that are added from now on, and trust a host that asks,
    /// trust the one that they had before. The error says what is wrong with the folder.
    std::expected<void, std::string> keep_pairings(pairing_folder folder);

    /// Makes a phone of a complete description and plugs it in. The error says what is wrong with a
    /// file that the description names.
    std::expected<void, std::string> add(const phone_description& described,
                                         double device_time,
                                         const wda::runner_times& times = {});

    std::vector<controlled_phone> phones() const;
    mux::server& mux() noexcept { return mux_; }

    /// Ends every connection, and all that would keep the context busy.
    void stop();

    void plug(phone& which) override;
    void unplug(phone& which) override;
    void set_trust(phone& which, trust answer) override;
    void stop_mux() override;
    void start_mux() override;

private:
    struct running_phone;

    void warn_of_missing_encoder(const phone& which);
    std::expected<void, std::string> pair_as_before(running_phone& which);
    void restart(running_phone& which);

    boost::asio::any_io_executor home_;
    std::shared_ptr<spdlog::logger> log_;
    std::vector<std::unique_ptr<running_phone>> phones_;
    mux::server mux_;
    std::optional<pairing_folder> pairings_;
    std::set<std::string> kept_; // UDIDs of the phones whose pairings are in the folder
};

} // namespace thimble::virtualphone
