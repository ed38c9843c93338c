// A digest in lines: the headline, the elements that can be acted upon first, and counts of what
// does not fit; or the lines that are different from another screen.
#include "service/screens/digest.hpp"

#include "link/cut_text.hpp"
#include "selectors/element_kinds.hpp"
#include "text/ascii.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace thimble::service {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t digest_bytes = most_digest_tokens * bytes_of_token;
constexpr std::size_t last_line = 90;     // bytes that are kept free for the counts
constexpr std::size_t longest_label = 48; // bytes
constexpr std::size_t longest_value = 64;

struct type_word {
    std::string_view type;
    std::string_view word;
};

constexpr std::array words{type_word{"StaticText", "text"}, type_word{"TextField", "field"},
                           type_word{"TextView", "field"}, type_word{"SearchField", "search"},
                           type_word{"SecureTextField", "password"}};

std::string word_of(std::string_view type)
{
    const auto* const found = std::ranges::find(words, type, &type_word::type);
    return found == words.end() ? to_lower(type) : std::string(found->word);
}

/// One line that nobody takes for more than one.
std::string quoted(const std::string& text, std::size_t most)
{
    auto out = printable(text);
    if (out.size() > most)
        out = link::cut_text(std::move(out), most) + "…";
    std::ranges::replace(out, '"', '\'');
    return '"' + out + '"';
}

struct line_of {
    const shown_element* what = nullptr;
    std::string label;
    bool news = false; // it has just come, or looks different
    std::string_view mark = {};
    std::size_t place = 0; // on the screen as it was told

    /// The smallest stands first.
    auto rank() const
    {
        return std::tuple(!news, what->actions.empty(), !is_interactive(what->type), place);
    }

    std::string text() const
    {
        std::string out(mark);
        out += what->ref + ' ' + word_of(what->type);
        if (!label.empty())
            out += ' ' + quoted(label, longest_label);
        if (what->on)
            out += *what->on ? " on" : " off";
        else if (!what->value.empty() && what->value != what->label && !what->selected)
            out += " = " + quoted(what->value, longest_value);
        else if (what->value.empty() && !what->placeholder.empty() &&
                 what->placeholder != what->label)
            out += " empty, " + quoted(what->placeholder, longest_label);
        if (what->focused)
            out += " focused";
        if (what->selected)
            out += " selected";
        if (!what->enabled)
            out += " disabled";
        return out + '\n';
    }
};

/// Number of elements of a type that are shown one by one.
std::size_t most_of(std::string_view type)
{
    if (type == "Key"sv)
        return 0;
    if (type == "Cell"sv || type == "StaticText"sv)
        return 8;
    return is_interactive(type) ? 24 : 6;
}

/// A text in something that can be touched is that thing's label: it is told once.
class label_sharing {
public:
    explicit label_sharing(const shown_screen& of)
    {
        for (const auto& each : of.elements)
            if (each.covered)
                continue;
            else if (each.type == "StaticText")
                texts_.push_back(&each);
            else if (!each.actions.empty())
                touched_.insert(each.label);
        for (const auto& each : of.elements)
            if (!each.covered && each.unnamed && !each.actions.empty())
                take_texts_in(each);
    }

    bool tells(const shown_element& one) const
    {
        return one.type == "StaticText" && (touched_.contains(one.label) || taken_.contains(&one));
    }

    std::string label_of(const shown_element& one) const
    {
        const auto found = labels_.find(&one);
        if (found != labels_.end())
            return found->second;
        return one.unnamed ? std::string() : one.label;
    }

private:
    static bool contains(const shown_element& outer, const shown_element& inner)
    {
        return inner.x >= outer.x && inner.y >= outer.y &&
               inner.x + inner.width <= outer.x + outer.width &&
               inner.y + inner.height <= outer.y + outer.height;
    }

    void take_texts_in(const shown_element& one)
    {
        constexpr std::size_t most_texts = 2;
        std::size_t count = 0;
        std::string label;
        for (const auto* text : texts_) {
            if (!contains(one, *text) || taken_.contains(text))
                continue;
            taken_.insert(text);
            if (++count <= most_texts)
                label += (label.empty() ? "" : ", ") + text->label;
        }
        if (!label.empty())
            labels_.emplace(&one, std::move(label));
    }

