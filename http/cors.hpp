// Leave for pages of other origins to use the API from a browser (CORS).
#pragma once

#include "http/request.hpp"
#include "http/response.hpp"

#include <string>
#include <vector>

namespace thimble::service::http {

/// Origins that are not in the list get no header at all, which is what makes a browser refuse.
class cors {
public:
    explicit cors(std::vector<std::string> origins) : origins_(std::move(origins)) {}

    /// Lets a page that may read the answer, and the headers that it has of ours.
    void permit(const request& from, response& what) const;

    /// The same for the answer to OPTIONS, in which a browser looks for what it may send.
    void permit_ahead(const request& from, const std::string& methods, response& what) const;

    /// True for a request of a page that is in the list.
    bool permits(const request& from) const;

private:
    std::vector<std::string> origins_;
};

} // namespace thimble::service::http
