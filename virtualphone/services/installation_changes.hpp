// Apps installed and removed by installation_proxy.
#pragma once

#include "virtualphone/services/service_session.hpp"

namespace thimble::virtualphone {

/// Answers with progress, and with Complete or an error at the end. `internal` is sent instead when
/// the fault is `error`.
boost::asio::awaitable<void> install_package(service_session& session,
                                             const plist::value& request,
                                             const plist::value& internal);
boost::asio::awaitable<void> uninstall_package(service_session& session,
                                               const plist::value& request,
                                               const plist::value& internal);

} // namespace thimble::virtualphone
