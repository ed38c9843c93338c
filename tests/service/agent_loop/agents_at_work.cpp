#include "tests/service/agent_loop/agents_at_work.hpp"

#include "screen/encode.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/running_service.hpp"
#include "tests/store/store_in.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <spdlog/sinks/null_sink.h>

#include <algorithm>

namespace thimble::service::test {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<spdlog::logger> no_log()
{
    return std::make_shared<spdlog::logger>("none",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

/// A page is a screen of one grey.
screen::picture picture_of(unsigned page)
{
    screen::image out({.width = 62, .height = 134});
    std::ranges::fill(out.pixels(), static_cast<std::uint8_t>(page * 60));
    return screen::encode(out, screen::picture_format::png, 80);
}

nlohmann::json button()
{
    return {{"label", "OK"}, {"type", "button"}, {"x", 10},        {"y", 20},
            {"width", 40},   {"height", 20},     {"enabled", true}};
}

} // namespace

limits short_limits()
{
    limits out;
    out.jobs.cancel_time = 200ms;
    out.runs.phone_absence = 300ms;
    out.runs.phone_poll = 10ms;
    out.runs.retries = models::test::soon;
    return out;
}

agents_at_work::agents_at_work(agents_wish wanted)
    : account_id(local_account().id), wanted_(std::move(wanted))
{
    const auto executor = home_.get_executor();
    desktop = std::make_shared<scripted_desktop>(executor);
    const auto& granted = wanted_.granted;
    store_ = std::make_unique<store::threaded_database>(
        executor, store::database_file::open(store::test::store_in(at_.path())).value(),
        store::database_options(), no_log());
    pictures_ = std::make_unique<picture_files>(executor, at_.path() / "pictures", picture_limits(),
                                                no_log());
    jobs_ = std::make_unique<jobs>(executor, *store_, *pictures_, granted.jobs, no_log());
    sender_ = std::make_unique<dispatcher>(executor, *jobs_, granted.jobs, no_log());
    if (!wanted_.script.empty()) {
        model_ = std::make_unique<models::test::scripted_provider>(wanted_.script);
        auto provider = model_->as(models::provider_kind::anthropic);
        provider.prices = wanted_.prices.value_or(models::price_table());
        client_ = model_for(executor, provider, granted.runs);
    }
    runs_ = std::make_unique<agent_sessions>(agent_dependencies{
        .home = executor,
        .store = *store_,
        .known = known_,
        .sender = *sender_,
        .meter = meter_,
        .limits = wanted_.granted.runs,
        .cancel_time = wanted_.granted.jobs.cancel_time,
        .model = client_.get(),
        .rules = wanted_.rules,
        .secrets = [this](const std::string&) { return secrets_now(); },
        .on_status = [this](const sessions::facts& of) { told.push_back(of.now); },
        .log = no_log(),
        .elsewhere = wanted_.elsewhere,
        .node = wanted_.node,
        .has_lease = wanted_.has_lease});
    sender_->when_settled([this](const job& ended) { runs_->note_action(ended); });
    desktop->script = [this](const link::command& what) { return play(what); };
    known_.desktop_connected({.id = desktop_id, .name = "test", .version = "1"}, desktop);
    attach();
    phone_id = known_.all().front()->id;
}

agents_at_work::~agents_at_work()
{
    if (runs_)
        close();
    desktop.reset(); // which waits by the context
}

void agents_at_work::close()
{
    const auto end = [](agents_at_work& all) -> asio::awaitable<bool> {
        co_await all.runs_->close();
        co_await all.sender_->close();
        co_await all.jobs_->close();
        co_return true;
    };
    wait_for(end(*this));
    runs_.reset();
}

namespace {

link::phone_state able_phone(const std::string& udid)
{
    auto state = test::phone(udid);
    state.capabilities = {"drag",  "elements", "flick",      "front-app", "home", "apps",
                          "pinch", "open-app", "screenshot", "tap",       "type"};
    return state;
}

} // namespace

void agents_at_work::attach()
{
    known_.changed(desktop_id, able_phone("udid-1"));
}

phone_ptr agents_at_work::attach_another()
{
    return known_.changed(desktop_id, able_phone("udid-2"));
}

void agents_at_work::detach()
{
    auto state = test::phone("udid-1");
    state.attached = false;
    known_.changed(desktop_id, state);
}

link::frame agents_at_work::frame() const
{
    const screen::pixel_size size{.width = 620, .height = 1344};
    return {.picture = picture_of(page_),
            .space = {.size = size},
            .scale = 3,
            .captured_at = std::chrono::system_clock::now()};
}

link::result agents_at_work::play(const link::command& what)
{
    if (instead)
        if (auto out = instead(what); !out.job_id.empty())
            return out;
    if (link::lane_of(what.what) == link::lane::input)
        return act_seen(what);
    auto out = test::success(what);
    if (std::holds_alternative<link::screenshot>(what.what))
        out.frame = frame();
    if (std::holds_alternative<link::front_app>(what.what) && !front_app.empty())
        out.value = {{"bundle_id", front_app}};
    if (std::holds_alternative<link::elements>(what.what))
        out.value = {{"elements", {button()}}};
    return out;
}

link::result agents_at_work::act_seen(const link::command& what)
{
    page_ += acts_change_screen ? 1 : 0;
    auto out = test::success(what);
    out.frame = frame();
    auto& receipt = out.receipt.emplace();
    receipt.seen = acts_change_screen ? link::effect::changed : link::effect::unchanged;
    receipt.frame = link::seen_frame{.id = what.job_id,
                                     .space = out.frame->space,
                                     .captured_at = out.frame->captured_at,
                                     .settled = true,
                                     .changed = acts_change_screen};
    return out;
}

std::string agents_at_work::begin(std::string instruction)
{
    return try_to_begin({.instruction = std::move(instruction)}).value().id;
}

result<sessions::facts> agents_at_work::try_to_begin(sessions::order what)
{
    return try_to_begin(std::move(what), phone());
}

result<sessions::facts> agents_at_work::try_to_begin(sessions::order what, phone_ptr on)
{
    return wait_for(runs_->begin(account_id, std::move(what), std::move(on)));
}

sessions::facts agents_at_work::facts_of(const std::string& id)
{
    return wait_for(runs_->find(account_id, id)).value();
}

result<void> agents_at_work::apply(const std::string& id, sessions::control what)
{
    return wait_for(runs_->apply(account_id, id, what));
}

void agents_at_work::begin_to_apply(const std::string& id,
                                    sessions::control what,
                                    std::function<void()> then)
{
    boost::asio::co_spawn(home_, runs_->apply(account_id, id, what), boost::asio::detached);
    boost::asio::post(home_, std::move(then));
}

result<void> agents_at_work::tell(const std::string& id, std::string message)
{
    return wait_for(runs_->hear(account_id, id, std::move(message)));
}

std::vector<sessions::event> agents_at_work::events_of(const std::string& id)
{
    std::vector<sessions::event> out;
    for (;;) {
        auto page = wait_for(runs_->events(account_id, id, out.size())).value();
        if (page.events.empty())
            return out;
        std::ranges::move(page.events, std::back_inserter(out));
    }
}

std::vector<std::string>
agents_at_work::texts_of(const std::string& id, sessions::event_type type, const char* member)
{
    std::vector<std::string> out;
    for (const auto& each : events_of(id))
        if (each.type == type)
            out.push_back(each.data.at(member).get<std::string>());
    return out;
}

bool agents_at_work::until(const std::function<bool()>& condition, std::chrono::milliseconds limit)
{
    const auto deadline = std::chrono::steady_clock::now() + limit * e2e::slowdown();
    home_.restart();
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        if (home_.stopped())
            home_.restart();
        home_.run_one_for(20ms);
    }
    return true;
}

bool agents_at_work::until(const std::string& id,
                           sessions::status wanted,
                           std::chrono::milliseconds limit)
{
    const auto deadline = std::chrono::steady_clock::now() + limit * e2e::slowdown();
    while (facts_of(id).now != wanted) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        home_.run_one_for(20ms);
    }
    return true;
}

bool agents_at_work::until_ended(const std::string& id)
{
    return until([&] { return runs_->active_session(phone_id) != id; });
}

std::vector<std::string> agents_at_work::acts() const
{
    std::vector<std::string> out;
    for (const auto& each : desktop->seen.received)
        if (link::lane_of(each.what) == link::lane::input)
            out.emplace_back(link::name_of(each.what));
    return out;
}

bool agents_at_work::model_was_told(const std::string& text) const
{
    return std::ranges::any_of(model_->requests(), [&](const nlohmann::json& each) {
        return each.dump().find(text) != std::string::npos;
    });
}

} // namespace thimble::service::test
