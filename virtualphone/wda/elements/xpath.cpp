#include "virtualphone/wda/elements/xpath.hpp"

#include "virtualphone/wda/elements/xpath_reader.hpp"

#include <boost/algorithm/string/replace.hpp>

#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::size_t longest_query = 10'000; // bytes
constexpr std::size_t most_steps = 500'000;

std::vector<const element*> evaluated(const std::string& query, const element& root)
{
    auto tokens = xpath_tokens(query);
    if (!tokens)
        throw xpath_error("The selector has a sign that XPath has not");
    const xpath_expression expression = xpath_reader(query, *std::move(tokens)).read();
    const xpath_document document(root);
    std::size_t steps_left = most_steps;
    const xpath_context context{
        .document = &document, .node = {.element = 1}, .steps_left = &steps_left};
    const xpath_value value = expression(context);
    std::vector<const element*> found;
    // Anything but a set of nodes finds nothing, and so do attributes and the document.
    if (const auto* nodes = std::get_if<xpath_nodes>(&value)) {
        for (const xpath_node& node : *nodes)
            if (node.element != 0 && node.attribute == 0)
                found.push_back(document.element_of(node));
    }
    return found;
}

} // namespace

std::expected<std::vector<const element*>, refusal> find_by_xpath(std::string_view query,
                                                                  const element& root)
{
    const auto refuse = [](std::string why) {
        return std::unexpected(refusal{errors::invalid_selector, std::move(why)});
    };
    if (query.size() > longest_query)
        return refuse("The selector has more than 10000 bytes");
    try {
        return evaluated(
            boost::algorithm::replace_all_copy(std::string(query), "XCUIElementTypeAny", "*"),
            root);
    } catch (const xpath_error& error) {
        return refuse(error.what());
    }
}

} // namespace thimble::virtualphone::wda
