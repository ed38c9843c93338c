// Phones by id, by account and by desktop, three views of one set; and the rules by which one is
// meant that is not named.
#include "service/phones/phones.hpp"

#include "text/ascii.hpp"
#include "text/called.hpp"
#include "text/enum_words.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service {

using std::chrono::system_clock;

namespace {

/// The namespace of phone ids; never changes, because ids would.
constexpr std::string_view phone_ids = "26d8a116-8c7e-47b5-9054-ecb9d4d76c28";

constexpr std::size_t most_named_alike = 20; // in one failure

failure phone_not_found(std::string_view id)
{
    return {.code = "PHONE_NOT_FOUND",
            .message = "There is no such phone; GET /v1/phones lists those that are known.",
            .context = {{"phone_id", id}}};
}

nlohmann::json candidate_record(const known_phone& phone)
{
    const auto& shown = phone.settings.display_name;
    return {{"id", phone.id},
            {"unique_id", phone.state.udid},
            {"name", phone.state.name},
            {"display_name", shown ? nlohmann::json(*shown) : nlohmann::json()}};
}

failure phone_ambiguous(std::string_view name, const std::vector<phone_ptr>& those)
{
    auto candidates = nlohmann::json::array();
    for (const auto& each : those)
        if (candidates.size() < most_named_alike)
            candidates.push_back(candidate_record(*each));
    return {.code = "PHONE_AMBIGUOUS",
            .message = "Several phones are called so; use the id or the UDID of the one that is "
                       "meant.",
            .context = {{"phone_id", name}, {"candidates", std::move(candidates)}}};
}

called calls_of(const known_phone& phone)
{
    return {.ids = {phone.id, phone.state.udid},
            .names = {phone.settings.display_name.value_or(""), phone.state.name}};
}

} // namespace

std::string id_of_phone(std::string_view account_id, std::string_view udid)
{
    return named_uuid(phone_ids, std::string(account_id) + "/" + std::string(udid));
}

std::string_view to_string(connection_status value)
{
    return enum_word(value);
}

const std::vector<phone_ptr>& phones::list_in(const phone_lists& all, std::string_view key)
{
    static const std::vector<phone_ptr> none;
    const auto found = all.find(key);
    return found == all.end() ? none : found->second;
}

void phones::add(const phone_ptr& phone)
{
    phones_.push_back(phone);
    by_id_.emplace(phone->id, phone);
    owned_[phone->account_id].push_back(phone);
    if (!phone->desktop_id.empty())
        held_[phone->desktop_id].push_back(phone);
}

void phones::hold(const phone_ptr& phone, const std::string& desktop_id)
{
    if (phone->desktop_id == desktop_id)
        return;
    if (!phone->desktop_id.empty())
        std::erase(held_[phone->desktop_id], phone);
    phone->desktop_id = desktop_id;
    held_[desktop_id].push_back(phone);
}

void phones::restore(phone_ptr known)
{
    add(known);
}

void phones::restore_selection(const std::string& account_id,
                               const std::string& desktop_id,
                               const std::string& phone_id)
{
    if (desktop_id.empty())
        chosen_[account_id] = phone_id;
    else
        desktops_[desktop_id].selected = phone_id;
}

void phones::desktop_connected(desktop_record record, std::shared_ptr<desktop> via)
{
    auto& known = desktops_[record.id];
    known.via = std::move(via);
    known.record = std::move(record);
}

void phones::desktop_gone(const std::string& desktop_id)
{
    const auto known = desktops_.find(desktop_id);
    if (known == desktops_.end())
        return;
    // Its phones stay known, and offline, for when it comes back.
    known->second.via = nullptr;
    for (const auto& phone : list_in(held_, desktop_id))
        phone->state.attached = false;
}

void phones::host_changed(const std::string& desktop_id, std::vector<link::blocker> blockers)
{
    if (const auto known = desktops_.find(desktop_id); known != desktops_.end())
        known->second.record.blockers = std::move(blockers);
}

const std::string& phones::account_of(const std::string& desktop_id)
{
    return desktops_[desktop_id].record.account_id;
}

