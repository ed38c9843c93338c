# The headers that many files share, compiled once: more than half of the time of a build from nothing.
#
# One precompiled header serves all rooms and another, with Catch2, all tests. A header compiled for each
# target would cost more than it saves. check_singly compiles files without it, so that a file cannot rely
# on an include that it does not have.

option(THIMBLE_PRECOMPILE "Compile the headers that many files share once" ON)

function(thimble_add_precompiled name header)
    add_library(${name} STATIC ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
    target_link_libraries(${name} PUBLIC thimble_boost nlohmann_json::nlohmann_json spdlog::spdlog ${ARGN})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
    target_precompile_headers(${name} PRIVATE <cmake/${header}>)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        # Templates of the headers are instantiated here instead of in each file.
        target_compile_options(${name} PRIVATE -fpch-instantiate-templates "SHELL:-Xclang -fno-pch-timestamp")
    endif()
endfunction()

if(THIMBLE_PRECOMPILE)
    thimble_add_precompiled(thimble_precompiled precompiled.hpp)
    if(BUILD_TESTING)
        find_package(Catch2 REQUIRED)
        thimble_add_precompiled(thimble_precompiled_tests precompiled_tests.hpp Catch2::Catch2)
    endif()
endif()

# thimble_precompile(TARGET [PRECOMPILED]): for targets with files that use Asio, Beast or JSON.
function(thimble_precompile target)
    set(precompiled thimble_precompiled)
    if(ARGC GREATER 1)
        set(precompiled ${ARGV1})
    endif()
    if(THIMBLE_PRECOMPILE)
        target_precompile_headers(${target} REUSE_FROM ${precompiled})
        target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
        target_link_libraries(${target} PRIVATE
            $<BUILD_INTERFACE:thimble_boost> nlohmann_json::nlohmann_json spdlog::spdlog)
        if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
            target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
        endif()
    endif()
endfunction()
