// What is done with objects: validation, hashes, parts, debug information, reflection.

#include "scenarios.h"

#include <algorithm>

namespace {

Held<IDxcBlobEncoding> copy(const std::string &content) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> blob;
    utils->CreateBlob(content.data(), static_cast<UINT32>(content.size()), 0, blob.out());
    return blob;
}

const UINT32 kind_dxil = DXC_PART_DXIL, kind_rts0 = DXC_PART_ROOT_SIGNATURE, kind_priv = DXC_PART_PRIVATE_DATA, kind_stat = DXC_PART_REFLECTION_DATA;

void validated(const char *what, IDxcBlob *shader, UINT32 flags) {
    Held<IDxcValidator> validator = make<IDxcValidator>(CLSID_DxcValidator);
    Held<IDxcOperationResult> result;
    const HRESULT call = validator->Validate(shader, flags, result.out());
    say{"%s %08x %d status %08x", what, code(call), result.get() != nullptr, code(status(result.get()))};
    if (!result)
        return;
    Held<IDxcBlob> object;
    Held<IDxcBlobEncoding> errors;
    print_blob{"result", result->GetResult(object.out()), object.get()};
    print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
    say{"same %d signed %d", object.get() == shader, object && is_signed(bytes(object.get()))};
}

// A container whose digest is gone.
std::string without_digest(std::string container) {
    container.replace(4, 16, 16, '\0');
    return container;
}

const char *const with_signature = "[RootSignature(\"UAV(u0)\")] [numthreads(1, 1, 1)] void main() {}\n";

void print_text(const char *what, HRESULT result, BSTR text) {
    say{"%s %08x %s", what, code(result), narrow(text).c_str()};
    if (SUCCEEDED(result) && text) {
        UINT32 length = 0;
        std::memcpy(&length, reinterpret_cast<char *>(text) - 4, 4);
        say{"length %d", length == std::wcslen(text) * sizeof(wchar_t)};
        std::free(reinterpret_cast<char *>(text) - 4);
    }
}

void print_debug(IDxcBlob *file) {
    Held<IDxcPdbUtils> utils = make<IDxcPdbUtils>(CLSID_DxcPdbUtils);
    say{"load %08x", code(utils->Load(file))};
    UINT32 count = 77;
    BSTR text = nullptr, other = nullptr;
    HRESULT result = utils->GetSourceCount(&count);
    say{"sources %08x %u", code(result), count};
    for (UINT32 i = 0; i < std::min(count, 3u) + 1; ++i) {
        Held<IDxcBlobEncoding> source;
        result = utils->GetSource(i, source.out());
        print_blob{"source", result, source.get()};
        result = utils->GetSourceName(i, &(text = nullptr));
        print_text("name", result, text);
    }
    using Count = HRESULT (IDxcPdbUtils::*)(UINT32 *);
    using Get = HRESULT (IDxcPdbUtils::*)(UINT32, BSTR *);
    const std::tuple<const char *, Count, Get> lists[] = {{"flag", &IDxcPdbUtils::GetFlagCount, &IDxcPdbUtils::GetFlag},
                                                          {"arg", &IDxcPdbUtils::GetArgCount, &IDxcPdbUtils::GetArg},
                                                          {"define", &IDxcPdbUtils::GetDefineCount, &IDxcPdbUtils::GetDefine}};
    for (const auto &[name, how_many, get] : lists) {
        result = (utils.get()->*how_many)(&(count = 0));
        say{"%ss %08x %u", name, code(result), count};
        for (UINT32 i = 0; i < count + 1; ++i) {
            result = (utils.get()->*get)(i, &(text = nullptr));
            print_text(name, result, text);
        }
    }
    result = utils->GetArgPairCount(&(count = 0));
    say{"pairs %08x %u", code(result), count};
    for (UINT32 i = 0; i < count + 1; ++i) {
        result = utils->GetArgPair(i, &(text = nullptr), &(other = nullptr));
        print_text("pair", result, text);
        print_text("value", result, other);
    }
    using Text = HRESULT (IDxcPdbUtils::*)(BSTR *);
    const std::pair<const char *, Text> texts[] = {{"profile", &IDxcPdbUtils::GetTargetProfile},
                                                   {"entry", &IDxcPdbUtils::GetEntryPoint},
                                                   {"file", &IDxcPdbUtils::GetMainFileName}};
    for (const auto &[name, get] : texts) {
        result = (utils.get()->*get)(&(text = nullptr));
        print_text(name, result, text);
    }
    result = utils->GetName(&(text = nullptr));
    say{"name %08x %zu", code(result), text ? std::wcslen(text) : 0};
    if (text)
        std::free(reinterpret_cast<char *>(text) - 4);
    Held<IDxcBlob> hash, full;
    result = utils->GetHash(hash.out());
    say{"hash %08x %zu full %d", code(result), hash ? hash->GetBufferSize() : 0, utils->IsFullPDB()};
    result = utils->GetFullPDB(full.out());
    say{"file %08x %d", code(result), full.get() != nullptr};
    Held<IDxcVersionInfo> version;
    UINT32 major = 0, minor = 0;
    result = utils->GetVersionInfo(version.out());
    say{"version %08x %d", code(result), version && SUCCEEDED(version->GetVersion(&major, &minor)) && major == 1};
}

