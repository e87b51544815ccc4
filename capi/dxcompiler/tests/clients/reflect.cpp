// Prints what every method of D3D12's reflection gives for containers: reflect LIBRARY FILE...
// Compiles what a list says, so that there are some: reflect LIBRARY --compile LIST, of lines SOURCE, OUT and arguments with tabs
// between them.
//
// Each field is a word of a line, so that the output of two libraries can be compared line by line. After the methods as they are
// meant, those of things that are not there are called.

#include "WinAdapter.h"
#include "dxcapi.h"
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
#define interface struct
#include <directx/d3d12shader.h>
#undef interface

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

const IID shader_iid = {0x5a58797d, 0xa72c, 0x478d, {0x8b, 0xa2, 0xef, 0xc6, 0xb0, 0xef, 0xe8, 0x8e}};
const IID library_iid = {0x8e349d19, 0x54db, 0x4a56, {0x9d, 0xc9, 0x11, 0x9d, 0x87, 0xbd, 0xb8, 0x4}};

const char *shown(const char *text) { return text ? text : "(null)"; }

unsigned code(HRESULT result) { return static_cast<unsigned>(result); }

// How many references are left when one is given up.
unsigned long references(IUnknown *object) { return object ? static_cast<unsigned long>(object->Release()) : 0; }

// Deeper types are in no test, and an object that leads to itself would never end.
const int deepest = 8;

void print_type(ID3D12ShaderReflectionType *type, const char *name, int depth) {
    D3D12_SHADER_TYPE_DESC desc;
    std::memset(&desc, 0xcd, sizeof desc);
    const HRESULT result = type->GetDesc(&desc);
    std::printf("%*s%s: %08x", 2 * depth, "", shown(name), code(result));
    if (SUCCEEDED(result)) {
        std::printf(" type %s class %d kind %d rows %u columns %u elements %u members %u offset %u", shown(desc.Name), desc.Class,
                    desc.Type, desc.Rows, desc.Columns, desc.Elements, desc.Members, desc.Offset);
    }
    std::printf(" null %08x equal %08x of %08x has %08x interfaces %u sub %d base %d interface %d\n", code(type->GetDesc(nullptr)),
                code(type->IsEqual(type)), code(type->IsOfType(type)), code(type->ImplementsInterface(type)),
                type->GetNumInterfaces(), type->GetSubType() != nullptr, type->GetBaseClass() != nullptr,
                type->GetInterfaceByIndex(0) != nullptr);
    if (FAILED(result) || depth > deepest)
        return;
    for (unsigned i = 0; i < desc.Members; ++i) {
        const char *member = type->GetMemberTypeName(i);
        ID3D12ShaderReflectionType *by_index = type->GetMemberTypeByIndex(i);
        std::printf("%*sby name %d\n", 2 * depth + 2, "", type->GetMemberTypeByName(member) == by_index);
        print_type(by_index, member, depth + 1);
    }
    ID3D12ShaderReflectionType *none = type->GetMemberTypeByIndex(desc.Members);
    std::printf("%*sbeyond: name %s type %08x member %s again %d named %d\n", 2 * depth + 2, "",
                shown(type->GetMemberTypeName(desc.Members)), code(none->GetDesc(&desc)), shown(none->GetMemberTypeName(0)),
                none->GetMemberTypeByIndex(0) == none, type->GetMemberTypeByName("no such member") != nullptr);
}

