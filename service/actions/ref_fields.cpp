#include "service/actions/ref_fields.hpp"

namespace thimble::service::api {

namespace {

constexpr std::int64_t longest_ref = 40; // characters

failure unknown_ref(const std::string& ref)
{
    return {.code = "STALE_FRAME",
            .message = "This ref is not known, or no longer; read the elements again.",
            .context = {{"reason", "unknown_ref"}, {"ref", ref}}};
}

struct pixel {
    int x = 0;
    int y = 0;
};

pixel middle_of(const link::seen_element& one)
{
    return {.x = one.x + (one.width / 2), .y = one.y + (one.height / 2)};
}

/// The touch at those coordinates.
link::action placed(const link::touch_ref& what)
{
    return std::visit(
        [&](auto one) -> link::action {
            if constexpr (requires { one.from_x; }) {
                if (what.at) {
                    one.from_x = middle_of(*what.at).x;
                    one.from_y = middle_of(*what.at).y;
                }
                if (what.to) {
                    one.to_x = middle_of(*what.to).x;
                    one.to_y = middle_of(*what.to).y;
                }
            } else if (what.at) {
                one.x = middle_of(*what.at).x;
                one.y = middle_of(*what.at).y;
            }
            return one;
        },
        what.what);
}

} // namespace

parameter ref_field(std::string name, std::string meaning)
{
    return text(std::move(name), 1, longest_ref).means(std::move(meaning));
}

result<meant_element> element_of(const known_phone& phone, const std::string& ref)
{
    const auto found = phone.screens.find_ref(ref);
    if (!found)
        return std::unexpected(unknown_ref(ref));
    const bool same_space = phone.state.screenshot_size == found->space.size &&
                            phone.state.turned == found->space.turned;
    return meant_element{.seen = seen(*found->what, found->app),
                         .held = found->newest && found->read.quiet && same_space &&
                                 found->read.inputs == phone.inputs,
                         .focused = found->what->focused};
}

result<std::optional<meant_element>>
element_given(const known_phone& phone, const arguments& given, const std::string& name)
{
    if (!given.has(name))
        return std::nullopt;
    auto found = element_of(phone, given.text(name));
    if (!found)
        return std::unexpected(std::move(found.error()));
    return std::move(*found);
}

void let_go_of(link::action& what)
{
    if (auto* touch = std::get_if<link::touch_ref>(&what))
        touch->held = false;
    else if (auto* typing = std::get_if<link::type_ref>(&what))
        typing->held = false;
}

std::optional<link::action> at_its_place(const link::action& what)
{
    const auto* touch = std::get_if<link::touch_ref>(&what);
    if (touch == nullptr || !touch->held)
        return std::nullopt;
    return placed(*touch);
}

} // namespace thimble::service::api
