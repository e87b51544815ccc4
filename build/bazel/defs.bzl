"""Rules that compile HLSL: `hlsl_shader`, and the toolchain with the compiler."""

HlslInfo = provider(
    doc = "Headers of shaders.",
    fields = {
        "headers": "a depset of files",
        "includes": "a depset of folders in which they are looked for",
    },
)

_TOOLCHAIN = Label("//:toolchain_type")

def _hlslc_toolchain_impl(ctx):
    return [platform_common.ToolchainInfo(compiler = ctx.executable.compiler)]

hlslc_toolchain = rule(
    doc = "A compiler. Remote execution needs one that stands alone: the static program.",
    implementation = _hlslc_toolchain_impl,
    attrs = {
        "compiler": attr.label(mandatory = True, allow_single_file = True, executable = True, cfg = "exec"),
    },
)

def _folder(ctx, path):
    parts = [ctx.label.workspace_root, ctx.label.package, path]
    return "/".join([part for part in parts if part and part != "."]) or "."

def _collected(ctx, headers):
    return HlslInfo(
        headers = depset(headers, transitive = [dep[HlslInfo].headers for dep in ctx.attr.deps]),
        includes = depset(
            [_folder(ctx, path) for path in ctx.attr.includes],
            transitive = [dep[HlslInfo].includes for dep in ctx.attr.deps],
        ),
    )

def _hlsl_library_impl(ctx):
    return [_collected(ctx, ctx.files.hdrs), DefaultInfo(files = depset(ctx.files.hdrs))]

hlsl_library = rule(
    doc = "Headers that shaders include.",
    implementation = _hlsl_library_impl,
    attrs = {
        "hdrs": attr.label_list(allow_files = True, doc = "The headers."),
        "includes": attr.string_list(doc = "Folders, relative to the package, in which `<…>` is looked for."),
        "deps": attr.label_list(providers = [HlslInfo], doc = "Libraries that these headers include."),
    },
)

def _hlsl_shader_impl(ctx):
    found = _collected(ctx, ctx.files.hdrs)
    out = ctx.actions.declare_file(ctx.label.name + (".spv" if ctx.attr.spirv else ".dxo"))
    compiler = ctx.toolchains[_TOOLCHAIN].compiler
    args = ctx.actions.args()
    args.add(ctx.file.src)
    args.add("-T", ctx.attr.profile)
    args.add("-E", ctx.attr.entry)
    args.add_all(found.includes, before_each = "-I")
    args.add_all(["%s=%s" % (name, value) for name, value in ctx.attr.defines.items()], before_each = "-D")
    args.add_all(ctx.attr.options)
    if ctx.attr.spirv:
        args.add("-spirv")
    args.add("-Fo", out)
    ctx.actions.run(
        executable = compiler,
        arguments = [args],
        inputs = depset([ctx.file.src], transitive = [found.headers]),
        outputs = [out],
        mnemonic = "HlslCompile",
        progress_message = "Compiling %s for %s" % (ctx.file.src.short_path, ctx.attr.profile),
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

hlsl_shader = rule(
    doc = "Compiles an entry point to a container, or to a SPIR-V module.",
    implementation = _hlsl_shader_impl,
    attrs = {
        "src": attr.label(mandatory = True, allow_single_file = True, doc = "The source."),
        "profile": attr.string(mandatory = True, doc = "The profile, such as `ps_6_6`."),
        "entry": attr.string(default = "main", doc = "The entry point."),
        "spirv": attr.bool(doc = "Whether it becomes SPIR-V."),
        "hdrs": attr.label_list(allow_files = True, doc = "Headers of this shader alone."),
        "deps": attr.label_list(providers = [HlslInfo], doc = "Libraries of headers."),
        "includes": attr.string_list(doc = "Folders, relative to the package, in which `<…>` is looked for."),
        "defines": attr.string_dict(doc = "Macros and their values."),
        "options": attr.string_list(doc = "Further words of the command line."),
    },
    toolchains = [str(_TOOLCHAIN)],
)

def _absolute(label):
    # Older versions of Bazel write labels of the main repository without its name, which in another one means something else.
    text = str(label)
    return "@" + text if text.startswith("//") else text

def _hlslc_local_impl(repository):
    given = repository.os.environ.get("HLSLC")
    program = repository.path(given) if given else repository.which("hlslc")
    if not program:
        fail("there is no hlslc: set HLSLC, or add its folder to PATH")
    repository.symlink(program, "hlslc")
    repository.file("BUILD.bazel", """
load("{defs}", "hlslc_toolchain")

hlslc_toolchain(name = "compiler", compiler = "hlslc")

toolchain(
    name = "toolchain",
    toolchain = ":compiler",
    toolchain_type = "{type}",
)
""".format(defs = _absolute(Label("//:defs.bzl")), type = _absolute(_TOOLCHAIN)))

hlslc_local = repository_rule(
    doc = "The hlslc of this machine: that of the environment variable HLSLC, or of PATH.",
    implementation = _hlslc_local_impl,
    environ = ["HLSLC", "PATH"],
)