void print_debug_2(IDxcBlob *file) {
    Held<IDxcPdbUtils2> utils = make<IDxcPdbUtils2>(CLSID_DxcPdbUtils);
    say{"load %08x", code(utils->Load(file))};
    UINT32 count = 77;
    HRESULT result = utils->GetSourceCount(&count);
    say{"sources %08x %u", code(result), count};
    for (UINT32 i = 0; i < std::min(count, 3u) + 1; ++i) {
        Held<IDxcBlobEncoding> source;
        Held<IDxcBlobWide> name;
        result = utils->GetSource(i, source.out());
        print_blob{"source", result, source.get()};
        result = utils->GetSourceName(i, name.out());
        say{"name %08x %s", code(result), narrow(name.get()).c_str()};
    }
    using Count = HRESULT (IDxcPdbUtils2::*)(UINT32 *);
    using Get = HRESULT (IDxcPdbUtils2::*)(UINT32, IDxcBlobWide **);
    const std::tuple<const char *, Count, Get> lists[] = {{"flag", &IDxcPdbUtils2::GetFlagCount, &IDxcPdbUtils2::GetFlag},
                                                          {"arg", &IDxcPdbUtils2::GetArgCount, &IDxcPdbUtils2::GetArg},
                                                          {"define", &IDxcPdbUtils2::GetDefineCount, &IDxcPdbUtils2::GetDefine}};
    for (const auto &[name, how_many, get] : lists) {
        result = (utils.get()->*how_many)(&(count = 0));
        say{"%ss %08x %u", name, code(result), count};
        for (UINT32 i = 0; i < count + 1; ++i) {
            Held<IDxcBlobWide> text;
            result = (utils.get()->*get)(i, text.out());
            say{"%s %08x %s", name, code(result), narrow(text.get()).c_str()};
        }
    }
    result = utils->GetArgPairCount(&(count = 0));
    say{"pairs %08x %u", code(result), count};
    for (UINT32 i = 0; i < count + 1; ++i) {
        Held<IDxcBlobWide> name, value;
        result = utils->GetArgPair(i, name.out(), value.out());
        say{"pair %08x %s %s", code(result), narrow(name.get()).c_str(), narrow(value.get()).c_str()};
    }
    using Text = HRESULT (IDxcPdbUtils2::*)(IDxcBlobWide **);
    const std::pair<const char *, Text> texts[] = {{"profile", &IDxcPdbUtils2::GetTargetProfile},
                                                   {"entry", &IDxcPdbUtils2::GetEntryPoint},
                                                   {"file", &IDxcPdbUtils2::GetMainFileName}};
    for (const auto &[name, get] : texts) {
        Held<IDxcBlobWide> text;
        result = (utils.get()->*get)(text.out());
        say{"%s %08x %s", name, code(result), narrow(text.get()).c_str()};
    }
    Held<IDxcBlobWide> name;
    result = utils->GetName(name.out());
    say{"name %08x %zu", code(result), name ? name->GetStringLength() : 0};
    Held<IDxcBlob> hash, data, whole;
    result = utils->GetHash(hash.out());
    say{"hash %08x %zu full %d reference %d", code(result), hash ? hash->GetBufferSize() : 0, utils->IsFullPDB(), utils->IsPDBRef()};
    result = utils->GetCustomToolchainID(&(count = 77));
    say{"toolchain %08x %u", code(result), count};
    result = utils->GetCustomToolchainData(data.out());
    say{"toolchain data %08x %d", code(result), data.get() != nullptr};
    result = utils->GetWholeDxil(whole.out());
    say{"whole %08x %s", code(result), parts(bytes(whole.get())).c_str()};
    result = utils->GetLibraryPDBCount(&(count = 77));
    say{"libraries %08x %u", code(result), count};
    Held<IDxcPdbUtils2> inner;
    result = utils->GetLibraryPDB(0, inner.out(), name.out());
    say{"library %08x %d", code(result), inner.get() != nullptr};
    Held<IDxcVersionInfo> version;
    result = utils->GetVersionInfo(version.out());
    say{"version %08x %d", code(result), version.get() != nullptr};
    say{"last %lu", utils.drop()};
}

