// The table of endpoints. Routing, validation, HEAD, OPTIONS and 405 come from it.
#pragma once

#include "service/routing/endpoint.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

class table {
public:
    void add(endpoint row);
    void add(std::vector<endpoint> rows);

    /// Endpoints at a path.
    struct place {
        std::string pattern; // as the log names it
        path_values values;
        std::vector<const endpoint*> endpoints; // one a method

        /// The one for a method; HEAD is served by GET. nullptr when there is none.
        const endpoint* find(boost::beast::http::verb method) const;

        /// "GET, HEAD, OPTIONS, POST".
        std::string allow() const;
    };

    std::optional<place> find(const std::vector<std::string>& path) const;

    struct route {
        path_pattern pattern;
        std::vector<endpoint> endpoints; // one a method
    };

    /// In the order in which they were added.
    const std::vector<route>& routes() const noexcept { return routes_; }

private:
    std::vector<route> routes_;
};

} // namespace thimble::service
