#include "tests/service/webhooks/webhook_receiver.hpp"

#include "tests/e2e/eventually.hpp"
#include "text/ascii.hpp"

#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace thimble::service::test {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using asio::ip::tcp;

webhook_receiver::webhook_receiver(std::deque<unsigned> statuses,
                                   const e2e::test_certificate* shown)
    : acceptor_(context_, {asio::ip::address_v4::loopback(), 0}),
      port_(acceptor_.local_endpoint().port()), statuses_(std::move(statuses))
{
    if (shown != nullptr) {
        tls_.emplace(asio::ssl::context::tls_server);
        tls_->use_certificate_chain_file(shown->certificate().string());
        tls_->use_private_key_file(shown->key().string(), asio::ssl::context::pem);
    }
    thread_ = std::thread([this] { serve(); });
}

/// A connection of its own wakes the thread.
webhook_receiver::~webhook_receiver()
{
    {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
    }
    asio::io_context own;
    tcp::socket waking(own);
    boost::system::error_code ignored;
    waking.connect({asio::ip::address_v4::loopback(), port_}, ignored);
    waking.close(ignored);
    thread_.join();
}

void webhook_receiver::serve()
{
    for (;;) {
        tcp::socket socket(context_);
        boost::system::error_code failed;
        acceptor_.accept(socket, failed);
        {
            const std::scoped_lock lock(mutex_);
            if (ended_ || failed)
                return;
        }
        take(socket);
    }
}

void webhook_receiver::answer(auto& on)
{
    boost::beast::flat_buffer bytes;
    beast_http::request<beast_http::string_body> request;
    boost::system::error_code failed;
    beast_http::read(on, bytes, request, failed);
    if (failed)
        return;
    received_webhook what{.method = std::string(request.method_string()),
                          .target = std::string(request.target()),
                          .fields = {},
                          .body = request.body()};
    for (const auto& field : request)
        what.fields[to_lower(std::string_view(field.name_string()))] = std::string(field.value());
    beast_http::response<beast_http::empty_body> response;
    {
        const std::scoped_lock lock(mutex_);
        received_.push_back(std::move(what));
        response.result(statuses_.empty() ? 200U : statuses_.front());
        if (!statuses_.empty())
            statuses_.pop_front();
    }
    response.set(beast_http::field::location, "http://127.0.0.1:1/elsewhere");
    response.prepare_payload();
    beast_http::write(on, response, failed);
}

void webhook_receiver::take(tcp::socket& from)
{
    if (!tls_)
        return answer(from);
    asio::ssl::stream<tcp::socket&> encrypted(from, *tls_);
    boost::system::error_code failed;
    encrypted.handshake(asio::ssl::stream_base::server, failed);
    if (!failed) // else the client does not trust the certificate
        answer(encrypted);
}

std::vector<received_webhook> webhook_receiver::wait_for(std::size_t count)
{
    const auto received = [&] {
        const std::scoped_lock lock(mutex_);
        return received_;
    };
    e2e::eventually(std::chrono::seconds(30), [&] { return received().size() >= count; });
    return received();
}

} // namespace thimble::service::test
