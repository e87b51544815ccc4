// The calls of engines and tools in their order, as their public sources show them: which classes, methods, arguments and encodings,
// and what is done with what comes back. `plain.c` has one that is written in C.

#include "scenarios.h"

namespace {

extern "C" int plain_client(void *function, const char *source, int is_spirv);

// What each engine does with messages of a result.
void print_utf8(IDxcResult *result) {
    Held<IDxcBlobUtf8> errors;
    const HRESULT call = result->GetOutput(DXC_OUT_ERRORS, __uuidof(IDxcBlobUtf8), errors.any(), nullptr);
    say{"errors %08x %d", code(call), errors && errors->GetStringLength() > 0};
    if (errors)
        print_messages(errors->GetStringPointer());
}

const char *const uniforms = "uniform float4 used; uniform float4 unused; uniform float4x4 matrix_used;\n"
                             "float4 main(float4 p : POSITION, float2 u : TEXCOORD1) : SV_Position { return mul(matrix_used, p + used); }\n";

// A shader whose registers are changed in its listing.
const char *const remapped = "Texture2D<float4> t : register(t3); RWTexture2D<float4> o : register(u2);\n"
                             "[numthreads(1, 1, 1)] void main() { o[uint2(0, 0)] = t.Load(int3(0, 0, 0)); }\n";

// A handler that counts nothing and whose interfaces are those of the library's own.
class Counting : public IDxcIncludeHandler {
  public:
    explicit Counting(IDxcIncludeHandler *other) : other(other) {}
    int loaded = 0;
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void **object) override { return other->QueryInterface(iid, object); }
    ULONG STDMETHODCALLTYPE AddRef() override { return 0; }
    ULONG STDMETHODCALLTYPE Release() override { return 0; }
    HRESULT STDMETHODCALLTYPE LoadSource(LPCWSTR name, IDxcBlob **source) override {
        const HRESULT result = other->LoadSource(name, source);
        loaded += SUCCEEDED(result);
        return result;
    }

  private:
    IDxcIncludeHandler *other;
};

} // namespace

// SDL_shadercross: plain C, page 0 with the terminator counted.
SCENARIO(as_sdl_shadercross_does) {
    void *function = reinterpret_cast<void *>(create);
    say{"compute %d", plain_client(function, simple, 0)};
    say{"wrong %d", plain_client(function, "[numthreads(1, 1, 1)] void main() { no; }", 0)};
}
// The release of DXC that others are compared with may have been built without this target.
SCENARIO(as_sdl_shadercross_does_for_spirv) {
    void *function = reinterpret_cast<void *>(create);
    say{"compute %d", plain_client(function, simple, 1)};
}

