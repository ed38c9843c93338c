// One phone, while the others go on.
#include "tests/e2e/faults/fault.hpp"

namespace thimble::e2e {

using std::chrono_literals::operator""s;

namespace {

/// Time that a phone takes to be ready once nothing is in its way.
constexpr auto return_time = 3s;

/// Time after which a tunnel counts as dead in which nothing comes any more.
constexpr auto silence_noticed = 15s;

fault of_phone(std::string name,
               std::function<void(const virtual_phone&)> strike,
               std::function<void(const virtual_phone&)> mend)
{
    return {.name = std::move(name),
            .strike =
                [strike = std::move(strike), mend = std::move(mend)](cloud& all, chance& from) {
                    const auto last = static_cast<int>(all.phones().size()) - 1;
                    const auto phone =
                        all.phones().at(static_cast<std::size_t>(choose(from, 0, last)));
                    strike(phone);
                    return [phone, mend] { mend(phone); };
                },
            .besides = return_time};
}

/// The runner is gone with its session and its connections, or is there and says nothing.
void set_runner(const virtual_phone& phone, const char* state)
{
    phone.make("runner", {{"state", state}});
}

/// The tunnel to one phone breaks while something goes through it.
fault of_tunnel(std::string name, const char* kind, std::chrono::seconds besides)
{
    return {
        .name = std::move(name),
        .strike =
            [kind](cloud& all, chance& from) {
                const auto last = static_cast<int>(all.phones().size()) - 1;
                const auto at = static_cast<std::size_t>(choose(from, 0, last));
                const auto phone = all.phones().at(at);
                phone.make("fault", {{"service", "tunnel"}, {"kind", kind}, {"count", 1}});
                try {
                    all.api().post(all.path(at, "/copy-text?async=true"), R"({"text":"broken"})");
                } catch (const std::exception&) { // the service has not come back from the last one
                }
                return [phone] { phone.clear_faults(); };
            },
        .besides = besides};
}

} // namespace

std::vector<fault> phone_faults()
{
    return {
        of_phone(
            "phone unplugged", [](const virtual_phone& phone) { phone.make("unplug"); },
            [](const virtual_phone& phone) { phone.make("plug"); }),
        of_phone(
            "runner killed", [](const virtual_phone& phone) { set_runner(phone, "dead"); },
            [](const virtual_phone& phone) { set_runner(phone, "running"); }),
        of_phone(
            "phone hung",
            [](const virtual_phone& phone) {
                phone.make("fault", {{"service", "lockdown"}, {"kind", "hang"}});
                set_runner(phone, "hung");
            },
            [](const virtual_phone& phone) {
                phone.clear_faults();
                set_runner(phone, "running");
            }),
        of_tunnel("tunnel cut", "cut", return_time),
        of_tunnel("tunnel garbled", "corrupt", return_time),
        of_tunnel("tunnel silent", "hang", silence_noticed + return_time),
    };
}

} // namespace thimble::e2e
