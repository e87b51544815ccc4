// Compilation with `IDxcCompiler3` and with `IDxcCompiler`: statuses, outputs and their names, messages, options as clients pass them.

#include "scenarios.h"

namespace {

// A blob of a source for clients of before `IDxcCompiler3`.
Held<IDxcBlobEncoding> pinned(const char *text, unsigned page = 0) {
    Held<IDxcLibrary> library = make<IDxcLibrary>(CLSID_DxcLibrary);
    Held<IDxcBlobEncoding> blob;
    library->CreateBlobWithEncodingFromPinned(text, static_cast<UINT32>(std::strlen(text)), page, blob.out());
    return blob;
}

// Compiles with `IDxcCompiler` and prints what the result has.
void former(const char *what, const char *source, const wchar_t *name, const wchar_t *entry, const wchar_t *profile, Words words,
            std::vector<DxcDefine> defines) {
    Held<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
    Held<IDxcBlobEncoding> blob = pinned(source);
    Held<IDxcOperationResult> result;
    const HRESULT call = compiler->Compile(blob.get(), name, entry, profile, words.data(), static_cast<UINT32>(words.size()),
                                           defines.data(), static_cast<UINT32>(defines.size()), nullptr, result.out());
    say{"%s %08x status %08x", what, code(call), code(status(result.get()))};
    if (!result)
        return;
    Held<IDxcBlob> object;
    Held<IDxcBlobEncoding> errors;
    print_blob{"result", result->GetResult(object.out()), object.get()};
    print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
    print_messages(bytes(errors.get()));
    say{"is a result %d parts %s", as<IDxcResult>(result).get() != nullptr, parts(bytes(object.get())).c_str()};
}

// The outputs of a compilation and the parts of its object.
void outputs(const std::string &source, Words words) {
    Held<IDxcResult> result = compile(source, std::move(words));
    print_outputs(result.get());
    print_messages(result.get());
    Held<IDxcBlob> object;
    if (result && SUCCEEDED(result->GetOutput(DXC_OUT_OBJECT, __uuidof(IDxcBlob), object.any(), nullptr)))
        say{"parts %s signed %d", parts(bytes(object.get())).c_str(), is_signed(bytes(object.get()))};
}

const char *const wrong = "RWBuffer<float> o;\n[numthreads(1, 1, 1)] void main() { o[0] = no_such_name; }\n";
const char *const warned = "RWBuffer<int> o;\n[numthreads(1, 1, 1)] void main() { int3 a = 1; int2 b = 2; b = a; o[1] = b.x; }\n";

} // namespace