void print_variable(ID3D12ShaderReflectionVariable *variable, ID3D12ShaderReflectionConstantBuffer *buffer) {
    D3D12_SHADER_VARIABLE_DESC desc;
    std::memset(&desc, 0xcd, sizeof desc);
    const HRESULT result = variable->GetDesc(&desc);
    std::printf("  variable %08x null %08x", code(result), code(variable->GetDesc(nullptr)));
    if (SUCCEEDED(result)) {
        std::printf(" %s at %u size %u flags %x default %d texture %d %u sampler %d %u slot %x buffer %d", shown(desc.Name),
                    desc.StartOffset, desc.Size, desc.uFlags, desc.DefaultValue != nullptr, static_cast<int>(desc.StartTexture),
                    desc.TextureSize, static_cast<int>(desc.StartSampler), desc.SamplerSize, variable->GetInterfaceSlot(0),
                    variable->GetBuffer() == buffer);
    }
    std::printf("\n");
    print_type(variable->GetType(), "type", 2);
}

void print_buffer(ID3D12ShaderReflectionConstantBuffer *buffer) {
    D3D12_SHADER_BUFFER_DESC desc;
    std::memset(&desc, 0xcd, sizeof desc);
    const HRESULT result = buffer->GetDesc(&desc);
    std::printf("buffer %08x null %08x", code(result), code(buffer->GetDesc(nullptr)));
    if (FAILED(result)) {
        std::printf("\n");
        return;
    }
    std::printf(" %s type %d variables %u size %u flags %x\n", shown(desc.Name), desc.Type, desc.Variables, desc.Size, desc.uFlags);
    for (unsigned i = 0; i < desc.Variables; ++i) {
        ID3D12ShaderReflectionVariable *variable = buffer->GetVariableByIndex(i);
        print_variable(variable, buffer);
        D3D12_SHADER_VARIABLE_DESC named{};
        if (SUCCEEDED(variable->GetDesc(&named)))
            std::printf("  by name %d\n", buffer->GetVariableByName(named.Name) == variable);
    }
    D3D12_SHADER_VARIABLE_DESC none{};
    D3D12_SHADER_TYPE_DESC no_type{};
    D3D12_SHADER_BUFFER_DESC no_buffer{};
    ID3D12ShaderReflectionVariable *absent = buffer->GetVariableByIndex(desc.Variables);
    std::printf("  beyond: %08x type %08x buffer %08x slot %x named %08x null %08x\n", code(absent->GetDesc(&none)),
                code(absent->GetType()->GetDesc(&no_type)), code(absent->GetBuffer()->GetDesc(&no_buffer)),
                absent->GetInterfaceSlot(0), code(buffer->GetVariableByName("no such variable")->GetDesc(&none)),
                code(buffer->GetVariableByName(nullptr)->GetDesc(&none)));
}

void print_binding(HRESULT result, const D3D12_SHADER_INPUT_BIND_DESC &desc) {
    std::printf("binding %08x", code(result));
    if (SUCCEEDED(result)) {
        std::printf(" %s type %d at %d count %d flags %x returns %d dimension %d samples %d space %d id %d", shown(desc.Name),
                    desc.Type, static_cast<int>(desc.BindPoint), static_cast<int>(desc.BindCount), desc.uFlags, desc.ReturnType,
                    desc.Dimension, static_cast<int>(desc.NumSamples), static_cast<int>(desc.Space), static_cast<int>(desc.uID));
    }
    std::printf("\n");
}

