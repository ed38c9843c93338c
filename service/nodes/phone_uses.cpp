#include "service/nodes/phone_uses.hpp"

#include "text/json_member.hpp"

namespace thimble::service::nodes {

envelope phone_uses::news_of(const std::string& phone_id, bool used)
{
    envelope out{.kind = std::string(kinds::use)};
    out.more["phone"] = phone_id;
    out.more["used"] = used;
    return out;
}

void phone_uses::note(const std::string& phone_id, bool used)
{
    const bool changes = used ? here_.insert(phone_id).second : here_.erase(phone_id) > 0;
    if (changes)
        out_.tell_all(news_of(phone_id, used));
}

std::string phone_uses::hear(const envelope& what)
{
    auto phone_id = member<std::string>(what.more, "phone");
    if (!member<bool>(what.more, "used"))
        drop(what.node, phone_id);
    else if (others_[phone_id].insert(what.node).second)
        changed_(phone_id);
    return phone_id;
}

void phone_uses::drop(const std::string& node, const std::string& phone_id)
{
    const auto found = others_.find(phone_id);
    if (found == others_.end() || found->second.erase(node) == 0)
        return;
    if (found->second.empty())
        others_.erase(found);
    changed_(phone_id);
}

void phone_uses::tell_to(const std::string& node)
{
    for (const auto& each : here_)
        out_.publish(node_subject(node), news_of(each, true));
}

void phone_uses::keep_only(const std::string& node, const std::set<std::string>& phone_ids)
{
    for (const auto& [phone_id, at] : std::map(others_))
        if (at.contains(node) && !phone_ids.contains(phone_id))
            drop(node, phone_id);
}

} // namespace thimble::service::nodes