phone_ptr phones::by_udid(const std::string& desktop_id, std::string_view udid)
{
    const auto& account_id = account_of(desktop_id);
    // Derived, so that a phone keeps its id at every desktop of its account.
    auto id = id_of_phone(account_id, udid);
    if (const auto found = by_id_.find(id); found != by_id_.end())
        return found->second;
    if (list_in(held_, desktop_id).size() >= most_phones_of_a_desktop)
        return nullptr;
    auto phone = std::make_shared<known_phone>();
    phone->id = std::move(id);
    phone->account_id = account_id;
    phone->state.udid = udid;
    phone->created_at = system_clock::now();
    add(phone);
    return phone;
}

phone_ptr phones::changed(const std::string& desktop_id, const link::phone_state& state)
{
    const auto phone = by_udid(desktop_id, state.udid);
    if (!phone)
        return nullptr;
    const bool was_attached = phone->state.attached;
    if (was_attached && !state.attached && phone->desktop_id != desktop_id)
        return phone; // it has moved to another desktop, and the old one tells so late
    if (state.attached) {
        if (!was_attached || phone->desktop_id != desktop_id)
            phone->attached_as = ++attachments_;
        keep_last_known(*phone, state);
    } else {
        phone->state.attached = false;
    }
    hold(phone, desktop_id);
    phone->last_seen_at = system_clock::now();
    return phone;
}

/// A phone that has just come back tells little at first: what it told before still holds.
void phones::keep_last_known(known_phone& phone, const link::phone_state& state)
{
    const auto before = std::exchange(phone.state, state);
    auto& now = phone.state;
    const auto fill = [](std::string& text, const std::string& known) {
        if (text.empty())
            text = known;
    };
    fill(now.name, before.name);
    fill(now.device_name, before.device_name);
    fill(now.product_type, before.product_type);
    fill(now.os_version, before.os_version);
    if (!now.screenshot_size) {
        now.screenshot_size = before.screenshot_size;
        now.turned = before.turned;
    }
    now.native_size = now.native_size ? now.native_size : before.native_size;
    now.scale = now.scale ? now.scale : before.scale;
}

std::vector<phone_ptr> phones::of(std::string_view account_id) const
{
    return list_in(owned_, account_id);
}

result<phone_ptr> phones::find(std::string_view account_id, std::string_view id) const
{
    const auto found = by_id_.find(to_lower(id));
    if (found == by_id_.end() || found->second->account_id != account_id)
        return std::unexpected(phone_not_found(id));
    return found->second;
}

result<phone_ptr> phones::find(const account& who, std::string_view id) const
{
    auto found = find(who.id, id);
    if (found && !who.rights.may_use((*found)->id))
        return std::unexpected(phone_not_found(id));
    return found;
}

result<phone_ptr> phones::find_called(const account& who, std::string_view name) const
{
    auto found = find(who, name);
    if (found || is_uuid(name))
        return found;
    if (auto of_udid = find(who, id_of_phone(who.id, name)))
        return of_udid;
    const auto mine = of(who);
    std::vector<called> all;
    all.reserve(mine.size());
    std::ranges::transform(mine, std::back_inserter(all),
                           [](const auto& each) { return calls_of(*each); });
    const auto places = service::find_called(name, all);
    if (places.empty())
        return found;
    if (places.size() == 1)
        return mine[places.front()];
    std::vector<phone_ptr> those;
    for (const auto place : places)
        those.push_back(mine[place]);
    return std::unexpected(phone_ambiguous(name, those));
}

result<std::string> phones::id_called(const account& who, std::string_view name) const
{
    auto found = find_called(who, name);
    if (found)
        return (*found)->id;
    if (is_uuid(name))
        return to_lower(name);
    return std::unexpected(std::move(found.error()));
}

std::vector<phone_ptr> phones::of(const account& who) const
{
    auto out = of(who.id);
    std::erase_if(out, [&](const auto& each) { return !who.rights.may_use(each->id); });
    return out;
}

phone_ptr phones::of_any_account(const std::string& id) const
{
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
}

