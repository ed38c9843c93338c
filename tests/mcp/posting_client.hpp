// A blocking HTTP client that sends one request a connection and reads to the end of the answer.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace thimble::mcp::test {

using header_map = std::map<std::string, std::string>;

struct http_answer {
    unsigned status = 0;
    std::string head;
    std::string body;

    nlohmann::json json() const { return nlohmann::json::parse(body); }

    std::string header(const std::string& name) const
    {
        const auto at = head.find(name + ": ");
        if (at == std::string::npos)
            return {};
        const auto first = at + name.size() + 2;
        return head.substr(first, head.find("\r\n", first) - first);
    }
};

class posting_client {
public:
    explicit posting_client(std::uint16_t port)
    {
        socket_.connect({boost::asio::ip::address_v4::loopback(), port});
    }

    /// `after` comes with it and is no part of it.
    void send(const std::string& method,
              const header_map& fields,
              const std::string& body,
              const std::string& after = "")
    {
        std::string text = method + " /mcp HTTP/1.1\r\nConnection: close\r\n";
        if (!fields.contains("Host"))
            text += "Host: localhost\r\n";
        for (const auto& [name, value] : fields)
            text += name + ": " + value + "\r\n";
        text += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body + after;
        boost::asio::write(socket_, boost::asio::buffer(text));
    }

    /// More of the answer; what there is so far has `text` in it.
    void read_until(const std::string& text)
    {
        boost::asio::read_until(socket_, boost::asio::dynamic_buffer(read_), text);
    }

    void read_to_end()
    {
        boost::system::error_code ended;
        boost::asio::read(socket_, boost::asio::dynamic_buffer(read_), ended);
    }

    http_answer read_all()
    {
        read_to_end();
        const auto split = read_.find("\r\n\r\n");
        http_answer out;
        out.head = read_.substr(0, split + 2);
        out.body = read_.substr(split + 4);
        out.status = static_cast<unsigned>(std::stoul(out.head.substr(9, 3)));
        return out;
    }

private:
    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_{context_};
    std::string read_;
};

} // namespace thimble::mcp::test