// What shaders and functions have in common.
template <class T> void print_resources(T *found, unsigned bindings, unsigned buffers) {
    D3D12_SHADER_INPUT_BIND_DESC desc{};
    for (unsigned i = 0; i < bindings; ++i) {
        const HRESULT result = found->GetResourceBindingDesc(i, &desc);
        print_binding(result, desc);
        if (SUCCEEDED(result)) {
            const std::string name = shown(desc.Name);
            const HRESULT named = found->GetResourceBindingDescByName(name.c_str(), &desc);
            print_binding(named, desc);
        }
    }
    std::printf("bindings beyond: %08x null %08x named %08x no name %08x\n", code(found->GetResourceBindingDesc(bindings, &desc)),
                bindings ? code(found->GetResourceBindingDesc(0, nullptr)) : 0,
                code(found->GetResourceBindingDescByName("no such resource", &desc)),
                code(found->GetResourceBindingDescByName(nullptr, &desc)));
    for (unsigned i = 0; i < buffers; ++i) {
        ID3D12ShaderReflectionConstantBuffer *buffer = found->GetConstantBufferByIndex(i);
        print_buffer(buffer);
        D3D12_SHADER_BUFFER_DESC about{};
        if (SUCCEEDED(buffer->GetDesc(&about)) && about.Name) {
            std::printf("by name %d\n", found->GetConstantBufferByName(about.Name) == buffer);
            D3D12_SHADER_VARIABLE_DESC first{};
            if (about.Variables && SUCCEEDED(buffer->GetVariableByIndex(0)->GetDesc(&first))) {
                ID3D12ShaderReflectionVariable *variable = found->GetVariableByName(first.Name);
                D3D12_SHADER_VARIABLE_DESC again{};
                const HRESULT named = variable->GetDesc(&again);
                std::printf("variable by name %08x %s\n", code(named), shown(again.Name));
            }
        }
    }
    D3D12_SHADER_BUFFER_DESC none{};
    D3D12_SHADER_VARIABLE_DESC no_variable{};
    std::printf("buffers beyond: %08x variable %08x named %08x null %08x variable %08x %08x\n",
                code(found->GetConstantBufferByIndex(buffers)->GetDesc(&none)),
                code(found->GetConstantBufferByIndex(buffers)->GetVariableByIndex(0)->GetDesc(&no_variable)),
                code(found->GetConstantBufferByName("no such buffer")->GetDesc(&none)),
                code(found->GetConstantBufferByName(nullptr)->GetDesc(&none)),
                code(found->GetVariableByName("no such variable")->GetDesc(&no_variable)),
                code(found->GetVariableByName(nullptr)->GetDesc(&no_variable)));
}

typedef HRESULT (STDMETHODCALLTYPE ID3D12ShaderReflection::*Parameters)(UINT, D3D12_SIGNATURE_PARAMETER_DESC *);

void print_parameters(ID3D12ShaderReflection *found, const char *title, unsigned count, Parameters method) {
    D3D12_SIGNATURE_PARAMETER_DESC desc;
    for (unsigned i = 0; i < count; ++i) {
        std::memset(&desc, 0xcd, sizeof desc);
        const HRESULT result = (found->*method)(i, &desc);
        std::printf("%s %08x", title, code(result));
        if (SUCCEEDED(result)) {
            std::printf(" %s%u register %d value %d type %d mask %x %x stream %u precision %d", shown(desc.SemanticName),
                        desc.SemanticIndex, static_cast<int>(desc.Register), desc.SystemValueType, desc.ComponentType, desc.Mask,
                        desc.ReadWriteMask, desc.Stream, desc.MinPrecision);
        }
        std::printf("\n");
    }
    std::printf("%s beyond: %08x null %08x\n", title, code((found->*method)(count, &desc)),
                count ? code((found->*method)(0, nullptr)) : 0);
}

