// Objects that outlive what made them, and what an interface forbids: null pointers, sizes that cannot be, bytes of no meaning.

#include "scenarios.h"

#include <sstream>
#include <thread>
#include <tuple>

namespace {

// The interfaces of tools that stand in headers which DXC's releases do not bring.
struct Rewriter : IUnknown {
    virtual HRESULT STDMETHODCALLTYPE RemoveUnusedGlobals(IDxcBlobEncoding *, LPCWSTR, DxcDefine *, UINT32, IDxcOperationResult **) = 0;
    virtual HRESULT STDMETHODCALLTYPE RewriteUnchanged(IDxcBlobEncoding *, DxcDefine *, UINT32, IDxcOperationResult **) = 0;
    virtual HRESULT STDMETHODCALLTYPE RewriteUnchangedWithInclude(IDxcBlobEncoding *, LPCWSTR, DxcDefine *, UINT32, IDxcIncludeHandler *,
                                                                  UINT32, IDxcOperationResult **) = 0;
};
const IID rewriter_iid = {0xc012115b, 0x8893, 0x4eb9, {0x9c, 0x5a, 0x11, 0x14, 0x56, 0xea, 0x1c, 0x45}};

struct IntelliSense : IUnknown {
    virtual HRESULT STDMETHODCALLTYPE CreateIndex(IUnknown **) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetNullLocation(IUnknown **) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetNullRange(IUnknown **) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetRange(IUnknown *, IUnknown *, IUnknown **) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetDefaultDiagnosticDisplayOptions(UINT32 *) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetDefaultEditingTUOptions(UINT32 *) = 0;
};
const IID intellisense_iid = {0xb1f99513, 0x46d6, 0x4112, {0x81, 0x69, 0xdd, 0x0d, 0x60, 0x53, 0xf1, 0x7d}};

// print_result{WHAT, CALL, RESULT}, where the call gives the result.
struct print_result {
    print_result(const char *what, HRESULT call, IDxcOperationResult *result);
};

print_result::print_result(const char *what, HRESULT call, IDxcOperationResult *result) {
    say{"%s %08x %d status %08x", what, code(call), result != nullptr, code(status(result))};
    if (!result)
        return;
    Held<IDxcBlob> object;
    Held<IDxcBlobEncoding> errors;
    say{"%s result %08x %d", what, code(result->GetResult(object.out())), object.get() != nullptr};
    say{"%s errors %08x %d", what, code(result->GetErrorBuffer(errors.out())), errors.get() != nullptr};
}

Held<IDxcBlobEncoding> text(const char *content, unsigned page = DXC_CP_UTF8) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> blob;
    utils->CreateBlob(content, static_cast<UINT32>(std::strlen(content)), page, blob.out());
    return blob;
}

} // namespace

