#include "service/document/docs_parts.hpp"
#include "service/document/example.hpp"
#include "service/document/html.hpp"
#include "text/lists.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::service::contract {

using boost::beast::http::verb;

namespace {

/// The path of the heading, with the phone's id from the shell.
std::string path_for_shell(const endpoint& row)
{
    constexpr std::string_view place = "{phone_id}";
    auto out = row.paths.front();
    if (const auto at = out.find(place); at != std::string::npos)
        out.replace(at, place.size(), "$PHONE_ID");
    return out;
}

std::string command_line(const endpoint& row)
{
    std::string out = "curl";
    if (row.method != verb::get)
        out += " -X " + std::string(to_string(row.method));
    if (row.open_to != endpoint::access::everybody)
        out += " -H \"X-API-Key: $THIMBLE_API_KEY\"";
    if (row.takes_file)
        out += " -T FILE";
    else if (const auto body = example_of(row.body); takes_body(row) && !body.empty())
        out += " --json '" + body.dump() + "'";
    return out + " $THIMBLE_URL" + path_for_shell(row);
}

/// `caption` is HTML, `text` is not.
std::string figure(std::string_view caption, std::string_view text)
{
    return "<figure><figcaption>" + std::string(caption) + "</figcaption><pre>" +
           html::escaped(text) + "</pre></figure>\n";
}

/// ", with `async`"; empty where it is always that record.
std::string case_of(const good_answer& what, const std::string& record_name)
{
    const auto found = what.when.find(record_name);
    return found == what.when.end() ? "" : ", " + html::prose(found->second);
}

std::string status_of(const good_answer& what)
{
    return "<b>" + std::to_string(what.status) + "</b> ";
}

/// The first that a media type begins with.
constexpr std::array kinds_of_content{
    std::pair{"text/event-stream", "a stream of events, each as it happens"},
    std::pair{"multipart/", "a stream of pictures, one after the other"},
    std::pair{"application/x-ndjson", "lines of JSON, an object each"},
    std::pair{"application/json", "the document itself, in JSON"},
    std::pair{"application/zip", "an archive of pictures"},
    std::pair{"image/", "a picture"},
    std::pair{"video/", "a video"},
    std::pair{"font/", "a font"},
    std::pair{"text/", "a text"},
};

std::string_view kind_of_content(std::string_view media_type)
{
    const auto* const found = std::ranges::find_if(
        kinds_of_content, [&](const auto& each) { return media_type.starts_with(each.first); });
    return found == kinds_of_content.end() ? media_type : found->second;
}

/// Kinds of the answers that are no JSON of the contract, each once.
std::string content_in_words(const good_answer& what)
{
    std::vector<std::string_view> kinds;
    for (const auto& type : what.media_types)
        if (std::ranges::find(kinds, kind_of_content(type)) == kinds.end())
            kinds.push_back(kind_of_content(type));
    return joined(kinds, " or ");
}

std::string_view words_without_content(unsigned status)
{
    constexpr unsigned switching_protocols = 101;
    constexpr unsigned see_other = 303;
    if (status == switching_protocols)
        return "a WebSocket from here on";
    return status == see_other ? "no body; the address is in `Location`" : "no body";
}

std::string example_answer(const good_answer& what)
{
    std::string out;
    for (const auto& name : what.records)
        out += figure(status_of(what) + type_in_words(record_reference(name)) + case_of(what, name),
                      example_of(what, name).dump(2));
    if (!what.media_types.empty())
        return out + "<p class=\"place\">" + status_of(what) + (out.empty() ? "" : "or ") +
               html::prose(content_in_words(what)) + "</p>\n";
    if (out.empty())
        return "<p class=\"place\">" + status_of(what) +
               html::prose(words_without_content(what.status)) + "</p>\n";
    return out;
}

} // namespace

std::string docs_examples(const endpoint& row)
{
    auto out = "<h4>Example</h4>\n" + figure("Request", command_line(row));
    for (const auto& each : row.documented_as.answers)
        out += example_answer(each);
    return out;
}

} // namespace thimble::service::contract
