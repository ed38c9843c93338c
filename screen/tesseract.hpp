// The part of Tesseract's C interface that is used, loaded when it is first needed.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <tesseract/capi.h>

namespace thimble::screen {

/// Linked like any other library it would cost every start 40 ms and 50 more libraries. Any thread.
/// Once loaded it stays until the process ends.
struct tesseract_functions {
    decltype(&TessBaseAPICreate) create;
    decltype(&TessBaseAPIDelete) destroy;
    decltype(&TessBaseAPISetVariable) set_variable;
    decltype(&TessBaseAPIInit2) open;
    decltype(&TessBaseAPISetPageSegMode) set_layout;
    decltype(&TessBaseAPISetImage) set_image;
    decltype(&TessBaseAPISetSourceResolution) set_resolution;
    decltype(&TessBaseAPIRecognize) recognize;
    decltype(&TessBaseAPIGetIterator) results;
    decltype(&TessBaseAPIClear) clear;
    decltype(&TessResultIteratorDelete) destroy_results;
    decltype(&TessResultIteratorNext) next;
    decltype(&TessResultIteratorGetPageIteratorConst) place;
    decltype(&TessResultIteratorGetUTF8Text) text;
    decltype(&TessResultIteratorConfidence) confidence;
    decltype(&TessPageIteratorIsAtBeginningOf) begins;
    decltype(&TessPageIteratorBoundingBox) box;
    decltype(&TessDeleteText) destroy_text;
    decltype(&TessMonitorCreate) create_monitor;
    decltype(&TessMonitorDelete) destroy_monitor;
    decltype(&TessMonitorSetCancelThis) set_asked;
    decltype(&TessMonitorSetCancelFunc) set_question;

    /// `file` as dlopen takes it. An error is a sentence without its stop.
    static std::expected<std::shared_ptr<const tesseract_functions>, std::string>
    load(const char* file);
};

} // namespace thimble::screen
