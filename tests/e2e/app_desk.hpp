// Phones that trust this computer, packages beside them, and thimbled's commands about apps.
#pragma once

#include "tests/device/packages/made_package.hpp"
#include "tests/e2e/driven_phone.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace thimble::e2e {

inline constexpr auto runner_id = "org.example.WebDriverAgentRunner.xctrunner";
inline constexpr std::chrono::days a_month{30};

std::chrono::sys_seconds this_moment();

/// A runner that is signed for this phone.
tests::made_app runner_for(const virtual_phone& phone, std::chrono::seconds lasts = a_month);

class app_desk {
public:
    explicit app_desk(const std::vector<std::string>& models = {"iPhone 15 Pro,ios=18.5"});

    const virtual_phones& phones() const { return phones_; }
    virtual_phone phone() const { return phones_.at(0); }
    const std::shared_ptr<household>& home() const { return home_; }
    std::filesystem::path state() const { return home_->state.path(); }

    /// A file of that name, there as a whole from one moment to the next.
    std::string write(const std::string& content, const std::string& name = "runner.ipa") const;
    std::string write(const tests::made_app& app) const;

    arguments with_state(arguments what) const;

    struct told {
        int code = -1;
        nlohmann::json record;
        std::string errors;
    };

    /// thimbled with these arguments, asked for JSON.
    told ask(const arguments& what) const;

    /// Apps of the record in the state directory.
    nlohmann::json remembered() const;

    /// Nothing could be put on the phone from now on without a failure of another name.
    void close_staging() const;

private:
    virtual_phones phones_;
    std::shared_ptr<household> home_ = std::make_shared<household>();
    temporary_directory place_;
};

bool has_app(const thimble_system& daemon, const virtual_phone& phone, const std::string& id);

/// Files that are being received, or were left behind.
std::size_t files_in_uploads(const thimble_system& daemon);

/// POST P/apps.
http_answer send_app(const thimble_system& daemon,
                     const virtual_phone& phone,
                     const std::string& content,
                     header_fields headers = {});

/// The record of the job that an answer names, once it has ended.
nlohmann::json ended_job(const thimble_system& daemon, const http_answer& answer);

} // namespace thimble::e2e
