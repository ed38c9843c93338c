# Every package comes from the system (scripts/setup); nothing is downloaded or vendored.

find_package(Boost 1.81 CONFIG REQUIRED COMPONENTS url)
find_package(OpenSSL REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(JPEG REQUIRED)
find_package(LibXml2 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(imobiledevice REQUIRED IMPORTED_TARGET
    libimobiledevice-1.0>=1.3.0 libplist-2.0>=2.2.0 libusbmuxd-2.0>=2.0.0)
pkg_check_modules(libusb REQUIRED IMPORTED_TARGET libusb-1.0)
pkg_check_modules(turbojpeg REQUIRED IMPORTED_TARGET libturbojpeg)
pkg_check_modules(webp REQUIRED IMPORTED_TARGET libwebp)
pkg_check_modules(libde265 REQUIRED IMPORTED_TARGET libde265)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(prometheus REQUIRED IMPORTED_TARGET prometheus-cpp-core)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(fribidi REQUIRED IMPORTED_TARGET fribidi)
pkg_check_modules(libarchive REQUIRED IMPORTED_TARGET libarchive>=3.4)
pkg_check_modules(plist REQUIRED IMPORTED_TARGET libplist-2.0>=2.2.0)
pkg_check_modules(pango REQUIRED IMPORTED_TARGET pangocairo cairo)
# It asks for -pthread, which says nothing that Threads::Threads does not, and keeps whatever is compiled with
# it from sharing a precompiled header with the rest.
get_target_property(pango_options PkgConfig::pango INTERFACE_COMPILE_OPTIONS)
if(pango_options)
    list(REMOVE_ITEM pango_options -pthread)
    set_property(TARGET PkgConfig::pango PROPERTY INTERFACE_COMPILE_OPTIONS "${pango_options}")
endif()
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)

# Debian's configuration of OpenCV comes with all of it alone; its two parts that are used here come without.
find_package(OpenCV QUIET COMPONENTS core imgproc)
if(NOT OpenCV_FOUND)
    find_path(opencv_headers opencv2/core.hpp REQUIRED PATH_SUFFIXES opencv4)
    foreach(part core imgproc)
        find_library(opencv_${part}_library opencv_${part} REQUIRED)
        add_library(opencv_${part} INTERFACE IMPORTED)
        target_include_directories(opencv_${part} SYSTEM INTERFACE ${opencv_headers})
        target_link_libraries(opencv_${part} INTERFACE ${opencv_${part}_library})
    endforeach()
endif()

# Quick compression for PNG. ISA-L is not in every distribution, so libpng can do without.
pkg_check_modules(isal IMPORTED_TARGET libisal>=2.30)
if(NOT isal_FOUND AND NOT THIMBLE_PORTABLE_PNG)
    message(STATUS "PNG goes through libpng alone, several times slower: libisal was not found")
    set(THIMBLE_PORTABLE_PNG ON)
endif()

# To tell the service manager that a program is ready; macOS has no such manager.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    pkg_check_modules(systemd REQUIRED IMPORTED_TARGET libsystemd)
endif()

# Debian's SOCI says nothing to CMake about itself.
find_path(soci_headers soci/soci.h REQUIRED)
find_library(soci_core soci_core REQUIRED)
find_library(soci_sqlite3 soci_sqlite3 REQUIRED)
find_package(SQLite3 REQUIRED)
add_library(thimble_soci INTERFACE)

# Nothing of PostgreSQL is linked: the store loads SOCI's back end, and with it libpq, when it is asked for, by
# the name that the linker would have noted down. On macOS that is the whole path.
find_path(libpq_headers libpq-fe.h PATH_SUFFIXES postgresql
    HINTS /opt/homebrew/opt/libpq/include /usr/local/opt/libpq/include)
find_library(soci_postgresql_library soci_postgresql)
set(soci_postgresql_soname "")
if(libpq_headers AND soci_postgresql_library)
    file(REAL_PATH ${soci_postgresql_library} soci_postgresql_soname)
    if(NOT APPLE)
        string(REGEX MATCH "libsoci_postgresql\\.so\\.[0-9]+\\.[0-9]+" soci_postgresql_soname
            "${soci_postgresql_soname}")
    endif()
    target_include_directories(thimble_soci SYSTEM INTERFACE ${libpq_headers})
else()
    message(STATUS "The store has SQLite alone: libpq or SOCI's back end for PostgreSQL was not found")
endif()
target_include_directories(thimble_soci SYSTEM INTERFACE ${soci_headers})
target_link_libraries(thimble_soci INTERFACE ${soci_sqlite3} ${soci_core} SQLite::SQLite3)

# NATS is not linked: a service of several nodes loads it, by the name that the linker would have noted
# down. On macOS that is the whole path.
find_path(nats_headers nats/nats.h)
find_library(nats_library nats)
set(nats_soname "")
if(nats_headers AND nats_library)
    file(REAL_PATH ${nats_library} nats_soname)
    if(NOT APPLE)
        string(REGEX MATCH "libnats\\.so\\.[0-9]+\\.[0-9]+" nats_soname "${nats_soname}")
    endif()
else()
    message(STATUS "A service of several nodes is left out: the library of NATS was not found")
endif()

# Asio and Beast are compiled once, in cmake/boost.cpp.
add_library(thimble_boost STATIC ${CMAKE_SOURCE_DIR}/cmake/boost.cpp)
target_compile_definitions(thimble_boost PUBLIC BOOST_ASIO_SEPARATE_COMPILATION
    BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_DISABLE_BOOST_COROUTINE)
target_link_libraries(thimble_boost PUBLIC Boost::headers OpenSSL::SSL OpenSSL::Crypto
    Threads::Threads)

# Tesseract is not linked: whoever recognises text loads it, by the name that the linker would have
# noted down. On macOS that is the whole path.
pkg_check_modules(tesseract REQUIRED tesseract>=5.0)
find_library(tesseract_library tesseract REQUIRED HINTS ${tesseract_LIBRARY_DIRS})
file(REAL_PATH ${tesseract_library} tesseract_soname)
if(NOT APPLE)
    string(REGEX MATCH "libtesseract\\.so\\.[0-9]+" tesseract_soname "${tesseract_soname}")
endif()
find_path(tesseract_data eng.traineddata
    PATHS /usr/share/tesseract-ocr/5/tessdata ${tesseract_PREFIX}/share/tessdata)
