// A job's picture as the answer to a request.
#pragma once

#include "service/http/request.hpp"
#include "service/http/response.hpp"
#include "service/job.hpp"

namespace thimble::service::api {

/// The image with what a client must know to point at it; 304 when it has this image already.
/// `work` must have a picture.
http::response picture_response(const http::request& asked, const job& work);

/// Whether there is one.
bool has_picture(const job& work);

} // namespace thimble::service::api
