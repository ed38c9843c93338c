#include "tests/virtualphone/wda/http_client.hpp"

#include "tests/catch2.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <memory>

namespace thimble::virtualphone::tests {

namespace asio = boost::asio;

void http_client::send_raw(std::string_view bytes)
{
    asio::write(socket_, asio::buffer(bytes));
}

void http_client::send(http::verb method, std::string_view target, std::string_view body)
{
    http::request<http::string_body> request(method, target, 11, std::string(body));
    request.set(http::field::host, "phone");
    request.prepare_payload();
    http::write(socket_, request);
}

void http_client::begin_receive()
{
    received_ = false;
    auto parser = std::make_shared<http::response_parser<http::string_body>>();
    parser->body_limit(boost::none);
    http::async_read(socket_, buffer_, *parser,
                     [this, parser](boost::system::error_code error, std::size_t) {
                         closed_ = error.failed();
                         received_ = !closed_;
                         if (received_)
                             response_ = parser->release();
                     });
}

http_response http_client::receive()
{
    begin_receive();
    runner_.run_until([this] { return received_ || closed_; });
    REQUIRE(received_);
    return response_;
}

http_response http_client::ask(http::verb method, std::string_view target, std::string_view body)
{
    send(method, target, body);
    return receive();
}

nlohmann::json
wda_client::value(http::verb method, std::string_view path, const nlohmann::json& body)
{
    const auto response =
        ask(method, session_path_ + std::string(path), body.is_null() ? "" : body.dump());
    INFO(response.body());
    CHECK(response.result_int() == 200);
    return nlohmann::json::parse(response.body()).at("value");
}

const std::string& wda_client::begin_session()
{
    const auto response = ask(http::verb::post, "/session", R"({"capabilities":{}})");
    const auto answer = nlohmann::json::parse(response.body());
    session_path_ = "/session/" + answer.at("value").at("sessionId").get<std::string>();
    return session_path_;
}

std::string outcome(const http_response& response)
{
    std::string text = std::to_string(response.result_int());
    const nlohmann::json answer = nlohmann::json::parse(response.body());
    REQUIRE(answer.contains("value"));
    REQUIRE(answer.contains("sessionId"));
    const nlohmann::json& value = answer["value"];
    if (value.is_object() && value.contains("error")) {
        CHECK(value.contains("message"));
        CHECK(value.contains("traceback"));
        text += " " + value["error"].get<std::string>();
    }
    return text;
}

} // namespace thimble::virtualphone::tests
