#include "service/routing/table.hpp"

#include <algorithm>
#include <set>

namespace thimble::service {

using boost::beast::http::verb;

void table::add(endpoint row)
{
    for (const auto& path : row.paths) {
        auto known =
            std::ranges::find(routes_, path, [](const route& each) { return each.pattern.text(); });
        if (known == routes_.end())
            known = routes_.insert(routes_.end(), route{path_pattern(path), {}});
        known->endpoints.push_back(row);
    }
}

void table::add(std::vector<endpoint> rows)
{
    for (auto& row : rows)
        add(std::move(row));
}

std::optional<table::place> table::find(const std::vector<std::string>& path) const
{
    for (const auto& route : routes_) {
        auto values = route.pattern.match(path);
        if (!values)
            continue;
        place found{.pattern = route.pattern.text(), .values = std::move(*values), .endpoints = {}};
        for (const auto& row : route.endpoints)
            found.endpoints.push_back(&row);
        return found;
    }
    return std::nullopt;
}

const endpoint* table::place::find(verb method) const
{
    const auto wanted = method == verb::head ? verb::get : method;
    const auto found = std::ranges::find(endpoints, wanted, &endpoint::method);
    return found == endpoints.end() ? nullptr : *found;
}

std::string table::place::allow() const
{
    std::set<std::string> methods{"OPTIONS"};
    for (const auto* row : endpoints) {
        methods.emplace(to_string(row->method));
        if (row->method == verb::get)
            methods.emplace("HEAD");
    }
    std::string out;
    for (const auto& method : methods)
        out += (out.empty() ? "" : ", ") + method;
    return out;
}

} // namespace thimble::service