SCENARIO(a_shader_has_outputs) { outputs(simple, {L"-T", L"cs_6_0"}); }
SCENARIO(a_shader_of_a_newer_model_has_outputs) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_6", L"-E", L"main"}); }
SCENARIO(a_library_has_outputs) { outputs(library_source, {L"-T", L"lib_6_3"}); }
SCENARIO(debug_information_is_a_file_beside_the_object) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-Zi"}); }
SCENARIO(debug_information_is_embedded) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-Zi", L"-Qembed_debug"}); }
SCENARIO(debug_information_of_the_source_alone) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-Zs"}); }
SCENARIO(debug_information_is_named_for_the_source) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-Zi", L"-Zss"}); }
SCENARIO(debug_information_has_the_name_of_fd) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-Zi", L"-Fd", L"mine.pdb"}); }
SCENARIO(debug_information_has_the_folder_of_fd) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-Zi", L"-Fd", L"out/"}); }
SCENARIO(embedding_without_debug_information) { outputs(simple, {L"-T", L"cs_6_0", L"-Qembed_debug"}); }
SCENARIO(outputs_have_the_names_of_their_options) {
    outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-Fo", L"o.dxo", L"-Fe", L"e.txt", L"-Fre", L"r.bin", L"-Frs", L"s.bin", L"-Fsh", L"h.bin"});
}
SCENARIO(parts_are_stripped) { outputs(simple, {L"-T", L"cs_6_0", L"-Qstrip_reflect", L"-Qstrip_debug", L"-Qstrip_priv"}); }
SCENARIO(a_root_signature_is_an_output) {
    outputs("[RootSignature(\"UAV(u0)\")] [numthreads(1, 1, 1)] void main() {}", {L"-T", L"cs_6_0"});
}
SCENARIO(a_root_signature_is_compiled_alone) {
    outputs("#define R \"CBV(b0)\"\n", {L"-T", L"rootsig_1_1", L"-E", L"R"});
}
SCENARIO(a_root_signature_is_stripped) {
    outputs("[RootSignature(\"\")] [numthreads(1, 1, 1)] void main() {}", {L"-T", L"cs_6_0", L"-Qstrip_rootsignature"});
}
SCENARIO(preprocessing_has_a_text) {
    outputs("#define A 1\nint a = A;\n", {L"a.hlsl", L"-P", L"-Fi", L"a.i"});
    outputs("#define A 1\nint a = A;\n", {L"a.hlsl", L"-P", L"a.i"});
}
SCENARIO(times_are_outputs) {
    outputs(simple, {L"-T", L"cs_6_0", L"-ftime-report"});
    outputs(simple, {L"-T", L"cs_6_0", L"-ftime-trace"});
}
SCENARIO(no_optimisation_no_validation) {
    outputs(simple, {L"-T", L"cs_6_0", L"-Od"});
    outputs(simple, {L"-T", L"cs_6_0", L"-Vd"});
}
SCENARIO(spirv_is_an_object) {
    Held<IDxcResult> result = compile(simple, {L"-T", L"cs_6_0", L"-spirv"});
    print_outputs(result.get());
}
SCENARIO(an_error_leaves_an_empty_object) { outputs(wrong, {L"a.hlsl", L"-T", L"cs_6_0"}); }
SCENARIO(an_error_in_an_unnamed_source) { outputs(wrong, {L"-T", L"cs_6_0"}); }
SCENARIO(an_error_of_syntax) { outputs("[numthreads(1, 1, 1)] void main() { if (", {L"a.hlsl", L"-T", L"cs_6_0"}); }
SCENARIO(a_warning_leaves_an_object) { outputs(warned, {L"a.hlsl", L"-T", L"cs_6_0"}); }
SCENARIO(a_warning_is_an_error) { outputs(warned, {L"a.hlsl", L"-T", L"cs_6_0", L"-WX"}); }
SCENARIO(warnings_are_left_out) { outputs(warned, {L"a.hlsl", L"-T", L"cs_6_0", L"-no-warnings"}); }
SCENARIO(an_entry_that_is_not_there) { outputs(simple, {L"a.hlsl", L"-T", L"cs_6_0", L"-E", L"none"}); }
SCENARIO(an_option_that_is_not_there) { outputs(simple, {L"-T", L"cs_6_0", L"-no-such-option"}); }
SCENARIO(a_profile_that_is_not_there) {
    outputs(simple, {L"-T", L"zs_6_0"});
    outputs(simple, {});
    outputs(simple, {L"-T"});
}
SCENARIO(options_of_the_command_are_rejected) {
    for (const wchar_t *word : {L"-nologo", L"-Fc", L"-help", L"-HV2021", L"-dumpbin", L"-ast-dump", L"--version"}) {
        Held<IDxcResult> result = compile(simple, {L"-T", L"cs_6_0", word}, nullptr, narrow(word).c_str());
        say{"outputs %u", result ? result->GetNumOutputs() : 99};
    }
}
SCENARIO(arguments_with_blanks_inside) {
    for (const wchar_t *word : {L"-HV 2021", L"-T cs_6_0", L"-E main", L"-O3 ", L" -O3", L"-D A=1", L"-DA=1", L"-no-warnings -O1"})
        compile(simple, {L"-T", L"cs_6_0", word}, nullptr, narrow(word).c_str());
    compile(simple, {L"-T cs_6_0"}, nullptr, "profile in one word");
}
SCENARIO(empty_arguments) {
    compile(simple, {L"", L"-T", L"cs_6_0", L""});
    compile(simple, {L"-T", L"", L"cs_6_0"});
    compile(simple, {L"-T", L"cs_6_0", L"-E", L""});
}
SCENARIO(options_start_with_a_slash) {
    compile(simple, {L"/T", L"cs_6_0"});
    compile(simple, {L"/Tcs_6_0", L"/Emain", L"/O1", L"/DA=1", L"/I", L"x"});
    compile(simple, {L"-Tcs_6_0", L"-Emain"});
}
SCENARIO(sources_named_twice) { compile(simple, {L"a.hlsl", L"b.hlsl", L"-T", L"cs_6_0"}); }
SCENARIO(the_interface_of_a_result) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    const DxcBuffer source = buffer(simple);
    Words words = to_cs;
    for (const IID &iid : {__uuidof(IDxcResult), __uuidof(IDxcOperationResult), __uuidof(IUnknown), __uuidof(IDxcBlob)}) {
        Held<IUnknown> result;
        const HRESULT call = compiler->Compile(&source, words.data(), 2, nullptr, iid, result.any());
        say{"%08x %d last %lu", code(call), result.get() != nullptr, result.drop()};
    }
}
SCENARIO(an_output_by_other_interfaces) {
    Held<IDxcResult> result = compile(simple, to_cs);
    for (const DXC_OUT_KIND kind : {DXC_OUT_OBJECT, DXC_OUT_ERRORS, DXC_OUT_SHADER_HASH, DXC_OUT_REFLECTION, DXC_OUT_REMARKS}) {
        Held<IUnknown> object;
        Held<IDxcBlobWide> name;
        say{"kind %d wide %08x %d", kind, code(result->GetOutput(kind, __uuidof(IDxcBlobWide), object.any(), name.out())),
            object.get() != nullptr};
        say{"kind %d result %08x %d", kind, code(result->GetOutput(kind, __uuidof(IDxcResult), object.any(), nullptr)),
            object.get() != nullptr};
        say{"kind %d nowhere %08x", kind, code(result->GetOutput(kind, __uuidof(IDxcBlob), nullptr, name.out()))};
    }
    say{"status null %08x", code(result->GetStatus(nullptr))};
    say{"beyond %d", result->GetOutputByIndex(99)};
}
SCENARIO(outputs_count_their_references) {
    Held<IDxcResult> result = compile(simple, to_cs);
    Held<IDxcBlob> first, second;
    result->GetOutput(DXC_OUT_OBJECT, __uuidof(IDxcBlob), first.any(), nullptr);
    result->GetResult(second.out());
    say{"same %d", first.get() == second.get()};
    say{"left %lu", second.drop()};
    say{"result %lu object %lu", result.drop(), first.drop()};
}
SCENARIO(the_same_source_gives_the_same_bytes) {
    const std::string first = bytes(built(simple, to_cs).get()), second = bytes(built(simple, to_cs).get());
    say{"same %d", first == second};
}

