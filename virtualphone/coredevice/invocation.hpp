// The envelope in which most CoreDevice services are asked, and answer.
#pragma once

#include "virtualphone/coredevice/conversation.hpp"

#include <boost/asio/awaitable.hpp>

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace thimble::virtualphone::coredevice {

/// An NSError.
struct refusal {
    std::string domain;
    std::int64_t code = 0;
    std::string description;
    std::string detail{}; // NSDebugDescription
};

using outcome = std::expected<xpc::object, refusal>;

inline constexpr auto core_device_error = "com.apple.dt.CoreDeviceError";
inline constexpr auto cocoa_error = "NSCocoaErrorDomain";
inline constexpr auto posix_error = "NSPOSIXErrorDomain";

/// Of a feature that this release of the phone does not have.
refusal not_implemented();

/// Of what an older iOS cannot do although the developer image could.
refusal needs_ios_27();

/// Swift's words for a member that is missing or of another type.
refusal missing_key(std::string_view name);
refusal type_mismatch(std::string_view wanted, std::string_view found);

/// The two shapes of an answer.
xpc::dictionary answer_of(outcome result);

/// A member whose type is exact: an int64 is no uint64.
template <class Type>
std::expected<Type, refusal> wanted(const xpc::dictionary& of, std::string_view name)
{
    const auto* found = xpc::member<Type>(of, name);
    if (found == nullptr)
        return std::unexpected(missing_key(name));
    return *found;
}

/// One thing that a service does, by the name behind "com.apple.coredevice.feature.".
struct feature {
    using immediate = outcome (*)(conversation& with, const xpc::dictionary& input);
    using lasting = boost::asio::awaitable<outcome> (*)(conversation& with, xpc::dictionary input);

    std::string_view name;
    std::variant<immediate, lasting> perform;
};

enum class requests : std::uint8_t { many, one };

/// Answers invocations until the host closes the connection, or after the first one.
boost::asio::awaitable<void> serve_features(conversation& with,
                                            std::span<const feature> features,
                                            requests how_many = requests::many);

} // namespace thimble::virtualphone::coredevice
