// Uses a library in the place of dxcompiler as clients do: scenarios LIBRARY lists the names of scenarios, scenarios LIBRARY NAME runs
// one. Each prints lines that are compared with those of another library, so it prints statuses, counts and kinds, and of messages
// and code only what clients rely on.

#include "scenarios.h"

#include <dlfcn.h>

#include <algorithm>

DxcCreateInstanceProc create;
DxcCreateInstance2Proc create2;
int ForeignBlob::living;

const char *const simple = "RWBuffer<float> o; [numthreads(8, 4, 1)] void main(uint i : SV_DispatchThreadID) { o[i] = i; }\n";
const char *const pixel = "cbuffer K : register(b1) { float4 used; float4 unused; } Texture2D t; SamplerState s;\n"
                          "float4 main(float2 u : TEXCOORD) : SV_Target { return t.Sample(s, u) * used; }\n";
const char *const library_source = "RWBuffer<float> o : register(u3);\n"
                                   "export float twice(float x) { return x * 2; }\n"
                                   "[shader(\"raygeneration\")] void gen() { o[0] = twice(1); }\n";

static std::vector<const Scenario *> &all() {
    static std::vector<const Scenario *> list;
    return list;
}

Scenario::Scenario(const char *name, void (*run)()) : name(name), run(run) { all().push_back(this); }

std::string narrow(const wchar_t *text) {
    std::string out;
    for (; text && *text; ++text)
        out += *text < 128 ? static_cast<char>(*text) : '?';
    return text ? out : "(null)";
}

std::string narrow(IDxcBlobWide *text) { return text ? narrow(text->GetStringPointer()) : "(null)"; }

std::string utf16(const std::string &text) {
    std::string out;
    for (const char c : text)
        out += {c, '\0'};
    return out;
}

HRESULT status(IDxcOperationResult *result) {
    HRESULT status = E_UNEXPECTED;
    return result && SUCCEEDED(result->GetStatus(&status)) ? status : E_UNEXPECTED;
}

Held<IDxcResult> compile(const DxcBuffer &source, Words words, IDxcIncludeHandler *includes, const char *what) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcResult> result;
    const HRESULT call = compiler->Compile(&source, words.data(), static_cast<UINT32>(words.size()), includes, __uuidof(IDxcResult),
                                           result.any());
    say{"%s: %08x status %08x", what, code(call), code(status(result.get()))};
    return result;
}

Held<IDxcResult> compile(const std::string &source, Words words, IDxcIncludeHandler *includes, const char *what) {
    return compile(buffer(source), words, includes, what);
}

Held<IDxcBlob> built(const std::string &source, Words words, DXC_OUT_KIND kind) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcResult> result;
    Held<IDxcBlob> object;
    const DxcBuffer text = buffer(source);
    compiler->Compile(&text, words.data(), static_cast<UINT32>(words.size()), nullptr, __uuidof(IDxcResult), result.any());
    if (result)
        result->GetOutput(kind, __uuidof(IDxcBlob), object.any(), nullptr);
    if (!object) {
        say{"nothing was built: %08x", code(status(result.get()))};
        std::exit(3);
    }
    return object;
}

print_blob::print_blob(const char *what, HRESULT result, IDxcBlob *blob) {
    if (!blob) {
        say{"%s: %08x null", what, code(result)};
        return;
    }
    Held<IDxcBlobEncoding> known;
    Held<IDxcBlobUtf8> utf8;
    Held<IDxcBlobWide> wide;
    const HRESULT results[] = {blob->QueryInterface(__uuidof(IDxcBlobEncoding), known.any()),
                               blob->QueryInterface(__uuidof(IDxcBlobUtf8), utf8.any()),
                               blob->QueryInterface(__uuidof(IDxcBlobWide), wide.any())};
    BOOL is_known = false;
    UINT32 page = 77;
    const HRESULT asked = known ? known->GetEncoding(&is_known, &page) : E_NOINTERFACE;
    say{"%s: %08x size %d at %d encoding %08x utf8 %08x wide %08x page %08x %d %u lengths %d %d", what, code(result),
        blob->GetBufferSize() != 0, blob->GetBufferPointer() != nullptr, code(results[0]), code(results[1]), code(results[2]),
        code(asked), is_known, page, utf8 ? utf8->GetStringLength() + 1 == utf8->GetBufferSize() : -1,
        wide ? (wide->GetStringLength() + 1) * sizeof(wchar_t) == wide->GetBufferSize() : -1};
}

// A name with its digits of a hash left out.
static std::string shape(const std::string &name) {
    const std::string digits = "0123456789abcdef";
    const std::string ending = ".pdb";
    if (name.size() != 36 || name.substr(32) != ending || name.find_first_not_of(digits) != 32)
        return name;
    return "HASH" + ending;
}

void print_outputs(IDxcResult *result) {
    if (!result) {
        say{"no result"};
        return;
    }
    std::string order;
    for (unsigned i = 0; i < result->GetNumOutputs() + 1; ++i)
        order += " " + std::to_string(result->GetOutputByIndex(i));
    say{"outputs %u primary %d by index%s", result->GetNumOutputs(), result->PrimaryOutput(), order.c_str()};
    for (int kind = 0; kind <= 14; ++kind) {
        Held<IDxcBlob> object;
        Held<IDxcBlobWide> name;
        Held<IUnknown> unknown;
        const DXC_OUT_KIND asked = static_cast<DXC_OUT_KIND>(kind);
        const HRESULT got = result->GetOutput(asked, __uuidof(IDxcBlob), object.any(), name.out());
        const HRESULT other = result->GetOutput(asked, __uuidof(IUnknown), unknown.any(), nullptr);
        if (FAILED(got) && FAILED(other) && !result->HasOutput(asked) && got == E_INVALIDARG && other == E_INVALIDARG)
            continue;
        const std::string what = "kind " + std::to_string(kind) + " has " + std::to_string(result->HasOutput(asked)) + " unknown " +
                                 std::to_string(code(other)) + " name " + shape(narrow(name.get()));
        print_blob{what.c_str(), got, object.get()};
    }
    Held<IDxcBlob> primary;
    Held<IDxcBlobEncoding> errors;
    print_blob{"result", result->GetResult(primary.out()), primary.get()};
    print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
}

