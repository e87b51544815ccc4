# Shaders in a build of CMake.
#
#   hlslc_add_shaders(TARGET
#       PROFILE profile             # such as ps_6_6
#       SOURCES file...
#       [ENTRY name]                # main
#       [OUTPUT_DIRECTORY folder]   # shaders in the build folder, and one for each configuration where a build has several
#       [INCLUDES folder...]        # relative to the folder of the CMakeLists.txt
#       [DEFINES NAME[=VALUE]...]
#       [OPTIONS word...]           # further words of the command line
#       [OUTPUTS variable]          # is set to the files that are written
#       [SPIRV]                     # SPIR-V rather than DXIL
#       [HEADER])                   # a header with an array, g_ENTRY, rather than an object
#
# A target that is not there yet is made, and is part of `all`; to one that is, such as a program, the shaders are added. A folder with
# headers becomes one of its include folders if it compiles something. Every list may have generator expressions, so options may depend on
# the configuration: OPTIONS $<$<CONFIG:Debug>:-Zi>. A shader is compiled again when its source, an included file, its options or the
# compiler change.
#
# The compiler is HLSLC_EXECUTABLE, which is looked for beside this package and in PATH.
#
# In a project: list(APPEND CMAKE_MODULE_PATH .../build/cmake) and include(hlslc), or find_package(hlslc) where it is installed.

include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20)

find_program(HLSLC_EXECUTABLE hlslc HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" DOC "The compiler of shaders")
mark_as_advanced(HLSLC_EXECUTABLE)

function(hlslc_add_shaders target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SPIRV;HEADER" "PROFILE;ENTRY;OUTPUT_DIRECTORY;OUTPUTS" "SOURCES;INCLUDES;DEFINES;OPTIONS")
    if(NOT HLSLC_EXECUTABLE)
        message(FATAL_ERROR "hlslc_add_shaders(${target}): there is no hlslc: set HLSLC_EXECUTABLE")
    endif()
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "hlslc_add_shaders(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    foreach(needed PROFILE SOURCES)
        if(NOT arg_${needed})
            message(FATAL_ERROR "hlslc_add_shaders(${target}): ${needed} is missing")
        endif()
    endforeach()
    if(NOT arg_ENTRY)
        set(arg_ENTRY main)
    endif()
    if(NOT arg_OUTPUT_DIRECTORY)
        set(arg_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/shaders")
        get_property(has_several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
        if(has_several)
            string(APPEND arg_OUTPUT_DIRECTORY "/$<CONFIG>")
        endif()
    endif()
    get_filename_component(folder "${arg_OUTPUT_DIRECTORY}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

    set(words)
    foreach(include IN LISTS arg_INCLUDES)
        if(NOT include MATCHES "^\\$<")
            get_filename_component(include "${include}" ABSOLUTE)
        endif()
        list(APPEND words "$<$<BOOL:${include}>:-I$<SEMICOLON>${include}>")
    endforeach()
    foreach(define IN LISTS arg_DEFINES)
        list(APPEND words "$<$<BOOL:${define}>:-D$<SEMICOLON>${define}>")
    endforeach()
    list(APPEND words ${arg_OPTIONS})
    set(extension dxo)
    if(arg_SPIRV)
        list(APPEND words -spirv)
        set(extension spv)
    endif()
    set(output_option -Fo)
    if(arg_HEADER)
        set(output_option -Fh)
        string(APPEND extension .h)
    endif()

    set(outputs)
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(path "${source}" ABSOLUTE)
        get_filename_component(name "${source}" NAME_WLE)
        if(NOT arg_ENTRY STREQUAL main)
            string(APPEND name ".${arg_ENTRY}")
        endif()
        set(output "${folder}/${name}.${extension}")
        add_custom_command(
            OUTPUT "${output}"
            COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
            COMMAND "${HLSLC_EXECUTABLE}" "${path}" -T "${arg_PROFILE}" -E "${arg_ENTRY}" ${words} "${output_option}" "${output}"
                -MD -MF "${output}.d" -MQ "${output}"
            DEPENDS "${path}" "${HLSLC_EXECUTABLE}"
            DEPFILE "${output}.d"
            COMMENT "Compiling ${source} for ${arg_PROFILE}"
            COMMAND_EXPAND_LISTS
            VERBATIM)
        list(APPEND outputs "${output}")
    endforeach()

    if(NOT TARGET ${target})
        add_custom_target(${target} ALL)
    endif()
    target_sources(${target} PRIVATE ${outputs})
    get_target_property(type ${target} TYPE)
    if(arg_HEADER AND NOT type STREQUAL UTILITY)
        target_include_directories(${target} PRIVATE "${folder}")
    endif()
    if(arg_OUTPUTS)
        set(${arg_OUTPUTS} "${outputs}" PARENT_SCOPE)
    endif()
endfunction()

cmake_policy(POP)
