#include "device/wda/element_reader.hpp"

#include "device/usbmux/blocking_client.hpp"
#include "device/wda/element_frame_json.hpp"
#include "device/wda/element_tree.hpp"
#include "device/wda/runner/identifier.hpp"

#include <cmath>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds tree_limit{15}; // a large tree takes seconds on the phone
constexpr std::chrono::seconds parse_limit{5};
constexpr std::chrono::seconds choice_limit{5};
constexpr std::chrono::seconds field_limit{2}; // nice to know, and not worth a long wait
constexpr std::string_view source_query = "/source?format=json";

/// The session's setting of the app in front is another one for the time of a choice. Unless that
/// is known to be undone, which it is not where a reading is cancelled, the next use of the session
/// applies all settings again.
class front_app_choice {
public:
    explicit front_app_choice(session& of) : session_(of) {}
    front_app_choice(const front_app_choice&) = delete;
    front_app_choice& operator=(const front_app_choice&) = delete;
    ~front_app_choice()
    {
        if (!undone_)
            session_.unsettle();
    }

    void undone() { undone_ = true; }

private:
    session& session_;
    bool undone_ = false;
};

/// An app made for a smaller screen counts in points of its own, and is magnified to fill this one.
/// An app of another shape is not magnified.
void magnify_to(screen::point_size shown, std::vector<element>& elements)
{
    constexpr double same = 0.01; // sides are whole points
    const auto& app = elements.front();
    if (app.type != "Application" || app.width <= 0 || app.height <= 0)
        return;
    const double factor = shown.width / app.width;
    if (std::abs(factor - 1) < same || std::abs(shown.height / app.height / factor - 1) > same)
        return;
    for (auto& each : elements)
        for (auto* points : {&each.x, &each.y, &each.width, &each.height})
            *points *= factor;
}

failure malformed_field_answer()
{
    return {.what = problem::refused,
            .message = "WebDriverAgent does not say where the field is.",
            .cause = "malformed_answer"};
}

} // namespace

boost::asio::awaitable<result<element_list>> element_reader::read()
{
    return read_front(false);
}

boost::asio::awaitable<result<element_list>> element_reader::read_unrecorded()
{
    return read_front(true);
}

boost::asio::awaitable<result<element_list>> element_reader::read_front(bool confidential)
{
    auto question = get(std::string(source_query), tree_limit);
    question.confidential_answer = confidential;
    auto list = co_await explained(co_await ask(std::move(question)));
    if (list) // whose tree holds no alert that the system shows over an app
        co_await alerts_.read();
    co_return list;
}

boost::asio::awaitable<result<element_list>> element_reader::read_app(std::string bundle_id)
{
    const auto turn = co_await lane_.take();
    auto list = co_await ask_app(bundle_id);
    if (!list && list.error().cause == "invalid session id") { // somebody else has made another
        runner_.session.forget();
        list = co_await ask_app(bundle_id);
    }
    co_return co_await explained(std::move(list));
}

/// The setting says which of the apps that run counts as the one in front.
boost::asio::awaitable<result<element_list>> element_reader::ask_app(const std::string& bundle_id)
{
    const auto session = co_await runner_.session.ensure();
    if (!session)
        co_return std::unexpected(session.error());
    const auto& id = *session;
    if (auto running = co_await require_in_front(id, bundle_id); !running)
        co_return std::unexpected(std::move(running.error()));
    front_app_choice choice(runner_.session);
    if (auto chosen = co_await choose_app(id, bundle_id); !chosen)
        co_return std::unexpected(std::move(chosen.error()));
    auto list = co_await ask(get("/session/" + id + std::string(source_query), tree_limit));
    if (co_await choose_app(id, std::string(session::usual_front_app)))
        choice.undone();
    co_return list;
}

/// Of an app that is not in the foreground the runner gives the tree of another one, which may be a
/// huge one, and takes seconds.
boost::asio::awaitable<result<void>> element_reader::require_in_front(const std::string& session,
                                                                      const std::string& bundle_id)
{
    constexpr int foreground = 4; // of XCTest's states of an app, the last one
    const nlohmann::json body{{"bundleId", bundle_id}};
    const auto answer = parse_envelope(co_await runner_.tree.exchange(
        post_once("/session/" + session + "/wda/apps/state", body.dump(), choice_limit)));
    if (!answer)
        co_return std::unexpected(answer.error());
    if (!answer->value.is_number_integer() || answer->value.get<int>() < foreground)
        co_return std::unexpected(failure{.what = problem::refused,
                                          .message = "The app is not in front.",
                                          .cause = std::string(app_not_in_front)});
    co_return result<void>{};
}

boost::asio::awaitable<result<void>> element_reader::choose_app(const std::string& session,
                                                                const std::string& bundle_id)
{
    const nlohmann::json body{{"settings", {{"defaultActiveApplication", bundle_id}}}};
    const auto answer = parse_envelope(co_await runner_.tree.exchange(
        post_once("/session/" + session + "/appium/settings", body.dump(), choice_limit)));
    if (!answer)
        co_return std::unexpected(answer.error());
    co_return result<void>{};
}

/// In the session that is alive, over the connection of the trees.
boost::asio::awaitable<result<nlohmann::json>> element_reader::ask_field(std::string route)
{
    const auto session = runner_.session.living();
    if (session.empty())
        co_return std::unexpected(failure{.what = problem::unsupported,
                                          .message = "There is no session to ask in.",
                                          .cause = {}});
    auto answer = parse_envelope(
        co_await runner_.tree.exchange(get("/session/" + session + route, field_limit)));
    if (!answer)
        co_return std::unexpected(std::move(answer.error()));
    co_return std::move(answer->value);
}

boost::asio::awaitable<result<element_frame>> element_reader::focused_frame()
{
    const auto field = co_await ask_field("/element/active");
    if (!field)
        co_return std::unexpected(field.error());
    const auto id = string_member(*field, "ELEMENT");
    if (!fits_a_path(id))
        co_return std::unexpected(malformed_field_answer());
    const auto told = co_await ask_field("/element/" + id + "/rect");
    if (!told)
        co_return std::unexpected(told.error());
    const auto frame = frame_in(*told);
    if (!frame)
        co_return std::unexpected(malformed_field_answer());
    co_return *frame;
}

boost::asio::awaitable<result<element_list>> element_reader::explained(result<element_list> list)
{
    if (!list) {
        list.error().phone = reached::nothing; // a read
        co_return std::unexpected(co_await runner_.explain(std::move(list.error())));
    }
    co_return list;
}

boost::asio::awaitable<result<element_list>> element_reader::ask(request tree)
{
    const slow_read_under_way mark(runner_);
    auto answer = co_await runner_.tree.exchange(std::move(tree));
    if (!answer)
        co_return std::unexpected(std::move(answer.error()));
    const auto text = std::make_shared<const response>(std::move(*answer));
    auto parsed = co_await parser_.run(parse_limit, [text] { return element_tree_of(*text); });
    if (!parsed)
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .message = "The tree could not be read in time.",
                                          .cause = "parser_silent"});
    if (!*parsed)
        co_return std::unexpected(std::move(parsed->error()));
    runner_.session.observe((*parsed)->session_id);
    const auto shown = co_await runner_.interface.read(runner_.tree);
    if (!shown)
        co_return std::unexpected(shown.error());
    if (!runner_.may_have_windows())
        magnify_to(shown->size, (*parsed)->elements);
    co_return element_list{.elements = std::move((*parsed)->elements), .shown = *shown};
}

} // namespace thimble::device::wda
