// The service put together: its parts in the order in which they need each other, what former
// runs have left, and the events that one part has for another.
#include "service/server/server_parts.hpp"

#include "async/sleep.hpp"
#include "service/agent_loop/live_session.hpp"
#include "service/nodes/named_node.hpp"
#include "service/sessions/ledger_rows.hpp"
#include "text/enum_words.hpp"
#include "text/uuid.hpp"

#include <stdexcept>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Reads what a former run has left, before this one starts.
template <class Work>
auto read(store::database_file& from, std::string_view what, Work work)
{
    auto found = from.run(std::move(work));
    if (!found)
        throw std::runtime_error("The " + std::string(what) +
                                 " cannot be read: " + found.error().text);
    return std::move(*found);
}

void tell_end(account_events& to, const job& ended)
{
    const auto& failed = ended.result().failure;
    to.publish(ended.subject().account_id, "job",
               {{"job_id", ended.id()},
                {"phone_id", ended.phone_id()},
                {"action", ended.action()},
                {"status", to_string(ended.status())},
                {"error", failed ? nlohmann::ordered_json(failed->code) : nullptr}});
}

/// Files that a former run has left there are of no use to anybody.
std::optional<api::upload_place> upload_place_in(const server_options& given)
{
    if (!given.upload_bytes)
        return std::nullopt;
    const auto folder = given.state_dir / "uploads";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
    return api::upload_place{.folder = folder, .most = *given.upload_bytes};
}

own_addresses::reach reach_of(const server_options& given)
{
    if (given.certificate != nullptr)
        return own_addresses::reach::certified;
    return given.listen.address().is_loopback() ? own_addresses::reach::loopback
                                                : own_addresses::reach::anywhere;
}

} // namespace

