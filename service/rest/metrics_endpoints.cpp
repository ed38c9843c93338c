#include "service/rest/metrics_endpoints.hpp"

#include <memory>
#include <string>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

asio::awaitable<http::response> show(std::string text)
{
    http::response out;
    out.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    out.set("Cache-Control", "no-store");
    out.set("X-Content-Type-Options", "nosniff");
    out.body = std::move(text);
    co_return out;
}

/// Home thread.
class recent_text {
public:
    using clock = std::chrono::steady_clock;

    recent_text(metrics& of, std::function<load()> look, clock::duration age)
        : metrics_(of), look_(std::move(look)), age_(age)
    {
    }

    const std::string& get()
    {
        const auto now = clock::now();
        if (text_.empty() || now - made_at_ >= age_) {
            text_ = metrics_.text(look_());
            made_at_ = now;
        }
        return text_;
    }

private:
    metrics& metrics_;
    std::function<load()> look_;
    clock::duration age_;
    std::string text_;
    clock::time_point made_at_;
};

} // namespace

endpoint
metrics_endpoint(metrics& of, std::function<load()> look, std::chrono::steady_clock::duration age)
{
    endpoint row;
    row.paths = {"/metrics"};
    row.open_to = endpoint::access::everybody;
    row.documented_as = {
        .in = chapter::service,
        .summary = "Read what is counted and measured",
        .details = "For Prometheus. No account, phone or person is named.",
        .answers = {{.meaning = "The metrics.",
                     .media_types = {"text/plain; version=0.0.4; charset=utf-8"}}}};
    const auto recent = std::make_shared<recent_text>(of, std::move(look), age);
    row.answer = [recent](call&) { return show(recent->get()); };
    return row;
}

} // namespace thimble::service