void print_shader(ID3D12ShaderReflection *found) {
    D3D12_SHADER_DESC desc;
    std::memset(&desc, 0xcd, sizeof desc);
    const HRESULT result = found->GetDesc(&desc);
    std::printf("shader %08x null %08x version %x creator %s flags %x\n", code(result), code(found->GetDesc(nullptr)), desc.Version,
                shown(desc.Creator), desc.Flags);
    std::printf("counts %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u\n", desc.InstructionCount,
                desc.TempRegisterCount, desc.TempArrayCount, desc.DefCount, desc.DclCount, desc.TextureNormalInstructions,
                desc.TextureLoadInstructions, desc.TextureCompInstructions, desc.TextureBiasInstructions,
                desc.TextureGradientInstructions, desc.FloatInstructionCount, desc.IntInstructionCount, desc.UintInstructionCount,
                desc.StaticFlowControlCount, desc.DynamicFlowControlCount, desc.MacroInstructionCount, desc.ArrayInstructionCount,
                desc.CutInstructionCount, desc.EmitInstructionCount, desc.cBarrierInstructions, desc.cInterlockedInstructions,
                desc.cTextureStoreInstructions);
    std::printf("stage %d %u %d %u %u %d %d %d\n", desc.GSOutputTopology, desc.GSMaxOutputVertexCount, desc.InputPrimitive,
                desc.cGSInstanceCount, desc.cControlPoints, desc.HSOutputPrimitive, desc.HSPartitioning, desc.TessellatorDomain);
    std::printf("moves %u %u %u %u primitive %d samples %d slots %u\n", found->GetMovInstructionCount(),
                found->GetMovcInstructionCount(), found->GetConversionInstructionCount(), found->GetBitwiseInstructionCount(),
                found->GetGSInputPrimitive(), found->IsSampleFrequencyShader(), found->GetNumInterfaceSlots());
    D3D_FEATURE_LEVEL level{};
    const HRESULT levelled = found->GetMinFeatureLevel(&level);
    std::printf("level %08x %x null %08x\n", code(levelled), level, code(found->GetMinFeatureLevel(nullptr)));
    UINT x = 77, y = 77, z = 77;
    const UINT threads = found->GetThreadGroupSize(&x, &y, &z);
    std::printf("threads %u %u %u %u %u\n", threads, x, y, z, found->GetThreadGroupSize(nullptr, nullptr, nullptr));
    std::printf("requires %llx\n", static_cast<unsigned long long>(found->GetRequiresFlags()));
    print_parameters(found, "input", desc.InputParameters, &ID3D12ShaderReflection::GetInputParameterDesc);
    print_parameters(found, "output", desc.OutputParameters, &ID3D12ShaderReflection::GetOutputParameterDesc);
    print_parameters(found, "patch", desc.PatchConstantParameters, &ID3D12ShaderReflection::GetPatchConstantParameterDesc);
    print_resources(found, desc.BoundResources, desc.ConstantBuffers);
}

void print_function(ID3D12FunctionReflection *found) {
    D3D12_FUNCTION_DESC desc;
    std::memset(&desc, 0xcd, sizeof desc);
    const HRESULT result = found->GetDesc(&desc);
    std::printf("function %08x null %08x", code(result), code(found->GetDesc(nullptr)));
    if (SUCCEEDED(result)) {
        std::printf(" %s version %x creator %s flags %x", shown(desc.Name), desc.Version, shown(desc.Creator), desc.Flags);
        const UINT counts[] = {desc.InstructionCount,
                               desc.TempRegisterCount,
                               desc.TempArrayCount,
                               desc.DefCount,
                               desc.DclCount,
                               desc.TextureNormalInstructions,
                               desc.TextureLoadInstructions,
                               desc.TextureCompInstructions,
                               desc.TextureBiasInstructions,
                               desc.TextureGradientInstructions,
                               desc.FloatInstructionCount,
                               desc.IntInstructionCount,
                               desc.UintInstructionCount,
                               desc.StaticFlowControlCount,
                               desc.DynamicFlowControlCount,
                               desc.MacroInstructionCount,
                               desc.ArrayInstructionCount,
                               desc.MovInstructionCount,
                               desc.MovcInstructionCount,
                               desc.ConversionInstructionCount,
                               desc.BitwiseInstructionCount};
        for (const UINT count : counts)
            std::printf(" %u", count);
        std::printf(" level %x features %llx parameters %d returns %d old %d %d", desc.MinFeatureLevel,
                    static_cast<unsigned long long>(desc.RequiredFeatureFlags), desc.FunctionParameterCount, desc.HasReturn,
                    desc.Has10Level9VertexShader, desc.Has10Level9PixelShader);
    }
    std::printf("\n");
    D3D12_PARAMETER_DESC parameter{};
    std::printf("parameters %08x %08x\n", code(found->GetFunctionParameter(D3D_RETURN_PARAMETER_INDEX)->GetDesc(&parameter)),
                code(found->GetFunctionParameter(0)->GetDesc(&parameter)));
    if (SUCCEEDED(result))
        print_resources(found, desc.BoundResources, desc.ConstantBuffers);
}

