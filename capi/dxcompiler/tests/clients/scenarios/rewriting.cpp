// Rewriting of sources, as programs that ship shortened shaders ask for it.
#include "scenarios.h"

struct Rewriter : IUnknown {
    virtual HRESULT STDMETHODCALLTYPE RemoveUnusedGlobals(IDxcBlobEncoding *, LPCWSTR, DxcDefine *, UINT32, IDxcOperationResult **) = 0;
    virtual HRESULT STDMETHODCALLTYPE RewriteUnchanged(IDxcBlobEncoding *, DxcDefine *, UINT32, IDxcOperationResult **) = 0;
    virtual HRESULT STDMETHODCALLTYPE RewriteUnchangedWithInclude(IDxcBlobEncoding *, LPCWSTR, DxcDefine *, UINT32, IDxcIncludeHandler *,
                                                                  UINT32, IDxcOperationResult **) = 0;
    virtual HRESULT STDMETHODCALLTYPE RewriteWithOptions(IDxcBlobEncoding *, LPCWSTR, LPCWSTR *, UINT32, DxcDefine *, UINT32,
                                                         IDxcIncludeHandler *, IDxcOperationResult **) = 0;
};
static const IID rewriter2_iid = {0x261afca1, 0x0609, 0x4ec6, {0xa7, 0x7f, 0xd9, 0x8c, 0x70, 0x35, 0x19, 0x4e}};

static Held<Rewriter> rewriter() {
    Held<Rewriter> made;
    create(class_rewriter, rewriter2_iid, made.any());
    if (!made) {
        say{"no rewriter"};
        std::exit(3);
    }
    return made;
}

static Held<IDxcBlobEncoding> text(const std::string &source) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> made;
    utils->CreateBlob(source.data(), static_cast<UINT32>(source.size()), DXC_CP_UTF8, made.out());
    return made;
}

// Prints what a call gave, and gives the text.
static std::string printed(const char *what, const std::function<HRESULT()> &run, const Held<IDxcOperationResult> &held) {
    const HRESULT call = run();
    IDxcOperationResult *result = held.get();
    say{"%s %08x %d status %08x", what, code(call), result != nullptr, result ? code(status(result)) : 0};
    if (!result)
        return {};
    Held<IDxcResult> kinds;
    result->QueryInterface(__uuidof(IDxcResult), kinds.any());
    say{"%s text %d messages %d primary %d", what, kinds->HasOutput(DXC_OUT_HLSL), kinds->HasOutput(DXC_OUT_ERRORS),
        kinds->PrimaryOutput()};
    Held<IDxcBlob> blob;
    Held<IDxcBlobEncoding> errors;
    print_blob{what, result->GetResult(blob.out()), blob.get()};
    print_blob{what, result->GetErrorBuffer(errors.out()), errors.get()};
    print_messages(bytes(errors.get()));
    std::string content = bytes(blob.get());
    if (const size_t end = content.find('\0'); end != std::string::npos)
        content.resize(end);
    std::fputs(content.c_str(), stderr);
    say{"%s starts %s", what, content.substr(0, content.find('\n')).c_str()};
    return content;
}

// Which of some words are in a text.
static void words_of(const std::string &content, std::initializer_list<const char *> words) {
    for (const char *word : words)
        say{"has %s %d", word, content.find(word) != std::string::npos};
}

// Whether a text compiles to what the source does.
static void same_code(const std::string &source, const std::string &content, Words words) {
    const std::string before = part(bytes(built(source, words).get()), "DXIL"), after = part(bytes(built(content, words).get()), "DXIL");
    say{"same code %d", before == after};
}

static const std::string globals = "static float unused_value = 1;\n"
                                   "static float needed_value = 2;\n"
                                   "float unused_function(float x) { return x * unused_value; }\n"
                                   "float needed_function(float x) { return x + needed_value; }\n"
                                   "struct Unneeded { float a; };\n"
                                   "RWBuffer<float> o;\n"
                                   "[numthreads(1, 1, 1)] void main() { o[0] = needed_function(o[1]); }\n";

static std::string with(const char *what, const std::string &source, Words words, Files *files = nullptr, const wchar_t *name = L"a.hlsl") {
    Held<IDxcOperationResult> result;
    Held<IDxcBlobEncoding> blob = text(source);
    const UINT32 count = static_cast<UINT32>(words.size());
    const auto run = [&] { return rewriter()->RewriteWithOptions(blob.get(), name, words.data(), count, nullptr, 0, files, result.out()); };
    return printed(what, run, result);
}

