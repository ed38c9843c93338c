#include "service/nodes/envelope.hpp"

#include "text/json_member.hpp"
#include "text/uuid.hpp"

namespace thimble::service::nodes {

namespace {

constexpr std::size_t longest_line = 2UL * 1024 * 1024; // ids of all jobs of a journal
constexpr const char* kind_member = "kind";
constexpr const char* node_member = "node";

} // namespace

std::string encode(const envelope& what)
{
    auto line = what.more;
    line[kind_member] = what.kind;
    line[node_member] = what.node;
    return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n" + what.body;
}

std::optional<envelope> decode(std::string_view bytes)
{
    const auto end = bytes.find('\n');
    if (end == std::string_view::npos || end > longest_line)
        return std::nullopt;
    envelope out{.kind = {}};
    out.more = parse_object(std::string(bytes.substr(0, end)));
    out.kind = member<std::string>(out.more, kind_member);
    out.node = member<std::string>(out.more, node_member);
    if (out.kind.empty() || !is_uuid(out.node))
        return std::nullopt;
    out.body = bytes.substr(end + 1);
    return out;
}

std::string node_subject(const std::string& node)
{
    return "thimble.to." + node;
}

std::string question_subject(const std::string& node)
{
    return node_subject(node) + ".ask";
}

std::string request_subject(const std::string& node)
{
    return node_subject(node) + ".get";
}

std::string link_subject(const std::string& desktop_id, std::int64_t epoch)
{
    return "thimble.link." + desktop_id + "." + std::to_string(epoch);
}

} // namespace thimble::service::nodes
