#include "tests/e2e/stream_viewer.hpp"

#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <iomanip>
#include <istream>
#include <sstream>
#include <stdexcept>

namespace thimble::e2e {

namespace {

constexpr std::size_t largest_picture = 64U << 20U;

/// Without the carriage return; empty at the end of a head, and of the stream.
std::string line_of(std::istream& from)
{
    std::string line;
    std::getline(from, line);
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    return line;
}

std::string small_letters(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char each) {
        return static_cast<char>(std::tolower(each));
    });
    return text;
}

std::chrono::system_clock::time_point read_time(const std::string& text)
{
    std::istringstream in(text);
    std::tm parts{};
    int thousandths = 0;
    char dot = 0;
    in >> std::get_time(&parts, "%Y-%m-%dT%H:%M:%S") >> dot >> thousandths;
    if (!in || dot != '.')
        throw std::runtime_error("not a time: " + text);
    return std::chrono::system_clock::from_time_t(::timegm(&parts)) +
           std::chrono::milliseconds(thousandths);
}

} // namespace

std::string stream_viewer::picture::header(const std::string& name) const
{
    const auto found = headers.find(small_letters(name));
    return found == headers.end() ? std::string() : found->second;
}

std::chrono::duration<double, std::milli> stream_viewer::picture::age() const
{
    return arrived_at - read_time(header("X-Captured-At"));
}

stream_viewer::stream_viewer(std::uint16_t port,
                             const std::string& key,
                             const std::string& target,
                             std::chrono::milliseconds timeout)
    : timeout_(timeout)
{
    connection_.expires_after(timeout_ * slowdown());
    connection_.connect("127.0.0.1", std::to_string(port));
    connection_ << "GET " << target << " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " << key
                << "\r\n\r\n"
                << std::flush;
    std::istringstream first(line_of(connection_));
    std::string version;
    first >> version >> status_;
    headers_ = read_fields();
    const auto type = headers_["content-type"];
    const auto at = type.find("boundary=");
    if (at != std::string::npos)
        boundary_ = "--" + type.substr(at + 9);
}

header_fields stream_viewer::read_fields()
{
    header_fields out;
    for (auto line = line_of(connection_); !line.empty(); line = line_of(connection_)) {
        const auto colon = line.find(": ");
        if (colon == std::string::npos)
            throw std::runtime_error("not a header: " + line);
        out[small_letters(line.substr(0, colon))] = line.substr(colon + 2);
    }
    return out;
}

std::optional<stream_viewer::picture> stream_viewer::next()
{
    connection_.expires_after(timeout_ * slowdown());
    auto line = line_of(connection_);
    if (line.empty()) // the end of the part before
        line = line_of(connection_);
    if (line != boundary_ || boundary_.empty())
        return std::nullopt;
    picture out{.headers = read_fields(), .jpeg = {}, .arrived_at = {}};
    const auto length = std::stoull(out.header("Content-Length"));
    if (length > largest_picture)
        return std::nullopt;
    out.jpeg.resize(length);
    connection_.read(out.jpeg.data(), static_cast<std::streamsize>(length));
    if (!connection_)
        return std::nullopt;
    out.arrived_at = std::chrono::system_clock::now();
    return out;
}

} // namespace thimble::e2e
