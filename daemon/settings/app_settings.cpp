#include "daemon/settings/app_settings.hpp"

namespace thimble::daemon {

namespace {

CLI::App* add_deed(CLI::App& below, const std::string& name, const std::string& help, bool& json)
{
    auto* deed = below.add_subcommand(name, help);
    deed->add_flag("--json", json, "Print JSON");
    deed->fallthrough();
    return deed;
}

void add_install(CLI::App& below, const std::string& help, app_request& request, bool& json)
{
    auto* install = add_deed(below, "install", help, json);
    install->add_option("file", request.file, "An .ipa, a zip archive with X.app in it, or X.app")
        ->required()
        ->type_name("FILE");
    install->add_flag("--follow", request.follow,
                      "A running thimbled installs the file again whenever it has changed");
}

void add_switch(CLI::App& below,
                const std::string& name,
                const std::string& help,
                app_request::deed what,
                app_request& request,
                bool& json)
{
    add_deed(below, name, help, json)->callback([&request, what] { request.what = what; });
}

} // namespace

app_commands add_app_commands(CLI::App& whole, app_request& request, bool& json)
{
    app_commands made{
        .runner = whole.add_subcommand("runner", "Install WebDriverAgent's runner on a phone, "
                                                 "stop it or start it"),
        .app = whole.add_subcommand("app", "Install an app on a phone, or remove it")};
    for (auto* command : {made.runner, made.app}) {
        command->require_subcommand(1);
        command->fallthrough();
    }
    made.runner->callback([&request] { request.runner = true; });
    add_install(*made.runner, "Check the package, send it and remember it", request, json);
    add_install(*made.app, "Check the package, send it and remember it", request, json);
    add_switch(*made.runner, "stop", "Have the running thimbled end it, and start it no more",
               app_request::deed::stop, request, json);
    add_switch(*made.runner, "start", "Have the running thimbled keep it running again",
               app_request::deed::start, request, json);
    auto* remove = add_deed(*made.app, "remove", "Remove the app with this bundle id", json);
    remove->add_option("id", request.bundle_id, "Such as com.example.app")
        ->required()
        ->type_name("ID");
    remove->callback([&request] { request.what = app_request::deed::remove; });
    return made;
}

} // namespace thimble::daemon