SCENARIO(results_outlive_the_compiler) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcResult> result;
    const DxcBuffer source = buffer(simple);
    Words words = to_cs;
    compiler->Compile(&source, words.data(), 2, nullptr, __uuidof(IDxcResult), result.any());
    say{"compiler %lu", compiler.drop()};
    print_outputs(result.get());
    say{"result %lu", result.drop()};
}
SCENARIO(blobs_outlive_the_result) {
    Held<IDxcBlob> object;
    Held<IDxcBlobUtf8> errors;
    Held<IDxcBlobWide> name;
    Held<IDxcBlob> file;
    {
        Held<IDxcResult> result = compile("float4 main() : SV_Target { int2 a = int3(1, 2, 3); return a.x; }\n", {L"-T", L"ps_6_0", L"-Zi"});
        result->GetOutput(DXC_OUT_OBJECT, __uuidof(IDxcBlob), object.any(), nullptr);
        result->GetOutput(DXC_OUT_ERRORS, __uuidof(IDxcBlobUtf8), errors.any(), nullptr);
        result->GetOutput(DXC_OUT_PDB, __uuidof(IDxcBlob), file.any(), name.out());
    }
    print_blob{"object", S_OK, object.get()};
    print_blob{"errors", S_OK, errors.get()};
    print_blob{"file", S_OK, file.get()};
    say{"name %zu", name->GetStringLength()};
    say{"left %lu %lu %lu %lu", object.drop(), errors.drop(), name.drop(), file.drop()};
}
SCENARIO(parts_outlive_their_container) {
    Held<IDxcContainerReflection> container = make<IDxcContainerReflection>(CLSID_DxcContainerReflection);
    Held<IDxcBlob> content, object = built(simple, to_cs);
    container->Load(object.get());
    container->GetPartContent(0, content.out());
    say{"container %lu", container.drop()};
    object.drop();
    print_blob{"part", S_OK, content.get()};
    say{"left %lu", content.drop()};
}
SCENARIO(a_compiler_is_used_again_after_errors) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Words words = to_cs;
    for (const char *source : {simple, "void main() { no; }", simple, "", simple}) {
        Held<IDxcResult> result;
        const DxcBuffer given = buffer(source);
        const HRESULT call = compiler->Compile(&given, words.data(), 2, nullptr, __uuidof(IDxcResult), result.any());
        say{"%08x status %08x", code(call), code(status(result.get()))};
    }
    say{"last %lu", compiler.drop()};
}
SCENARIO(compilers_on_many_threads) {
    std::vector<std::thread> threads;
    std::vector<int> done(8);
    const std::string first = bytes(built(simple, to_cs).get());
    for (int &count : done) {
        threads.emplace_back([&count, &first] {
            for (int i = 0; i < 10; ++i)
                count += bytes(built(simple, to_cs).get()) == first;
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    for (const int count : done)
        say{"same %d", count};
}
SCENARIO(null_pointers_of_a_compilation) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    const DxcBuffer source = buffer(simple);
    Words words = to_cs;
    Held<IDxcResult> result;
    say{"source %08x", code(compiler->Compile(nullptr, words.data(), 2, nullptr, __uuidof(IDxcResult), result.any()))};
    say{"place %08x", code(compiler->Compile(&source, words.data(), 2, nullptr, __uuidof(IDxcResult), nullptr))};
    say{"arguments %08x", code(compiler->Compile(&source, nullptr, 2, nullptr, __uuidof(IDxcResult), result.any()))};
    const HRESULT none = compiler->Compile(&source, nullptr, 0, nullptr, __uuidof(IDxcResult), result.any());
    say{"no arguments %08x status %08x", code(none), code(status(result.get()))};
    say{"disassemble %08x %08x", code(compiler->Disassemble(nullptr, __uuidof(IDxcResult), result.any())),
        code(compiler->Disassemble(&source, __uuidof(IDxcResult), nullptr))};
    const DxcBuffer empty = {nullptr, 0, DXC_CP_UTF8};
    const HRESULT nothing = compiler->Compile(&empty, words.data(), 2, nullptr, __uuidof(IDxcResult), result.any());
    say{"nothing %08x status %08x", code(nothing), code(status(result.get()))};
}
SCENARIO(a_null_argument) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    const DxcBuffer source = buffer(simple);
    const wchar_t *words[] = {L"-T", L"cs_6_0", nullptr};
    Held<IDxcResult> result;
    const HRESULT call = compiler->Compile(&source, words, 3, nullptr, __uuidof(IDxcResult), result.any());
    say{"%08x status %08x", code(call), code(status(result.get()))};
}
SCENARIO(null_pointers_of_a_former_compilation) {
    Held<IDxcCompiler2> compiler = make<IDxcCompiler2>(CLSID_DxcCompiler);
    Held<IDxcBlobEncoding> source = text(simple);
    Held<IDxcOperationResult> result;
    say{"source %08x", code(compiler->Compile(nullptr, L"a", L"main", L"cs_6_0", nullptr, 0, nullptr, 0, nullptr, result.out()))};
    say{"place %08x", code(compiler->Compile(source.get(), L"a", L"main", L"cs_6_0", nullptr, 0, nullptr, 0, nullptr, nullptr))};
    say{"profile %08x", code(compiler->Compile(source.get(), L"a", L"main", nullptr, nullptr, 0, nullptr, 0, nullptr, result.out()))};
    say{"arguments %08x", code(compiler->Compile(source.get(), L"a", L"main", L"cs_6_0", nullptr, 1, nullptr, 0, nullptr, result.out()))};
    say{"defines %08x", code(compiler->Compile(source.get(), L"a", L"main", L"cs_6_0", nullptr, 0, nullptr, 1, nullptr, result.out()))};
    say{"preprocess %08x %08x", code(compiler->Preprocess(nullptr, L"a", nullptr, 0, nullptr, 0, nullptr, result.out())),
        code(compiler->Preprocess(source.get(), L"a", nullptr, 0, nullptr, 0, nullptr, nullptr))};
    Held<IDxcBlobEncoding> listing;
    say{"disassemble %08x %08x", code(compiler->Disassemble(nullptr, listing.out())), code(compiler->Disassemble(source.get(), nullptr))};
}
SCENARIO(null_pointers_of_the_utilities) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcLibrary> library = make<IDxcLibrary>(CLSID_DxcLibrary);
    Held<IDxcBlobEncoding> blob;
    Held<IDxcBlobUtf8> utf8;
    Held<IDxcBlob> plain;
    say{"nothing %08x", code(utils->CreateBlob(nullptr, 0, 0, blob.out()))};
    print_blob{"nothing", S_OK, blob.get()};
    say{"nothing pinned %08x", code(utils->CreateBlobFromPinned(nullptr, 0, 65001, blob.out()))};
    print_blob{"nothing pinned", S_OK, blob.get()};
    say{"place %08x %08x", code(utils->CreateBlob("a", 1, 0, nullptr)), code(utils->CreateBlobFromPinned("a", 1, 0, nullptr))};
    say{"utf8 %08x", code(utils->GetBlobAsUtf8(nullptr, utf8.out()))};
    say{"range %08x", code(utils->CreateBlobFromBlob(nullptr, 0, 0, plain.out()))};
    say{"file %08x", code(utils->LoadFile(nullptr, nullptr, blob.out()))};
    say{"former %08x", code(library->CreateBlobWithEncodingFromPinned("a", 1, 0, nullptr))};
    say{"allocator %08x", code(library->SetMalloc(nullptr))};
}
SCENARIO(sizes_that_cannot_be) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> blob;
    utils->CreateBlob("0123456789", 10, 0, blob.out());
    Held<IDxcBlob> range;
    say{"range %08x", code(utils->CreateBlobFromBlob(blob.get(), 0xfffffff0, 0xfffffff0, range.out()))};
    const std::string object = bytes(built(simple, to_cs).get());
    for (const size_t at : {size_t{24}, size_t{28}, size_t{32}}) {
        std::string damaged = object;
        std::memset(&damaged[at], 0xff, 4);
        const DxcBuffer given = buffer(damaged, 0);
        Held<ID3D12ShaderReflection> reflection;
        Held<IDxcResult> listing;
        void *place = nullptr;
        UINT32 size = 0;
        Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
        say{"part %08x", code(utils->GetDxilContainerPart(&given, DXC_PART_DXIL, &place, &size))};
        say{"reflection %08x", code(utils->CreateReflection(&given, shader_reflection, reflection.any()))};
        const HRESULT call = compiler->Disassemble(&given, __uuidof(IDxcResult), listing.any());
        say{"listing %08x status %08x", code(call), code(status(listing.get()))};
    }
}
SCENARIO(the_linker) {
    Held<IDxcLinker> linker = make<IDxcLinker>(CLSID_DxcLinker);
    Held<IDxcBlob> library = built(library_source, {L"-T", L"lib_6_3"}), shader = built(simple, to_cs);
    Held<IDxcOperationResult> result;
    say{"null %08x %08x", code(linker->RegisterLibrary(nullptr, library.get())), code(linker->RegisterLibrary(L"a", nullptr))};
    say{"junk %08x", code(linker->RegisterLibrary(L"junk", text("junk").get()))};
    say{"library %08x again %08x", code(linker->RegisterLibrary(L"a", library.get())), code(linker->RegisterLibrary(L"a", library.get()))};
    say{"shader %08x", code(linker->RegisterLibrary(L"b", shader.get()))};
    const wchar_t *names[] = {L"a"}, *others[] = {L"none"};
    print_result{"none", linker->Link(L"gen", L"lib_6_3", others, 1, nullptr, 0, result.out()), result.get()};
    print_result{"no profile", linker->Link(L"gen", nullptr, names, 1, nullptr, 0, result.out()), result.get()};
    print_result{"library", linker->Link(L"", L"lib_6_3", names, 1, nullptr, 0, result.out()), result.get()};
    print_result{"null", linker->Link(L"", L"lib_6_3", nullptr, 1, nullptr, 0, result.out()), result.get()};
    say{"nowhere %08x", code(linker->Link(L"", L"lib_6_3", names, 1, nullptr, 0, nullptr))};
}
SCENARIO(the_assembler) {
    Held<IDxcAssembler> assembler = make<IDxcAssembler>(CLSID_DxcAssembler);
    Held<IDxcOperationResult> result;
    print_result{"junk", assembler->AssembleToContainer(text("junk").get(), result.out()), result.get()};
    print_result{"empty", assembler->AssembleToContainer(text("").get(), result.out()), result.get()};
    say{"null %08x", code(assembler->AssembleToContainer(nullptr, result.out()))};
    say{"nowhere %08x", code(assembler->AssembleToContainer(text("junk").get(), nullptr))};
    const std::string shader =
        "target triple = \"dxil-ms-dx\"\n"
        "target datalayout = \"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"\n"
        "define void @main() {\n  call void @dx.op.barrier(i32 80, i32 9)\n  ret void\n}\n"
        "declare void @dx.op.barrier(i32, i32) #0\n"
        "attributes #0 = { noduplicate nounwind }\n"
        "!dx.version = !{!0}\n!dx.valver = !{!1}\n!dx.shaderModel = !{!2}\n!dx.entryPoints = !{!3}\n"
        "!0 = !{i32 1, i32 0}\n!1 = !{i32 1, i32 8}\n!2 = !{!\"cs\", i32 6, i32 0}\n"
        "!3 = !{void ()* @main, !\"main\", null, null, !4}\n!4 = !{i32 4, !5}\n!5 = !{i32 8, i32 1, i32 1}\n";
    print_result{"shader", assembler->AssembleToContainer(text(shader.c_str()).get(), result.out()), result.get()};
    Held<IDxcBlob> object;
    result->GetResult(object.out());
    say{"parts %s", parts(bytes(object.get())).c_str()};
    Held<IDxcValidator> validator = make<IDxcValidator>(CLSID_DxcValidator);
    Held<IDxcOperationResult> checked;
    print_result{"valid", validator->Validate(object.get(), DxcValidatorFlags_InPlaceEdit, checked.out()), checked.get()};
    for (const auto &[what, from, to] : {std::tuple<const char *, std::string, std::string>{"type", "i32 80, i32 9)", "i32 80, i64 9)"},
                                         {"name", "@dx.op.barrier(i32 80", "@dx.op.none(i32 80"},
                                         {"node", "!4 = ", "!7 = "},
                                         {"end", "  ret void\n", ""},
                                         {"stage", "!\"cs\"", "!\"xs\""}}) {
        std::string wrong = shader;
        wrong.replace(wrong.find(from), from.size(), to);
        print_result{what, assembler->AssembleToContainer(text(wrong.c_str()).get(), result.out()), result.get()};
    }
}
SCENARIO(the_optimizer) {
    Held<IDxcOptimizer> optimizer = make<IDxcOptimizer>(CLSID_DxcOptimizer);
    UINT32 count = 0;
    say{"count %08x null %08x", code(optimizer->GetAvailablePassCount(&count)), code(optimizer->GetAvailablePassCount(nullptr))};
    Held<IDxcOptimizerPass> pass;
    say{"first %08x %d", code(optimizer->GetAvailablePass(0, pass.out())), pass.get() != nullptr};
    say{"beyond %08x %d", code(optimizer->GetAvailablePass(100000, pass.out())), pass.get() != nullptr};
    Held<IDxcBlob> output;
    Held<IDxcBlobEncoding> listing;
    const HRESULT run = optimizer->RunOptimizer(text("junk").get(), nullptr, 0, output.out(), listing.out());
    say{"junk %08x %d", code(run), output.get() != nullptr};
}
// Passes that both compilers have by one name.
SCENARIO(the_optimizer_runs_passes) {
    Held<IDxcOptimizer> optimizer = make<IDxcOptimizer>(CLSID_DxcOptimizer);
    Held<IDxcAssembler> assembler = make<IDxcAssembler>(CLSID_DxcAssembler);
    Held<IDxcContainerReflection> reflection = make<IDxcContainerReflection>(CLSID_DxcContainerReflection);
    Held<IDxcBlob> container = built(simple, {L"-T", L"cs_6_0", L"-Od"}), program;
    UINT32 at = 0;
    reflection->Load(container.get());
    reflection->FindFirstPartKind(DXC_PART_DXIL, &at);
    reflection->GetPartContent(at, program.out());
    const std::vector<std::pair<const char *, Words>> lists = {
        {"nothing", {}}, {"print", {L"-S"}}, {"one", {L"-dce"}}, {"several", {L"-sroa", L"-mem2reg", L"-S", L"-dce"}},
        {"unknown", {L"-no-such-pass"}}, {"no option", {L"dce"}}};
    for (const auto &[what, list] : lists) {
        Words words = list;
        Held<IDxcBlob> output;
        Held<IDxcBlobEncoding> listing;
        const HRESULT run = optimizer->RunOptimizer(program.get(), words.data(), static_cast<UINT32>(words.size()), output.out(), listing.out());
        const bool has_text = listing && bytes(listing.get()).find("define void @main") != std::string::npos;
        say{"%s %08x module %d text %d with the program %d", what, code(run), bytes(output.get()).compare(0, 2, "BC") == 0,
            listing.get() != nullptr, has_text};
        Held<IDxcOperationResult> assembled;
        if (output)
            print_result{what, assembler->AssembleToContainer(output.get(), assembled.out()), assembled.get()};
    }
    Held<IDxcBlob> output;
    say{"container %08x", code(optimizer->RunOptimizer(container.get(), nullptr, 0, output.out(), nullptr))};
    say{"no places %08x", code(optimizer->RunOptimizer(container.get(), nullptr, 0, nullptr, nullptr))};
    say{"no module %08x", code(optimizer->RunOptimizer(nullptr, nullptr, 0, output.out(), nullptr))};
    say{"no list %08x", code(optimizer->RunOptimizer(container.get(), nullptr, 1, output.out(), nullptr))};
    Held<IDxcOptimizerPass> pass;
    optimizer->GetAvailablePass(0, pass.out());
    wchar_t *name = nullptr, *description = nullptr;
    UINT32 count = 77;
    say{"name %08x %d", code(pass->GetOptionName(&name)), name && *name};
    say{"description %08x %d", code(pass->GetDescription(&description)), description != nullptr};
    say{"count %08x", code(pass->GetOptionArgCount(&count))};
    CoTaskMemFree(name);
    CoTaskMemFree(description);
}
SCENARIO(the_optimizer_runs_what_a_compilation_lists) {
    Held<IDxcOptimizer> optimizer = make<IDxcOptimizer>(CLSID_DxcOptimizer);
    Held<IDxcAssembler> assembler = make<IDxcAssembler>(CLSID_DxcAssembler);
    Held<IDxcValidator> validator = make<IDxcValidator>(CLSID_DxcValidator);
    Held<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
    const std::string source = "float4 main(float a : A) : SV_Target { float s = 0; for (uint i = 0; i < 5; ++i) s += a * i; return s; }";
    for (const wchar_t *level : {L"-Od", L"-O1", L"-O3"}) {
        Held<IDxcBlob> listed = built(source, {L"-T", L"ps_6_0", level, L"-Odump"}, DXC_OUT_TEXT);
        Held<IDxcBlob> program = built(source, {L"-T", L"ps_6_0", level, L"-fcgl"}), output;
        Held<IDxcBlobEncoding> shown;
        say{"%ls shown %08x", level, code(compiler->Disassemble(program.get(), shown.out()))};
        std::vector<std::wstring> names;
        bool all_options = true;
        std::istringstream lines(bytes(listed.get()));
        for (std::string line; std::getline(lines, line);) {
            line.erase(line.find_last_not_of('\0') + 1);
            if (line.empty() || line[0] == '#')
                continue;
            all_options = all_options && line[0] == '-';
            names.emplace_back(line.begin(), line.end());
        }
        Words options;
        for (const std::wstring &name : names)
            options.push_back(name.c_str());
        const HRESULT run = optimizer->RunOptimizer(program.get(), options.data(), static_cast<UINT32>(options.size()), output.out(), nullptr);
        say{"%ls options %d several %d run %08x", level, all_options, names.size() > 5, code(run)};
        Held<IDxcOperationResult> assembled, validated;
        Held<IDxcBlob> container;
        if (output)
            assembler->AssembleToContainer(output.get(), assembled.out());
        if (assembled)
            assembled->GetResult(container.out());
        if (container)
            validator->Validate(container.get(), DxcValidatorFlags_Default, validated.out());
        say{"%ls valid %08x", level, code(status(validated.get()))};
    }
}
SCENARIO(the_rewriter) {
    Held<Rewriter> rewriter;
    say{"%08x", code(create(class_rewriter, rewriter_iid, rewriter.any()))};
    if (!rewriter)
        return;
    Held<IDxcOperationResult> result;
    print_result{"unchanged", rewriter->RewriteUnchanged(text("int a;").get(), nullptr, 0, result.out()), result.get()};
    print_result{"with files", rewriter->RewriteUnchangedWithInclude(text("int a;").get(), L"a", nullptr, 0, nullptr, 0, result.out()), result.get()};
    print_result{"unused", rewriter->RemoveUnusedGlobals(text(simple).get(), L"main", nullptr, 0, result.out()), result.get()};
    say{"null %08x", code(rewriter->RewriteUnchanged(nullptr, nullptr, 0, result.out()))};
}
SCENARIO(what_editors_ask_for) {
    Held<IntelliSense> editing;
    say{"%08x", code(create(class_intellisense, intellisense_iid, editing.any()))};
    if (!editing)
        return;
    UINT32 options = 77;
    const HRESULT display = editing->GetDefaultDiagnosticDisplayOptions(&options);
    say{"display %08x %u", code(display), options};
    const HRESULT units = editing->GetDefaultEditingTUOptions(&options);
    say{"units %08x %u", code(units), options};
    Held<IUnknown> object;
    say{"index %08x %d", code(editing->CreateIndex(object.out())), object.get() != nullptr};
    say{"location %08x", code(editing->GetNullLocation(object.out()))};
    say{"range %08x", code(editing->GetNullRange(object.out()))};
}
