// Records of service/screens and of the endpoints about a screen's elements.
#include "service/document/records.hpp"

namespace thimble::service::contract {

namespace {

std::vector<member> members_of_element()
{
    return {
        {"ref", or_null(text_schema()),
         "Stands for the element in touches and in `type`; null where it cannot be found again."},
        {"label", text_schema(), "Else its identifier, or its value."},
        {"type", text_schema(), "Button, TextField, …"},
        {"x", integer_schema()},
        {"y", integer_schema()},
        {"width", integer_schema()},
        {"height", integer_schema()},
        {"enabled", flag_schema()},
        {"value", or_null(text_schema()), "What stands in it, or what it is set to."},
        {"identifier", or_null(text_schema()), "That the app's author gave it."},
        {"placeholder", or_null(text_schema()), "What a field shows while it is empty."},
        {"focused", flag_schema(), "What is typed goes there."},
        {"selected", flag_schema(), "The chosen one of several."},
        {"on", or_null(flag_schema()), "Of a switch."},
        {"traits", list_schema(text_schema()), "As iOS calls them."},
        {"actions", list_schema(text_schema()), "What does something with it."},
        {"covered", flag_schema(), "By an alert: a touch does not reach it."}};
}

std::vector<member> members_of_screen()
{
    return {{"frame_id", or_null(uuid_schema()), "For actions' `frame_id`, and for `since`."},
            {"app", or_null(text_schema()), "What the app in front is called."},
            {"element_count", integer_schema(), "So many there are, whatever the limit."},
            {"since", or_null(uuid_schema()),
             "The frame that this is the difference from; null: this is all of it."}};
}

record and_more(std::string name, std::vector<member> members, const std::vector<member>& more)
{
    members.insert(members.end(), more.begin(), more.end());
    return {std::move(name), object_schema(members)};
}

} // namespace

std::vector<record> screen_records()
{
    return {
        {"element", object_schema(members_of_element())},
        and_more("seen_element", members_of_element(),
                 {{"source", words_schema({"tree", "ocr"})}, {"confidence", number_schema()}}),
        {"found_element", object_schema(std::vector<member>{
                              {"element", or_null(record_reference("seen_element"))}})},
        and_more("elements", members_of_screen(),
                 {{"elements", list_schema(record_reference("element")),
                   "With `since`, those that are new or different."},
                  {"gone", list_schema(text_schema()), "Refs of those that were there before."}}),
        and_more("screen_digest", members_of_screen(),
                 {{"digest", text_schema(), "A line for an element, which begins with its ref."},
                  {"tokens", integer_schema(), "Of four bytes each."}}),
        {"wait", object_schema(std::vector<member>{
                     {"until", words_schema({"there", "gone", "still"})},
                     {"element", or_null(record_reference("seen_element")),
                      "The one that is there; null where several are, or that was not asked for."},
                     {"elapsed_ms", integer_schema()}})},
    };
}

} // namespace thimble::service::contract
