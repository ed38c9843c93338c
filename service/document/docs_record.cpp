#include "service/document/docs_parts.hpp"
#include "service/document/html.hpp"
#include "text/lists.hpp"

namespace thimble::service::contract {

namespace {

std::string words_of(const schema& values)
{
    return joined(values, ", ",
                  [](const schema& each) { return html::code(each.get<std::string>()); });
}

std::string any_of(const schema& several)
{
    return joined(several, " or ", [](const schema& each) {
        return each.is_string() ? each.get<std::string>() : type_in_words(each);
    });
}

std::string type_of(const schema& what)
{
    const auto format = what.value("format", "");
    if (format == "date-time")
        return "time";
    return format == "uuid" ? "UUID" : what.at("type").get<std::string>();
}

} // namespace

std::string type_in_words(const schema& what)
{
    if (what.contains("$ref")) {
        const auto name = referenced_record(what);
        return html::link_to("record-" + html::anchor(name), html::escaped(name));
    }
    for (const auto* several : {"anyOf", "oneOf"})
        if (what.contains(several))
            return any_of(what.at(several));
    if (what.contains("enum"))
        return words_of(what.at("enum"));
    if (!what.contains("type"))
        return "anything";
    if (what.at("type").is_array())
        return any_of(what.at("type"));
    const auto type = type_of(what);
    return type == "array" ? "list of " + type_in_words(what.at("items")) : type;
}

std::string docs_record(const record& what)
{
    std::string out = "<section class=\"record\" id=\"record-" + html::anchor(what.name) +
                      "\"><h3>" + html::escaped(what.name) + "</h3>\n";
    const auto members = what.shape.find("properties");
    if (members == what.shape.end())
        return out + "<p>" + type_in_words(what.shape) + "</p></section>\n";
    out += "<table>\n";
    for (const auto& [name, of] : members->items())
        out += "<tr><td>" + html::code(name) + "</td><td class=\"type\">" + type_in_words(of) +
               "</td><td>" + html::prose(of.value("description", "")) + "</td></tr>\n";
    return out + "</table></section>\n";
}

} // namespace thimble::service::contract
