#include "device/plist/property_list_formats.hpp"
#include "text/base64.hpp"

#include <array>
#include <charconv>
#include <cstdio>

namespace thimble::device::plist {
namespace {

constexpr std::string_view list_beginning =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
    "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n";

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        if (each == '<')
            result += "&lt;";
        else if (each == '>')
            result += "&gt;";
        else if (each == '&')
            result += "&amp;";
        else if (byte < 0x20 && each != '\t' && each != '\n' && each != '\r')
            result += "\uFFFD";
        else
            result += each;
    }
    return result;
}

/// "2026-11-26T12:00:00Z"
std::string date_text(std::chrono::sys_seconds moment)
{
    const auto day = std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(moment - day);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return text.data();
}

/// An element for each value, without blanks between them.
class xml_list_writer {
public:
    explicit xml_list_writer(std::string& to) : to_(to) {}

    void operator()(bool what) { to_ += what ? "<true/>" : "<false/>"; }
    void operator()(std::int64_t what) { put("integer", std::to_string(what)); }
    void operator()(std::uint64_t what) { put("integer", std::to_string(what)); }
    void operator()(const std::string& what) { put("string", escaped(what)); }
    void operator()(const property_data& what) { put("data", service::encode_base64(what.bytes)); }
    void operator()(std::chrono::sys_seconds what) { put("date", date_text(what)); }

    void operator()(double what)
    {
        std::array<char, 64> text{};
        const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), what);
        put("real", std::string_view(text.data(), end));
    }

    void operator()(const property_array& what)
    {
        to_ += "<array>";
        for (const auto& each : what)
            std::visit(*this, each.held);
        to_ += "</array>";
    }

    void operator()(const property_dictionary& what)
    {
        to_ += "<dict>";
        for (const auto& [key, each] : what) {
            put("key", escaped(key));
            std::visit(*this, each.held);
        }
        to_ += "</dict>";
    }

private:
    void put(std::string_view element, std::string_view content)
    {
        to_.append("<").append(element).append(">").append(content);
        to_.append("</").append(element).append(">");
    }

    std::string& to_;
};

} // namespace

std::string to_xml(const property_value& what)
{
    std::string text(list_beginning);
    std::visit(xml_list_writer(text), what.held);
    return text += "\n</plist>\n";
}

} // namespace thimble::device::plist
