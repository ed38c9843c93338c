#include "virtualphone/wda/web_driver_agent.hpp"

#include "virtualphone/wda/command_connection.hpp"
#include "virtualphone/wda/picture_stream.hpp"

#include <utility>

namespace thimble::virtualphone {

struct web_driver_agent::implementation : wda::runner_process {
    using wda::runner_process::runner_process;

    void open_ports(const std::shared_ptr<wda::runner_process>& self)
    {
        device.ports.open(command_port, [self](stream client) {
            return wda::serve_commands(std::move(client), self);
        });
        device.ports.open(picture_port, [self](stream client) {
            return wda::serve_pictures(std::move(client), self);
        });
    }

    void close_ports()
    {
        device.ports.close(command_port);
        device.ports.close(picture_port);
        connections.shut_down_all();
    }
};

web_driver_agent::web_driver_agent(boost::asio::any_io_executor home, phone& on)
    : self_(std::make_shared<implementation>(home, on))
{
    self_->die = [this] { set_runner(runner::dead); };
    on.runner_switch = [this](runner state) { set_runner(state); };
    set_runner(on.runner);
}

web_driver_agent::~web_driver_agent()
{
    self_->device.runner_switch = nullptr;
    self_->die = [] {};
    self_->close_ports();
}

void web_driver_agent::set_runner(runner state)
{
    self_->device.runner = state;
    if (state == runner::dead) {
        self_->close_ports();
        self_->commands->forget_session();
    } else {
        self_->open_ports(self_);
    }
    self_->changed.notify_all();
}

} // namespace thimble::virtualphone