// bgfx's shaderc: reflection of a first pass says which uniforms are unused, and a second pass strips everything.
SCENARIO(as_bgfx_does) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    const DxcBuffer source = buffer(uniforms);
    for (const bool is_first : {true, false}) {
        Words words = {L"-E", L"main", L"-T", L"vs_6_0", L"-WX", L"-O3"};
        if (!is_first)
            words.insert(words.end(), {L"-Zs", L"-Qstrip_debug", L"-Qstrip_priv", L"-Qstrip_reflect", L"-Qstrip_rootsignature"});
        Held<IDxcResult> result;
        const HRESULT call = compiler->Compile(&source, words.data(), static_cast<UINT32>(words.size()), nullptr, __uuidof(IDxcResult),
                                               result.any());
        say{"compile %08x status %08x", code(call), code(status(result.get()))};
        print_utf8(result.get());
        Held<IDxcBlob> data, object;
        say{"reflection %08x", code(result->GetOutput(DXC_OUT_REFLECTION, __uuidof(IDxcBlob), data.any(), nullptr))};
        const DxcBuffer given = {data->GetBufferPointer(), data->GetBufferSize(), DXC_CP_ACP};
        Held<ID3D12ShaderReflection> reflection;
        say{"created %08x", code(utils->CreateReflection(&given, shader_reflection, reflection.any()))};
        D3D12_SHADER_DESC desc{};
        say{"desc %08x", code(reflection->GetDesc(&desc))};
        for (UINT i = 0; i < desc.InputParameters; ++i) {
            D3D12_SIGNATURE_PARAMETER_DESC input{};
            reflection->GetInputParameterDesc(i, &input);
            say{"input %s %u mask %x register %u", input.SemanticName, input.SemanticIndex, input.Mask, input.Register};
        }
        ID3D12ShaderReflectionConstantBuffer *constants = reflection->GetConstantBufferByIndex(0);
        D3D12_SHADER_BUFFER_DESC about{};
        say{"constants %08x %s %u", code(constants->GetDesc(&about)), about.Name, about.Size};
        for (UINT i = 0; i < about.Variables; ++i) {
            D3D12_SHADER_VARIABLE_DESC variable{};
            D3D12_SHADER_TYPE_DESC type{};
            constants->GetVariableByIndex(i)->GetDesc(&variable);
            constants->GetVariableByIndex(i)->GetType()->GetDesc(&type);
            say{"uniform %s used %d class %d at %u size %u rows %u", variable.Name, (variable.uFlags & D3D_SVF_USED) != 0, type.Class,
                variable.StartOffset, variable.Size, type.Rows};
        }
        result->GetOutput(DXC_OUT_OBJECT, __uuidof(IDxcBlob), object.any(), nullptr);
        say{"parts %s", parts(bytes(object.get())).c_str()};
    }
}

// Diligent: the listing is edited and assembled again, then validated.
SCENARIO(as_diligent_does) {
    Held<IDxcLibrary> library = make<IDxcLibrary>(CLSID_DxcLibrary);
    Held<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
    Held<IDxcBlobEncoding> source, listing, errors;
    library->CreateBlobWithEncodingFromPinned(remapped, static_cast<UINT32>(std::strlen(remapped)), CP_UTF8, source.out());
    Held<IDxcOperationResult> result;
    Files files;
    const wchar_t *words[] = {L"-Zpc", L"-O3"};
    say{"compile %08x", code(compiler->Compile(source.get(), L"", L"main", L"cs_6_0", words, 2, nullptr, 0, &files, result.out()))};
    Held<IDxcBlob> object;
    result->GetResult(object.out());
    Held<IDxcContainerReflection> container = make<IDxcContainerReflection>(CLSID_DxcContainerReflection);
    Held<ID3D12ShaderReflection> reflection;
    UINT32 index = 0;
    say{"load %08x found %08x", code(container->Load(object.get())), code(container->FindFirstPartKind(DXC_PART_DXIL, &index))};
    say{"reflection %08x", code(container->GetPartReflection(index, shader_reflection, reflection.any()))};
    D3D12_SHADER_INPUT_BIND_DESC bound{};
    say{"bound %08x at %u", code(reflection->GetResourceBindingDescByName("t", &bound)), bound.BindPoint};
    ForeignBlob *own = new ForeignBlob(bytes(object.get()));
    say{"listing %08x", code(compiler->Disassemble(own, listing.out()))};
    own->Release();
    std::string edited = bytes(listing.get());
    // The lower bound of the texture in the metadata of its resource.
    for (const auto &[from, to] : {std::pair<std::string, std::string>{"i32 0, i32 3, i32 1, i32 2", "i32 0, i32 7, i32 1, i32 2"}}) {
        const size_t at = edited.find(from);
        if (at != std::string::npos)
            edited.replace(at, from.size(), to);
    }
    Held<IDxcAssembler> assembler = make<IDxcAssembler>(CLSID_DxcAssembler);
    ForeignBlob *changed = new ForeignBlob(edited);
    Held<IDxcOperationResult> assembled;
    const HRESULT call = assembler->AssembleToContainer(changed, assembled.out());
    changed->Release();
    say{"assemble %08x status %08x", code(call), code(status(assembled.get()))};
    Held<IDxcBlob> made;
    if (assembled)
        assembled->GetResult(made.out());
    if (!made || made->GetBufferSize() == 0)
        return;
    Held<IDxcValidator> validator = make<IDxcValidator>(CLSID_DxcValidator);
    Held<IDxcOperationResult> checked;
    say{"validate %08x", code(validator->Validate(made.get(), DxcValidatorFlags_InPlaceEdit, checked.out()))};
    say{"status %08x", code(status(checked.get()))};
    Held<IDxcBlob> last;
    checked->GetResult(last.out());
    say{"same %d", last.get() == made.get()};
}

