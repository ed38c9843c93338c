#include "virtualphone/wda/elements/xpath_reader.hpp"

#include "virtualphone/wda/elements/xpath_functions.hpp"
#include "virtualphone/wda/elements/xpath_operators.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr int deepest_xpath = 64;

xpath_step any_node_along(xpath_axis axis)
{
    xpath_step step;
    step.axis = axis;
    step.any_node = true;
    return step;
}

template <typename Calculate>
xpath_expression with_inside(xpath_expression inside, Calculate how)
{
    return [inside = std::move(inside), how](const xpath_context& context) -> xpath_value {
        return how(inside(context), context);
    };
}

} // namespace

void xpath_reader::fail() const
{
    throw xpath_error("The selector is not understood from '" +
                      std::string(query_.substr(next().at)) + "' on");
}

const xpath_token& xpath_reader::next(std::size_t ahead) const
{
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool xpath_reader::is_sign(std::string_view sign, std::size_t ahead) const
{
    return next(ahead).kind == xpath_token_kind::sign && next(ahead).text == sign;
}

bool xpath_reader::take_sign(std::string_view sign)
{
    if (!is_sign(sign))
        return false;
    ++at_;
    return true;
}

void xpath_reader::need_sign(std::string_view sign)
{
    if (!take_sign(sign))
        fail();
}

/// Each is evaluated inside of the next.
void xpath_reader::count_operator()
{
    constexpr int most_operators = 500;
    if (++operators_ > most_operators)
        fail();
}

xpath_expression xpath_reader::read()
{
    auto whole = binary(lowest_xpath_level);
    if (next().kind != xpath_token_kind::end)
        fail();
    return whole;
}

xpath_expression xpath_reader::binary(int level)
{
    if (level > highest_xpath_level)
        return unary();
    auto left = binary(level + 1);
    for (;;) {
        const bool may_operate =
            next().kind == xpath_token_kind::sign || next().kind == xpath_token_kind::name;
        const auto* const found = may_operate ? find_xpath_operator(next().text) : nullptr;
        if (found == nullptr || found->level != level)
            return left;
        ++at_;
        count_operator();
        left = [apply = found->apply, one = std::move(left),
                other = binary(level + 1)](const xpath_context& context) {
            return apply(one(context), other(context), context);
        };
    }
}

xpath_expression xpath_reader::unary()
{
    bool negative = false;
    while (take_sign("-"))
        negative = !negative;
    auto inside = union_of_paths();
    if (!negative)
        return inside;
    return with_inside(std::move(inside),
                       [](const xpath_value& value, const xpath_context& context) {
                           return -xpath_number(value, context);
                       });
}

xpath_expression xpath_reader::union_of_paths()
{
    auto left = path();
    while (take_sign("|")) {
        count_operator();
        left = [one = std::move(left),
                other = path()](const xpath_context& context) -> xpath_value {
            xpath_nodes all = xpath_node_set(one(context));
            const xpath_value more = other(context);
            std::ranges::copy(xpath_node_set(more), std::back_inserter(all));
            return in_order(std::move(all));
        };
    }
    return left;
}

bool xpath_reader::begins_primary() const
{
    const bool function = next().kind == xpath_token_kind::name && is_sign("(", 1) &&
                          next().text != "node" && next().text != "text";
    return is_sign("(") || function || next().kind == xpath_token_kind::text ||
           next().kind == xpath_token_kind::number;
}

bool xpath_reader::begins_step() const
{
    return next().kind == xpath_token_kind::name || is_sign("@") || is_sign(".") || is_sign("..");
}

xpath_expression xpath_reader::path()
{
    if (!begins_primary())
        return location_path();
    auto beginning = primary();
    const auto tests = predicates();
    if (!tests.empty()) {
        beginning = with_inside(std::move(beginning),
                                [tests](const xpath_value& value, const xpath_context& context) {
                                    xpath_nodes nodes = xpath_node_set(value);
                                    for (const xpath_expression& test : tests)
                                        nodes = filtered(nodes, test, context);
                                    return nodes;
                                });
    }
    return is_sign("/") || is_sign("//") ? path_from(std::move(beginning)) : beginning;
}

void xpath_reader::add_separator(std::vector<xpath_step>& to)
{
    if (take_sign("//"))
        to.push_back(any_node_along(xpath_axis::descendant_or_self));
    else
        need_sign("/");
}

xpath_expression xpath_reader::path_from(xpath_expression beginning)
{
    std::vector<xpath_step> steps;
    add_separator(steps);
    auto more = relative_path();
    std::ranges::move(more, std::back_inserter(steps));
    return with_inside(std::move(beginning),
                       [steps = std::move(steps)](const xpath_value& value,
                                                  const xpath_context& context) -> xpath_value {
                           return follow_steps(steps, xpath_node_set(value), context);
                       });
}

xpath_expression xpath_reader::location_path()
{
    const bool absolute = is_sign("/") || is_sign("//");
    std::vector<xpath_step> steps;
    if (absolute)
        add_separator(steps);
    if (!absolute || !steps.empty() || begins_step()) {
        auto more = relative_path();
        std::ranges::move(more, std::back_inserter(steps));
    }
    return [absolute, steps = std::move(steps)](const xpath_context& context) -> xpath_value {
        return follow_steps(steps, {absolute ? xpath_node{} : context.node}, context);
    };
}

std::vector<xpath_step> xpath_reader::relative_path()
{
    std::vector<xpath_step> steps{step()};
    while (is_sign("/") || is_sign("//")) {
        add_separator(steps);
        steps.push_back(step());
    }
    return steps;
}

xpath_step xpath_reader::step()
{
    if (take_sign(".."))
        return any_node_along(xpath_axis::parent);
    if (take_sign("."))
        return any_node_along(xpath_axis::self);
    xpath_step result;
    if (take_sign("@")) {
        result.axis = xpath_axis::attribute;
    } else if (is_sign("::", 1)) {
        const auto axis = find_axis(next().text);
        if (!axis)
            fail();
        result.axis = *axis;
        at_ += 2;
    }
    read_node_test(result);
    result.predicates = predicates();
    return result;
}

void xpath_reader::read_node_test(xpath_step& to)
{
    if (next().kind != xpath_token_kind::name)
        fail();
    to.name = next().text;
    ++at_;
    if (!take_sign("("))
        return;
    if (to.name != "node" && to.name != "text") {
        --at_;
        fail();
    }
    need_sign(")");
    to.any_node = to.name == "node";
    to.name = "text()"; // of which there are none
}

std::vector<xpath_expression> xpath_reader::predicates()
{
    std::vector<xpath_expression> found;
    while (take_sign("[")) {
        if (++depth_ > deepest_xpath)
            fail();
        found.push_back(binary(lowest_xpath_level));
        --depth_;
        need_sign("]");
    }
    return found;
}

xpath_expression xpath_reader::primary()
{
    const xpath_token token = next();
    ++at_;
    if (token.kind == xpath_token_kind::text)
        return [text = token.text](const xpath_context&) -> xpath_value { return text; };
    if (token.kind == xpath_token_kind::number) {
        const double number = std::strtod(token.text.c_str(), nullptr);
        return [number](const xpath_context&) -> xpath_value { return number; };
    }
    if (token.kind == xpath_token_kind::name)
        return call(token.text);
    if (++depth_ > deepest_xpath)
        fail();
    auto inside = binary(lowest_xpath_level);
    --depth_;
    need_sign(")");
    return inside;
}

xpath_expression xpath_reader::call(const std::string& name)
{
    need_sign("(");
    if (++depth_ > deepest_xpath)
        fail();
    std::vector<xpath_expression> arguments;
    while (!is_sign(")")) {
        if (!arguments.empty())
            need_sign(",");
        arguments.push_back(binary(lowest_xpath_level));
    }
    --depth_;
    need_sign(")");
    auto found = find_function(name, std::move(arguments));
    if (!found)
        throw xpath_error("There is no function '" + name + "' with these arguments");
    return *std::move(found);
}

} // namespace thimble::virtualphone::wda
