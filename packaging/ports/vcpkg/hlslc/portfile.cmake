# The libraries come from the archives of the release: vcpkg has no toolchain of Rust.
if(VCPKG_TARGET_IS_WINDOWS AND VCPKG_TARGET_ARCHITECTURE STREQUAL "x64")
    set(name "hlslc-c-@VERSION@-x86_64-pc-windows-gnu.zip")
    set(sum "@SHA512:hlslc-c-VERSION-x86_64-pc-windows-gnu.zip@")
elseif(VCPKG_TARGET_IS_OSX AND VCPKG_TARGET_ARCHITECTURE STREQUAL "arm64")
    set(name "hlslc-c-@VERSION@-aarch64-apple-darwin.tar.gz")
    set(sum "@SHA512:hlslc-c-VERSION-aarch64-apple-darwin.tar.gz@")
elseif(VCPKG_TARGET_IS_OSX)
    set(name "hlslc-c-@VERSION@-x86_64-apple-darwin.tar.gz")
    set(sum "@SHA512:hlslc-c-VERSION-x86_64-apple-darwin.tar.gz@")
elseif(VCPKG_TARGET_ARCHITECTURE STREQUAL "arm64")
    set(name "hlslc-c-@VERSION@-aarch64-unknown-linux-gnu.tar.gz")
    set(sum "@SHA512:hlslc-c-VERSION-aarch64-unknown-linux-gnu.tar.gz@")
else()
    set(name "hlslc-c-@VERSION@-x86_64-unknown-linux-gnu.tar.gz")
    set(sum "@SHA512:hlslc-c-VERSION-x86_64-unknown-linux-gnu.tar.gz@")
endif()

vcpkg_download_distfile(archive
    URLS "https://github.com/hlslc/hlslc/releases/download/v@VERSION@/${name}"
    FILENAME "${name}"
    SHA512 "${sum}")
vcpkg_extract_source_archive(source ARCHIVE "${archive}")

file(INSTALL "${source}/include/hlslc.h" DESTINATION "${CURRENT_PACKAGES_DIR}/include")
file(INSTALL "${source}/lib/" DESTINATION "${CURRENT_PACKAGES_DIR}/lib" PATTERN "*.pc" EXCLUDE PATTERN "pkgconfig" EXCLUDE)
if(EXISTS "${source}/bin")
    file(INSTALL "${source}/bin/" DESTINATION "${CURRENT_PACKAGES_DIR}/bin")
endif()
# There is one build; a debug configuration of an application links the same.
if(NOT VCPKG_BUILD_TYPE)
    file(INSTALL "${CURRENT_PACKAGES_DIR}/lib/" DESTINATION "${CURRENT_PACKAGES_DIR}/debug/lib" PATTERN "cmake" EXCLUDE)
    if(EXISTS "${source}/bin")
        file(INSTALL "${source}/bin/" DESTINATION "${CURRENT_PACKAGES_DIR}/debug/bin")
    endif()
endif()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/hlslc)
file(INSTALL "${source}/THIRD-PARTY.txt" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE-MIT" "${source}/LICENSE-APACHE")
