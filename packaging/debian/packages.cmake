# Three Debian packages from one build: `cpack --config build/dist/CPackConfig.cmake`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME thimble)
set(CPACK_PACKAGE_VENDOR Thimble)
set(CPACK_PACKAGE_CONTACT "Thimble <thimble@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}) # from wherever cpack is called
set(CPACK_OUTPUT_FILE_PREFIX ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL thimbled thimble-service thimble-phone)
set(CPACK_COMPONENTS_GROUPING IGNORE) # each a package
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# Differences of Debian's packages from `cmake --install`.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/debian/finish_packages.cmake)
set(CPACK_THIMBLE_DEBIAN_DIR ${CMAKE_CURRENT_SOURCE_DIR}/debian)
set(CPACK_THIMBLE_EXAMPLES_DIR ${CMAKE_CURRENT_SOURCE_DIR}/examples)

function(thimble_debian_package name)
    cmake_parse_arguments(arg "" "SECTION;DESCRIPTION;DEPENDS;RECOMMENDS" "CONTROL" ${ARGN})
    string(TOUPPER ${name} component)
    set(prefix CPACK_DEBIAN_${component})
    list(TRANSFORM arg_CONTROL PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/debian/${name}/)
    set(${prefix}_PACKAGE_NAME ${name} PARENT_SCOPE)
    set(${prefix}_PACKAGE_SECTION ${arg_SECTION} PARENT_SCOPE)
    set(${prefix}_PACKAGE_DEPENDS "${arg_DEPENDS}" PARENT_SCOPE)
    set(${prefix}_PACKAGE_RECOMMENDS "${arg_RECOMMENDS}" PARENT_SCOPE)
    set(${prefix}_DESCRIPTION "${arg_DESCRIPTION}" PARENT_SCOPE)
    set(${prefix}_PACKAGE_CONTROL_EXTRA "${arg_CONTROL}" PARENT_SCOPE)
endfunction()

thimble_debian_package(thimbled SECTION utils DEPENDS "adduser, procps"
    RECOMMENDS "usbmuxd, libtesseract5, tesseract-ocr-eng"
    CONTROL conffiles postinst prerm postrm
    DESCRIPTION "connected daemon that drives the iPhones on USB ports
Lets software use real phones: takes pictures of their screens and touches
them as a person does. Serves a REST API on this machine, or connects to a
service elsewhere.")
thimble_debian_package(thimble-service SECTION net DEPENDS "adduser, procps"
    RECOMMENDS "libnats3.4, libsoci-postgresql4.0"
    CONTROL conffiles postinst prerm postrm
    DESCRIPTION "REST API for phones on desktops elsewhere
Desktops that run thimbled connect to it, and their phones can be used from
anywhere over a REST API with accounts and keys.")
thimble_debian_package(thimble-phone SECTION utils DEPENDS "fonts-dejavu-core, fonts-inter"
    DESCRIPTION "virtual iPhones behind a usbmuxd socket
iPhones made of software, at the level of the protocols: programs that speak
to real phones speak to them unchanged. For tests and demonstrations.")

include(CPack)
