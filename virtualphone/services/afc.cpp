// afc: the files of the phone's media folder. house_arrest: those of an app.
#include "virtualphone/channel/faulty_answer.hpp"
#include "virtualphone/services/file_conversation.hpp"
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::uint64_t storage_bytes = 128'000'000'000;

/// Room is made as the bytes come: a header alone costs nothing.
asio::awaitable<void> read_in_parts(channel& from, plist::bytes& to, std::size_t size)
{
    constexpr std::size_t part = 256U << 10U;
    while (to.size() < size) {
        const auto before = to.size();
        to.resize(before + std::min(part, size - before));
        co_await from.read(std::span(to).subspan(before));
    }
}

asio::awaitable<afc_request> receive_request(channel& from)
{
    std::array<std::uint8_t, afc_header_bytes> header{};
    co_await from.read(header);
    const auto parsed = parse_afc_header(header);
    if (!parsed)
        throw boost::system::system_error(asio::error::invalid_argument);
    afc_request request;
    request.header = *parsed;
    co_await read_in_parts(from, request.arguments, parsed->arguments);
    co_await read_in_parts(from, request.payload, parsed->payload);
    co_return request;
}

/// Until the host closes the connection.
asio::awaitable<void>
serve_files(service_session& session, packages::file_tree& files, std::string fault_name)
{
    file_conversation conversation(files,
                                   {.model = std::string(session.device.os.hardware().product_type),
                                    .total_bytes = storage_bytes,
                                    .free_bytes = files.free_bytes()});
    for (;;) {
        const afc_request request = co_await receive_request(session.connection);
        const auto shown = session.device.faults.take_other_than_refusal(fault_name);
        const bool refuses = shown && shown->kind == fault_kind::error;
        auto answer = refuses ? afc_status(request, packages::file_status::no_space)
                              : conversation.answer(request);
        co_await write_answer(session.connection, std::move(answer), afc_header_bytes, shown);
    }
}

/// The container of a system app is no host's business.
bool has_container(service_session& session, const std::string& bundle_id)
{
    if (session.shared.packages.apps.contains(bundle_id))
        return true;
    const auto apps = session.os().apps();
    return std::ranges::any_of(apps, [&](const operating_system::installed_app& app) {
        return app.bundle_id == bundle_id && !app.system;
    });
}

} // namespace

installed_packages::installed_packages() : media(room, packages::file_tree::most_bytes)
{
    for (const auto* folder : {"PublicStaging", "DCIM", "Downloads"})
        media.make_folder(folder);
}

std::shared_ptr<packages::file_tree> installed_packages::container_of(const std::string& bundle_id)
{
    auto& container = containers[bundle_id];
    if (!container) {
        container = std::make_shared<packages::file_tree>(room, most_of_container);
        for (const auto* folder : {"Documents", "Library", "tmp"})
            container->make_folder(folder);
    }
    return container;
}

/// Hosts take the container's own path, of whatever name, from the list of apps.
std::optional<plist::bytes> installed_packages::read_file_of_app(const std::string& bundle_id,
                                                                 std::string_view path) const
{
    constexpr std::string_view all = "/private/var/mobile/Containers/Data/Application/";
    const auto container = containers.find(bundle_id);
    if (container == containers.end() || !path.starts_with(all))
        return std::nullopt;
    path.remove_prefix(all.size());
    path.remove_prefix(std::min(path.find('/'), path.size()));
    const auto* const found = container->second->find(path);
    if (found == nullptr || found->kind != packages::file_kind::file)
        return std::nullopt;
    return found->content;
}

asio::awaitable<void> serve_afc(service_session& session)
{
    co_await serve_files(session, session.shared.packages.media, "afc");
}

asio::awaitable<void> serve_house_arrest(service_session& session)
{
    const plist::value failed{{"Error", "InternalError"}};
    const plist::value request = co_await session.host.receive();
    const auto command = plist::string_at(request, "Command").value_or("");
    const auto bundle_id = plist::string_at(request, "Identifier").value_or("");
    plist::value refusal;
    if (command != "VendContainer" && command != "VendDocuments")
        refusal = {{"Error", "UnknownCommand"}};
    else if (!has_container(session, bundle_id))
        refusal = {{"Error", "ApplicationLookupFailed"}};
    if (!refusal.is_null())
        co_return co_await session.host.send(refusal, failed);
    co_await session.host.send({{"Status", "Complete"}}, failed);
    const auto container = session.shared.packages.container_of(bundle_id);
    co_await serve_files(session, *container, "house_arrest");
}

} // namespace thimble::virtualphone
