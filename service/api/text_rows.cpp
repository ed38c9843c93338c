// Keys, typing and the clipboard.
#include "service/api/action_row.hpp"
#include "service/typed_text.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace {

/// What a body can hold; the real limits depend on the method.
constexpr std::int64_t longest_text = 1 << 20;

result<link::action> make_type(const arguments& given)
{
    link::type what{.text = given.text("text"),
                    .method = *link::parse_typing_method(given.text("method"))};
    if (auto checked = check_typed_text(what.text, what.method); !checked)
        return std::unexpected(std::move(checked.error()));
    return what;
}

action_row type_row()
{
    return {.name = "type",
            .body = {text("text", 1, longest_text).needed(),
                     choice("method", {"keys", "paste", "auto", "shortcut", "shortcut_legacy"})
                         .otherwise("keys")},
            .make = make_type};
}

action_row copy_text_row()
{
    return {.name = "copy-text",
            .body = {text("text", 0, most_copied_characters).needed()},
            .make = [](const arguments& given) -> result<link::action> {
                return link::copy_text{.text = given.text("text")};
            }};
}

nlohmann::ordered_json clipboard_content(const known_phone& /*phone*/, const job& work)
{
    nlohmann::ordered_json record;
    const auto& value = work.result().value;
    for (const auto* name : {"text", "empty"})
        record[name] = value.value(name, nlohmann::json());
    record["job_id"] = work.id();
    return record;
}

action_row read_clipboard_row()
{
    return {.name = "read-clipboard",
            .make = [](const arguments&) -> result<link::action> { return link::read_clipboard{}; },
            .beside = clipboard_content};
}

} // namespace

std::vector<action_row> text_rows()
{
    return {type_row(), copy_text_row(), read_clipboard_row()};
}

} // namespace thimble::service::api
