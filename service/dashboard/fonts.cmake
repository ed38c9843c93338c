# Inter in the weights and with the letters that the pages need, made from Debian's fonts-inter by fonttools, with
# python3-brotli. Where one of them is missing the pages have the system's font. The names that are kept tell of its
# licence.
find_program(THIMBLE_PYFTSUBSET pyftsubset)
set(THIMBLE_INTER /usr/share/fonts/opentype/inter CACHE PATH "Inter, of which the dashboard serves a part")
mark_as_advanced(THIMBLE_PYFTSUBSET THIMBLE_INTER)

set(subset --unicodes=U+20-7E,U+A0-17F,U+2010-2026,U+20AC,U+2190-2193,U+2212,U+2318
    --layout-features=kern,mark,ccmp,tnum --name-IDs=0,1,2,13,14 --no-hinting --flavor=woff2)
set(inter_styles Regular Medium SemiBold)
set(inter_weights 400 500 600)
string(MD5 subset_key "${subset}")

# Sets `out` to whether it is there.
function(make_font_part style part out)
    set(whole ${THIMBLE_INTER}/Inter-${style}.otf)
    if(THIMBLE_PYFTSUBSET AND EXISTS ${whole} AND NOT EXISTS ${part})
        execute_process(COMMAND ${THIMBLE_PYFTSUBSET} ${whole} ${subset} --output-file=${part}.new
            RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
        if(failed EQUAL 0)
            file(RENAME ${part}.new ${part})
        endif()
    endif()
    set(${out} FALSE PARENT_SCOPE)
    if(EXISTS ${part})
        set(${out} TRUE PARENT_SCOPE)
    endif()
endfunction()

set(font_faces "") # of the style sheet
set(font_files "") # as text of C++
set(has_fonts TRUE)
foreach(style weight IN ZIP_LISTS inter_styles inter_weights)
    set(part ${CMAKE_CURRENT_BINARY_DIR}/inter-${weight}-${subset_key}.woff2)
    make_font_part(${style} ${part} made)
    if(NOT made)
        set(has_fonts FALSE)
        break()
    endif()
    file(READ ${part} digits HEX)
    string(LENGTH "${digits}" length)
    math(EXPR length "${length} / 2")
    string(REGEX REPLACE "(..)" "\\\\x\\1" content "${digits}")
    string(APPEND font_files "    file{.name = \"inter-${weight}.woff2\", .media_type = \"font/woff2\",\n"
        "        .text = std::string_view(\"${content}\", ${length})},\n")
    string(APPEND font_faces "@font-face {\n  font-family: Inter; font-weight: ${weight}; font-display: swap;\n"
        "  src: url(\"/dashboard/inter-${weight}.woff2\") format(\"woff2\");\n}\n")
endforeach()
if(NOT has_fonts)
    set(font_faces "")
    set(font_files "")
    message(STATUS "The dashboard has the system's font: fonts-inter, fonttools or python3-brotli is missing")
endif()
