#include "link/strict_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::link {

using nlohmann::json;

namespace {

/// Walks over a text and counts what the parser has taken.
class counting_iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    counting_iterator(const char* at, std::size_t& taken) : at_(at), taken_(&taken) {}

    reference operator*() const { return *at_; }
    counting_iterator& operator++()
    {
        ++at_;
        ++*taken_;
        return *this;
    }
    bool operator==(const counting_iterator& other) const { return at_ == other.at_; }

private:
    const char* at_;
    std::size_t* taken_;
};

/// Builds the value from the events of nlohmann's parser; returning false stops it.
class json_builder : public nlohmann::json_sax<json> {
public:
    explicit json_builder(json_limits limits) : limits_(limits) {}

    json take() { return std::move(root_); }
    std::string_view problem() const { return problem_; }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override
    {
        constexpr number_unsigned_t most = std::numeric_limits<number_integer_t>::max();
        return add(static_cast<number_integer_t>(std::min(value, most)));
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; } // JSON text has none
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool number_float(number_float_t value, const string_t& text) override
    {
        if (text.find_first_of(".eE") != string_t::npos)
            return add(value);
        using bounds = std::numeric_limits<number_integer_t>;
        return add(value < 0 ? bounds::min() : bounds::max());
    }

    bool key(string_t& name) override
    {
        if (open_.back()->contains(name))
            return fail("a name stands twice in one object");
        key_ = std::move(name);
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        return fail("it is not valid JSON in UTF-8");
    }

private:
    bool add(json value)
    {
        if (++values_ > limits_.values)
            return fail("it holds too many values");
        place(std::move(value));
        return true;
    }

    json* place(json value)
    {
        if (open_.empty())
            return &(root_ = std::move(value));
        json& parent = *open_.back();
        if (parent.is_array())
            return &parent.emplace_back(std::move(value));
        return &(parent[key_] = std::move(value));
    }

    bool open(json empty)
    {
        if (open_.size() == limits_.nesting)
            return fail("it is nested too deeply");
        if (++values_ > limits_.values)
            return fail("it holds too many values");
        open_.push_back(place(std::move(empty)));
        return true;
    }

    bool close()
    {
        open_.pop_back();
        return true;
    }

    bool fail(std::string_view problem)
    {
        problem_ = problem;
        return false;
    }

    json_limits limits_;
    std::size_t values_ = 0;
    json root_;
    std::vector<json*> open_; // the containers that are being read, outermost first
    std::string key_;
    std::string_view problem_;
};

} // namespace

std::expected<json, json_problem> parse_json(std::string_view text, json_limits limits)
{
    json_builder events(limits);
    std::size_t taken = 0;
    const counting_iterator first(text.data(), taken);
    const counting_iterator last(text.data() + text.size(), taken);
    if (json::sax_parse(first, last, &events)) {
        // nlohmann takes a zero octet for the end of the text, whatever comes behind it.
        if (const auto zero = text.find('\0'); zero != std::string_view::npos)
            return std::unexpected(json_problem{.what = "it has a zero octet", .offset = zero});
        return events.take();
    }
    const auto offset = taken == 0 ? 0 : taken - 1; // of the last octet that was looked at
    return std::unexpected(json_problem{.what = events.problem(), .offset = offset});
}

} // namespace thimble::link
