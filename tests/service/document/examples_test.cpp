// Examples of answers, in the document and on the page.
#include "tests/catch2.hpp"
#include "tests/service/document/contract_document.hpp"
#include "tests/service/document/schema_check.hpp"
#include "tests/service/document/walked_service.hpp"

#include <functional>
#include <string>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// The contract and the page of a service without phones.
struct with_examples {
    running_service running;
    http_client client{running.port()};
    contract_document contract{every_path_of(running)};
    std::string page = client.ask("GET", "/docs", {}).body;

    /// Of every operation the answers in JSON that are granted.
    void each_json(const std::function<void(const operation&, const json& content)>& look) const
    {
        for (const auto& of : contract.operations())
            for (const auto& [status, told] : of.told.at("responses").items()) {
                const auto content = told.value("content", json::object());
                if (content.contains("application/json") &&
                    content.at("application/json").contains("schema")) {
                    INFO(of.method << " " << of.path << " " << status);
                    look(of, content.at("application/json"));
                }
            }
    }

    std::string misfit(const json& shape, const json& value) const
    {
        return mismatch(contract.value(), shape, value);
    }

    const json& operation_at(const std::string& path, const std::string& method) const
    {
        return contract.value().at("paths").at(path).at(method);
    }
};

/// The examples of an answer: one for each record that it may be.
std::vector<json> examples_in(const json& content)
{
    if (content.contains("example"))
        return {content.at("example")};
    std::vector<json> out;
    for (const auto& [name, each] : content.value("examples", json::object()).items())
        out.push_back(each.at("value"));
    return out;
}

std::size_t count_of(const std::string& part, const std::string& in)
{
    std::size_t out = 0;
    for (auto at = in.find(part); at != std::string::npos; at = in.find(part, at + part.size()))
        ++out;
    return out;
}

} // namespace

TEST_CASE("every answer in JSON has an example, which its schema fits", "[service][contract]")
{
    const with_examples on;
    std::size_t answers = 0;
    on.each_json([&](const operation&, const json& content) {
        const auto examples = examples_in(content);
        CHECK_FALSE(examples.empty());
        for (const auto& each : examples)
            CHECK(on.misfit(content.at("schema"), each) == "");
        ++answers;
    });
    CHECK(answers > 100);
}

TEST_CASE("an answer of several kinds has an example of each", "[service][contract]")
{
    const with_examples on;
    on.each_json([&](const operation&, const json& content) {
        const auto kinds = content.at("schema").value("anyOf", json::array());
        const auto examples = content.value("examples", json::object());
        CHECK(examples.size() == kinds.size());
        for (const auto& [name, each] : examples.items())
            CHECK(on.misfit({{"$ref", "#/components/schemas/" + name}}, each.at("value")) == "");
    });
}

TEST_CASE("no example has a text that says nothing", "[service][contract]")
{
    const with_examples on;
    on.each_json([](const operation&, const json& content) {
        for (const auto& example : examples_in(content)) {
            const auto flat = example.flatten();
            for (const auto& [place, value] : flat.items()) {
                INFO(place);
                CHECK(value != "text");
            }
        }
    });
}

TEST_CASE("the example of a job is of the action that was asked for", "[service][contract]")
{
    const with_examples on;
    for (const std::string action : {"tap", "home", "open-app"}) {
        const auto& told = on.operation_at("/v1/phones/{phone_id}/" + action, "post");
        const auto& content = told.at("responses").at("200").at("content").at("application/json");
        CHECK(content.at("examples").at("job").at("value").at("action") == action);
        CHECK(content.at("examples").at("job_id").at("value").size() == 1);
    }
}

TEST_CASE("examples say what the text beside them says", "[service][contract]")
{
    const with_examples on;
    const auto example = [&](const std::string& path, const char* status) {
        const auto& told = on.operation_at("/v1/" + path, "post").at("responses").at(status);
        return examples_in(told.at("content").at("application/json")).front();
    };
    const auto recording = example("phones/{phone_id}/recordings", "201");
    CHECK(recording.at("status") == "recording"); // it is under way
    CHECK(recording.at("ended_by").is_null());
    CHECK(recording.at("ended_at").is_null());
    const auto session = example("sessions", "201");
    CHECK(session.at("status") == "creating");
    CHECK(session.at("result").is_null());
    CHECK(example("phones/{phone_id}/open-app", "200").at("result").at("bundle_id") ==
          "com.apple.Maps");
    const auto& readiness = on.operation_at("/readyz", "get").at("responses").at("503");
    CHECK(readiness.at("content").at("application/json").at("example").at("status") == "not_ready");
}

TEST_CASE("of an answer of several kinds each example says when it is that", "[service][contract]")
{
    const with_examples on;
    const auto& told = on.operation_at("/v1/phones/{phone_id}/tap", "post");
    const auto& content = told.at("responses").at("200").at("content").at("application/json");
    CHECK(content.at("examples").at("job_id").at("summary") == "with `async`");
    CHECK_FALSE(content.at("examples").at("job").contains("summary"));
    CHECK(on.page.contains(">job_id</a>, with <code>async</code></figcaption>"));
    on.each_json([](const operation&, const json& of_answer) {
        const auto examples = of_answer.value("examples", json::object());
        std::size_t always = 0;
        for (const auto& [name, each] : examples.items())
            always += each.contains("summary") ? 0U : 1U;
        CHECK(always <= 1);
    });
}

TEST_CASE("examples tell of the same phone and the same job", "[service][contract]")
{
    const with_examples on;
    const auto answer_of = [&](const std::string& path) {
        const auto& responses = on.operation_at(path, "get").at("responses");
        return examples_in(responses.at("200").at("content").at("application/json")).front();
    };
    const auto phone = answer_of("/v1/phones").at(0).at("id");
    CHECK(answer_of("/v1/phones/{phone_id}/info").at("id") == phone);
    CHECK(answer_of("/v1/phones/{phone_id}/status").at("phone_id") == phone);
    const auto event = answer_of("/v1/events").at("events").at(0).at("data");
    CHECK(event.at("phone_id") == phone);
    CHECK(event.at("job_id") == answer_of("/v1/jobs/{job_id}").at("id"));
    CHECK(phone != answer_of("/v1/jobs/{job_id}").at("id"));
}

TEST_CASE("the page shows each example, and says what else answers are", "[service][contract]")
{
    const with_examples on;
    CHECK(count_of("<figcaption>Request</figcaption>", on.page) == count_of("<details>", on.page));
    CHECK(count_of("<figcaption><b>200</b> ", on.page) > 100);
    CHECK(count_of("<figcaption><b>201</b> ", on.page) > 2);
    CHECK(on.page.contains("&quot;action&quot;: &quot;home&quot;"));
    for (const auto* words :
         {"<b>204</b> no body", "<b>200</b> a picture",
          "<b>200</b> a video or an archive of pictures",
          "<b>200</b> or a stream of events, each as it happens", "<b>101</b> a WebSocket"})
        CHECK(on.page.contains(words));
}

} // namespace thimble::service::test
