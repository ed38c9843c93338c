#include "service/admin/admin_arguments.hpp"

namespace thimble::service {

namespace {

constexpr std::string_view where_to_work =
    "--state-dir DIR and --config FILE say of which service; see thimble-service --help.";

CLI::App& add_group(CLI::App& to, const char* name, const char* about)
{
    auto* group = to.add_subcommand(name, about);
    group->require_subcommand(1);
    group->fallthrough();
    group->footer(std::string(where_to_work)); // instead of the program's
    return *group;
}

CLI::App& add_command(CLI::App& to, const char* name, const char* about, admin_request& asked)
{
    auto* command = to.add_subcommand(name, about);
    command->fallthrough();
    command->footer(std::string(where_to_work));
    command->callback([&asked, said = to.get_name() + " " + name] { asked.command = said; });
    return *command;
}

void add_account_commands(CLI::App& admin, admin_request& asked)
{
    auto& values = asked.arguments;
    auto& account = add_group(admin, "account", "Make accounts, say what they may, delete them");
    add_command(account, "create", "Make an account; prints its id", asked)
        .add_option("NAME", values["name"])
        ->required();
    add_command(account, "password", "Set the password, read from standard input", asked)
        .add_option("NAME", values["name"])
        ->required();
    add_command(account, "list", "List the accounts", asked);
    add_command(account, "show", "Show an account and what it has", asked)
        .add_option("NAME", values["name"])
        ->required();
    auto& removal = add_command(account, "delete",
                                "Delete an account with its keys, desktops and secrets", asked);
    removal.add_option("NAME", values["name"])->required();
    removal.add_flag_callback("--yes", [&values] { values["yes"] = "yes"; }, "For good");
    auto& subscription =
        add_command(account, "subscription", "Say whether requests are served", asked);
    subscription.add_option("NAME", values["name"])->required();
    subscription.add_option("STATE", values["state"], "active or none")->required();
    subscription.add_option("--minutes", values["minutes"], "Of sessions, in a month");
    subscription.add_option("--overage", values["overage"],
                            "Price of a minute beyond them, or off");
}

void add_key_commands(CLI::App& admin, admin_request& asked)
{
    auto& values = asked.arguments;
    auto& key = add_group(admin, "key", "Make and revoke API keys");
    auto& create = add_command(key, "create", "Make a key; prints it, this one time", asked);
    create.add_option("--account", values["account"], "Whose it is")->required();
    create.add_option("--name", values["name"], "What tells it from others");
    add_command(key, "list", "List the keys of all accounts", asked);
    add_command(key, "revoke", "Revoke a key and those that it has made", asked)
        .add_option("ID", values["id"])
        ->required();
}

void add_desktop_commands(CLI::App& admin, admin_request& asked)
{
    auto& values = asked.arguments;
    auto& desktop = add_group(admin, "desktop", "Let desktops in and revoke them");
    add_command(desktop, "list", "List the desktops of all accounts", asked);
    auto& approve = add_command(desktop, "approve",
                                "Let the desktop in that shows this code; prints its id", asked);
    approve.add_option("CODE", values["code"])->required();
    approve.add_option("--account", values["account"], "Whose phones it holds")->required();
    add_command(desktop, "revoke", "Revoke a desktop; its link is cut at once", asked)
        .add_option("ID", values["id"])
        ->required();
}

void add_store_commands(CLI::App& admin, admin_request& asked)
{
    auto& store = add_group(admin, "store", "Move everything into PostgreSQL");
    add_command(store, "copy",
                "Copy what SQLite has into the empty database that --store names; the service does "
                "not run meanwhile",
                asked);
}

} // namespace

void add_admin_commands(CLI::App& app, admin_request& asked)
{
    auto& admin =
        add_group(app, "admin",
                  "Manage accounts, keys, desktops and the store, whether the service runs or "
                  "not");
    add_account_commands(admin, asked);
    add_key_commands(admin, asked);
    add_desktop_commands(admin, asked);
    add_store_commands(admin, asked);
}

} // namespace thimble::service
