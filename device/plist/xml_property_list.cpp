#include "device/plist/property_list_formats.hpp"
#include "text/ascii.hpp"
#include "text/base64.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

// The part of XML that property lists are written in: elements without meaning in their attributes,
// the five named entities and numeric ones, comments, CDATA. A document type with declarations of
// its own is refused, so that no entity grows.

namespace thimble::device::plist {
namespace {

[[noreturn]] void refuse_xml_list()
{
    throw malformed_property_list("The XML property list is damaged.");
}

std::string without_blanks(std::string_view text)
{
    std::string rest;
    for (const char each : text)
        if (!service::is_blank({&each, 1}))
            rest += each;
    return rest;
}

/// "2026-11-26T12:00:00Z"
std::chrono::sys_seconds date_of(std::string_view text)
{
    constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
    if (text.size() != form.size())
        refuse_xml_list();
    for (std::size_t at = 0; at < form.size(); ++at)
        if (form[at] == 'd' ? !service::is_digit(text[at]) : text[at] != form[at])
            refuse_xml_list();
    const auto number = [&](std::size_t at, std::size_t digits) {
        int value = 0;
        std::from_chars(text.data() + at, text.data() + at + digits, value);
        return value;
    };
    namespace chrono = std::chrono;
    const chrono::year_month_day day(chrono::year(number(0, 4)),
                                     chrono::month(static_cast<unsigned>(number(5, 2))),
                                     chrono::day(static_cast<unsigned>(number(8, 2))));
    if (!day.ok() || number(11, 2) > 23 || number(14, 2) > 59 || number(17, 2) > 60)
        refuse_xml_list();
    return chrono::sys_days(day) + chrono::hours(number(11, 2)) + chrono::minutes(number(14, 2)) +
           chrono::seconds(number(17, 2));
}

template <class Number>
std::optional<Number> number_of(std::string_view digits, int base)
{
    Number value = 0;
    const auto* const end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, value, base);
    return error == std::errc{} && stopped == end ? std::optional(value) : std::nullopt;
}

property_value integer_of(std::string_view text)
{
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (text.starts_with('+') || hexadecimal)
        text.remove_prefix(hexadecimal ? 2 : 1);
    if (const auto value = number_of<std::int64_t>(text, hexadecimal ? 16 : 10))
        return {*value};
    const auto large = number_of<std::uint64_t>(text, hexadecimal ? 16 : 10);
    if (!large)
        refuse_xml_list();
    return {*large};
}

class xml_list_reader {
public:
    explicit xml_list_reader(std::string_view content) : left_(content)
    {
        if (left_.starts_with("\xEF\xBB\xBF"))
            left_.remove_prefix(3);
    }

    property_value root()
    {
        const auto first = next_tag();
        return first.name == "plist" ? value(next_tag(), 0) : value(first, 0);
    }

private:
    struct tag {
        std::string_view name;
        bool closes = false; // "</name>"
        bool empty = false;  // "<name/>"
    };

    property_value value(const tag& of, int depth)
    {
        budget_.take_value(depth);
        if (of.closes)
            refuse_xml_list();
        if (of.name == "dict")
            return {dictionary(of, depth)};
        if (of.name == "array")
            return {array(of, depth)};
        const auto text = text_of(of);
        if (of.name == "string")
            return {text};
        if (of.name == "true" || of.name == "false")
            return {of.name == "true"};
        if (of.name == "integer")
            return integer_of(service::trim(text, " \t\r\n"));
        if (of.name == "real")
            return {std::strtod(text.c_str(), nullptr)};
        if (of.name == "date")
            return {date_of(service::trim(text, " \t\r\n"))};
        if (of.name != "data")
            refuse_xml_list();
        return {data_of(text)};
    }

    static property_data data_of(std::string_view text)
    {
        const auto bytes = service::decode_base64(without_blanks(text));
        if (!bytes)
            refuse_xml_list();
        return {std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size())};
    }

    property_array array(const tag& of, int depth)
    {
        property_array items;
        while (!of.empty) {
            const auto next = next_tag();
            if (next.closes && next.name == of.name)
                break;
            items.push_back(value(next, depth + 1));
        }
        return items;
    }

