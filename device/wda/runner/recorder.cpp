#include "device/wda/runner/recorder.hpp"

#include "device/wda/runner/connection.hpp"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace thimble::device {
namespace {

using nlohmann::json;

constexpr const char* withheld = "(text withheld)";
constexpr std::size_t most_service_bytes = 64UL << 20;

json failure_record(const failure& what)
{
    return {{"problem", to_string(what.what)}, {"cause", what.cause}};
}

} // namespace

struct recorder::output {
    int file = -1;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

    std::size_t service_bytes = 0; // of the events of services

    explicit output(int descriptor) : file(descriptor) {}
    output(const output&) = delete;
    output& operator=(const output&) = delete;
    ~output() { ::close(file); }

    /// Gives the bytes of the line.
    std::size_t write(json line) const
    {
        const auto since = std::chrono::steady_clock::now() - began;
        line["t_ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
        auto text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
        for (std::string_view left = text; !left.empty();) {
            const auto written = ::write(file, left.data(), left.size());
            if (written < 0)
                break; // a full disk costs the recording, not the phone
            left.remove_prefix(static_cast<std::size_t>(written));
        }
        return text.size();
    }
};

recorder::recorder(const std::filesystem::path& file)
{
    const int descriptor =
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0)
        throw std::system_error(errno, std::generic_category(), "recording " + file.string());
    ::fchmod(descriptor, S_IRUSR | S_IWUSR); // it may have been there before
    output_ = std::make_unique<output>(descriptor);
}

recorder::~recorder() = default;

void recorder::attached(const std::string& udid, bool over_usb)
{
    output_->write({{"event", "attached"}, {"udid", udid}, {"usb", over_usb}});
}

void recorder::detached(const std::string& udid)
{
    output_->write({{"event", "detached"}, {"udid", udid}});
}

void recorder::lockdown(const std::string& udid, const std::map<std::string, std::string>& values)
{
    json object = json::object();
    for (const auto& [name, text] : values)
        object[name] = name == "/DeviceName" ? json(withheld) : json::parse(text, nullptr, false);
    output_->write({{"event", "lockdown"}, {"udid", udid}, {"values", std::move(object)}});
}

void recorder::tunnel(const std::string& udid, const failure* problem)
{
    json line = {{"event", "tunnel"}, {"udid", udid}, {"open", problem == nullptr}};
    if (problem != nullptr)
        line["failure"] = failure_record(*problem);
    output_->write(std::move(line));
}

void recorder::service_call(const std::string& udid,
                            std::string_view what,
                            std::chrono::steady_clock::duration took,
                            const failure* failed)
{
    json line = {{"event", "service_call"},
                 {"udid", udid},
                 {"what", what},
                 {"ms", std::chrono::duration<double, std::milli>(took).count()}};
    if (failed != nullptr)
        line["failure"] = failure_record(*failed);
    output_->write(std::move(line));
}

void recorder::service_event(const std::string& udid, const json& line)
{
    if (output_->service_bytes > most_service_bytes)
        return;
    auto named = line;
    named["udid"] = udid;
    output_->service_bytes += output_->write(std::move(named));
    if (output_->service_bytes > most_service_bytes)
        output_->write({{"event", "service_limit"}});
}

void recorder::exchange(const std::string& udid,
                        const std::string& connection,
                        const wda::request& asked,
                        const result<wda::response>& answer,
                        std::chrono::steady_clock::duration took)
{
    json line = {{"event", "exchange"},
                 {"udid", udid},
                 {"connection", connection},
                 {"method", asked.method == wda::method::get ? "GET" : "POST"},
                 {"target", asked.target},
                 {"ms", std::chrono::duration<double, std::milli>(took).count()}};
    if (!asked.body.empty())
        line["body"] = asked.confidential ? std::string(withheld) : asked.body;
    if (answer) {
        line["status"] = answer->status;
        line["answer"] = asked.confidential_answer ? std::string(withheld) : answer->body;
    } else {
        line["failure"] = failure_record(answer.error());
    }
    output_->write(std::move(line));
}

} // namespace thimble::device
