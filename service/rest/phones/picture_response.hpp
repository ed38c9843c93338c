// A job's picture as the answer to a request.
#pragma once

#include "contract/description.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "service/jobs/job.hpp"

#include <vector>

namespace thimble::service::api {

/// The image with what a client must know to point at it; 304 when it has this image already.
/// `content` is the picture of `work`.
http::response
picture_response(const http::request& asked, const job& work, http::shared_bytes content);

/// The same where nothing is known of it but its bytes.
http::response picture_response(const http::request& asked, http::shared_bytes content);

/// Answers of picture_response(), for those who read the contract.
std::vector<good_answer> picture_answers();

} // namespace thimble::service::api
