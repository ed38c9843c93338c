#include "tests/virtualphone/os/handset.hpp"

using nlohmann::json;
using thimble::tests::handset;
using thimble::tests::notes_app;

namespace {

constexpr auto messages_app = "com.apple.MobileSMS";

json state_of_messages(const handset& phone)
{
    return phone.state_of(messages_app);
}

} // namespace

TEST_CASE("a message is written and sent", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"}) {
        INFO(model);
        handset phone(model);
        phone.os.launch(messages_app, phone.now);
        phone.choose("Cell", "Grace Thread");
        CHECK(state_of_messages(phone).at("with") == "Grace Thread");
        CHECK_FALSE(phone.find("Button", "Send"));
        phone.choose("TextView", "Message");
        phone.choose("Key", "h");
        phone.choose("Key", "i");
        CHECK(state_of_messages(phone).at("draft") == "hi");
        phone.choose("Button", "Send");
        CHECK(state_of_messages(phone).at("draft") == "");
        CHECK(state_of_messages(phone).at("sent") ==
              json::array({{{"to", "Grace Thread"}, {"text", "hi"}}}));
        CHECK(phone.find("StaticText", "hi"));
    }
}

TEST_CASE("messages are those of one person, and a draft is lost with its page", "[virtualphone]")
{
    handset phone;
    phone.os.launch(messages_app, phone.now);
    phone.choose("Cell", "Workshop");
    phone.choose("TextView", "Message");
    phone.choose("Key", "o");
    phone.choose("Button", "Send");
    phone.choose("Key", "k");
    phone.choose("Button", "Messages");
    phone.choose("Cell", "Ada Bobbin");
    CHECK_FALSE(phone.find("StaticText", "o"));
    CHECK(state_of_messages(phone).at("draft") == "");
    phone.choose("Button", "Messages");
    phone.choose("Cell", "Workshop");
    CHECK(phone.find("StaticText", "o"));
}
