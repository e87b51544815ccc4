"""The compiler of this machine as a repository, for Bazel's modules."""

load("//:defs.bzl", "hlslc_local")

hlslc = module_extension(implementation = lambda _context: hlslc_local(name = "hlslc_local"))