server::implementation::implementation(const asio::any_io_executor& home,
                                       server_options given,
                                       const std::shared_ptr<spdlog::logger>& log)
    : options(std::move(given)), node_id(random_uuid()),
      id_suffix(options.transport ? nodes::suffix_of_node(node_id) : std::string()),
      here(reach_of(options), options.public_urls), logger(log),
      store(home, options.database.value(), store_options(), log), owners(store, options.api_key),
      audit(home, store, options.limits.audit, log), enrolled(store),
      enrolling(store, enrolled, options.limits.enrolments, options.request_secret),
      secrets(store, options.master_key, log), passwords(home, store),
      events(home, options.limits.events, run_of_node(node_id)), changes(known, events),
      told_phones(known, log), hooks({.home = home,
                                      .store = store,
                                      .key = options.master_key,
                                      .events = events,
                                      .limits = options.limits.webhooks,
                                      .private_addresses = options.private_webhooks,
                                      .shares_store = options.transport != nullptr,
                                      .log = log}),
      programs({.home = home,
                .store = store,
                .owners = owners,
                .here = here,
                .secret = options.request_secret,
                .limits = options.limits.oauth,
                .id_suffix = id_suffix,
                .fetch = options.client_documents,
                .log = log}),
      pictures(home,
               {.state_dir = options.state_dir, .database = std::move(options.picture_database)},
               options.limits,
               log),
      kept(home, store, pictures.of_jobs(), options.limits.jobs, log),
      sender(home, kept, options.limits.jobs, log),
      model(model_for(home, options.model, options.limits.runs)),
      eyes(vision::finder_with(home, model.get(), meter, look_biller(), log)),
      agents({.home = home,
              .store = store,
              .known = known,
              .sender = sender,
              .meter = meter,
              .limits = options.limits.runs,
              .cancel_time = options.limits.jobs.cancel_time,
              .model = model.get(),
              .rules = options.rules,
              .secrets = [this](std::string whose) { return secrets.texts(std::move(whose)); },
              .on_status = [this](const sessions::facts& of) { note_session(of); },
              .keep_picture =
                  [this](const sessions::facts& of, const std::string& job_id, auto content) {
                      pictures.of_sessions().keep_soon(of.account_id, of.id, job_id,
                                                       std::move(content));
                  },
              .accounts = [this] { return owners.size(); },
              .log = log,
              .elsewhere = sessions_elsewhere(),
              .node = options.transport ? std::optional(node_id) : std::nullopt,
              .has_lease = [this] { return has_lease(); },
              .find_job =
                  [this](std::string whose, std::string id) {
                      return find_act(std::move(whose), std::move(id));
                  }}),
      begun(agents), open_ends(home, kept, log),
      archive(store, options.transport ? store_use::shared : store_use::alone),
      leased(
          {.home = home,
           .store = store,
           .known = known,
           .on_change = [this](const known_phone& phone) { note_phone(phone); },
           .on_end = [this](const known_phone& phone) { note_phone(phone, teller_of(phone.id)); },
           .shares_store = options.transport != nullptr}),
      waiting_elsewhere(queue_elsewhere()), waiting(queue_surroundings(home)),
      live(
          home, known, meter, options.limits.streams, [this] { return owners.size(); }, log),
      recorded({.home = home,
                .store = store,
                .live = live,
                .directory = options.state_dir / "recordings",
                .node = options.transport ? std::optional(node_id) : std::nullopt,
                .limits = options.limits.recordings,
                .accounts = [this] { return owners.size(); },
                .on_change = [this](const recording& what) { tell(what); },
                .log = log}),
      audience(
          home, meter, options.limits.followers, [this] { return owners.size(); }, log),
      rights_reads(home), phone_reads(home), among_nodes(node_among(home, log)),
      linked(links_surroundings(home, log)), ready(home, store, options.limits.readiness_time),
      answered(home,
               store,
               kept,
               options.limits.jobs,
               options.request_secret,
               options.transport != nullptr),
      offered{.accounts = owners,
              .audit = audit,
              .phones = known,
              .phone_archive = archive,
              .leases = leased,
              .waiting = waiting,
              .jobs = kept,
              .dispatcher = sender,
              .desktops = enrolled,
              .enrolments = enrolling,
              .secrets = secrets,
              .passwords = passwords,
              .links = sign_in_links,
              .here = here,
              .live = live,
              .recordings = recorded,
              .sessions = agents,
              .begun = begun,
              .session_pictures = pictures.of_sessions(),
              .followers = audience,
              .events = events,
              .webhooks = hooks,
              .programs = programs,
              .eyes = eyes.get(),
              .uploads = upload_place_in(options),
              .home = home,
              .alone = options.transport == nullptr,
              .cut_off = [this] { return among_nodes && among_nodes->cut_off(); },
              .note_change = [this](const known_phone& phone) { note_phone(phone); },
              .spread_soon =
                  [this](const known_phone& phone, bool selected) {
                      if (among_nodes)
                          among_nodes->have_others_reload_soon({.account_id = phone.account_id,
                                                                .phone_id = phone.id,
                                                                .selected = selected});
                  },
              .spread = options.transport ? std::bind_front(&implementation::spread_of_phone, this)
                                          : decltype(api::services::spread)()},
      contract_text(home, endpoints), limiter(options.rate_limit),
      wrong_keys(options.limits.wrong_keys),
      entrance({.endpoints = endpoints,
                .owners = owners,
                .known = known,
                .waiting = waiting,
                .meter = meter,
                .limiter = limiter,
                .wrong_keys = wrong_keys,
                .here = here,
                .answered = answered,
                .audit = audit,
                .other_origins = http::cors(options.origins),
                .cut_off = [this] { return among_nodes && among_nodes->cut_off(); },
                .pass_on = [this](const auto& what, auto& from) { return pass_on(what, from); },
                .spread_rights = spreader(),
                .spread_phone = phone_spreader()},
               log),
      mcp_clients(home,
                  entrance,
                  endpoints,
                  {options.rules,
                   [this](std::string account_id, std::string phone_id) {
                       return front_app(std::move(account_id), std::move(phone_id));
                   }},
                  options.origins,
                  id_suffix,
                  log),
      wire(home, entrance, options.limits.http, options.proxies, options.certificate, log),
      commands(
          store, [this] { return take_over_everywhere(); }, log),
      operators(home, commands, admin_handler::limits(), {}, nullptr, log),
      beside(home, [log](const std::exception_ptr&) {
          log->error("the admin socket or the upkeep failed");
      })
{
    if (among_nodes) {
        join_nodes();
        among_nodes->join(linked);
        limiter.count_spent();
        wrong_keys.count_spent();
        spread_events();
        share_contents(home);
    }
    // Before the first request, which may ask for any of it.
    owners.assign(read(*options.database, "accounts", read_accounts));
    enrolled.assign(read(*options.database, "desktops", all_desktops));
    // Among several nodes those of the others go on.
    if (!among_nodes)
        kept.restore(read(*options.database, "jobs", store::unsettled_jobs));
    programs.restore(read(*options.database, "grants", oauth::all_grants));
    hooks.restore(read(*options.database, "webhooks", webhooks::read));
    phone_archive::restore(read(*options.database, "phones", phone_archive::read), known);
    const auto leases = read(*options.database, "leases", phone_leases::read);
    if (!among_nodes)
        end_sessions_of_former_run();
    // The last: they write what was cut off, and which phones are not known any more, and the
    // store's own thread has the connection from then on.
    recorded.restore(read(*options.database, "recordings", recordings::read));
    leased.restore(leases);
    if (among_nodes)
        store.write_behind(leave_work_of_service_alone);
    endpoints.add(api::all_endpoints(offered));
    endpoints.add(api::device_link_endpoints(linked));
    endpoints.add(api::health_endpoints(offered, ready));
    endpoints.add(api::contract_endpoints(contract_text));
    endpoints.add(api::dashboard_endpoints(
        {.local = options.api_key.has_value(), .has_model = model != nullptr}));
    endpoints.add(
        metrics_endpoint(meter, [this] { return load_now(); }, options.limits.metrics_age));
    endpoints.add(mcp_rows());
    // Tools are made of rows: all of them have to be there.
    mcp_clients.make_tools();
    mcp_clients.challenge_by(
        [this](const http::request& what, const http::caller& from, scope_set needed) {
            return programs.scope_challenge(what, from, needed);
        });
    owners.ask_grants([this](std::string_view id) { return programs.stands(id); });
    programs.when_gone([this] { accounts_changed(); });
    programs.when_removed([this] { spread_rights_soon(); });
    owners.when_changed([this] { accounts_changed(); });
    end_leases_of_the_revoked();          // while the service was down, too
    sender.when_less(waiting.listener()); // which has the load noted
    sender.when_more([this](const std::string& phone_id) { note_load(phone_id); });
    sender.when_settled([this](const job& ended) {
        meter.job_ended(ended.action(), to_string(ended.status()),
                        link::to_string(ended.result().outcome), ended.total_time());
        const auto session_id = agents.note_action(ended);
        if (!kept.is_in_memory(ended.id())) // it is no job that can be asked about
            return;
        tell_end(events, ended);
        if (session_id && !changes_nothing(ended.action()))
            note_act_of_agent(ended, *session_id);
    });
}

