# The C interface of hlslc: find_package(hlslc) gives
#
#   hlslc::hlslc    the shared library
#   hlslc::static   the static library, with what it needs of the system
#   hlslc_add_shaders(TARGET ...), which compiles shaders in the build: see hlslc.cmake beside this file
#
# `cargo xtask install FOLDER` puts this file where CMake finds it with CMAKE_PREFIX_PATH=FOLDER; the folder can be moved.

get_filename_component(_hlslc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hlslc::hlslc)
    add_library(hlslc::hlslc SHARED IMPORTED)
    set_target_properties(hlslc::hlslc PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_hlslc_prefix}/include")
    if(WIN32)
        set_target_properties(hlslc::hlslc PROPERTIES
            IMPORTED_LOCATION "${_hlslc_prefix}/bin/hlslc_c.dll"
            IMPORTED_IMPLIB "${_hlslc_prefix}/lib/hlslc_c.dll.lib")
    elseif(APPLE)
        set_target_properties(hlslc::hlslc PROPERTIES
            IMPORTED_LOCATION "${_hlslc_prefix}/lib/libhlslc_c.1.dylib"
            IMPORTED_SONAME "@rpath/libhlslc_c.1.dylib")
    else()
        set_target_properties(hlslc::hlslc PROPERTIES
            IMPORTED_LOCATION "${_hlslc_prefix}/lib/libhlslc_c.so.1"
            IMPORTED_SONAME "libhlslc_c.so.1")
    endif()
endif()

if(NOT TARGET hlslc::static)
    add_library(hlslc::static STATIC IMPORTED)
    set_target_properties(hlslc::static PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_hlslc_prefix}/include")
    if(WIN32)
        set_target_properties(hlslc::static PROPERTIES
            IMPORTED_LOCATION "${_hlslc_prefix}/lib/hlslc_c.lib"
            INTERFACE_LINK_LIBRARIES "kernel32;ntdll;userenv;ws2_32;dbghelp")
    else()
        include(CMakeFindDependencyMacro)
        find_dependency(Threads)
        set_target_properties(hlslc::static PROPERTIES
            IMPORTED_LOCATION "${_hlslc_prefix}/lib/libhlslc_c.a"
            INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
    endif()
endif()

unset(_hlslc_prefix)

include("${CMAKE_CURRENT_LIST_DIR}/hlslc.cmake")
