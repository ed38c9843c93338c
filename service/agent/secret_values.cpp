#include "service/agent/secret_values.hpp"

#include "service/agent/compared_text.hpp"
#include "service/agent/secrets.hpp"
#include "text/ascii.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace thimble::service::agent {

namespace {

constexpr std::string_view written_opening = "{{secret:";
constexpr std::string_view written_closing = "}}";

} // namespace

void secret_values::add(std::string name, std::string_view value)
{
    auto wanted = compared(value).text;
    const bool literal = wanted.size() < shortest_secret;
    if (literal)
        wanted = to_lower(value); // the punctuation counts then
    if (wanted.size() < shortest_secret)
        return;
    const auto known = std::ranges::find_if(
        rows_, [&](const row& each) { return each.name == name && each.wanted == wanted; });
    if (known != rows_.end()) {
        known->added = ++added_;
        return;
    }
    rows_.push_back({.name = std::move(name),
                     .wanted = std::move(wanted),
                     .literal = literal,
                     .added = ++added_});
    drop_oldest();
    prepared_ = false;
}

void secret_values::drop_oldest()
{
    if (rows_.size() > most_values)
        rows_.erase(std::ranges::min_element(rows_, {}, &row::added));
}

secret_values::searcher secret_values::searcher_of(bool literal) const
{
    searcher out;
    std::vector<std::string> patterns;
    for (std::size_t at = 0; at < rows_.size(); ++at)
        if (rows_[at].literal == literal) {
            patterns.push_back(rows_[at].wanted);
            out.rows.push_back(at);
        }
    out.search = pattern_search(patterns);
    return out;
}

/// Once for all values that have been added since the last search.
void secret_values::prepare() const
{
    if (prepared_)
        return;
    values_ = searcher_of(false);
    literals_ = searcher_of(true);
    prepared_ = true;
}

void secret_values::find_names(std::string_view text, std::vector<match>& out) const
{
    for (auto at = text.find(written_opening); at != std::string_view::npos;
         at = text.find(written_opening, at + 1)) {
        const auto rest =
            text.substr(at + written_opening.size(), longest_secret_name + written_closing.size());
        const auto ends = rest.find(written_closing);
        if (ends == std::string_view::npos ||
            std::ranges::find(rows_, rest.substr(0, ends), &row::name) == rows_.end())
            continue;
        const auto length = written_opening.size() + ends + written_closing.size();
        out.push_back({.begin = at, .end = at + length});
    }
}

void secret_values::find_values(std::string_view text, std::vector<match>& out) const
{
    if (values_.rows.empty())
        return;
    const auto searched = compared(text);
    for (const auto& each : values_.search.find(searched.text).hits) {
        const auto row = values_.rows[each.pattern];
        const auto last = each.place + rows_[row].wanted.size() - 1;
        out.push_back(
            {.begin = searched.places[each.place], .end = searched.places[last] + 1, .row = row});
    }
}

void secret_values::find_literals(std::string_view text, std::vector<match>& out) const
{
    if (literals_.rows.empty())
        return;
    for (const auto& each : literals_.search.find(to_lower(text)).hits) {
        const auto row = literals_.rows[each.pattern];
        out.push_back(
            {.begin = each.place, .end = each.place + rows_[row].wanted.size(), .row = row});
    }
}

/// By their beginnings; of those that begin together a name comes first, then the longest value.
std::vector<secret_values::match> secret_values::matches_in(std::string_view text) const
{
    prepare();
    std::vector<match> out;
    find_names(text, out);
    find_values(text, out);
    find_literals(text, out);
    std::ranges::sort(out, {}, [](const match& each) {
        const auto backwards = std::numeric_limits<std::size_t>::max() - each.end;
        return std::tuple(each.begin, each.row != no_row, backwards, each.row);
    });
    return out;
}

std::string secret_values::without_secrets(std::string_view text) const
{
    if (rows_.empty() || text.size() < shortest_secret)
        return std::string(text);
    std::string out;
    std::size_t done = 0; // of `text`
    for (const auto& each : matches_in(text)) {
        if (each.begin < done)
            continue;
        out += text.substr(done, each.begin - done);
        if (each.row == no_row) {
            out += text.substr(each.begin, each.end - each.begin); // may look like a value
        } else {
            out += written_opening;
            out += rows_[each.row].name;
            out += written_closing;
        }
        done = each.end;
    }
    return out += text.substr(done);
}

} // namespace thimble::service::agent