void print_messages(const std::string &text) {
    // For people; what is compared is on the standard output.
    std::fputs(text.c_str(), stderr);
    size_t start = 0;
    while (start < text.size() && text[start]) {
        const size_t end = std::min(text.find('\n', start), text.size());
        const std::string line = text.substr(start, end - start);
        for (const char *word : {"fatal error:", "error:", "warning:", "note:"}) {
            const size_t at = line.find(word);
            if (at != std::string::npos) {
                say{"message %s", line.substr(0, at + std::strlen(word)).c_str()};
                break;
            }
        }
        start = end + 1;
    }
}

void print_messages(IDxcResult *result) {
    Held<IDxcBlobUtf8> errors;
    if (result && SUCCEEDED(result->GetOutput(DXC_OUT_ERRORS, __uuidof(IDxcBlobUtf8), errors.any(), nullptr)))
        print_messages(std::string(errors->GetStringPointer(), errors->GetStringLength()));
}

static uint32_t word(const std::string &bytes, size_t at) {
    uint32_t value = 0;
    if (at + 4 <= bytes.size())
        std::memcpy(&value, bytes.data() + at, 4);
    return value;
}

static void each_part(const std::string &container, const std::function<void(const std::string &, const std::string &)> &call) {
    if (container.compare(0, 4, "DXBC") != 0)
        return;
    for (uint32_t i = 0; i < word(container, 28); ++i) {
        const size_t at = word(container, 32 + 4 * i);
        call(container.substr(at, 4), container.substr(at + 8, word(container, at + 4)));
    }
}

std::string parts(const std::string &container) {
    std::string names;
    each_part(container, [&](const std::string &name, const std::string &) { names += (names.empty() ? "" : " ") + name; });
    return names;
}

std::string part(const std::string &container, const char *name) {
    std::string found;
    each_part(container, [&](const std::string &other, const std::string &content) { found = other == name ? content : found; });
    return found;
}

bool is_signed(const std::string &container) {
    return container.size() > 20 && container.substr(4, 16) != std::string(16, '\0');
}

HRESULT ForeignBlob::QueryInterface(REFIID iid, void **object) {
    if (!IsEqualIID(iid, __uuidof(IUnknown)) && !IsEqualIID(iid, __uuidof(IDxcBlob))) {
        *object = nullptr;
        return E_NOINTERFACE;
    }
    *object = this;
    ++count;
    return S_OK;
}

HRESULT Files::QueryInterface(REFIID iid, void **object) {
    ++queried;
    if (answers)
        return answers->QueryInterface(iid, object);
    if (!IsEqualIID(iid, __uuidof(IUnknown)) && !IsEqualIID(iid, __uuidof(IDxcIncludeHandler))) {
        *object = nullptr;
        return E_NOINTERFACE;
    }
    *object = this;
    ++count;
    return S_OK;
}

HRESULT Files::LoadSource(LPCWSTR name, IDxcBlob **source) {
    asked.push_back(narrow(name));
    *source = nullptr;
    const auto found = known.find(asked.back());
    if (found == known.end())
        return otherwise;
    if (blobs)
        return blobs(found->second, source);
    *source = new ForeignBlob(found->second);
    return S_OK;
}

void Files::print() const {
    for (const std::string &name : asked)
        say{"asked for %s", name.c_str()};
    say{"references %u blobs %d", static_cast<unsigned>(count), ForeignBlob::living};
}

HRESULT Allocator::QueryInterface(REFIID iid, void **object) {
    if (!IsEqualIID(iid, __uuidof(IUnknown)) && !IsEqualIID(iid, __uuidof(IMalloc))) {
        *object = nullptr;
        return E_NOINTERFACE;
    }
    *object = this;
    ++references;
    return S_OK;
}

void *Allocator::Alloc(SIZE_T size) {
    if (left == 0)
        return nullptr;
    left -= left > 0;
    most = std::max(most, ++blocks);
    return std::malloc(size);
}

void *Allocator::Realloc(void *block, SIZE_T size) {
    blocks += block == nullptr;
    return std::realloc(block, size);
}

void Allocator::Free(void *block) {
    blocks -= block != nullptr;
    std::free(block);
}

int main(int count, char **arguments) {
    if (count < 2)
        return 2;
    if (count == 2) {
        for (const Scenario *scenario : all())
            std::printf("%s\n", scenario->name);
        return 0;
    }
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    create = reinterpret_cast<DxcCreateInstanceProc>(dlsym(library, "DxcCreateInstance"));
    create2 = reinterpret_cast<DxcCreateInstance2Proc>(dlsym(library, "DxcCreateInstance2"));
    for (const Scenario *scenario : all()) {
        if (std::strcmp(scenario->name, arguments[2]) != 0)
            continue;
        // Several times, for tools that look at memory.
        for (int times = count > 3 ? std::atoi(arguments[3]) : 1; times > 0; --times)
            scenario->run();
        say{"blobs of the client that are left %d", ForeignBlob::living};
        say{"end"};
        return 0;
    }
    return 2;
}