// Dawn: options with blanks inside and empty ones, then the listing if there is one.
SCENARIO(as_dawn_does) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Words words = {L"-T", L"ps_6_2", L"-E", L"main", L"/Zpr", L"-HV 2018", L"", L"/O3", L"/Gis", L"-enable-16bit-types"};
    const DxcBuffer source = buffer(pixel);
    Held<IDxcResult> result;
    const HRESULT call =
        compiler->Compile(&source, words.data(), static_cast<UINT32>(words.size()), nullptr, __uuidof(IDxcResult), result.any());
    say{"compile %08x status %08x", code(call), code(status(result.get()))};
    print_utf8(result.get());
    Held<IDxcBlob> object;
    Held<IDxcBlobEncoding> errors;
    say{"result %08x errors %08x", code(result->GetResult(object.out())), code(result->GetErrorBuffer(errors.out()))};
    const DxcBuffer container = {object->GetBufferPointer(), object->GetBufferSize(), 0};
    Held<IDxcResult> listing;
    say{"listing %08x", code(compiler->Disassemble(&container, __uuidof(IDxcResult), listing.any()))};
    Held<IDxcBlobEncoding> words_of_it;
    say{"has %d", listing->HasOutput(DXC_OUT_DISASSEMBLY)};
    print_blob{"text", listing->GetOutput(DXC_OUT_DISASSEMBLY, __uuidof(IDxcBlobEncoding), words_of_it.any(), nullptr), words_of_it.get()};
}

// WickedEngine: a handler in front of the default one, whose interfaces are the other's; page 0, the name of the source as the last word.
SCENARIO(as_wicked_engine_does) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcIncludeHandler> files;
    say{"handler %08x", code(utils->CreateDefaultIncludeHandler(files.out()))};
    Counting counting(files.get());
    Words words = {L"-res-may-alias", L"-flegacy-macro-expansion", L"-no-legacy-cbuf-layout", L"-pack-optimized", L"-Wno-conversion",
                   L"-rootsig-define", L"RS", L"-Qstrip_reflect", L"-D", L"HLSL6", L"-T", L"ps_6_0", L"-E", L"main", L"a.hlsl"};
    const std::string text = std::string("#define RS \"RootFlags(0), CBV(b1), DescriptorTable(SRV(t0)), DescriptorTable(Sampler(s0))\"\n") + pixel;
    const DxcBuffer source = buffer(text, DXC_CP_ACP);
    Held<IDxcResult> result;
    const HRESULT call =
        compiler->Compile(&source, words.data(), static_cast<UINT32>(words.size()), &counting, __uuidof(IDxcResult), result.any());
    say{"compile %08x status %08x loaded %d", code(call), code(status(result.get())), counting.loaded};
    print_utf8(result.get());
    Held<IDxcBlob> object, hash;
    say{"object %08x", code(result->GetOutput(DXC_OUT_OBJECT, __uuidof(IDxcBlob), object.any(), nullptr))};
    say{"hash %08x", code(result->GetOutput(DXC_OUT_SHADER_HASH, __uuidof(IDxcBlob), hash.any(), nullptr))};
    say{"size %zu parts %s", hash ? hash->GetBufferSize() : 0, parts(bytes(object.get())).c_str()};
    say{"left %lu", files.drop()};
}