const Words debug_words = {L"dir/a.hlsl", L"-E", L"main", L"-T", L"cs_6_0", L"-Zi", L"-D", L"A=1", L"-DB", L"-O1"};

// What a reflection of a shader says, in a line each for what engines ask for.
void print_reflection(ID3D12ShaderReflection *reflection) {
    D3D12_SHADER_DESC desc{};
    say{"desc %08x null %08x", code(reflection->GetDesc(&desc)), code(reflection->GetDesc(nullptr))};
    say{"buffers %u resources %u inputs %u outputs %u", desc.ConstantBuffers, desc.BoundResources, desc.InputParameters,
        desc.OutputParameters};
    for (UINT i = 0; i < desc.ConstantBuffers + 1; ++i) {
        ID3D12ShaderReflectionConstantBuffer *buffer = reflection->GetConstantBufferByIndex(i);
        D3D12_SHADER_BUFFER_DESC about{};
        say{"buffer %08x %s %u %u", code(buffer->GetDesc(&about)), about.Name ? about.Name : "", about.Variables, about.Size};
        for (UINT j = 0; j < about.Variables + 1; ++j) {
            ID3D12ShaderReflectionVariable *variable = buffer->GetVariableByIndex(j);
            D3D12_SHADER_VARIABLE_DESC of{};
            D3D12_SHADER_TYPE_DESC type{};
            say{"variable %08x %s at %u size %u used %d", code(variable->GetDesc(&of)), of.Name ? of.Name : "", of.StartOffset, of.Size,
                (of.uFlags & D3D_SVF_USED) != 0};
            say{"type %08x %d %d %u %u", code(variable->GetType()->GetDesc(&type)), type.Class, type.Type, type.Rows, type.Columns};
        }
    }
    for (UINT i = 0; i < desc.BoundResources + 1; ++i) {
        D3D12_SHADER_INPUT_BIND_DESC bound{};
        say{"resource %08x %s type %d at %u", code(reflection->GetResourceBindingDesc(i, &bound)), bound.Name ? bound.Name : "", bound.Type,
            bound.BindPoint};
    }
    for (UINT i = 0; i < desc.InputParameters + 1; ++i) {
        D3D12_SIGNATURE_PARAMETER_DESC input{};
        say{"input %08x %s %u mask %x", code(reflection->GetInputParameterDesc(i, &input)), input.SemanticName ? input.SemanticName : "",
            input.SemanticIndex, input.Mask};
    }
    UINT x = 0, y = 0, z = 0;
    const UINT all = reflection->GetThreadGroupSize(&x, &y, &z);
    say{"group %u %u %u %u", all, x, y, z};
}

} // namespace

