#include "bench/linked_programs.hpp"

#include "tests/e2e/eventually.hpp"

#include <csignal>
#include <stdexcept>
#include <utility>

namespace thimble::bench {

namespace {

using std::chrono_literals::operator""s;

constexpr auto account = "bench";
constexpr auto longest_start = 60s; // of everything, on a machine with other work

void kill(e2e::program& what)
{
    what.send_signal(SIGKILL);
    if (!what.wait(longest_start))
        throw std::runtime_error("a program outlives its end");
}

} // namespace

linked_programs::linked_programs(const e2e::virtual_phones& phones,
                                 e2e::arguments for_service,
                                 e2e::arguments for_daemon)
    : phones_(phones), for_service_(std::move(for_service)), for_daemon_(std::move(for_daemon))
{
    service_.emplace(for_service_, home_.service_state, port());
    home_.key = service_->key_of(account);
    e2e::enrol(*service_, home_, url(), account);
    daemon_.emplace(phones_, home_, url(), for_daemon_);
}

std::string linked_programs::url() const
{
    return "http://127.0.0.1:" + std::to_string(port());
}

std::string linked_programs::until_ready(const e2e::virtual_phone& phone) const
{
    std::string id;
    const bool ready = e2e::eventually(longest_start, [&] {
        const auto known = api().get("/v1/phones").json();
        if (!known.is_array())
            return false;
        for (const auto& record : known) {
            if (record.value("unique_id", "") != phone.udid())
                continue;
            id = record.value("id", "");
            return record.value("connection_status", "offline") != "offline" &&
                   record.at("readiness").value("ready", false);
        }
        return false;
    });
    if (!ready)
        throw std::runtime_error("a phone did not get ready");
    return id;
}

void linked_programs::restart_service()
{
    kill(service_->process());
    service_.reset();
    service_.emplace(for_service_, home_.service_state, port());
}

void linked_programs::restart_daemon()
{
    kill(daemon_->process());
    daemon_.reset();
    daemon_.emplace(phones_, home_, url(), for_daemon_);
}

} // namespace thimble::bench
