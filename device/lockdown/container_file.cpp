// A file in an app's container, by house_arrest.
#include "device/lockdown/plist_value.hpp"
#include "device/lockdown/runner_services.hpp"
#include "device/usbmux/client_label.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/afc.h>
#include <libimobiledevice/house_arrest.h>

#include <filesystem>

namespace thimble::device {
namespace {

using container_client = owned<house_arrest_client_t, house_arrest_client_free>;
using files_client = owned<afc_client_t, afc_client_free>;

constexpr int most_old_files = 64; // a start leaves one, and each removes what it finds

failure container_refused(std::string message)
{
    return {.what = problem::refused, .message = std::move(message), .cause = "container_refused"};
}

result<container_client> open_container(idevice_t phone, const std::string& bundle_id)
{
    const auto closed = container_refused("The phone does not open the runner's files.");
    container_client container;
    house_arrest_client_start_service(phone, adopt(container), client_label);
    if (!container || house_arrest_send_command(container.get(), "VendContainer",
                                                bundle_id.c_str()) != HOUSE_ARREST_E_SUCCESS)
        return std::unexpected(closed);
    property_list said;
    house_arrest_get_result(container.get(), adopt(said));
    if (!said || plist_get_node_type(said.get()) != PLIST_DICT ||
        string_of(plist_dict_get_item(said.get(), "Status")) != "Complete")
        return std::unexpected(closed);
    return container;
}

void remove_older(afc_client_t files, const std::filesystem::path& than)
{
    char** names = nullptr;
    const auto folder = than.parent_path().string();
    if (afc_read_directory(files, folder.c_str(), &names) != AFC_E_SUCCESS || names == nullptr)
        return;
    int removed = 0;
    for (char** each = names; *each != nullptr && removed < most_old_files; ++each) {
        if (std::filesystem::path(*each).extension() != than.extension())
            continue;
        afc_remove_path(files, (folder + "/" + *each).c_str());
        ++removed;
    }
    afc_dictionary_free(names);
}

bool write_all(afc_client_t files, std::uint64_t handle, std::span<const std::byte> content)
{
    while (!content.empty()) {
        std::uint32_t count = 0;
        const auto sent =
            afc_file_write(files, handle, reinterpret_cast<const char*>(content.data()),
                           static_cast<std::uint32_t>(content.size()), &count);
        if (sent != AFC_E_SUCCESS || count == 0 || count > content.size())
            return false;
        content = content.subspan(count);
    }
    return true;
}

} // namespace

result<void> write_container_file(const attachment& where,
                                  const std::string& bundle_id,
                                  const std::string& path,
                                  std::span<const std::byte> content)
{
    const auto phone = open_phone(where);
    if (!phone)
        return std::unexpected(failure{
            .what = problem::detached, .message = "The phone is not attached.", .cause = {}});
    const auto container = open_container(phone.get(), bundle_id); // outlives its files
    if (!container)
        return std::unexpected(container.error());
    files_client files;
    if (afc_client_new_from_house_arrest_client(container->get(), adopt(files)) != AFC_E_SUCCESS)
        return std::unexpected(container_refused("The phone does not open the runner's files."));
    const std::filesystem::path place(path);
    afc_make_directory(files.get(), place.parent_path().c_str()); // it is there mostly
    remove_older(files.get(), place);
    std::uint64_t handle = 0;
    if (afc_file_open(files.get(), path.c_str(), AFC_FOPEN_WRONLY, &handle) != AFC_E_SUCCESS)
        return std::unexpected(container_refused("The phone does not take the runner's file."));
    const bool written = write_all(files.get(), handle, content);
    const bool closed = afc_file_close(files.get(), handle) == AFC_E_SUCCESS;
    if (!written || !closed)
        return std::unexpected(container_refused("The phone did not take the runner's file."));
    return {};
}

} // namespace thimble::device
