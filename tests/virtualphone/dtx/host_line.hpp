// A line in memory and the host at its other end.
#pragma once

#include "tests/catch2.hpp"
#include "virtualphone/dtx/connection.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>

namespace thimble::virtualphone::tests {

/// Shared by the phone's end and the host's.
struct host_line {
    explicit host_line(boost::asio::io_context& context) : changed(context.get_executor()) {}

    wakeup changed;
    dtx::bytes to_phone;
    dtx::frame_reader to_host;
    bool closed = false;
};

class phone_end final : public dtx::byte_line {
public:
    phone_end(boost::asio::io_context& context, std::shared_ptr<host_line> with)
        : home_(context.get_executor()), line_(std::move(with))
    {
    }

    boost::asio::awaitable<void> read(std::span<std::uint8_t> to) override
    {
        while (line_->to_phone.size() < to.size()) {
            end_if_closed();
            co_await line_->changed.wait();
        }
        const auto end = line_->to_phone.begin() + static_cast<std::ptrdiff_t>(to.size());
        std::copy(line_->to_phone.begin(), end, to.begin());
        line_->to_phone.erase(line_->to_phone.begin(), end);
    }

    boost::asio::awaitable<void> write(dtx::byte_view from) override
    {
        end_if_closed();
        line_->to_host.append(from);
        co_return;
    }

    void close() override
    {
        line_->closed = true;
        line_->changed.notify_all();
    }

    boost::asio::any_io_executor executor() const override { return home_; }

private:
    void end_if_closed() const
    {
        if (line_->closed)
            throw boost::system::system_error(boost::asio::error::eof);
    }

    boost::asio::any_io_executor home_;
    std::shared_ptr<host_line> line_;
};

/// Message that a host has been sent.
struct heard {
    dtx::envelope about{};
    dtx::message what{};

    std::string selector() const
    {
        const auto* text = what.payload.as<std::string>();
        return text == nullptr ? "" : *text;
    }
};

/// A connection that is being served, and its host. The context outlives it, and has ended before
/// what the opener refers to.
class dtx_desk {
public:
    dtx_desk(boost::asio::io_context& home, dtx::channel_opener opener)
        : context(home), line_(std::make_shared<host_line>(context)),
          phone(std::make_shared<dtx::connection>(std::make_unique<phone_end>(context, line_),
                                                  dtx::dictionary{{"capability", 1}},
                                                  std::move(opener),
                                                  faults,
                                                  "test"))
    {
        boost::asio::co_spawn(context, phone->run(),
                              [this](const std::exception_ptr&) { served = true; });
        run();
    }

    /// Until nothing more happens by itself.
    void run()
    {
        context.restart();
        while (context.poll() > 0) {
        }
    }

    void send_raw(const dtx::bytes& content)
    {
        line_->to_phone.insert(line_->to_phone.end(), content.begin(), content.end());
        line_->changed.notify_all();
        run();
    }

    void send(dtx::envelope about, const dtx::message& what)
    {
        about.content = dtx::encode_message(what);
        send_raw(dtx::encode_frames(about));
    }

    void call(const dtx::envelope& about,
              std::string selector,
              std::vector<dtx::argument> arguments = {})
    {
        send(about, {.kind = dtx::message_kind::call,
                     .arguments = std::move(arguments),
                     .payload = std::move(selector)});
    }

    void open_channel(std::uint32_t id, std::int32_t code, const char* identifier)
    {
        call({.id = id, .wants_reply = true},
             "_requestChannelWithCode:identifier:", {code, dtx::object(identifier)});
    }

    /// The next message that has come; nothing when there is none.
    std::optional<heard> next()
    {
        auto about = line_->to_host.next();
        REQUIRE(about.has_value());
        if (!*about)
            return std::nullopt;
        auto what = dtx::decode_message((*about)->content);
        REQUIRE(what.has_value());
        (*about)->content.clear();
        return heard{std::move(**about), *std::move(what)};
    }

    /// The same where there has to be one.
    heard take()
    {
        auto found = next();
        REQUIRE(found.has_value());
        return *std::move(found);
    }

    void hang_up()
    {
        line_->closed = true;
        line_->changed.notify_all();
        run();
    }

    boost::asio::io_context& context;
    fault_switches faults;

private:
    std::shared_ptr<host_line> line_;

public:
    std::shared_ptr<dtx::connection> phone;
    bool served = false;
};

} // namespace thimble::virtualphone::tests
