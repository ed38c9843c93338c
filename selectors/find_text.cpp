#include "selectors/find_text.hpp"

#include "text/folded_text.hpp"
#include "text/lists.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace thimble::service {

namespace {

using words = std::span<const screen::recognised_word>;

/// Below this a word is a guess: drawings are read as such, too.
constexpr double certain_word = 0.6;

/// Of words within a line, which may be part of a sentence.
constexpr double within_a_line = 0.9;

/// Nobody names more words of a longer line.
constexpr std::size_t longest_part = 8;

/// As it is typed: curly marks become straight ones.
std::string with_plain_marks(std::string text)
{
    struct form {
        std::string_view curly;
        std::string_view plain;
    };
    for (const auto& [curly, plain] :
         {form{"’", "'"}, form{"‘", "'"}, form{"“", "\""}, form{"”", "\""}})
        for (auto at = text.find(curly); at != std::string::npos; at = text.find(curly, at))
            text.replace(at, curly.size(), plain);
    return text;
}

std::string text_of(words line)
{
    return with_plain_marks(joined(line, " ", &screen::recognised_word::text));
}

double confidence_of(words line)
{
    return std::ranges::min(line, {}, &screen::recognised_word::confidence).confidence;
}

/// Single letters are what edges and icons are read as.
bool says_something(std::string_view text)
{
    return std::ranges::count_if(text, [](char c) {
               return (c & 0x80) != 0 || std::isalnum(static_cast<unsigned char>(c)) != 0;
           }) > 1;
}

screen_element element_of(words line)
{
    screen_element out;
    out.label = text_of(line);
    out.type = "Text";
    const auto& first = line.front().where;
    int right = first.x + first.width;
    int bottom = first.y + first.height;
    out.x = first.x;
    out.y = first.y;
    for (const auto& [text, where, confidence] : line) {
        out.x = std::min(out.x, where.x);
        out.y = std::min(out.y, where.y);
        right = std::max(right, where.x + where.width);
        bottom = std::max(bottom, where.y + where.height);
    }
    out.width = right - out.x;
    out.height = bottom - out.y;
    return out;
}

/// Everything that may be meant, and how certain each is.
struct choice {
    text_elements elements;
    std::vector<double> confidences;

    void add(words line)
    {
        auto element = element_of(line);
        if (!says_something(element.label))
            return;
        elements.push_back(std::move(element));
        confidences.push_back(confidence_of(line));
    }
};

choice whole_lines(std::span<const screen::recognised_line> lines)
{
    choice out;
    for (const words line : lines)
        out.add(line);
    return out;
}

choice parts_of_lines(std::span<const screen::recognised_line> lines)
{
    choice out;
    for (const words line : lines)
        for (std::size_t first = 0; first < line.size(); ++first)
            for (std::size_t count = 1; count <= std::min(longest_part, line.size() - first);
                 ++count)
                out.add(line.subspan(first, count));
    return out;
}

/// `worth` is how far such a match is trusted.
result<text_match> found_among(std::string_view selector, const choice& all, double worth)
{
    const auto found = find_exactly(selector, all.elements);
    if (!found)
        return std::unexpected(found.error());
    const auto which = std::distance(all.elements.data(), found->element);
    const double read = all.confidences.at(static_cast<std::size_t>(which));
    if (read < certain_word)
        return std::unexpected(no_match(selector, all.elements));
    return text_match{.element = *found->element, .confidence = read * worth};
}

bool is_ambiguous(const failure& why)
{
    return why.context.value("reason", "") == "ambiguous";
}

} // namespace

text_elements named_texts(std::span<const screen::recognised_line> lines)
{
    text_elements out;
    for (const words line : lines)
        if (confidence_of(line) >= certain_word && says_something(text_of(line)))
            out.push_back(element_of(line));
    return out;
}

result<text_match> find_text(std::string_view selector,
                             std::span<const screen::recognised_line> lines)
{
    const auto plain = with_plain_marks(std::string(selector));
    auto found = found_among(plain, whole_lines(lines), 1);
    if (!found && !is_ambiguous(found.error()))
        found = found_among(plain, parts_of_lines(lines), within_a_line);
    return found;
}

} // namespace thimble::service
