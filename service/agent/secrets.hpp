// Secrets in text that is typed: the model knows their names, the phone gets their values.
//
// A secret is written `{{secret:name}}`. Its value takes that place when the text leaves for the
// phone and at no other time, so that it is in no prompt, no event and no log.
#pragma once

#include "link/text_actions.hpp"
#include "service/secrets/secret.hpp"

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

/// Nothing where there is no secret of this name.
using secret_lookup = std::function<std::optional<std::string>(std::string_view name)>;

/// A secret that a text names, or the text in between.
struct text_piece {
    std::string_view text; // the name without its braces, where it is a secret
    bool secret = false;
};

/// The pieces of `text`, in order; they point into it. A text that begins like a secret and is none
/// is an error in words for the model.
std::expected<std::vector<text_piece>, std::string> pieces_of(std::string_view text);

/// The names of the secrets in `text`, each once.
std::expected<std::vector<std::string>, std::string> secrets_in(std::string_view text);

/// `text` with the values in it. Values are taken as they are: a name within one is not looked up.
std::expected<std::string, std::string> with_secrets(std::string_view text,
                                                     const secret_lookup& lookup);

/// The same for what is about to be typed, checked as the REST contract checks a text. The error,
/// in words for the model, tells nothing of the values.
std::expected<link::type, std::string> with_secrets(const link::type& what,
                                                    const secret_lookup& lookup);

} // namespace thimble::service::agent
