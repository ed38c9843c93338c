#include "tests/virtualphone/services/file_host.hpp"

#include "tests/catch2.hpp"

#include <boost/asio/awaitable.hpp>

#include <algorithm>

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

constexpr std::size_t file_header = 40;

std::uint64_t number_in(const plist::bytes& from, std::size_t at)
{
    std::uint64_t value = 0;
    for (std::size_t i = 8; i > 0; --i)
        value = value << 8 | from.at(at + i - 1);
    return value;
}

} // namespace

std::vector<std::string> file_answer::texts() const
{
    std::vector<std::string> found;
    std::string text;
    for (const auto byte : payload) {
        if (byte != 0) {
            text += static_cast<char>(byte);
            continue;
        }
        found.push_back(std::move(text));
        text.clear();
    }
    return found;
}

plist::bytes file_texts(const std::vector<std::string>& texts)
{
    plist::bytes content;
    for (const auto& each : texts) {
        content.insert(content.end(), each.begin(), each.end());
        content.push_back(0);
    }
    return content;
}

plist::bytes file_numbers(const std::vector<std::uint64_t>& numbers)
{
    plist::bytes content;
    for (const auto each : numbers)
        for (unsigned shift = 0; shift < 64; shift += 8)
            content.push_back(static_cast<std::uint8_t>(each >> shift));
    return content;
}

asio::awaitable<file_answer>
file_host::ask(std::uint64_t operation, plist::bytes arguments, plist::bytes payload)
{
    const std::string_view magic = "CFA6LPAA";
    plist::bytes packet(magic.begin(), magic.end());
    const auto first = file_header + arguments.size();
    const auto numbers = file_numbers({first + payload.size(), first, ++number_, operation});
    for (const auto& part : {numbers, arguments, payload})
        packet.insert(packet.end(), part.begin(), part.end());
    co_await client_.send_raw(std::move(packet));
    const auto header = co_await client_.receive_raw(file_header);
    CHECK(std::equal(magic.begin(), magic.end(), header.begin()));
    file_answer answer;
    answer.number = number_in(header, 24);
    answer.operation = number_in(header, 32);
    CHECK(answer.number == number_);
    const auto whole = number_in(header, 8);
    const auto part = number_in(header, 16);
    REQUIRE(whole >= part);
    REQUIRE(part >= file_header);
    if (part > file_header)
        answer.first = number_in(co_await client_.receive_raw(part - file_header), 0);
    if (whole > part)
        answer.payload = co_await client_.receive_raw(whole - part);
    co_return answer;
}

asio::awaitable<std::uint64_t> file_host::status(std::uint64_t operation, std::string path)
{
    const auto answer = co_await ask(operation, file_texts({path}));
    CHECK(answer.operation == 1);
    co_return answer.first;
}

asio::awaitable<void> file_host::put(std::string path, const std::string& content)
{
    auto arguments = file_numbers({3});
    const auto name = file_texts({path});
    arguments.insert(arguments.end(), name.begin(), name.end());
    const auto opened = co_await ask(0x0D, std::move(arguments));
    REQUIRE(opened.operation == 0x0E);
    auto handle = file_numbers({opened.first});
    const auto written = co_await ask(0x10, handle, plist::bytes(content.begin(), content.end()));
    CHECK(written.first == 0);
    CHECK((co_await ask(0x14, std::move(handle))).first == 0);
}

} // namespace thimble::virtualphone::tests