// Slang: the former compiler with foreign files, its version by other interfaces of it, the debug information by name.
SCENARIO(as_slang_does) {
    Held<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
    Held<IDxcLibrary> library = make<IDxcLibrary>(CLSID_DxcLibrary);
    Held<IDxcVersionInfo2> version = as<IDxcVersionInfo2>(compiler);
    UINT32 commits = 0;
    char *hash = nullptr;
    say{"version %08x %d", version ? code(version->GetCommitInfo(&commits, &hash)) : 0u, hash != nullptr};
    CoTaskMemFree(hash);
    const std::string text = "#include \"K.h\"\nRWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = K; }\n";
    Held<IDxcBlobEncoding> source;
    library->CreateBlobWithEncodingFromPinned(text.data(), static_cast<UINT32>(text.size()), 0, source.out());
    Words words = {L"-Zpr", L"-Gis", L"-O1", L"-Zi", L"-no-warnings", L"-HV", L"2021"};
    Files files;
    files.known["./K.h"] = "#define K 3\n";
    Held<IDxcOperationResult> result;
    const HRESULT call = compiler->Compile(source.get(), L"shader.hlsl", L"main", L"cs_6_0", words.data(),
                                           static_cast<UINT32>(words.size()), nullptr, 0, &files, result.out());
    say{"compile %08x status %08x", code(call), code(status(result.get()))};
    files.print();
    Held<IDxcBlobEncoding> errors;
    Held<IDxcBlob> object, file;
    Held<IDxcBlobWide> name;
    print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
    print_blob{"object", result->GetResult(object.out()), object.get()};
    Held<IDxcResult> outputs = as<IDxcResult>(result);
    say{"has %d", outputs->HasOutput(DXC_OUT_PDB)};
    if (outputs->HasOutput(DXC_OUT_PDB))
        say{"file %08x %zu", code(outputs->GetOutput(DXC_OUT_PDB, __uuidof(IDxcBlob), file.any(), name.out())), name ? name->GetStringLength() : 0};
    Held<IDxcBlobEncoding> listing;
    print_blob{"listing", compiler->Disassemble(object.get(), listing.out()), listing.get()};
}
SCENARIO(as_slang_reads_messages) {
    Held<IDxcResult> result = compile("float f() { return no; }\n[numthreads(1, 1, 1)] void main() { also_no; }\n", {L"a b.hlsl", L"-T", L"cs_6_0"});
    print_messages(result.get());
}

// hassle-rs: a blob without an encoding becomes text, and the file with debug information has a name that is freed.
SCENARIO(as_hassle_does) {
    Held<IDxcCompiler2> compiler = make<IDxcCompiler2>(CLSID_DxcCompiler);
    Held<IDxcLibrary> library = make<IDxcLibrary>(CLSID_DxcLibrary);
    Held<IDxcBlobEncoding> source, errors;
    library->CreateBlobWithEncodingFromPinned("void main() { no; }", 19, 65001, source.out());
    Held<IDxcOperationResult> result;
    const DxcDefine defines[] = {{L"A", L"1"}, {L"B", nullptr}};
    say{"compile %08x", code(compiler->Compile(source.get(), L"a.hlsl", L"main", L"cs_6_0", nullptr, 0, defines, 2, nullptr, result.out()))};
    say{"status %08x", code(status(result.get()))};
    print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
    Held<IDxcBlobEncoding> utf8;
    print_blob{"utf8", library->GetBlobAsUtf8(errors.get(), utf8.out()), utf8.get()};
}

// wgpu: the compiler's own blob is validated in place.
SCENARIO(as_wgpu_does) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcValidator> validator = make<IDxcValidator>(CLSID_DxcValidator);
    Words words = {L"name", L"-E", L"main", L"-T", L"cs_6_0", L"-HV", L"2018", L"-no-warnings", L"-Ges", L"-Vd", L"-Zi", L"-Od"};
    const DxcBuffer source = buffer(simple);
    Held<IDxcResult> result;
    const HRESULT call =
        compiler->Compile(&source, words.data(), static_cast<UINT32>(words.size()), nullptr, __uuidof(IDxcResult), result.any());
    say{"compile %08x status %08x", code(call), code(status(result.get()))};
    print_utf8(result.get());
    Held<IDxcBlob> object;
    say{"object %08x", code(result->GetOutput(DXC_OUT_OBJECT, __uuidof(IDxcBlob), object.any(), nullptr))};
    Held<IDxcOperationResult> checked;
    say{"validate %08x", code(validator->Validate(object.get(), DxcValidatorFlags_InPlaceEdit, checked.out()))};
    Held<IDxcBlobEncoding> errors;
    say{"status %08x", code(status(checked.get()))};
    print_blob{"errors", checked->GetErrorBuffer(errors.out()), errors.get()};
    say{"signed %d", is_signed(bytes(object.get()))};
}