    property_dictionary dictionary(const tag& of, int depth)
    {
        property_dictionary members;
        while (!of.empty) {
            const auto next = next_tag();
            if (next.closes && next.name == of.name)
                break;
            if (next.closes || next.name != "key")
                refuse_xml_list();
            auto key = text_of(next);
            members.insert_or_assign(std::move(key), value(next_tag(), depth + 1));
        }
        return members;
    }

    /// After comments, instructions and the document type.
    tag next_tag()
    {
        for (;;) {
            left_.remove_prefix(std::min(left_.find_first_not_of(" \t\r\n"), left_.size()));
            if (left_.starts_with("<?"))
                skip_to("?>");
            else if (left_.starts_with("<!--"))
                skip_to("-->");
            else if (left_.starts_with("<!DOCTYPE"))
                skip_document_type();
            else
                return read_tag();
        }
    }

    void skip_to(std::string_view end)
    {
        const auto found = left_.find(end);
        if (found == std::string_view::npos)
            refuse_xml_list();
        left_.remove_prefix(found + end.size());
    }

    void skip_document_type()
    {
        const auto end = left_.find('>');
        if (left_.substr(0, end).find('[') != std::string_view::npos)
            refuse_xml_list();
        skip_to(">");
    }

    tag read_tag()
    {
        const auto end = left_.find('>');
        if (!left_.starts_with('<') || end == std::string_view::npos)
            refuse_xml_list();
        auto inside = left_.substr(1, end - 1);
        left_.remove_prefix(end + 1);
        tag read;
        read.closes = inside.starts_with('/');
        if (read.closes)
            inside.remove_prefix(1);
        read.empty = inside.ends_with('/');
        if (read.empty)
            inside.remove_suffix(1);
        read.name = inside.substr(0, inside.find_first_of(" \t\r\n"));
        return read;
    }

    /// The text up to the element's end.
    std::string text_of(const tag& of)
    {
        std::string text;
        while (!of.empty) {
            const auto next = left_.find_first_of("<&");
            if (next == std::string_view::npos)
                refuse_xml_list();
            text += left_.substr(0, next);
            left_.remove_prefix(next);
            if (left_.starts_with("<![CDATA["))
                add_literally(text);
            else if (left_.starts_with("<!--"))
                skip_to("-->");
            else if (left_.starts_with('&'))
                add_entity(text);
            else
                break;
        }
        if (!of.empty) {
            const auto end = read_tag();
            if (!end.closes || end.name != of.name)
                refuse_xml_list();
        }
        budget_.take_bytes(text.size());
        if (!service::is_utf8(text))
            refuse_xml_list();
        return text;
    }

    void add_literally(std::string& to)
    {
        constexpr std::string_view begin = "<![CDATA[";
        left_.remove_prefix(begin.size());
        const auto before = left_;
        skip_to("]]>");
        to += before.substr(0, before.size() - left_.size() - 3);
    }

    void add_entity(std::string& to)
    {
        constexpr std::size_t longest = 12;
        const auto end = left_.substr(0, longest).find(';');
        if (end == std::string_view::npos)
            refuse_xml_list();
        const auto name = left_.substr(1, end - 1);
        left_.remove_prefix(end + 1);
        if (name.starts_with('#')) {
            const bool hexadecimal = name.starts_with("#x");
            const auto digits = name.substr(hexadecimal ? 2 : 1);
            const auto point = number_of<std::uint32_t>(digits, hexadecimal ? 16 : 10);
            if (!point || !append_utf8(to, *point))
                refuse_xml_list();
            return;
        }
        constexpr std::array<std::pair<std::string_view, char>, 5> named{
            {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};
        for (const auto& [known, character] : named)
            if (name == known) {
                to += character;
                return;
            }
        refuse_xml_list();
    }

    std::string_view left_;
    property_budget budget_;
};

} // namespace

property_value read_xml_property_list(std::string_view content)
{
    return xml_list_reader(content).root();
}

} // namespace thimble::device::plist
