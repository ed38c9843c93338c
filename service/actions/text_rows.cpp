// Keys, typing and the clipboard.
#include "contract/typed_text.hpp"
#include "service/actions/ref_fields.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace {

/// The change to the request that lets it through, where one does. It holds nothing of the text.
failure with_way_out(failure what, const arguments& given)
{
    const auto whole = check_typed_text(given.text("text"), link::typing_method::automatic);
    if (given.text("method") != "auto" && whole)
        what.context["retry_with"] = {{"method", "auto"}};
    return what;
}

/// The field of a ref, with what is typed into it; what has the focus where there is none.
result<link::action> make_type(const known_phone& phone, const arguments& given)
{
    link::type what{.text = given.text("text"),
                    .method = *link::parse_typing_method(given.text("method"))};
    if (auto checked = check_typed_text(what.text, what.method); !checked)
        return std::unexpected(with_way_out(std::move(checked.error()), given));
    auto field = element_given(phone, given, "ref");
    if (!field)
        return std::unexpected(std::move(field.error()));
    if (!*field)
        return what;
    return link::type_ref{.into = (*field)->seen,
                          .held = (*field)->held,
                          .focused = (*field)->focused,
                          .what = std::move(what)};
}

action_row type_row()
{
    return {.name = "type",
            .body = {text("text", 1, most_typed_characters)
                         .limited_by_action() // it depends on the method
                         .needed()
                         .typed_as("TEXT…")
                         .such_as("hello")
                         .means("1 to 100 characters of US-ASCII; with the method auto 1 to 10,000 "
                                "of Unicode. \\n is return and \\t tab; other control characters "
                                "are refused."),
                     choice("method", {"keys", "paste", "auto", "shortcut", "shortcut_legacy"})
                         .otherwise("keys")
                         .means("How it gets there; the last two are old names of auto."),
                     ref_field("ref", "A field that was read before: it is tapped first, unless it "
                                      "has the keyboard already.")},
            .make_for = make_type,
            .documented_as = {.in = chapter::text,
                              .summary = "Type into the field that has the focus",
                              .details = "The text is in no log, no error and no stored job.",
                              .answers = {}},
            .typed_beside = {{"method", "auto"}}};
}

action_row copy_text_row()
{
    return {.name = "copy-text",
            .body = {text("text", 0, most_copied_characters)
                         .needed()
                         .typed_as("TEXT…")
                         .such_as("hello")
                         .means("What the clipboard holds afterwards.")},
            .make = [](const arguments& given) -> result<link::action> {
                return link::copy_text{.text = given.text("text")};
            },
            .documented_as = {
                .in = chapter::text, .summary = "Put a text on the clipboard", .answers = {}}};
}

action_row read_clipboard_row()
{
    return {.name = "read-clipboard",
            .make = [](const arguments&) -> result<link::action> { return link::read_clipboard{}; },
            .documented_as = {.in = chapter::text,
                              .summary = "Read the clipboard",
                              .details = "With `async` the text stands in the job's result.",
                              .answers = {}},
            .record = "clipboard_job",
            .result_example = {{"text", "Room 12, 9:30"}, {"empty", false}}};
}

} // namespace

std::vector<action_row> text_rows()
{
    return {type_row(), copy_text_row(), read_clipboard_row()};
}

} // namespace thimble::service::api