void print_library(ID3D12LibraryReflection *found) {
    D3D12_LIBRARY_DESC desc;
    std::memset(&desc, 0xcd, sizeof desc);
    const HRESULT result = found->GetDesc(&desc);
    std::printf("library %08x null %08x creator %s flags %x functions %u\n", code(result), code(found->GetDesc(nullptr)),
                shown(desc.Creator), desc.Flags, desc.FunctionCount);
    for (unsigned i = 0; i < desc.FunctionCount; ++i)
        print_function(found->GetFunctionByIndex(static_cast<INT>(i)));
    for (const INT index : {static_cast<INT>(desc.FunctionCount), -1}) {
        ID3D12FunctionReflection *none = found->GetFunctionByIndex(index);
        D3D12_SHADER_INPUT_BIND_DESC binding{};
        D3D12_SHADER_BUFFER_DESC buffer{};
        std::printf("beyond: binding %08x %08x buffer %08x %08x variable %d\n", code(none->GetResourceBindingDesc(0, &binding)),
                    code(none->GetResourceBindingDescByName("x", &binding)), code(none->GetConstantBufferByIndex(0)->GetDesc(&buffer)),
                    code(none->GetConstantBufferByName("x")->GetDesc(&buffer)), none->GetVariableByName("x") != nullptr);
        print_function(none);
    }
}

// The reflection as either interface, and how many references there are to it.
void print_reflection(const char *door, HRESULT as_shader, ID3D12ShaderReflection *shader, HRESULT as_library,
                      ID3D12LibraryReflection *library, bool in_full) {
    std::printf("%s shader %08x %d library %08x %d\n", door, code(as_shader), shader != nullptr, code(as_library), library != nullptr);
    if (shader) {
        IUnknown *other = nullptr;
        const HRESULT wrong = shader->QueryInterface(library_iid, reinterpret_cast<void **>(&other));
        std::printf("as library %08x", code(wrong));
        const HRESULT same = shader->QueryInterface(shader_iid, reinterpret_cast<void **>(&other));
        std::printf(" again %08x same %d left %lu\n", code(same), static_cast<void *>(other) == shader, references(other));
        if (in_full)
            print_shader(shader);
        std::printf("left %lu\n", references(shader));
    }
    if (library) {
        if (in_full)
            print_library(library);
        std::printf("left %lu\n", references(library));
    }
}

template <class T> HRESULT part_reflection(IDxcContainerReflection *parts, UINT32 index, REFIID iid, T **found) {
    return parts->GetPartReflection(index, iid, reinterpret_cast<void **>(found));
}

