#include "service/rest/contract_texts.hpp"

#include "async/one_shot_channel.hpp"
#include "service/document/docs_page.hpp"
#include "service/document/openapi.hpp"

#include <boost/asio/post.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

std::string openapi_text(const table& endpoints)
{
    return contract::openapi_document(endpoints).dump();
}

http::shared_bytes bytes_of_text(const std::string& text)
{
    const auto raw = std::as_bytes(std::span(text));
    return std::make_shared<const std::vector<std::byte>>(raw.begin(), raw.end());
}

} // namespace

contract_texts::contract_texts(asio::any_io_executor home, const table& endpoints)
    : home_(std::move(home)), endpoints_(endpoints), openapi_{openapi_text, nullptr},
      page_{contract::docs_page, nullptr}
{
}

asio::awaitable<http::shared_bytes> contract_texts::openapi()
{
    return bytes_of(openapi_);
}

asio::awaitable<http::shared_bytes> contract_texts::page()
{
    return bytes_of(page_);
}

asio::awaitable<http::shared_bytes> contract_texts::bytes_of(text& which)
{
    if (!thread_)
        thread_.emplace(1);
    const auto box = std::make_shared<async::one_shot_channel<http::shared_bytes>>();
    asio::post(*thread_, [this, box, &which] {
        if (!which.bytes)
            which.bytes = bytes_of_text(which.make(endpoints_));
        box->deliver(which.bytes);
    });
    co_return co_await box->receive(home_);
}

} // namespace thimble::service::api