void server::implementation::end_sessions_of_former_run()
{
    const auto cut_off = read(*options.database, "sessions", agent_sessions::end_cut_off);
    if (cut_off > 0)
        logger->warn("{} sessions were cut off when the service ended; they have failed", cut_off);
}

void server::implementation::accounts_changed()
{
    mcp_clients.accounts_changed(owners);
    end_leases_of_the_revoked();
    waiting.look_at_credentials();
    live.accounts_changed(owners);
    audience.accounts_changed(owners);
    const auto is_gone = [this](const std::string& account_id) { return !owners.has(account_id); };
    agents.stop_where(is_gone);
    hooks.forget_where(is_gone);
}

void server::implementation::end_leases_of_the_revoked()
{
    leased.end_those_of([this](const account& who) { return !owners.standing_of(who); });
}

std::vector<endpoint> server::implementation::mcp_rows()
{
    auto out = mcp_clients.rows();
    for (auto& each : out) {
        each.audited = false; // what its tools do is
        each.lets_in = [this](const http::request& what) { return programs.account_of(what); };
        each.challenge = [this](const http::request& what, const http::caller& from) {
            return programs.challenge(what, from);
        };
    }
    return out;
}

asio::awaitable<void> server::implementation::keep_up()
{
    // Desktops have that long to come back and to tell of jobs of a former run.
    co_await async::sleep_for(options.limits.desktop_return);
    if (!among_nodes) // else they were taken up later, and have as long from then on
        open_ends.give_up();
    for (;;) {
        co_await agents.keep_up(job::clock::now());
        co_await kept.prune(job::clock::now());
        co_await pictures.of_sessions().prune();
        co_await answered.prune(job::clock::now());
        co_await enrolling.prune(enrolments::clock::now());
        const bool owed = owners.has_unwritten() || enrolled.has_unwritten();
        co_await owners.prune(accounts::clock::now());
        co_await enrolled.write_revocations();
        if (owed && !owners.has_unwritten() && !enrolled.has_unwritten())
            spread_rights_soon(); // the request that failed has told nobody
        co_await programs.prune();
        co_await hooks.prune(webhook::time::clock::now());
        co_await audit.prune(audit_entry::clock::now());
        co_await recorded.prune(recording::moment::clock::now());
        changes.prune();
        told_phones.prune();
        co_await async::sleep_for(options.limits.upkeep_interval);
    }
}