void print_file(IDxcUtils *utils, IDxcContainerReflection *parts, const char *path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const DxcBuffer buffer = {bytes.data(), bytes.size(), 0};
    ID3D12ShaderReflection *shader = nullptr;
    ID3D12LibraryReflection *library = nullptr;
    const HRESULT as_shader = utils->CreateReflection(&buffer, shader_iid, reinterpret_cast<void **>(&shader));
    const HRESULT as_library = utils->CreateReflection(&buffer, library_iid, reinterpret_cast<void **>(&library));
    print_reflection("utils", as_shader, shader, as_library, library, true);
    void *wrong = nullptr;
    const IID blob_iid = __uuidof(IDxcBlob);
    DxcBuffer text = buffer;
    text.Encoding = DXC_CP_UTF8;
    std::printf("wrong interface %08x page %08x no data %08x\n", code(utils->CreateReflection(&buffer, blob_iid, &wrong)),
                code(utils->CreateReflection(&text, shader_iid, &wrong)), code(utils->CreateReflection(nullptr, shader_iid, &wrong)));

    IDxcBlobEncoding *blob = nullptr;
    utils->CreateBlob(bytes.data(), static_cast<UINT32>(bytes.size()), 0, &blob);
    UINT32 count = 0;
    const HRESULT loaded = parts->Load(blob);
    std::printf("load %08x\n", code(loaded));
    if (SUCCEEDED(loaded) && SUCCEEDED(parts->GetPartCount(&count))) {
        for (UINT32 i = 0; i < count; ++i) {
            UINT32 kind = 0;
            parts->GetPartKind(i, &kind);
            shader = nullptr;
            library = nullptr;
            const HRESULT one = part_reflection(parts, i, shader_iid, &shader);
            const HRESULT other = part_reflection(parts, i, library_iid, &library);
            std::printf("part %.4s ", reinterpret_cast<const char *>(&kind));
            print_reflection("", one, shader, other, library, false);
        }
    }
    blob->Release();
}

std::wstring wide(const std::string &text) { return {text.begin(), text.end()}; }

// Writes the object of one line of a list, if there is one.
void compile_line(IDxcCompiler3 *compiler, const std::string &line) {
    std::vector<std::string> words;
    std::istringstream split(line);
    for (std::string word; std::getline(split, word, '\t');)
        words.push_back(word);
    std::ifstream file(words[0], std::ios::binary);
    const std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<std::wstring> texts;
    for (size_t i = 2; i < words.size(); ++i)
        texts.push_back(wide(words[i]));
    std::vector<LPCWSTR> arguments;
    for (const std::wstring &text : texts)
        arguments.push_back(text.c_str());
    const DxcBuffer buffer = {source.data(), source.size(), DXC_CP_UTF8};
    IDxcResult *result = nullptr;
    const HRESULT compiled = compiler->Compile(&buffer, arguments.data(), static_cast<UINT32>(arguments.size()), nullptr,
                                               __uuidof(IDxcResult), reinterpret_cast<void **>(&result));
    if (FAILED(compiled))
        return;
    HRESULT status = E_FAIL;
    IDxcBlob *object = nullptr;
    if (SUCCEEDED(result->GetStatus(&status)) && SUCCEEDED(status) && SUCCEEDED(result->GetResult(&object)) && object) {
        std::ofstream out(words[1], std::ios::binary);
        out.write(static_cast<const char *>(object->GetBufferPointer()), static_cast<std::streamsize>(object->GetBufferSize()));
    }
    if (object)
        object->Release();
    result->Release();
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    const auto create = reinterpret_cast<DxcCreateInstanceProc>(dlsym(library, "DxcCreateInstance"));
    IDxcUtils *utils = nullptr;
    IDxcContainerReflection *parts = nullptr;
    if (!create || FAILED(create(CLSID_DxcUtils, __uuidof(IDxcUtils), reinterpret_cast<void **>(&utils))) ||
        FAILED(create(CLSID_DxcContainerReflection, __uuidof(IDxcContainerReflection), reinterpret_cast<void **>(&parts)))) {
        std::fprintf(stderr, "the library has not the classes\n");
        return 2;
    }
    if (argc == 4 && std::string(argv[2]) == "--compile") {
        IDxcCompiler3 *compiler = nullptr;
        if (FAILED(create(CLSID_DxcCompiler, __uuidof(IDxcCompiler3), reinterpret_cast<void **>(&compiler))))
            return 2;
        std::ifstream list(argv[3]);
        for (std::string line; std::getline(list, line);)
            compile_line(compiler, line);
        compiler->Release();
        argc = 2;
    }
    for (int i = 2; i < argc; ++i) {
        std::printf("== %s\n", argv[i]);
        print_file(utils, parts, argv[i]);
    }
    parts->Release();
    utils->Release();
    return 0;
}
