#include "tests/browser/held_requests.hpp"

#include "tests/browser/dashboard_view.hpp"

namespace thimble::browser {

namespace {

constexpr auto holding = R"js((() => {
    const fetched = window.fetch;
    window.requests = { sent: [], held: [], open: false };
    window.fetch = (path, options) => {
        if (options?.method !== "POST") return fetched(path, options);
        requests.sent.push({ name: path.split("/").at(-1), body: JSON.parse(options.body) });
        if (requests.open) return fetched(path, options);
        return new Promise((answer, fail) =>
            requests.held.push({ go: () => answer(fetched(path, options)),
                                 fail: () => fail(new TypeError("Nobody answers.")) }));
    };
})())js";

} // namespace

held_requests::held_requests(page& from) : from_(from)
{
    from_.evaluate(holding);
}

bool held_requests::until_sent(std::size_t count) const
{
    return from_.until("requests.sent.length >= " + std::to_string(count), timeout);
}

std::vector<std::string> held_requests::names() const
{
    return from_.evaluate("requests.sent.map(({ name }) => name)").get<std::vector<std::string>>();
}

nlohmann::json held_requests::body(std::size_t index) const
{
    return from_.evaluate("requests.sent[" + std::to_string(index) + "].body");
}

void held_requests::let_go() const
{
    from_.evaluate("requests.held.shift().go()");
}

void held_requests::let_all_go() const
{
    from_.evaluate("requests.open = true, requests.held.splice(0).forEach(({ go }) => go())");
}

void held_requests::fail() const
{
    from_.evaluate("requests.held.shift().fail()");
}

} // namespace thimble::browser
