#include "virtualphone/wda/elements/xpath.hpp"

#include "virtualphone/wda/elements/element_attributes.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/regex.hpp>

#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <memory>
#include <new>
#include <ranges>
#include <string>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::size_t longest_query = 10'000;      // bytes
constexpr unsigned long most_operations = 500'000; // as libxml2 counts them

struct xml_freed {
    void operator()(xmlDoc* document) const noexcept { xmlFreeDoc(document); }
    void operator()(xmlXPathContext* context) const noexcept { xmlXPathFreeContext(context); }
    void operator()(xmlXPathObject* value) const noexcept { xmlXPathFreeObject(value); }
    void operator()(xmlChar* text) const noexcept { xmlFree(text); }
};

template <class Owned>
using xml_owned = std::unique_ptr<Owned, xml_freed>;

const xmlChar* to_xml(const std::string& text)
{
    return reinterpret_cast<const xmlChar*>(text.c_str());
}

/// Elements hold no text: only attributes have a value. Each node points to its element.
xmlNode* node_of(const element& one, std::size_t index)
{
    xmlNode* const node = xmlNewNode(nullptr, to_xml(type_name(one)));
    if (node == nullptr)
        throw std::bad_alloc();
    node->_private = const_cast<element*>(&one);
    for (const auto& [name, value] : source_attributes(one, index))
        xmlNewProp(node, to_xml(name), to_xml(value));
    for (std::size_t child = 0; child < one.children.size(); ++child)
        xmlAddChild(node, node_of(one.children[child], child));
    return node;
}

xml_owned<xmlDoc> document_of(const element& root)
{
    xml_owned<xmlDoc> document(xmlNewDoc(to_xml("1.0")));
    if (!document)
        throw std::bad_alloc();
    xmlDocSetRootElement(document.get(), node_of(root, 0));
    return document;
}

using texts = std::vector<std::string>;

/// A function of XPath that takes texts. libxml2 is C: an exception is an error of the query.
template <int Fewest, int Most, auto Work>
void function_of_texts(xmlXPathParserContext* call, int count) noexcept
{
    if (count < Fewest || count > Most)
        return xmlXPathErr(call, XPATH_INVALID_ARITY);
    try {
        texts given(static_cast<std::size_t>(count));
        for (auto& each : std::views::reverse(given))
            if (const xml_owned<xmlChar> text(xmlXPathPopString(call)); text)
                each = reinterpret_cast<const char*>(text.get());
        if (call->error == XPATH_EXPRESSION_OK)
            valuePush(call, Work(given));
    } catch (const std::exception&) {
        xmlXPathErr(call, XPATH_EXPR_ERROR);
    }
}

boost::regex pattern_of(const texts& given, std::size_t flags_at)
{
    const bool any_case = given.size() > flags_at && given[flags_at].contains('i');
    return boost::regex(given[1], any_case ? boost::regex::perl | boost::regex::icase
                                           : boost::regex::flag_type(boost::regex::perl));
}

xmlXPathObject* ends_with(const texts& given)
{
    return xmlXPathNewBoolean(given[0].ends_with(given[1]) ? 1 : 0);
}

/// Somewhere in the text; a pattern that takes too long is an error.
xmlXPathObject* matches_pattern(const texts& given)
{
    return xmlXPathNewBoolean(boost::regex_search(given[0], pattern_of(given, 2)) ? 1 : 0);
}

xmlXPathObject* replaced(const texts& given)
{
    return xmlXPathNewString(
        to_xml(boost::regex_replace(given[0], pattern_of(given, 3), given[2])));
}

xmlXPathObject* in_lower_case(const texts& given)
{
    return xmlXPathNewString(to_xml(boost::algorithm::to_lower_copy(given[0])));
}

xmlXPathObject* in_upper_case(const texts& given)
{
    return xmlXPathNewString(to_xml(boost::algorithm::to_upper_copy(given[0])));
}

/// Those of XPath 2.0 that WebDriverAgent adds.
void add_functions(xmlXPathContext& to)
{
    const auto add = [&to](const std::string& name, xmlXPathFunction work) {
        xmlXPathRegisterFunc(&to, to_xml(name), work);
    };
    add("ends-with", function_of_texts<2, 2, ends_with>);
    add("matches", function_of_texts<2, 3, matches_pattern>);
    add("replace", function_of_texts<3, 4, replaced>);
    add("lower-case", function_of_texts<1, 1, in_lower_case>);
    add("upper-case", function_of_texts<1, 1, in_upper_case>);
}

/// Anything but a set of nodes finds nothing, and so do attributes and the document.
std::vector<const element*> elements_in(const xmlXPathObject& value)
{
    std::vector<const element*> found;
    if (value.type != XPATH_NODESET || value.nodesetval == nullptr)
        return found;
    xmlXPathNodeSetSort(value.nodesetval);
    for (int at = 0; at < value.nodesetval->nodeNr; ++at)
        if (const auto* node = value.nodesetval->nodeTab[at]; node->type == XML_ELEMENT_NODE)
            found.push_back(static_cast<const element*>(node->_private));
    return found;
}

/// libxml2 would write to standard error what is wrong with a query.
void drop_message(void* /*nothing*/, const char* /*form*/, ...) {}

} // namespace

std::expected<std::vector<const element*>, refusal> find_by_xpath(std::string_view query,
                                                                  const element& root)
{
    const auto refuse = [](const char* why) {
        return std::unexpected(refusal{errors::invalid_selector, why});
    };
    if (query.size() > longest_query)
        return refuse("The selector has more than 10000 bytes");
    xmlSetGenericErrorFunc(nullptr, drop_message); // of this thread
    const auto document = document_of(root);
    const xml_owned<xmlXPathContext> context(xmlXPathNewContext(document.get()));
    if (!context)
        throw std::bad_alloc();
    context->opLimit = most_operations;
    context->node = xmlDocGetRootElement(document.get());
    add_functions(*context);
    const auto text =
        boost::algorithm::replace_all_copy(std::string(query), "XCUIElementTypeAny", "*");
    const xml_owned<xmlXPathObject> value(xmlXPathEvalExpression(to_xml(text), context.get()));
    if (!value)
        return refuse("The selector cannot be read, or not be evaluated");
    return elements_in(*value);
}

} // namespace thimble::virtualphone::wda