// Cauldron: a source in UTF-16 and the hash as a name.
SCENARIO(as_cauldron_does) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    const std::string text = utf16(simple);
    Held<IDxcBlobEncoding> source;
    say{"blob %08x", code(utils->CreateBlob(text.data(), static_cast<UINT32>(text.size()), DXC_CP_UTF16, source.out()))};
    const DxcBuffer given = {source->GetBufferPointer(), source->GetBufferSize(), DXC_CP_UTF16};
    Held<IDxcResult> result =
        compile(given, {L"-E", L"main", L"-T", L"cs_6_0", L"-HV 2021", L"-WX", L"-Zss", L"-Zi", L"-Od", L"-Fd", L"folder\\"});
    print_utf8(result.get());
    for (const DXC_OUT_KIND kind : {DXC_OUT_PDB, DXC_OUT_SHADER_HASH, DXC_OUT_OBJECT}) {
        Held<IDxcBlob> object;
        Held<IDxcBlobWide> name;
        say{"kind %d %08x name %d", kind, code(result->GetOutput(kind, __uuidof(IDxcBlob), object.any(), name.out())), name.get() != nullptr};
    }
}

// compushady: a copy of the source and no name for it.
SCENARIO(as_compushady_does) {
    Held<IDxcLibrary> library = make<IDxcLibrary>(CLSID_DxcLibrary);
    Held<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
    Held<IDxcBlobEncoding> source, errors;
    library->CreateBlobWithEncodingOnHeapCopy(simple, static_cast<UINT32>(std::strlen(simple)), CP_UTF8, source.out());
    Held<IDxcOperationResult> result;
    say{"compile %08x", code(compiler->Compile(source.get(), nullptr, L"main", L"cs_6_0", nullptr, 0, nullptr, 0, nullptr, result.out()))};
    Held<IDxcBlob> object;
    say{"status %08x result %08x", code(status(result.get())), code(result->GetResult(object.out()))};
    say{"signed %d", is_signed(bytes(object.get()))};
}

// Halley and OxC3: a root signature is put beside a shader, and debug information is taken out.
SCENARIO(as_halley_does) {
    Held<IDxcContainerBuilder> builder = make<IDxcContainerBuilder>(CLSID_DxcContainerBuilder);
    Held<IDxcBlob> shader = built(simple, {L"-T", L"cs_6_0", L"-Zi", L"-Qembed_debug"});
    const std::string signature = part(bytes(built("#define R \"UAV(u0)\"\n", {L"-T", L"rootsig_1_1", L"-E", L"R"}).get()), "RTS0");
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> content;
    utils->CreateBlobFromPinned(signature.data(), static_cast<UINT32>(signature.size()), 0, content.out());
    say{"load %08x add %08x", code(builder->Load(shader.get())), code(builder->AddPart(DXC_PART_ROOT_SIGNATURE, content.get()))};
    say{"remove %08x", code(builder->RemovePart(DXC_PART_PDB))};
    Held<IDxcOperationResult> result, checked;
    Held<IDxcBlob> made;
    say{"serialize %08x", code(builder->SerializeContainer(result.out()))};
    result->GetResult(made.out());
    say{"parts %s signed %d", parts(bytes(made.get())).c_str(), is_signed(bytes(made.get()))};
    Held<IDxcValidator> validator = make<IDxcValidator>(CLSID_DxcValidator);
    say{"validate %08x", code(validator->Validate(made.get(), DxcValidatorFlags_InPlaceEdit, checked.out()))};
    say{"status %08x", code(status(checked.get()))};
}
