// Answers to --debug from the process that drives the phones, whichever process that is.
#pragma once

#include "daemon/control/control_answer.hpp"
#include "daemon/execution/phone_host.hpp"

#include <boost/asio/awaitable.hpp>

#include <expected>
#include <memory>
#include <optional>
#include <string>

namespace thimble::daemon {

using chosen_phone = std::expected<std::shared_ptr<device::phone>, control_answer>;

/// The phone that is called so: by its UDID, its id in REST where that is known, or a name that no
/// other one has; the only one where none is named. An error says which there are.
chosen_phone choose_phone(const phone_host& host, const std::optional<std::string>& called);

/// Id of a phone in the REST API of local mode, whether that runs or not.
std::string local_phone_id(const std::string& udid);

/// True when the phone can do it now, by the rules of REST: LOCKED does not hinder what works on a
/// locked phone.
bool can_do(const link::phone_state& phone, const link::action& what);

/// {"phones":[…]}, also where there are none.
control_answer phones_answer(const phone_host& host);

/// Does it and tells what came of it. A coroutine that is cancelled withdraws the action, or ends
/// it as soon as the finger is up. `host` outlives it.
boost::asio::awaitable<control_answer>
perform_on(phone_host& host, std::shared_ptr<device::phone> phone, link::action what);

} // namespace thimble::daemon
