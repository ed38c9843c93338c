// Addresses that the answer to a request for access may be sent to.
#pragma once

#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service::oauth {

/// https, or http on this machine; without fragment, user and password. An error continues the
/// sentence "redirect_uri …".
std::expected<void, std::string> check_redirect_uri(std::string_view uri);

/// Both are valid. They are the same text; on this machine the port may be another, because a
/// program of the desktop takes one that is free.
bool is_same_redirect(std::string_view registered, std::string_view asked);

/// True for a program of the person's own machine.
bool is_on_this_machine(std::string_view uri);

/// With these parameters added to its query.
std::string with_parameters(std::string_view uri,
                            std::initializer_list<std::pair<std::string_view, std::string>> more);

/// "claude.ai", or "this computer", for a person.
std::string shown_host(std::string_view uri);

} // namespace thimble::service::oauth
