// Localized names of the Paste item in a field's edit menu.
#pragma once

#include <array>
#include <string_view>

namespace thimble::daemon {

/// In the languages of iOS. Items have no identifier that is the same in all of them.
inline constexpr std::array<std::string_view, 42> paste_names{
    "Paste",       // English
    "पेस्ट करें",      // Hindi
    "Einfügen",    // German
    "Einsetzen",   // German before iOS 17
    "Coller",      // French
    "Incolla",     // Italian
    "Pegar",       // Spanish
    "Colar",       // Portuguese
    "Plak",        // Dutch
    "Sæt ind",     // Danish
    "Indsæt",      // Danish
    "Lim inn",     // Norwegian
    "Klistra in",  // Swedish
    "Sijoita",     // Finnish
    "Liitä",       // Finnish
    "Wklej",       // Polish
    "Vložit",      // Czech
    "Vložiť",      // Slovak
    "Prilepiť",    // Slovak
    "Beillesztés", // Hungarian
    "Lipește",     // Romanian
    "Lipire",      // Romanian
    "Zalijepi",    // Croatian
    "Prilepi",     // Slovenian
    "Вставить",    // Russian
    "Вставити",    // Ukrainian
    "Вклейте",     // Ukrainian
    "Постави",     // Bulgarian
    "Επικόλληση",  // Greek
    "Yapıştır",    // Turkish
    "הדבק",        // Hebrew
    "הדבקה",       // Hebrew
    "لصق",         // Arabic
    "ペースト",    // Japanese
    "붙여넣기",    // Korean
    "粘贴",        // Chinese, simplified
    "貼上",        // Chinese, traditional
    "วาง",         // Thai
    "Dán",         // Vietnamese
    "Tempel",      // Indonesian
    "Tampal",      // Malay
    "Enganxa",     // Catalan
};

} // namespace thimble::daemon