result<phone_ptr> phones::the_one(const account& who) const
{
    std::vector<phone_ptr> connected;
    std::ranges::copy_if(of(who), std::back_inserter(connected),
                         [&](const auto& each) { return attached(*each); });
    if (connected.empty())
        return std::unexpected(failure{
            .code = "NO_PHONES_CONNECTED",
            .message = "No phone is connected; plug one in and trust this computer on it."});
    if (connected.size() == 1)
        return connected.front();
    // A choice means nothing while its phone is away, and means it again when it is back.
    const auto chosen = chosen_.find(who.id);
    for (const auto& each : connected)
        if (chosen != chosen_.end() && each->id == chosen->second)
            return each;
    return std::unexpected(
        failure{.code = "NO_PHONE_SELECTED",
                .message = "Several phones are connected; name one in the path, or choose one with "
                           "POST /v1/phones/{phone_id}/select."});
}

bool phones::attached(const known_phone& phone) const
{
    const auto holder = desktops_.find(phone.desktop_id);
    return phone.state.attached && holder != desktops_.end() && holder->second.via;
}

phone_ptr phones::active_on(const known_desktop& holder) const
{
    phone_ptr first;
    for (const auto& each : list_in(held_, holder.record.id)) {
        if (!attached(*each))
            continue;
        if (each->id == holder.selected)
            return each;
        // The one that came first: plugging in another changes nothing.
        if (!first || each->attached_as < first->attached_as)
            first = each;
    }
    return first;
}

connection_status phones::status_of(const known_phone& phone) const
{
    if (!attached(phone))
        return connection_status::offline;
    const auto active = active_on(desktops_.find(phone.desktop_id)->second);
    return active->id == phone.id ? connection_status::online : connection_status::available;
}

bool phones::selected(const known_phone& phone) const
{
    const auto chosen = chosen_.find(phone.account_id);
    return chosen != chosen_.end() && chosen->second == phone.id;
}

result<std::shared_ptr<desktop>> phones::reach(const known_phone& phone) const
{
    const auto holder = desktops_.find(phone.desktop_id);
    if (holder == desktops_.end() || !holder->second.via)
        return std::unexpected(failure{
            .code = "MAC_APP_NOT_RUNNING",
            .message = "The desktop that held this phone last is offline; start thimbled there.",
            .context = {{"phone_id", phone.id}}});
    if (!phone.state.attached)
        return std::unexpected(failure{.code = "PHONE_NOT_CONNECTED",
                                       .message = "This phone is not connected; plug it in.",
                                       .context = {{"phone_id", phone.id}}});
    return holder->second.via;
}

void phones::select(const known_phone& phone)
{
    chosen_[phone.account_id] = phone.id;
    const auto holder = desktops_.find(phone.desktop_id);
    if (holder != desktops_.end())
        holder->second.selected = phone.id;
}

void phones::forget(const known_phone& phone)
{
    const auto found = by_id_.find(phone.id);
    if (found == by_id_.end())
        return;
    const auto gone = found->second;
    by_id_.erase(found);
    std::erase(phones_, gone);
    std::erase(owned_[gone->account_id], gone);
    std::erase(held_[gone->desktop_id], gone);
}

bool phones::any_desktop(std::string_view account_id) const
{
    return std::ranges::any_of(desktops_, [&](const auto& each) {
        return each.second.via != nullptr && each.second.record.account_id == account_id;
    });
}

std::vector<desktop_record> phones::connected_desktops(std::string_view account_id) const
{
    std::vector<desktop_record> out;
    for (const auto& [id, each] : desktops_)
        if (each.via != nullptr && each.record.account_id == account_id)
            out.push_back(each.record);
    return out;
}

std::vector<phone_ptr> phones::attached_to(std::string_view desktop_id) const
{
    std::vector<phone_ptr> out;
    std::ranges::copy_if(list_in(held_, desktop_id), std::back_inserter(out),
                         [&](const auto& each) { return attached(*each); });
    return out;
}

std::vector<phone_ptr> phones::held_by(std::string_view desktop_id) const
{
    return list_in(held_, desktop_id);
}

std::size_t phones::desktops(bool connected) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        desktops_, [&](const auto& each) { return (each.second.via != nullptr) == connected; }));
}

} // namespace thimble::service
