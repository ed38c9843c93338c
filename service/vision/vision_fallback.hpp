// A desktop whose touches at elements have a second try: where a model sees the element.
#pragma once

#include "async/signal.hpp"
#include "service/vision/element_finder.hpp"

#include <functional>
#include <memory>
#include <string>

namespace thimble::service::vision {

/// Home thread; for one command. The command that it was given and the one that it sends second are
/// one to its caller, and neither is sent twice.
///
/// The first command is forgotten before the second one is sent: if the service ends then, nobody
/// says that nothing was touched, and the job is lost, which is the truth.
///
/// While a model looks, other inputs go their way. Where one has come since, nothing is touched:
/// the screen may be another one by now, and it would be before its turn.
class vision_fallback final : public desktop {
public:
    /// `finder` outlives it. `account_id`: whose command it is. `last` tells whether the command is
    /// still the phone's last input, and this service the one that may send it.
    vision_fallback(std::shared_ptr<desktop> via,
                    element_finder& finder,
                    std::string account_id,
                    std::function<bool()> last);

    boost::asio::awaitable<link::result> execute(link::command what,
                                                 std::function<void()> started) override;
    void settle(const std::string& job_id) override;
    void expect(const std::string& udid, const link::action& what) override;
    void withdraw(const std::string& job_id) override;
    void let_go(const std::string& job_id) override;
    void cancel(const std::string& job_id) override;

private:
    boost::asio::awaitable<std::optional<seen_touch>> look_for(link::command what);
    void touch_nothing_more();
    const std::string& sent_last(const std::string& job_id) const;

    std::shared_ptr<desktop> via_;
    element_finder& finder_;
    std::string account_id_;
    std::function<bool()> last_;
    std::string second_; // the id of the second command, once there is one
    bool called_off_ = false;
    async::signal called_off_now_;
};

/// `via` itself for what has no second try, or where there is nobody to look (nullptr).
std::shared_ptr<desktop> with_vision_fallback(std::shared_ptr<desktop> via,
                                              const link::action& what,
                                              element_finder* finder,
                                              std::string account_id,
                                              std::function<bool()> last);

} // namespace thimble::service::vision
