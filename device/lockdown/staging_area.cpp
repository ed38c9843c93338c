#include "device/lockdown/staging_area.hpp"

#include "device/usbmux/client_label.hpp"
#include "text/printable_text.hpp"

#include <vector>

namespace thimble::device {
namespace {

constexpr std::size_t part_bytes = 256U << 10U;

failure staging_failure(afc_error_t error, const std::string& path)
{
    if (error == AFC_E_NO_SPACE_LEFT)
        return {.what = problem::refused,
                .message = "The phone has too little storage left for the app. Free some.",
                .cause = "no_space"};
    if (error == AFC_E_MUX_ERROR || error == AFC_E_NOT_ENOUGH_DATA ||
        error == AFC_E_SERVICE_NOT_CONNECTED || error == AFC_E_OP_TIMEOUT)
        return {.what = problem::refused,
                .message = "The connection to the phone broke off while the app was sent. Check "
                           "the cable and try again.",
                .cause = "connection_lost"};
    return {.what = problem::refused,
            .message = "The phone did not take " + service::printable(path) + " (error " +
                       std::to_string(static_cast<int>(error)) + "). Try again.",
            .cause = "staging_refused"};
}

/// Closed whatever way the writing ends.
class open_file {
public:
    open_file(afc_client_t client, std::uint64_t handle) : client_(client), handle_(handle) {}
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    ~open_file() { close(); }

    afc_error_t close()
    {
        const auto ended = is_open_ ? afc_file_close(client_, handle_) : AFC_E_SUCCESS;
        is_open_ = false;
        return ended;
    }

private:
    afc_client_t client_;
    std::uint64_t handle_;
    bool is_open_ = true;
};

} // namespace

result<staging_area> staging_area::open(idevice_t phone)
{
    owned<afc_client_t, afc_client_free> client;
    if (afc_client_start_service(phone, adopt(client), client_label) != AFC_E_SUCCESS)
        return std::unexpected(
            failure{.what = problem::refused,
                    .message = "The phone does not open its folder for apps. Unlock it and trust "
                               "this computer on it.",
                    .cause = "staging_refused"});
    return staging_area(std::move(client));
}

void staging_area::remove(const std::string& path)
{
    if (afc_remove_path(client_.get(), path.c_str()) != AFC_E_SUCCESS) // a folder is not empty
        afc_remove_path_and_contents(client_.get(), path.c_str());
}

result<void> staging_area::make_folder(const std::string& path)
{
    const auto made = afc_make_directory(client_.get(), path.c_str());
    if (made == AFC_E_SUCCESS || made == AFC_E_OBJECT_EXISTS)
        return {};
    return std::unexpected(staging_failure(made, path));
}

result<void> staging_area::make_link(const std::string& path, const std::string& target)
{
    const auto made = afc_make_link(client_.get(), AFC_SYMLINK, target.c_str(), path.c_str());
    if (made == AFC_E_SUCCESS)
        return {};
    return std::unexpected(staging_failure(made, path));
}

result<void> staging_area::write(const std::string& path,
                                 packages::entry_content& from,
                                 const bytes_written& progress)
{
    std::uint64_t handle = 0;
    if (const auto opened = afc_file_open(client_.get(), path.c_str(), AFC_FOPEN_WRONLY, &handle);
        opened != AFC_E_SUCCESS)
        return std::unexpected(staging_failure(opened, path));
    open_file file(client_.get(), handle);
    std::vector<char> part(part_bytes);
    for (;;) {
        const auto count = from.read(part);
        if (!count)
            return std::unexpected(count.error());
        if (*count == 0)
            break;
        if (auto sent = write_part(handle, {part.data(), *count}, path); !sent)
            return sent;
        if (!progress(written_))
            return std::unexpected(failure{.what = problem::refused,
                                           .message = "The sending of the app was cancelled.",
                                           .cause = "cancelled"});
    }
    if (const auto closed = file.close(); closed != AFC_E_SUCCESS)
        return std::unexpected(staging_failure(closed, path));
    return {};
}

result<void>
staging_area::write_part(std::uint64_t handle, std::string_view part, const std::string& path)
{
    while (!part.empty()) {
        std::uint32_t count = 0;
        const auto sent = afc_file_write(client_.get(), handle, part.data(),
                                         static_cast<std::uint32_t>(part.size()), &count);
        if (sent != AFC_E_SUCCESS || count == 0 || count > part.size())
            return std::unexpected(
                staging_failure(sent == AFC_E_SUCCESS ? AFC_E_WRITE_ERROR : sent, path));
        part.remove_prefix(count);
        written_ += count;
    }
    return {};
}

} // namespace thimble::device
