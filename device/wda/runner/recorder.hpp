// Writes the conversation with the phones to a file, one JSON object a line.
#pragma once

#include "device/failure.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace thimble::device {

namespace wda {
struct request;
struct response;
} // namespace wda

/// Home thread. For `thimbled --record` only: the lines are written there and then, pictures
/// included, which costs milliseconds that a recording may cost. No typed text is ever written.
class recorder {
public:
    /// Makes the file, or empties it; only its owner may read it. Throws std::system_error.
    explicit recorder(const std::filesystem::path& file);
    recorder(const recorder&) = delete;
    recorder& operator=(const recorder&) = delete;
    ~recorder();

    void attached(const std::string& udid, bool over_usb);
    void detached(const std::string& udid);

    /// Answer of lockdownd: "domain/key" to a value as JSON. The phone's name is withheld.
    void lockdown(const std::string& udid, const std::map<std::string, std::string>& values);

    /// That the tunnel was opened, or why it has ended or was not.
    void tunnel(const std::string& udid, const failure* problem);

    /// A question to a service in the tunnel, without the text in it.
    void service_call(const std::string& udid,
                      std::string_view what,
                      std::chrono::steady_clock::duration took,
                      const failure* failed);

    /// An event of a service in the tunnel, whose private texts are withheld already. After 64 MiB
    /// of them there are no more.
    void service_event(const std::string& udid, const nlohmann::json& line);

    void exchange(const std::string& udid,
                  const std::string& connection,
                  const wda::request& asked,
                  const result<wda::response>& answer,
                  std::chrono::steady_clock::duration took);

private:
    struct output;
    std::unique_ptr<output> output_;
};

} // namespace thimble::device
