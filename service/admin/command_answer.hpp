// Answer of an operator's command, and steps that all commands share.
#pragma once

#include "service/admin/admin_message.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

admin_answer done(std::string text = {});

admin_answer refused(std::string text);

admin_answer no_account(const std::string& name);

/// Empty where it was not given.
std::string argument(const admin_request& of, std::string_view name);

} // namespace thimble::service
