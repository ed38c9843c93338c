#include "virtualphone/lockdown/trust_dialog.hpp"

#include <string>

namespace thimble::virtualphone {
namespace {

const std::string title = "Trust This Computer?";
const std::string text =
    "Your settings and data will be accessible from this computer when connected.";
const std::string trust_button = "Trust";
const std::string deny_button = "Don’t Trust";

} // namespace

trust_answer trust_dialog::ask()
{
    if (device_.os.locked())
        return trust_answer::locked;
    if (device_.trust == trust::yes)
        return trust_answer::trusted;
    if (device_.trust == trust::no)
        return trust_answer::denied;
    if (!asked_)
        open();
    if (!asked_->answer)
        return trust_answer::pending;
    const trust_answer given = *asked_->answer;
    asked_.reset(); // who asks again is shown the dialog again
    return given;
}

void trust_dialog::open()
{
    asked_ = std::make_shared<question>();
    device_.os.show_alert({title,
                           text,
                           {trust_button, deny_button},
                           [asked = asked_](const std::string& button) {
                               asked->answer = button == trust_button ? trust_answer::trusted
                                                                      : trust_answer::denied;
                           }},
                          device_.clock.now());
}

void trust_dialog::person_decided()
{
    if (!asked_ || device_.trust == trust::ask)
        return;
    asked_.reset();
    if (device_.os.alert() && device_.os.alert()->title == title)
        device_.os.answer_alert(device_.trust == trust::yes ? trust_button : deny_button,
                                device_.clock.now());
}

} // namespace thimble::virtualphone
