# The C interface of hlslc without a package manager: CMake fetches the archive of the release.
#
#     include(hlslc-fetch.cmake)
#     target_link_libraries(engine PRIVATE hlslc::hlslc)      # or hlslc::static
#
# HLSLC_ARCHIVES may name a folder or an address where the archives lie instead.
cmake_minimum_required(VERSION 3.24)
include(FetchContent)

set(HLSLC_ARCHIVES "https://github.com/hlslc/hlslc/releases/download/v@VERSION@" CACHE STRING "Where the archives of hlslc lie")

string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" _hlslc_processor)
if(WIN32)
    set(_hlslc_name "hlslc-c-@VERSION@-x86_64-pc-windows-gnu.zip")
    set(_hlslc_sum "@SHA256:hlslc-c-VERSION-x86_64-pc-windows-gnu.zip@")
elseif(APPLE AND _hlslc_processor MATCHES "arm64|aarch64")
    set(_hlslc_name "hlslc-c-@VERSION@-aarch64-apple-darwin.tar.gz")
    set(_hlslc_sum "@SHA256:hlslc-c-VERSION-aarch64-apple-darwin.tar.gz@")
elseif(APPLE)
    set(_hlslc_name "hlslc-c-@VERSION@-x86_64-apple-darwin.tar.gz")
    set(_hlslc_sum "@SHA256:hlslc-c-VERSION-x86_64-apple-darwin.tar.gz@")
elseif(_hlslc_processor MATCHES "arm64|aarch64")
    set(_hlslc_name "hlslc-c-@VERSION@-aarch64-unknown-linux-gnu.tar.gz")
    set(_hlslc_sum "@SHA256:hlslc-c-VERSION-aarch64-unknown-linux-gnu.tar.gz@")
else()
    set(_hlslc_name "hlslc-c-@VERSION@-x86_64-unknown-linux-gnu.tar.gz")
    set(_hlslc_sum "@SHA256:hlslc-c-VERSION-x86_64-unknown-linux-gnu.tar.gz@")
endif()

FetchContent_Declare(hlslc URL "${HLSLC_ARCHIVES}/${_hlslc_name}" URL_HASH "SHA256=${_hlslc_sum}")
FetchContent_MakeAvailable(hlslc)
find_package(hlslc CONFIG REQUIRED PATHS "${hlslc_SOURCE_DIR}/lib/cmake/hlslc" NO_DEFAULT_PATH)