SCENARIO(rewriting_without_options_changes_nothing) {
    const std::string content = with("none", globals, {});
    words_of(content, {"unused_value", "needed_value", "unused_function", "needed_function", "Unneeded", "numthreads"});
    same_code(globals, content, {L"-T", L"cs_6_0"});
    words_of(with("unchanged", globals, {L"-unchanged"}), {"unused_value", "needed_function"});
}
SCENARIO(rewriting_leaves_out_what_an_entry_does_not_need) {
    std::string content = with("globals", globals, {L"-E", L"main", L"-remove-unused-globals"});
    words_of(content, {"unused_value", "needed_value", "unused_function", "needed_function"});
    same_code(globals, content, {L"-T", L"cs_6_0"});
    content = with("functions", globals, {L"-E", L"main", L"-remove-unused-functions"});
    words_of(content, {"needed_value", "unused_function", "needed_function"});
    same_code(globals, content, {L"-T", L"cs_6_0"});
    content = with("both", globals, {L"-E", L"main", L"-remove-unused-globals", L"-remove-unused-functions"});
    words_of(content, {"unused_value", "needed_value", "unused_function", "needed_function"});
    same_code(globals, content, {L"-T", L"cs_6_0"});
    with("no entry", globals, {L"-remove-unused-globals"});
    with("wrong entry", globals, {L"-E", L"other", L"-remove-unused-globals"});
}
SCENARIO(rewriting_puts_constants_into_one_buffer) {
    const std::string source = "float a; float4 b; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a + b.x; }\n";
    const std::string content = with("buffer", source, {L"-E", L"main", L"-decl-global-cb"});
    words_of(content, {"cbuffer", "GlobalCB"});
    built(content, {L"-T", L"cs_6_0"});
}
SCENARIO(rewriting_skips_bodies_of_functions) {
    words_of(with("bodies", globals, {L"-skip-fn-body"}), {"needed_function", "return", "numthreads"});
    Held<IDxcOperationResult> result;
    const auto run = [&] { return rewriter()->RewriteUnchangedWithInclude(text(globals).get(), L"a.hlsl", nullptr, 0, nullptr, 1, result.out()); };
    words_of(printed("mask", run, result), {"needed_function", "return", "numthreads"});
}
SCENARIO(rewriting_skips_what_is_static) {
    const std::string source = "static float s; float g; float f(float x) { return x; }\n";
    words_of(with("static", source, {L"-skip-static"}), {"static", "float g", "float f"});
    words_of(with("static and bodies", source, {L"-skip-static", L"-skip-fn-body"}), {"static", "float g", "float f"});
    words_of(with("extern", source, {L"-global-extern-by-default"}), {"extern"});
    Held<IDxcOperationResult> result;
    const auto run = [&] { return rewriter()->RewriteUnchangedWithInclude(text(source).get(), L"a.hlsl", nullptr, 0, nullptr, 1 | 2 | 4, result.out()); };
    words_of(printed("mask", run, result), {"static", "extern", "float f"});
}
SCENARIO(rewriting_keeps_macros) {
    const std::string source = "#define WIDTH 4\n#define ADD(a, b) a + b\nfloat f(float x) { return ADD(x, WIDTH); }\n";
    words_of(with("macros", source, {L"-keep-user-macro"}), {"Macros", "#define WIDTH 4", "#define ADD("});
}
SCENARIO(rewriting_moves_uniform_parameters_out) {
    const std::string source = "RWBuffer<float> o; [numthreads(1, 1, 1)] void main(uniform float scale, uniform Buffer<float> b) { o[0] = scale * b[0]; }\n";
    const std::string content = with("uniforms", source, {L"-E", L"main", L"-extract-entry-uniforms"});
    words_of(content, {"_Params", "cbuffer", "void main()"});
}
SCENARIO(rewriting_writes_lines) {
    words_of(with("lines", globals, {L"-line-directive", L"-E", L"main"}), {"#line", "needed_function"});
}
SCENARIO(rewriting_uses_files_of_a_handler) {
    Files files;
    files.known["./one.h"] = "float from_one() { return 1; }\n";
    const std::string source = "#include \"one.h\"\nRWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = from_one(); }\n";
    const std::string content = with("files", source, {L"-E", L"main"}, &files);
    files.print();
    words_of(content, {"from_one() {", "#include"});
    built(content, {L"-T", L"cs_6_0"});
    with("no handler", source, {L"-E", L"main"});
    Files none;
    with("not there", source, {L"-E", L"main"}, &none);
}
SCENARIO(rewriting_takes_defines_by_pair_and_by_word) {
    const std::string source = "#ifdef A\nfloat with_a;\n#endif\n#if B == 2\nfloat with_b;\n#endif\nfloat c = VALUE;\n";
    Held<IDxcOperationResult> result;
    DxcDefine defines[] = {{L"A", nullptr}, {L"VALUE", L"7"}};
    Words words = {L"-D", L"B=2"};
    const auto run = [&] { return rewriter()->RewriteWithOptions(text(source).get(), L"a.hlsl", words.data(), 2, defines, 2, nullptr, result.out()); };
    words_of(printed("defines", run, result), {"with_a", "with_b", "7"});
    words_of(with("none", "#ifdef A\nfloat with_a;\n#endif\n", {}), {"with_a"});
}
SCENARIO(rewriting_of_what_has_errors) {
    with("syntax", "float f( { return 1; }\n", {});
    with("names", "float f() { return nothing; }\n", {});
    with("warning", "float f(float4 a) { float b = a; return b; }\n", {});
    with("empty", "", {});
}
SCENARIO(rewriting_with_wrong_options) {
    for (const wchar_t *word : {L"-bogus", L"-spirv", L"-nologo", L"-Zi", L"-Od", L"-enable-16bit-types", L"-no-warnings", L"b.hlsl", L"", L"-E"})
        with(narrow(word).c_str(), "float f;\n", {word});
    with("profile", "float f;\n", {L"-T", L"cs_6_0"});
    with("language", "float f;\n", {L"-HV", L"2021"});
    with("other language", "float f;\n", {L"-HV", L"2017"});
    with("output", "float f;\n", {L"-Fo", L"x"});
    Held<IDxcOperationResult> result;
    Held<IDxcBlobEncoding> source = text("float f;\n");
    Held<Rewriter> it = rewriter();
    say{"null %08x", code(it->RewriteWithOptions(nullptr, L"a", nullptr, 0, nullptr, 0, nullptr, result.out()))};
    say{"null %08x", code(it->RewriteWithOptions(source.get(), L"a", nullptr, 1, nullptr, 0, nullptr, result.out()))};
    say{"null %08x", code(it->RewriteWithOptions(source.get(), L"a", nullptr, 0, nullptr, 1, nullptr, result.out()))};
    say{"null %08x", code(it->RewriteWithOptions(source.get(), L"a", nullptr, 0, nullptr, 0, nullptr, nullptr))};
    say{"null %08x", code(it->RewriteUnchanged(nullptr, nullptr, 0, result.out()))};
    say{"null %08x", code(it->RewriteUnchanged(source.get(), nullptr, 1, result.out()))};
    say{"null %08x", code(it->RewriteUnchanged(source.get(), nullptr, 0, nullptr))};
    say{"null %08x", code(it->RewriteUnchangedWithInclude(nullptr, nullptr, nullptr, 0, nullptr, 0, result.out()))};
    say{"null %08x", code(it->RemoveUnusedGlobals(nullptr, L"main", nullptr, 0, result.out()))};
    say{"null %08x", code(it->RemoveUnusedGlobals(source.get(), L"main", nullptr, 1, result.out()))};
    say{"null %08x", code(it->RemoveUnusedGlobals(source.get(), L"main", nullptr, 0, nullptr))};
}
SCENARIO(rewriting_without_a_name_of_the_source) { with("no name", "float f;\n", {}, nullptr, nullptr); }
SCENARIO(rewriting_without_an_entry_point) {
    Held<IDxcOperationResult> result;
    printed("null", [&] { return rewriter()->RemoveUnusedGlobals(text("float f;\n").get(), nullptr, nullptr, 0, result.out()); }, result);
}
SCENARIO(rewriting_by_the_older_methods) {
    Held<Rewriter> it = rewriter();
    Held<IDxcOperationResult> result;
    DxcDefine define = {L"UNUSED", L"1"};
    words_of(printed("unchanged", [&] { return it->RewriteUnchanged(text(globals).get(), &define, 1, result.out()); }, result), {"unused_value"});
    std::string content = printed("unused", [&] { return it->RemoveUnusedGlobals(text(globals).get(), L"main", &define, 1, result.out()); }, result);
    words_of(content, {"unused_value", "needed_value", "needed_function"});
    same_code(globals, content, {L"-T", L"cs_6_0"});
    printed("wrong", [&] { return it->RemoveUnusedGlobals(text(globals).get(), L"other", nullptr, 0, result.out()); }, result);
    Files files;
    files.known["./one.h"] = "float from_one() { return 1; }\n";
    content = printed("with", [&] { return it->RewriteUnchangedWithInclude(text("#include \"one.h\"\n").get(), L"dir/a.hlsl", nullptr, 0, &files, 0, result.out()); }, result);
    files.print();
    words_of(content, {"from_one"});
}
SCENARIO(rewriting_of_texts_in_other_encodings) {
    const wchar_t wide[] = L"int \u00ed;";
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> blob;
    utils->CreateBlob(wide, sizeof wide, DXC_CP_WIDE, blob.out());
    Held<IDxcOperationResult> result;
    const std::string content = printed("wide", [&] { return rewriter()->RewriteUnchanged(blob.get(), nullptr, 0, result.out()); }, result);
    words_of(content, {"int \xc3\xad;"});
    Words words = {L"-encoding", L"wide"};
    printed("to wide", [&] { return rewriter()->RewriteWithOptions(text("int a;").get(), L"a", words.data(), 2, nullptr, 0, nullptr, result.out()); }, result);
}