    std::vector<const shown_element*> texts_;
    std::unordered_set<std::string_view> touched_;
    std::unordered_set<const shown_element*> taken_;
    std::unordered_map<const shown_element*, std::string> labels_;
};

/// Lines as long as there is room, then what there is beside them.
class folded_text {
public:
    void add(const line_of& line)
    {
        auto text = line.text();
        const auto shown = ++shown_[line.what->type];
        const bool folded = !line.news && shown > most_of(line.what->type);
        if (folded || full_ || out_.size() + text.size() + last_line > digest_bytes) {
            full_ = full_ || !folded;
            ++more_[word_of(line.what->type)];
            return;
        }
        out_ += text;
    }

    void add(const std::string& line) { out_ += line + '\n'; }

    void count(const std::string& what, std::size_t how_many)
    {
        if (how_many > 0)
            more_[what] += how_many;
    }

    /// The most first, and no more of them than there is room for.
    std::string finished()
    {
        std::vector<std::pair<std::size_t, std::string>> counts;
        for (const auto& [word, count] : more_)
            counts.emplace_back(count, word);
        std::ranges::sort(counts, std::greater());
        std::string line;
        for (const auto& [count, word] : counts) {
            const auto next =
                (line.empty() ? "and " : ", ") + std::to_string(count) + " more " + word;
            if (out_.size() + line.size() + next.size() + 1 <= digest_bytes)
                line += next;
        }
        return out_ + (line.empty() ? "" : line + '\n');
    }

private:
    std::string out_;
    bool full_ = false;
    std::unordered_map<std::string, std::size_t> shown_; // by type
    std::map<std::string, std::size_t> more_;            // by word
};

std::string headline(const shown_screen& of)
{
    std::string out = "app " + quoted(of.app, longest_label);
    if (of.keyboard)
        out += ", keyboard shown";
    if (std::ranges::any_of(of.elements, &shown_element::covered))
        out += ", an alert in front";
    return out;
}

void add_sorted(std::vector<line_of> lines, folded_text& to)
{
    for (std::size_t at = 0; at < lines.size(); ++at)
        lines[at].place = at;
    std::ranges::sort(lines, {}, &line_of::rank);
    for (const auto& each : lines)
        to.add(each);
}

std::size_t covered_in(const shown_screen& of)
{
    return static_cast<std::size_t>(std::ranges::count_if(of.elements, &shown_element::covered));
}

} // namespace

std::string digest(const shown_screen& what, const shown_screen* before)
{
    const label_sharing labels(what);
    std::unordered_set<const shown_element*> news;
    if (before != nullptr && before->app == what.app) {
        const auto change = difference(*before, what);
        news.insert(change.added.begin(), change.added.end());
        news.insert(change.changed.begin(), change.changed.end());
        if (news.size() * 2 > what.elements.size())
            news.clear(); // another page: everything is new
    }
    std::vector<line_of> lines;
    for (const auto& each : what.elements)
        if (!each.covered && !labels.tells(each))
            lines.push_back({.what = &each,
                             .label = labels.label_of(each),
                             .news = news.contains(&each) && each.type != "Key"});
    folded_text out;
    out.add(headline(what));
    add_sorted(std::move(lines), out);
    out.count("under the alert", covered_in(what));
    out.count("not read", what.count - std::min(what.count, what.elements.size()));
    return out.finished();
}

std::string digest_of_change(const shown_screen& from, const shown_screen& to)
{
    const label_sharing labels(to);
    const auto change = difference(from, to);
    std::vector<line_of> lines;
    const auto add = [&](const std::vector<const shown_element*>& all, std::string_view mark) {
        for (const auto* each : all)
            if (!each->covered && !labels.tells(*each))
                lines.push_back({.what = each, .label = labels.label_of(*each), .mark = mark});
    };
    add(change.changed, "~");
    add(change.added, "+");
    folded_text out;
    out.add(headline(to));
    if (lines.empty() && change.gone.empty())
        out.add("no change");
    std::string gone;
    constexpr std::size_t most_gone = 20;
    for (std::size_t at = 0; at < std::min(change.gone.size(), most_gone); ++at)
        gone += " -" + change.gone[at];
    if (!gone.empty())
        out.add("gone:" + gone);
    add_sorted(std::move(lines), out);
    out.count("gone", change.gone.size() - std::min(change.gone.size(), most_gone));
    return out.finished();
}

} // namespace thimble::service
