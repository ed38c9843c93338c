#include "tests/virtualphone/services/image_host.hpp"

#include "tests/catch2.hpp"

namespace thimble::virtualphone::tests {

namespace asio = boost::asio;

plist::value mounter_command(std::string_view name)
{
    return {{"Command", name}};
}

plist::value look_up(std::string_view type)
{
    return {{"Command", "LookupImage"}, {"ImageType", type}};
}

plist::value upload_request(const developer_image& image)
{
    plist::value request{{"Command", "ReceiveBytes"}, {"ImageType", image.type}};
    request["ImageSize"] = image.content.size();
    request["ImageSignature"] = plist::data(image.signature);
    return request;
}

plist::value mount_request(const developer_image& image)
{
    plist::value request{{"Command", "MountImage"}, {"ImageType", image.type}};
    request["ImageSignature"] = plist::data(image.signature);
    if (!image.trust_cache.empty())
        request["ImageTrustCache"] = plist::data(image.trust_cache);
    return request;
}

asio::awaitable<phone_client> open_mounter(desk& table, const host_identity& host)
{
    return open_service(table, host, "com.apple.mobile.mobile_image_mounter");
}

developer_image plain_image()
{
    return {.type = "Developer",
            .content = plist::bytes(100'000, 7),
            .signature = {1, 2, 3},
            .trust_cache = {}};
}

asio::awaitable<developer_image> personal_image(desk& table, const host_identity& host)
{
    developer_image image{.type = "Personalized",
                          .content = plist::bytes(100'000, 7),
                          .signature = {},
                          .trust_cache = {4, 5, 6}};
    phone_client mounter = co_await open_mounter(table, host);
    const auto told = co_await mounter.ask(mounter_command("QueryPersonalizationIdentifiers"));
    const plist::value& of = told.at("PersonalizationIdentifiers");
    const auto nonce = co_await mounter.ask(mounter_command("QueryNonce"));
    image.signature = tss::encode({.chip_number = tss::unsigned_at(of, "UniqueChipID").value(),
                                   .chip = tss::unsigned_at(of, "ChipID").value(),
                                   .board = tss::unsigned_at(of, "BoardId").value(),
                                   .nonce = plist::data_at(nonce, "PersonalizationNonce").value(),
                                   .image = tss::digest_of(image.content),
                                   .trust_cache = tss::digest_of(image.trust_cache)});
    co_return image;
}

asio::awaitable<void> upload(phone_client& mounter, const developer_image& image)
{
    CHECK((co_await mounter.ask(upload_request(image))).at("Status") == "ReceiveBytesAck");
    co_await mounter.send_raw(image.content);
    CHECK((co_await mounter.receive()).at("Status") == "Complete");
}

} // namespace thimble::virtualphone::tests
