import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, get

required_conan_version = ">=2.0"


class HlslcConan(ConanFile):
    name = "hlslc"
    description = "A compiler from HLSL to DXIL and SPIR-V: the C interface."
    license = "MIT OR Apache-2.0"
    homepage = "https://github.com/hlslc/hlslc"
    url = "https://github.com/hlslc/hlslc"
    topics = ("hlsl", "dxil", "spir-v", "shader", "compiler")
    package_type = "library"
    settings = "os", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": True}

    def _archive(self):
        return self.conan_data["sources"][self.version].get(f"{self.settings.os}-{self.settings.arch}")

    def validate(self):
        if self._archive() is None:
            raise ConanInvalidConfiguration(f"there is no release for {self.settings.os} on {self.settings.arch}")

    def build(self):
        # The archive depends on the system, so it is fetched here rather than in source().
        get(self, **self._archive(), strip_root=True)

    def package(self):
        copy(self, "LICENSE-*", self.build_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "THIRD-PARTY.txt", self.build_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*.h", os.path.join(self.build_folder, "include"), os.path.join(self.package_folder, "include"))
        names = ["*.so*", "*.dylib", "*.dll", "*.dll.lib"] if self.options.shared else ["*.a", "hlslc_c.lib"]
        for folder in ("lib", "bin"):
            for name in names:
                copy(self, name, os.path.join(self.build_folder, folder), os.path.join(self.package_folder, folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "hlslc")
        self.cpp_info.set_property("pkg_config_name", "hlslc")
        if self.options.shared:
            self.cpp_info.set_property("cmake_target_name", "hlslc::hlslc")
            self.cpp_info.libs = ["hlslc_c.dll"] if self.settings.os == "Windows" else ["hlslc_c"]
        else:
            self.cpp_info.set_property("cmake_target_name", "hlslc::static")
            self.cpp_info.libs = ["hlslc_c"]
            if self.settings.os == "Windows":
                self.cpp_info.system_libs = ["kernel32", "ntdll", "userenv", "ws2_32", "dbghelp"]
            else:
                self.cpp_info.system_libs = ["pthread", "dl", "m"]