SCENARIO(former_compile) { former("compile", simple, L"a.hlsl", L"main", L"cs_6_0", {}, {}); }
SCENARIO(former_compile_of_an_unnamed_source) {
    former("no name", simple, nullptr, L"main", L"cs_6_0", {}, {});
    former("empty name", simple, L"", L"main", L"cs_6_0", {}, {});
}
SCENARIO(former_compile_without_entry_or_profile) {
    former("no entry", simple, L"a.hlsl", nullptr, L"cs_6_0", {}, {});
    former("empty entry", simple, L"a.hlsl", L"", L"cs_6_0", {}, {});
    former("no profile", simple, L"a.hlsl", L"main", nullptr, {}, {});
    former("empty profile", simple, L"a.hlsl", L"main", L"", {}, {});
    former("profile as an argument", simple, L"a.hlsl", L"main", L"", {L"-T", L"cs_6_0"}, {});
}
SCENARIO(former_compile_with_entry_and_profile_twice) {
    former("both", simple, L"a.hlsl", L"main", L"cs_6_0", {L"-E", L"other", L"-T", L"ps_6_0"}, {});
    former("both joined", simple, L"a.hlsl", L"main", L"cs_6_0", {L"/Eother", L"/Tps_6_0"}, {});
}
SCENARIO(former_compile_with_defines) {
    const char *const source = "[numthreads(A, 1, 1)] void main() { B }\n";
    former("values", source, L"a.hlsl", L"main", L"cs_6_0", {}, {{L"A", L"4"}, {L"B", L""}});
    former("no value", source, L"a.hlsl", L"main", L"cs_6_0", {}, {{L"A", nullptr}, {L"B", L";"}});
    former("empty name", source, L"a.hlsl", L"main", L"cs_6_0", {}, {{L"A", L"4"}, {L"B", L";"}, {L"", L"1"}});
}
SCENARIO(former_compile_with_an_error) { former("error", wrong, L"a.hlsl", L"main", L"cs_6_0", {}, {}); }
SCENARIO(former_compile_with_a_warning) { former("warning", warned, L"a.hlsl", L"main", L"cs_6_0", {}, {}); }
SCENARIO(former_compile_with_a_wrong_option) { former("option", simple, L"a.hlsl", L"main", L"cs_6_0", {L"-no-such-option"}, {}); }
SCENARIO(former_compile_with_debug_information) {
    former("embedded", simple, L"a.hlsl", L"main", L"cs_6_0", {L"-Zi"}, {});
    former("embedded twice", simple, L"a.hlsl", L"main", L"cs_6_0", {L"-Zi", L"-Qembed_debug"}, {});
}
SCENARIO(former_compile_with_debug_gives_the_file) {
    Held<IDxcCompiler2> compiler = make<IDxcCompiler2>(CLSID_DxcCompiler);
    Held<IDxcBlobEncoding> source = pinned(simple);
    for (Words words : {Words{L"-Zi"}, Words{}, Words{L"-Zi", L"-Fd", L"x.pdb"}, Words{L"-Zi", L"-Qembed_debug"}}) {
        Held<IDxcOperationResult> result;
        Held<IDxcBlob> debug, object;
        wchar_t *name = nullptr;
        const HRESULT call = compiler->CompileWithDebug(source.get(), L"a.hlsl", L"main", L"cs_6_0", words.data(),
                                                        static_cast<UINT32>(words.size()), nullptr, 0, nullptr, result.out(), &name,
                                                        debug.out());
        say{"%08x status %08x name %zu", code(call), code(status(result.get())), name ? std::wcslen(name) : 0};
        CoTaskMemFree(name);
        print_blob{"debug", S_OK, debug.get()};
        say{"starts %s", bytes(debug.get()).substr(0, 9).c_str()};
        result->GetResult(object.out());
        say{"parts %s", parts(bytes(object.get())).c_str()};
    }
    Held<IDxcOperationResult> result;
    const wchar_t *words[] = {L"-Zi"};
    const HRESULT call = compiler->CompileWithDebug(source.get(), L"a.hlsl", L"main", L"cs_6_0", words, 1, nullptr, 0, nullptr,
                                                    result.out(), nullptr, nullptr);
    say{"nowhere %08x status %08x", code(call), code(status(result.get()))};
}
SCENARIO(former_preprocess) {
    Held<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
    for (const char *text : {"#define A 1\nint a = A;\n", "#error no\n", "#include \"none.h\"\n", ""}) {
        Held<IDxcBlobEncoding> source = pinned(text);
        Held<IDxcOperationResult> result;
        const DxcDefine define = {L"B", L"2"};
        const HRESULT call = compiler->Preprocess(source.get(), L"a.hlsl", nullptr, 0, &define, 1, nullptr, result.out());
        say{"%08x status %08x", code(call), code(status(result.get()))};
        Held<IDxcBlob> made;
        Held<IDxcBlobEncoding> errors;
        print_blob{"result", result->GetResult(made.out()), made.get()};
        print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
        say{"text %d", bytes(made.get()).find("int a = 1;") != std::string::npos};
        print_messages(bytes(errors.get()));
    }
}
SCENARIO(disassembly_of_a_container) {
    Held<IDxcBlob> object = built(simple, to_cs);
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcResult> result;
    const DxcBuffer container = buffer(object.get());
    const HRESULT call = compiler->Disassemble(&container, __uuidof(IDxcResult), result.any());
    say{"%08x status %08x", code(call), code(status(result.get()))};
    print_outputs(result.get());
    Held<IDxcBlobUtf8> text;
    result->GetOutput(DXC_OUT_DISASSEMBLY, __uuidof(IDxcBlobUtf8), text.any(), nullptr);
    say{"text %d", std::string(text->GetStringPointer()).find("define void @main()") != std::string::npos};
}
SCENARIO(disassembly_of_what_is_no_container) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcCompiler> former = as<IDxcCompiler>(compiler);
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    const std::string object = bytes(built(simple, to_cs).get());
    for (const std::string &junk : {std::string("junk"), std::string(), std::string(400, 'x'), object.substr(0, 40), std::string("BC\xc0\xde")}) {
        Held<IDxcResult> result;
        const DxcBuffer given = buffer(junk, 0);
        const HRESULT call = compiler->Disassemble(&given, __uuidof(IDxcResult), result.any());
        say{"%zu: %08x %d status %08x", junk.size(), code(call), result.get() != nullptr, code(status(result.get()))};
        Held<IDxcBlobEncoding> blob, text;
        utils->CreateBlob(junk.data(), static_cast<UINT32>(junk.size()), 0, blob.out());
        say{"former %08x %d", code(former->Disassemble(blob.get(), text.out())), text.get() != nullptr};
    }
}
SCENARIO(disassembly_of_parts_and_of_debug_information) {
    Held<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    const std::string object = bytes(built(simple, to_cs).get());
    const std::string program = part(object, "DXIL"), bitcode = program.size() > 24 ? program.substr(24) : std::string();
    const std::string debug = bytes(built(simple, {L"-T", L"cs_6_0", L"-Zi"}, DXC_OUT_PDB).get());
    for (const std::string &content : {program, bitcode, debug}) {
        Held<IDxcBlobEncoding> blob, text;
        utils->CreateBlob(content.data(), static_cast<UINT32>(content.size()), 0, blob.out());
        const HRESULT call = compiler->Disassemble(blob.get(), text.out());
        print_blob{"text", call, text.get()};
        say{"function %d", bytes(text.get()).find("define void @main()") != std::string::npos};
    }
}