SCENARIO(validation_of_a_copy) {
    Held<IDxcBlobEncoding> shader = copy(without_digest(bytes(built(simple, to_cs).get())));
    validated("copy", shader.get(), DxcValidatorFlags_Default);
    say{"still unsigned %d", !is_signed(bytes(shader.get()))};
}
SCENARIO(validation_in_place) {
    Held<IDxcBlobEncoding> shader = copy(without_digest(bytes(built(simple, to_cs).get())));
    validated("in place", shader.get(), DxcValidatorFlags_InPlaceEdit);
    say{"signed %d", is_signed(bytes(shader.get()))};
    Held<IDxcBlob> own = built(simple, {L"-T", L"cs_6_0", L"-Vd"});
    validated("own", own.get(), DxcValidatorFlags_InPlaceEdit);
}
SCENARIO(validation_with_other_flags) {
    Held<IDxcBlob> shader = built(with_signature, to_cs);
    Held<IDxcBlobEncoding> program = copy(part(bytes(shader.get()), "DXIL"));
    for (UINT32 flags = 0; flags < 10; ++flags) {
        validated("shader", shader.get(), flags);
        validated("program", program.get(), flags);
    }
}
SCENARIO(validation_of_root_signatures) {
    Held<IDxcBlob> alone = built("#define R \"CBV(b0)\"\n", {L"-T", L"rootsig_1_1", L"-E", L"R"});
    validated("alone", alone.get(), DxcValidatorFlags_RootSignatureOnly);
    validated("alone by all rules", alone.get(), DxcValidatorFlags_Default);
    Held<IDxcBlob> shader = built(simple, to_cs);
    validated("none", shader.get(), DxcValidatorFlags_RootSignatureOnly);
}
SCENARIO(validation_of_what_is_damaged) {
    const std::string object = bytes(built(simple, to_cs).get());
    for (const std::string &junk : {std::string("junk"), std::string(), object.substr(0, 40)})
        validated(std::to_string(junk.size()).c_str(), copy(junk).get(), DxcValidatorFlags_Default);
    ForeignBlob *foreign = new ForeignBlob(object);
    validated("foreign", foreign, DxcValidatorFlags_Default);
    foreign->Release();
    Held<IDxcValidator> validator = make<IDxcValidator>(CLSID_DxcValidator);
    Held<IDxcOperationResult> result;
    say{"null %08x", code(validator->Validate(nullptr, 0, result.out()))};
    say{"nowhere %08x", code(validator->Validate(copy(object).get(), 0, nullptr))};
}
SCENARIO(validation_of_a_container_without_its_end) {
    const std::string object = bytes(built(simple, to_cs).get());
    validated("cut", copy(object.substr(0, object.size() - 100)).get(), DxcValidatorFlags_Default);
}
SCENARIO(validation_with_a_module_of_debug_information) {
    Held<IDxcBlob> shader = built(simple, {L"-T", L"cs_6_0", L"-Zi", L"-Qembed_debug"});
    Held<IDxcValidator2> validator = make<IDxcValidator2>(CLSID_DxcValidator);
    const std::string module = part(bytes(shader.get()), "ILDB");
    for (const std::string &debug : {module.substr(std::min<size_t>(24, module.size())), std::string()}) {
        DxcBuffer given = buffer(debug, 0);
        Held<IDxcOperationResult> result;
        say{"%08x", code(validator->ValidateWithDebug(shader.get(), 0, &given, result.out()))};
        say{"status %08x", code(status(result.get()))};
    }
    Held<IDxcOperationResult> result;
    say{"null %08x", code(validator->ValidateWithDebug(shader.get(), 0, nullptr, result.out()))};
    say{"status %08x", code(status(result.get()))};
}
SCENARIO(the_hash_of_a_shader) {
    for (Words words : {to_cs, Words{L"-T", L"cs_6_0", L"-Zi"}, Words{L"-T", L"cs_6_0", L"-Zi", L"-Zss"}}) {
        Held<IDxcResult> result = compile(simple, words);
        Held<IDxcBlob> hash, object;
        result->GetOutput(DXC_OUT_SHADER_HASH, __uuidof(IDxcBlob), hash.any(), nullptr);
        result->GetResult(object.out());
        const std::string content = bytes(hash.get());
        say{"size %zu equal %d source %d", content.size(), content == part(bytes(object.get()), "HASH"), content.empty() ? -1 : content[0]};
        say{"signed %d", is_signed(bytes(object.get()))};
    }
}
SCENARIO(parts_by_the_utilities) {
    Held<IDxcBlob> object = built(simple, to_cs);
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    const DxcBuffer container = buffer(object.get());
    for (const UINT32 kind : {kind_dxil, kind_stat, kind_rts0, 0u}) {
        void *place = nullptr;
        UINT32 size = 77;
        const HRESULT result = utils->GetDxilContainerPart(&container, kind, &place, &size);
        say{"%08x %d inside %d", code(result), place != nullptr,
            place > object->GetBufferPointer() && place < static_cast<char *>(object->GetBufferPointer()) + object->GetBufferSize()};
    }
    const DxcBuffer junk = {"junk", 4, 0};
    void *place = nullptr;
    UINT32 size = 0;
    say{"junk %08x", code(utils->GetDxilContainerPart(&junk, kind_dxil, &place, &size))};
    say{"nowhere %08x %08x", code(utils->GetDxilContainerPart(&container, kind_dxil, nullptr, &size)),
        code(utils->GetDxilContainerPart(&container, kind_dxil, &place, nullptr))};
}
SCENARIO(parts_by_the_reflection_of_containers) {
    Held<IDxcBlob> object = built(pixel, {L"-T", L"ps_6_0"});
    Held<IDxcContainerReflection> reflection = make<IDxcContainerReflection>(CLSID_DxcContainerReflection);
    UINT32 count = 77, index = 77, kind = 0;
    say{"before %08x %08x", code(reflection->GetPartCount(&count)), code(reflection->FindFirstPartKind(kind_dxil, &index))};
    say{"load %08x null %08x", code(reflection->Load(object.get())), code(reflection->GetPartCount(nullptr))};
    say{"count %08x", code(reflection->GetPartCount(&count))};
    for (UINT32 i = 0; i < count + 1; ++i) {
        Held<IDxcBlob> content;
        const HRESULT asked = reflection->GetPartKind(i, &kind);
        std::string name(reinterpret_cast<char *>(&kind), 4);
        const HRESULT got = reflection->GetPartContent(i, content.out());
        say{"part %08x %s %08x %d", code(asked), SUCCEEDED(asked) ? name.c_str() : "", code(got), content.get() != nullptr};
        Held<ID3D12ShaderReflection> shader;
        say{"reflection %08x %d", code(reflection->GetPartReflection(i, shader_reflection, shader.any())), shader.get() != nullptr};
    }
    const HRESULT found = reflection->FindFirstPartKind(kind_dxil, &index);
    say{"found %08x %d none %08x", code(found), index < count, code(reflection->FindFirstPartKind(kind_priv, &index))};
    say{"again %08x", code(reflection->Load(copy("junk").get()))};
    say{"after junk %08x", code(reflection->GetPartCount(&count))};
    say{"object %lu", object.drop()};
}
SCENARIO(the_builder_of_containers) {
    Held<IDxcBlob> object = built(with_signature, {L"-T", L"cs_6_0", L"-Zi", L"-Qembed_debug"});
    Held<IDxcContainerBuilder> builder = make<IDxcContainerBuilder>(CLSID_DxcContainerBuilder);
    Held<IDxcOperationResult> result;
    say{"load %08x", code(builder->Load(object.get()))};
    say{"remove %08x again %08x", code(builder->RemovePart(DXC_PART_PDB)), code(builder->RemovePart(DXC_PART_PDB))};
    say{"remove debug name %08x", code(builder->RemovePart(DXC_PART_PDB_NAME))};
    Held<IDxcBlobEncoding> secret = copy("abcd"), odd = copy("abc"), signature = copy(part(bytes(object.get()), "RTS0"));
    say{"add %08x again %08x", code(builder->AddPart(kind_priv, secret.get())), code(builder->AddPart(kind_priv, secret.get()))};
    say{"root signature %08x", code(builder->AddPart(kind_rts0, signature.get()))};
    say{"remove it %08x add it %08x", code(builder->RemovePart(kind_rts0)), code(builder->AddPart(kind_rts0, signature.get()))};
    say{"others %08x null %08x", code(builder->AddPart(kind_dxil, secret.get())), code(builder->AddPart(kind_priv, nullptr))};
    const HRESULT call = builder->SerializeContainer(result.out());
    say{"serialize %08x status %08x", code(call), code(status(result.get()))};
    if (!result)
        return;
    Held<IDxcBlob> made;
    Held<IDxcBlobEncoding> errors;
    print_blob{"result", result->GetResult(made.out()), made.get()};
    print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
    say{"parts %s signed %d", parts(bytes(made.get())).c_str(), is_signed(bytes(made.get()))};
    if (made)
        validated("made", made.get(), DxcValidatorFlags_Default);
    say{"odd %08x", code(builder->AddPart(kind_priv, odd.get()))};
}
SCENARIO(the_builder_of_containers_that_has_nothing) {
    Held<IDxcContainerBuilder> builder = make<IDxcContainerBuilder>(CLSID_DxcContainerBuilder);
    Held<IDxcOperationResult> result;
    say{"remove %08x", code(builder->RemovePart(kind_rts0))};
    say{"junk %08x null %08x", code(builder->Load(copy("junk").get())), code(builder->Load(nullptr))};
    const HRESULT call = builder->SerializeContainer(result.out());
    say{"serialize %08x %d status %08x", code(call), result.get() != nullptr, code(status(result.get()))};
    Held<IDxcContainerBuilder> other = make<IDxcContainerBuilder>(CLSID_DxcContainerBuilder);
    Held<IDxcBlob> object = built(simple, to_cs);
    say{"load %08x twice %08x", code(other->Load(object.get())), code(other->Load(object.get()))};
    say{"damaged signature %08x", code(other->AddPart(kind_rts0, copy("abcd").get()))};
    const HRESULT last = other->SerializeContainer(result.out());
    say{"serialize %08x status %08x", code(last), code(status(result.get()))};
}
SCENARIO(debug_information_is_read) { print_debug(built(simple, debug_words, DXC_OUT_PDB).get()); }
SCENARIO(debug_information_is_read_again) { print_debug_2(built(simple, debug_words, DXC_OUT_PDB).get()); }
SCENARIO(debug_information_of_the_source_is_read) {
    Words words = debug_words;
    words[5] = L"-Zs";
    print_debug_2(built(simple, words, DXC_OUT_PDB).get());
}
SCENARIO(debug_information_of_an_object_is_read) {
    Words words = debug_words;
    words.push_back(L"-Qembed_debug");
    print_debug(built(simple, words).get());
    print_debug_2(built(simple, words).get());
}
SCENARIO(debug_information_that_is_not_there) {
    Held<IDxcPdbUtils> utils = make<IDxcPdbUtils>(CLSID_DxcPdbUtils);
    say{"null %08x junk %08x empty %08x", code(utils->Load(nullptr)), code(utils->Load(copy("junk").get())), code(utils->Load(copy("").get()))};
    Held<IDxcBlob> object = built(simple, to_cs);
    say{"without %08x", code(utils->Load(object.get()))};
    print_debug_2(object.get());
}
SCENARIO(debug_information_before_it_is_loaded) {
    Held<IDxcPdbUtils2> utils = make<IDxcPdbUtils2>(CLSID_DxcPdbUtils);
    UINT32 count = 77;
    Held<IDxcBlobWide> name;
    Held<IDxcBlob> blob;
    const HRESULT sources = utils->GetSourceCount(&count);
    say{"sources %08x %u", code(sources), count};
    say{"name %08x %d", code(utils->GetName(name.out())), name.get() != nullptr};
    say{"entry %08x %d", code(utils->GetEntryPoint(name.out())), name.get() != nullptr};
    say{"hash %08x %d", code(utils->GetHash(blob.out())), blob.get() != nullptr};
    say{"whole %08x %d", code(utils->GetWholeDxil(blob.out())), blob.get() != nullptr};
    say{"full %d reference %d", utils->IsFullPDB(), utils->IsPDBRef()};
}
SCENARIO(the_contents_of_debug_information) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlob> file = built(simple, debug_words, DXC_OUT_PDB), hash, container;
    const HRESULT result = utils->GetPDBContents(file.get(), hash.out(), container.out());
    print_blob{"hash", result, hash.get()};
    print_blob{"container", result, container.get()};
    say{"size %zu parts %s", hash ? hash->GetBufferSize() : 0, parts(bytes(container.get())).c_str()};
    Held<IDxcBlobEncoding> junk = copy("junk");
    say{"junk %08x", code(utils->GetPDBContents(junk.get(), hash.out(), container.out()))};
}
SCENARIO(a_full_pdb_is_compiled) {
    Words words = debug_words;
    words[5] = L"-Zs";
    Held<IDxcPdbUtils> utils = make<IDxcPdbUtils>(CLSID_DxcPdbUtils);
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcBlob> full;
    Held<IDxcResult> result;
    say{"load %08x full %d", code(utils->Load(built(simple, words, DXC_OUT_PDB).get())), utils->IsFullPDB()};
    say{"without a compiler %08x", code(utils->CompileForFullPDB(result.out()))};
    say{"set %08x", code(utils->SetCompiler(compiler.get()))};
    say{"compile %08x", code(utils->CompileForFullPDB(result.out()))};
    say{"status %08x file %d", code(status(result.get())), result && result->HasOutput(DXC_OUT_PDB)};
    say{"full %08x", code(utils->GetFullPDB(full.out()))};
    DxcArgPair pair = {L"D", L"C=3"};
    say{"override %08x root signature %08x", code(utils->OverrideArgs(&pair, 1)), code(utils->OverrideRootSignature(L""))};
}
SCENARIO(reflection_of_a_shader) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcResult> result = compile(pixel, {L"-T", L"ps_6_0"});
    Held<IDxcBlob> data, object;
    result->GetOutput(DXC_OUT_REFLECTION, __uuidof(IDxcBlob), data.any(), nullptr);
    result->GetResult(object.out());
    for (const DxcBuffer &given : {buffer(data.get()), buffer(object.get())}) {
        Held<ID3D12ShaderReflection> reflection;
        const HRESULT made = utils->CreateReflection(&given, shader_reflection, reflection.any());
        say{"reflection %08x %d", code(made), reflection.get() != nullptr};
        if (reflection)
            print_reflection(reflection.get());
        const unsigned long up = reflection ? reflection->AddRef() : 0, down = reflection ? reflection->Release() : 0;
        say{"up %lu down %lu last %lu", up, down, reflection.drop()};
    }
}
SCENARIO(reflection_lives_longer_than_its_container) {
    Held<ID3D12ShaderReflection> reflection;
    {
        Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
        Held<IDxcBlob> object = built(pixel, {L"-T", L"ps_6_0"});
        const DxcBuffer given = buffer(object.get());
        utils->CreateReflection(&given, shader_reflection, reflection.any());
    }
    print_reflection(reflection.get());
}
SCENARIO(reflection_through_the_container) {
    Held<ID3D12ShaderReflection> reflection;
    Held<IDxcContainerReflection> container = make<IDxcContainerReflection>(CLSID_DxcContainerReflection);
    Held<IDxcBlob> object = built(pixel, {L"-T", L"ps_6_0"});
    UINT32 index = 77;
    say{"load %08x found %08x", code(container->Load(object.get())), code(container->FindFirstPartKind(kind_dxil, &index))};
    say{"reflection %08x", code(container->GetPartReflection(index, shader_reflection, reflection.any()))};
    container.drop();
    object.drop();
    print_reflection(reflection.get());
}
SCENARIO(reflection_of_a_library) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlob> object = built(library_source, {L"-T", L"lib_6_3"});
    const DxcBuffer given = buffer(object.get());
    Held<ID3D12LibraryReflection> reflection;
    say{"reflection %08x", code(utils->CreateReflection(&given, library_reflection, reflection.any()))};
    D3D12_LIBRARY_DESC desc{};
    say{"desc %08x null %08x", code(reflection->GetDesc(&desc)), code(reflection->GetDesc(nullptr))};
    say{"functions %u", desc.FunctionCount};
    for (INT i = -1; i < static_cast<INT>(desc.FunctionCount) + 1; ++i) {
        ID3D12FunctionReflection *function = reflection->GetFunctionByIndex(i);
        D3D12_FUNCTION_DESC about{};
        say{"function %08x %s resources %u", code(function->GetDesc(&about)), about.Name ? about.Name : "", about.BoundResources};
        D3D12_SHADER_INPUT_BIND_DESC bound{};
        say{"resource %08x %s at %u", code(function->GetResourceBindingDesc(0, &bound)), bound.Name ? bound.Name : "", bound.BindPoint};
        say{"by name %08x", code(function->GetResourceBindingDescByName("o", &bound))};
    }
    say{"last %lu", reflection.drop()};
}
SCENARIO(reflection_that_cannot_be_had) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlob> object = built(pixel, {L"-T", L"ps_6_0"}), library = built(library_source, {L"-T", L"lib_6_3"});
    const std::string junk = "junk that is long enough for a head";
    Held<IUnknown> found;
    const auto print = [&](const char *what, const DxcBuffer &given, const IID &iid) {
        const HRESULT result = utils->CreateReflection(&given, iid, found.any());
        say{"%s %08x %d", what, code(result), found.get() != nullptr};
    };
    print("shader as a library", buffer(object.get()), library_reflection);
    print("library as a shader", buffer(library.get()), shader_reflection);
    print("another interface", buffer(object.get()), __uuidof(IDxcBlob));
    print("junk", buffer(junk, 0), shader_reflection);
    print("nothing", buffer("", 0), shader_reflection);
    DxcBuffer text = buffer(object.get());
    text.Encoding = DXC_CP_UTF8;
    print("text", text, shader_reflection);
    say{"null %08x", code(utils->CreateReflection(nullptr, shader_reflection, found.any()))};
    const DxcBuffer given = buffer(object.get());
    say{"nowhere %08x", code(utils->CreateReflection(&given, shader_reflection, nullptr))};
    Held<IDxcBlob> stripped = built(pixel, {L"-T", L"ps_6_0", L"-Qstrip_reflect"});
    print("stripped", buffer(stripped.get()), shader_reflection);
}
