#include "daemon/doctor/machine_checks.hpp"

#include "program/state_directory.hpp"

#include <boost/asio/io_context.hpp>
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ostr.h>

#include <algorithm>
#include <sstream>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

std::string text_of(const asio::ip::tcp::endpoint& address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

boost::system::error_code try_to_listen(const asio::ip::tcp::endpoint& address)
{
    asio::io_context context;
    asio::ip::tcp::acceptor acceptor(context);
    boost::system::error_code error;
    acceptor.open(address.protocol(), error);
    if (!error)
        acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
        acceptor.bind(address, error);
    if (!error)
        acceptor.listen(asio::socket_base::max_listen_connections, error);
    return error;
}

finding wrong(std::string name, const link::blocker& why)
{
    return {.name = std::move(name),
            .ok = false,
            .message = why.message,
            .remedy = why.remedy,
            .code = why.code};
}

finding well(std::string name, std::string message)
{
    return {.name = std::move(name), .message = std::move(message), .remedy = {}, .code = {}};
}

} // namespace

finding check_state_directory(const std::filesystem::path& where)
{
    const auto prepared = service::prepare_state_directory(where);
    if (prepared)
        return well("state directory", where.string() + " can be used.");
    return {.name = "state directory",
            .ok = false,
            .message = prepared.error() + ".",
            .remedy = "Make it a directory of yours that you can write, or name another one with "
                      "--state-dir.",
            .code = {}};
}

finding check_port(const asio::ip::tcp::endpoint& listen, const std::vector<std::string>& addresses)
{
    const auto error = try_to_listen(listen);
    if (!error)
        return well("REST port", text_of(listen) + " is free.");
    if (error == asio::error::address_in_use && !addresses.empty()) {
        const auto place = "://" + text_of(listen);
        const bool own = std::ranges::any_of(
            addresses, [&](const std::string& each) { return each.ends_with(place); });
        return well("REST port",
                    own ? text_of(listen) + " is served by the thimbled that runs."
                        : fmt::format("thimbled serves {}; {} is in use by another program.",
                                      addresses.front(), text_of(listen)));
    }
    return {.name = "REST port",
            .ok = false,
            .message =
                error == asio::error::address_in_use
                    ? text_of(listen) + " is in use by another program."
                    : fmt::format("{} cannot be used: {}.", text_of(listen), error.message()),
            .remedy = "End that program, or name another port with --listen.",
            .code = {}};
}

finding check_text(const std::optional<std::filesystem::path>& data)
{
    if (data)
        return well("text on pictures", "It can be read, with the data in " + data->string() + ".");
    return well("text on pictures",
                "It is not read, so selectors find elements only. To have it read, install "
                "libtesseract5 and tesseract-ocr-eng (Debian) or tesseract (Homebrew).");
}

findings check_usb(const std::vector<link::blocker>& host_blockers, std::size_t phones)
{
    const auto permission =
        std::ranges::find(host_blockers, "USB_PERMISSION", &link::blocker::code);
    const auto other = std::ranges::find_if(
        host_blockers, [](const link::blocker& one) { return one.code != "USB_PERMISSION"; });
    findings result;
    result.push_back(other != host_blockers.end() ? wrong("usbmuxd", *other)
                                                  : well("usbmuxd", "Nothing is wrong with it."));
    result.push_back(permission != host_blockers.end()
                         ? wrong("USB access", *permission)
                         : well("USB access", "Nothing is in the way."));
    if (phones > 0) {
        result.push_back(well("phones", fmt::format("{} attached.", phones)));
    } else if (host_blockers.empty()) {
        result.push_back(
            {.name = "phones",
             .ok = false,
             .message = "No phone is attached.",
             .remedy = "Plug a phone in with a cable that carries data, and unlock it.",
             .code = {}});
    }
    return result;
}

} // namespace thimble::daemon