void server::implementation::note_phone(const known_phone& phone, event_origin from)
{
    changes.note(phone, from);
    waiting.look_at(phone.id);
}

vision::element_finder::biller server::implementation::look_biller()
{
    return [this](const std::string& account_id, std::int64_t cost) {
        const auto in = sessions::month_of(sessions::moment::clock::now());
        store.write_behind([account_id, in, cost](store::transaction& on) {
            sessions::add_model_cost(on, account_id, in, cost);
        });
    };
}

asio::awaitable<std::string> server::implementation::front_app(std::string account_id,
                                                               std::string phone_id)
{
    auto phone = known.find(account_id, phone_id);
    if (!phone)
        co_return std::string();
    auto via = known.reach(**phone);
    if (!via)
        co_return std::string();
    auto work = co_await sender.submit({.phone = std::move(*phone),
                                        .via = std::move(*via),
                                        .what = link::front_app{},
                                        .space = {},
                                        .when_done = {}});
    if (!work)
        co_return std::string();
    co_await (*work)->until_settled();
    const auto& told = (*work)->result().value;
    const auto id = told.find("bundle_id");
    co_return id != told.end() && id->is_string() ? id->get<std::string>() : std::string();
}

store::database_options server::implementation::store_options()
{
    store::database_options out;
    out.on_call = [this](store::access how, metrics::duration took) {
        meter.store_answered(how == store::access::read ? "read" : "write", took);
    };
    return out;
}

void server::implementation::tell(const recording& what)
{
    const auto word = [](const auto& value) {
        return value ? nlohmann::ordered_json(enum_word(*value)) : nlohmann::ordered_json();
    };
    events.publish(what.account_id, "recording",
                   {{"recording_id", what.id},
                    {"phone_id", what.phone_id},
                    {"session_id", what.session_id ? nlohmann::ordered_json(*what.session_id)
                                                   : nlohmann::ordered_json()},
                    {"status", enum_word(what.status)},
                    {"format", word(what.format)},
                    {"ended_by", word(what.ended_by)}});
}

} // namespace thimble::service
