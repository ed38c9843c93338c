#include "screen/tesseract.hpp"

#include <dlfcn.h>
#include <stdexcept>

namespace thimble::screen {

namespace {

std::string last_problem()
{
    const char* said = dlerror(); // NOLINT(concurrency-mt-unsafe): each thread has its own
    return said == nullptr ? "it cannot be loaded" : said;
}

/// Throws where the library does not have it.
template <class Function>
Function* find(void* library, const char* name)
{
    void* const found = dlsym(library, name);
    if (found == nullptr)
        throw std::runtime_error(last_problem());
    return reinterpret_cast<Function*>(found); // NOLINT(*-reinterpret-cast): what dlsym is for
}

/// Some builds spread each word over several threads, which then wait for one another: on two cores
/// that takes three times as long as one thread alone. Nothing else here uses OpenMP.
void keep_to_one_thread(void* library)
{
    using set_levels = void(int);
    if (void* const found = dlsym(library, "omp_set_max_active_levels"))
        reinterpret_cast<set_levels*>(found)(0); // NOLINT(*-reinterpret-cast): see above
}

tesseract_functions functions_of(void* in)
{
    return {
        .create = find<decltype(TessBaseAPICreate)>(in, "TessBaseAPICreate"),
        .destroy = find<decltype(TessBaseAPIDelete)>(in, "TessBaseAPIDelete"),
        .set_variable = find<decltype(TessBaseAPISetVariable)>(in, "TessBaseAPISetVariable"),
        .open = find<decltype(TessBaseAPIInit2)>(in, "TessBaseAPIInit2"),
        .set_layout = find<decltype(TessBaseAPISetPageSegMode)>(in, "TessBaseAPISetPageSegMode"),
        .set_image = find<decltype(TessBaseAPISetImage)>(in, "TessBaseAPISetImage"),
        .set_resolution =
            find<decltype(TessBaseAPISetSourceResolution)>(in, "TessBaseAPISetSourceResolution"),
        .recognize = find<decltype(TessBaseAPIRecognize)>(in, "TessBaseAPIRecognize"),
        .results = find<decltype(TessBaseAPIGetIterator)>(in, "TessBaseAPIGetIterator"),
        .clear = find<decltype(TessBaseAPIClear)>(in, "TessBaseAPIClear"),
        .destroy_results = find<decltype(TessResultIteratorDelete)>(in, "TessResultIteratorDelete"),
        .next = find<decltype(TessResultIteratorNext)>(in, "TessResultIteratorNext"),
        .place = find<decltype(TessResultIteratorGetPageIteratorConst)>(
            in, "TessResultIteratorGetPageIteratorConst"),
        .text = find<decltype(TessResultIteratorGetUTF8Text)>(in, "TessResultIteratorGetUTF8Text"),
        .confidence =
            find<decltype(TessResultIteratorConfidence)>(in, "TessResultIteratorConfidence"),
        .begins =
            find<decltype(TessPageIteratorIsAtBeginningOf)>(in, "TessPageIteratorIsAtBeginningOf"),
        .box = find<decltype(TessPageIteratorBoundingBox)>(in, "TessPageIteratorBoundingBox"),
        .destroy_text = find<decltype(TessDeleteText)>(in, "TessDeleteText"),
        .create_monitor = find<decltype(TessMonitorCreate)>(in, "TessMonitorCreate"),
        .destroy_monitor = find<decltype(TessMonitorDelete)>(in, "TessMonitorDelete"),
        .set_asked = find<decltype(TessMonitorSetCancelThis)>(in, "TessMonitorSetCancelThis"),
        .set_question = find<decltype(TessMonitorSetCancelFunc)>(in, "TessMonitorSetCancelFunc")};
}

} // namespace

std::expected<std::shared_ptr<const tesseract_functions>, std::string>
tesseract_functions::load(const char* file)
{
    void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr)
        return std::unexpected(last_problem());
    try {
        keep_to_one_thread(library);
        return std::make_shared<const tesseract_functions>(functions_of(library));
    } catch (const std::runtime_error& missing) {
        return std::unexpected(missing.what());
    }
}

} // namespace thimble::screen
