#include "service/agent/history.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace thimble::service::agent {

namespace {

constexpr std::string_view dropped_picture = "[An older picture of the screen, no longer kept.]";
constexpr std::string_view not_carried_out = "This was not carried out.";
constexpr std::string_view said_nothing = "[No answer.]";

std::size_t pictures_in(const models::part& what)
{
    if (const auto* result = std::get_if<models::tool_result>(&what))
        return result->pictures.size();
    return std::holds_alternative<screen::picture>(what) ? 1 : 0;
}

std::size_t pictures_in(const models::message& what)
{
    std::size_t count = 0;
    for (const auto& each : what.parts)
        count += pictures_in(each);
    return count;
}

/// The oldest picture of a part that has one.
void drop_picture(models::part& from)
{
    auto* result = std::get_if<models::tool_result>(&from);
    if (result == nullptr) {
        from = std::string(dropped_picture);
        return;
    }
    result->pictures.erase(result->pictures.begin());
    if (!result->text.empty())
        result->text += '\n';
    result->text += dropped_picture;
}

std::size_t bytes_of_text(const models::part& what)
{
    if (const auto* text = std::get_if<std::string>(&what))
        return text->size();
    if (const auto* thought = std::get_if<models::thought>(&what))
        return thought->text.size() + thought->signature.size();
    if (const auto* use = std::get_if<models::tool_use>(&what))
        return use->name.size() + use->arguments.size();
    if (const auto* result = std::get_if<models::tool_result>(&what))
        return result->text.size();
    return 0;
}

/// Thoughts alone are no reply that a provider takes back.
bool says_something(const models::part& what)
{
    const auto* text = std::get_if<std::string>(&what);
    return text != nullptr ? !text->empty() : std::holds_alternative<models::tool_use>(what);
}

} // namespace

models::message& history::last_from(models::speaker who)
{
    if (messages_.empty() || messages_.back().from != who)
        messages_.push_back({.from = who});
    return messages_.back();
}

void history::add_from_user(std::vector<models::part> parts)
{
    close_uses(not_carried_out);
    for (const auto& each : parts)
        bytes_ += bytes_of_text(each);
    std::ranges::move(parts, std::back_inserter(last_from(models::speaker::user).parts));
    drop_old_pictures();
}

void history::add_reply(std::vector<models::part> parts)
{
    close_uses(not_carried_out);
    if (std::ranges::none_of(parts, says_something))
        parts.emplace_back(std::string(said_nothing));
    for (auto& each : parts)
        if (auto* use = std::get_if<models::tool_use>(&each)) {
            name_use(*use);
            open_.push_back(*use);
        }
    for (const auto& each : parts)
        bytes_ += bytes_of_text(each);
    std::ranges::move(parts, std::back_inserter(last_from(models::speaker::model).parts));
}

void history::name_use(models::tool_use& use)
{
    const auto is_taken = [&] {
        return use.id.empty() ||
               std::ranges::find(open_, use.id, &models::tool_use::id) != open_.end();
    };
    while (is_taken())
        use.id = "use_" + std::to_string(++named_uses_);
}

void history::add_result(models::tool_result what)
{
    const auto use = std::ranges::find(open_, what.id, &models::tool_use::id);
    if (use == open_.end())
        throw std::logic_error("a result of no use");
    open_.erase(use);
    bytes_ += what.text.size();
    last_from(models::speaker::user).parts.emplace_back(std::move(what));
    drop_old_pictures();
}

void history::close_uses(std::string_view text)
{
    for (auto& each : std::exchange(open_, {}))
        last_from(models::speaker::user)
            .parts.emplace_back(models::tool_result{
                .id = std::move(each.id), .text = std::string(text), .failed = true});
}

void history::drop_old_pictures()
{
    std::size_t count = 0;
    for (auto message = messages_.rbegin(); message != messages_.rend(); ++message)
        for (auto part = message->parts.rbegin(); part != message->parts.rend(); ++part) {
            count += pictures_in(*part);
            for (; count > kept_pictures; --count)
                drop_picture(*part);
        }
}

std::size_t history::stable_messages() const
{
    const auto shows = std::ranges::find_if(
        messages_, [](const models::message& each) { return pictures_in(each) > 0; });
    const auto before = static_cast<std::size_t>(shows - messages_.begin());
    const bool grows = !messages_.empty(); // until somebody else speaks
    return std::min(before, messages_.size() - (grows ? 1 : 0));
}

} // namespace thimble::service::agent
