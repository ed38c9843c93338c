# Options of the compiler and the linker: warnings, sanitizers, ccache and mold where present.

if(NOT THIMBLE_JOIN) # where files are joined, each sees what is private to the others
    set(shadow_warning -Wshadow)
endif()
add_library(thimble_warnings INTERFACE)
target_compile_options(thimble_warnings INTERFACE -Wall -Wextra -Wpedantic ${shadow_warning} -Wconversion
    -Wsign-conversion -Woverloaded-virtual -Wnull-dereference -Wold-style-cast)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(thimble_warnings INTERFACE -Wduplicated-cond -Wlogical-op)
endif()
if(THIMBLE_WERROR)
    target_compile_options(thimble_warnings INTERFACE -Werror)
endif()

if(THIMBLE_SANITIZE)
    add_compile_options(-fsanitize=${THIMBLE_SANITIZE} -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
    if(THIMBLE_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        set(sanitizer_ignorelist ${CMAKE_SOURCE_DIR}/cmake/undefined_behaviour.ignore)
        file(RELATIVE_PATH ignorelist ${CMAKE_BINARY_DIR} ${sanitizer_ignorelist})
        add_compile_options(-fsanitize-ignorelist=${ignorelist})
    endif()
    add_link_options(-fsanitize=${THIMBLE_SANITIZE})
endif()

# Files are named as seen from the source folder, in messages as in debug information.
add_compile_options("-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=")

# Clones share what one of them has compiled: ccache compares paths within the clone as they are seen from
# the build folder. And it can only keep what was compiled with a precompiled header when it may overlook its
# date.
find_program(CCACHE ccache)
option(THIMBLE_TIDY "Look at each file with clang-tidy instead of compiling it: see scripts/check_tidy" OFF)
if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
        CCACHE_EXTRAFILES=${sanitizer_ignorelist}
        ${CMAKE_SOURCE_DIR}/scripts/cached_compiler ${CCACHE})
endif()
if(THIMBLE_TIDY)
    set(tidy_unit ${CMAKE_SOURCE_DIR}/scripts/tidy_unit)
    if(CCACHE) # comments count, since some of them are addressed to clang-tidy
        set(CMAKE_CXX_COMPILER_LAUNCHER
            ${CMAKE_COMMAND} -E env CCACHE_NAMESPACE=tidy CCACHE_PREFIX=${tidy_unit} CCACHE_COMMENTS=1
            CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_NODEPEND=1
            CCACHE_EXTRAFILES=${CMAKE_SOURCE_DIR}/.clang-tidy:${tidy_unit} ${CCACHE})
    else()
        set(CMAKE_CXX_COMPILER_LAUNCHER ${tidy_unit})
    endif()
    set(CMAKE_CXX_LINK_EXECUTABLE "<CMAKE_COMMAND> -E touch <TARGET>") # there are no objects to link
endif()

# Apple's standard library. Debian's copy is only read: what relies on more than the standard promises, or on
# what libc++ does not have, is found without a Mac.
option(THIMBLE_LIBCXX "Read libc++'s headers instead of libstdc++'s; nothing can be linked then" OFF)
if(APPLE) # Beast uses std::aligned_storage, which C++23 deprecates
    add_compile_definitions(_LIBCPP_DISABLE_DEPRECATION_WARNINGS)
elseif(THIMBLE_LIBCXX)
    execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/libcxx_flags COMMAND_ERROR_IS_FATAL ANY
        OUTPUT_VARIABLE libcxx_flags OUTPUT_STRIP_TRAILING_WHITESPACE)
    add_compile_options("SHELL:${libcxx_flags}")
endif()

find_program(MOLD mold)
if(MOLD AND NOT APPLE)
    add_link_options(-fuse-ld=mold)
endif()
