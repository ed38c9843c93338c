#include "device/images/tickets.hpp"

#include "device/images/image_content.hpp"
#include "program/private_file.hpp"
#include "text/hexadecimal.hpp"

#include <string>
#include <system_error>
#include <vector>

namespace thimble::device::images {
namespace {

constexpr std::chrono::seconds signing_limit{30};

std::string hex(const blob& of)
{
    std::vector<unsigned char> bytes(of.begin(), of.end());
    return service::hexadecimal(bytes);
}

} // namespace

std::filesystem::path ticket_file(const mount_settings& settings,
                                  const personal_identity& phone,
                                  const blob& image_digest,
                                  const blob& nonce)
{
    return settings.tickets / (std::to_string(phone.chip_number) + "-" +
                               hex(image_digest).substr(0, 32) + "-" + hex(nonce).substr(0, 32));
}

std::optional<blob> ticket_on_disk(const std::filesystem::path& file)
{
    const auto kept = service::read_private_file(file, largest_signature);
    return kept ? *kept : std::nullopt;
}

void keep_ticket(const blob& ticket, const std::filesystem::path& file)
{
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    static_cast<void>(service::write_private_file(file, ticket));
}

result<blob> fresh_ticket(const mount_settings& settings,
                          const build_identity& image,
                          const personal_identity& phone,
                          const blob& nonce)
{
    return ask_for_ticket(settings.server, ticket_request(image, phone, nonce), signing_limit);
}

} // namespace thimble::device::images
