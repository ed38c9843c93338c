# How everything here is compiled: warnings, sanitizers, ccache and mold where present.

add_library(thimble_warnings INTERFACE)
target_compile_options(thimble_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
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
    add_link_options(-fsanitize=${THIMBLE_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD AND NOT APPLE)
    add_link_options(-fuse-ld=mold)
endif()
