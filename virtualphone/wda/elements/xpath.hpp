// XPath 1.0 over the accessibility tree, as libxml2 evaluates it for WebDriverAgent.
#pragma once

#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::wda {

/// The elements that the query finds in a document whose only root is `root`, in its order.
/// XCUIElementTypeAny is "*". Refused as an invalid selector when it cannot be read or evaluated,
/// or takes too long.
std::expected<std::vector<const element*>, refusal> find_by_xpath(std::string_view query,
                                                                  const element& root);

} // namespace thimble::virtualphone::wda
