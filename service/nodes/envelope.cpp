#include "service/nodes/envelope.hpp"

#include "text/json_member.hpp"
#include "text/uuid.hpp"

namespace thimble::service::nodes {

namespace {

constexpr std::size_t longest_line = 2UL * 1024 * 1024; // ids of all jobs of a journal
constexpr const char* kind_member = "kind";
constexpr const char* node_member = "node";

// The beginning of a line: in neither of the two is anything to escape.
constexpr std::string_view before_node = R"({"node":")";
constexpr std::string_view before_kind = R"(","kind":")";

} // namespace

std::string encode(envelope what)
{
    auto& more = what.more;
    more.erase(kind_member); // one that was read has both among them
    more.erase(node_member);
    const auto rest = more.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::string out;
    out.reserve(before_node.size() + what.node.size() + before_kind.size() + what.kind.size() +
                rest.size() + what.body.size() + 3);
    out.append(before_node).append(what.node).append(before_kind).append(what.kind);
    out.append(more.empty() ? "\"" : "\",");
    out.append(std::string_view(rest).substr(1)).append("\n").append(what.body); // but its brace
    return out;
}

message_head head_of(std::string_view bytes)
{
    if (!bytes.starts_with(before_node))
        return {};
    bytes.remove_prefix(before_node.size());
    const auto node = bytes.substr(0, bytes.find('"'));
    bytes.remove_prefix(node.size());
    if (!bytes.starts_with(before_kind))
        return {};
    bytes.remove_prefix(before_kind.size());
    return {.node = node, .kind = bytes.substr(0, bytes.find('"'))};
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

} // namespace thimble::service::nodes
