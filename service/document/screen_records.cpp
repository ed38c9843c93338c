// Records of service/screens and of the endpoints about a screen's elements.
#include "service/document/records.hpp"

namespace thimble::service::contract {

namespace {

/// Of an element that can only be named, by its label and place.
std::vector<member> members_of_place()
{
    return {{"label", such_as(text_schema(), "Wi-Fi"), "Else its identifier, or its value."},
            {"type", such_as(text_schema(), "Cell"), "Button, TextField, …"},
            {"x", such_as(integer_schema(), 17)},
            {"y", such_as(integer_schema(), 520)},
            {"width", such_as(integer_schema(), 586)},
            {"height", such_as(integer_schema(), 46)}};
}

std::vector<member> members_of_element()
{
    return {
        {"ref", such_as(or_null(text_schema()), "kqfw14"),
         "Stands for the element in touches and in `type`; null where it cannot be found again."},
        {"label", such_as(text_schema(), "Wi-Fi"), "Else its identifier, or its value."},
        {"type", such_as(text_schema(), "Cell"), "Button, TextField, …"},
        {"x", such_as(integer_schema(), 17)},
        {"y", such_as(integer_schema(), 520)},
        {"width", such_as(integer_schema(), 586)},
        {"height", such_as(integer_schema(), 46)},
        {"enabled", such_as(flag_schema(), true)},
        {"value", such_as(or_null(text_schema()), "Home"),
         "What stands in it, or what it is set to."},
        {"identifier", such_as(or_null(text_schema()), "com.apple.settings.wifi"),
         "That the app's author gave it."},
        {"placeholder", such_as(or_null(text_schema()), nullptr),
         "What a field shows while it is empty."},
        {"focused", flag_schema(), "What is typed goes there."},
        {"selected", flag_schema(), "The chosen one of several."},
        {"on", such_as(or_null(flag_schema()), nullptr), "Of a switch."},
        {"traits", such_as(list_schema(text_schema()), schema::array({"Button"})),
         "As iOS calls them."},
        {"actions", such_as(list_schema(text_schema()), schema::array({"tap"})),
         "What does something with it."},
        {"covered", flag_schema(), "By an alert: a touch does not reach it."}};
}

std::vector<member> members_of_screen()
{
    return {
        {"frame_id", or_null(uuid_schema()), "For actions' `frame_id`, and for `since`."},
        {"app", such_as(or_null(text_schema()), "Settings"), "What the app in front is called."},
        {"element_count", such_as(integer_schema(), 36), "So many there are, whatever the limit."},
        {"since", such_as(or_null(uuid_schema()), nullptr),
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
        {"candidate_element", object_schema(members_of_place())},
        and_more("seen_element", members_of_element(),
                 {{"source", words_schema({"tree", "ocr"})},
                  {"confidence", such_as(number_schema(), 1)}}),
        {"found_element", object_schema(std::vector<member>{
                              {"element", or_null(record_reference("seen_element"))}})},
        and_more("elements", members_of_screen(),
                 {{"elements", list_schema(record_reference("element")),
                   "With `since`, those that are new or different."},
                  {"gone", such_as(list_schema(text_schema()), schema::array()),
                   "Refs of those that were there before."}}),
        and_more("screen_digest", members_of_screen(),
                 {{"digest",
                   such_as(text_schema(), "app \"Settings\"\nkqfw13 switch \"Airplane Mode\" "
                                          "off\nkqfw14 cell \"Wi-Fi, Home\"\nand 34 more cell"),
                   "A line for an element, which begins with its ref."},
                  {"tokens", such_as(integer_schema(), 23), "Of four bytes each."}}),
        {"wait", object_schema(std::vector<member>{
                     {"until", words_schema({"there", "gone", "still"})},
                     {"element", or_null(record_reference("seen_element")),
                      "The one that is there; null where several are, or that was not asked for."},
                     {"ambiguous", flag_schema(),
                      "Several elements fit the selector, so that a touch by it would be refused."},
                     {"candidates",
                      such_as(list_schema(record_reference("candidate_element")), schema::array()),
                      "Of them the nearest five, where it is ambiguous."},
                     {"elapsed_ms", such_as(integer_schema(), 640)}})},
    };
}

} // namespace thimble::service::contract
