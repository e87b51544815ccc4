// What all scenarios share: the library under test, printing, references that are counted, and objects of a client's own.
#pragma once

#include "WinAdapter.h"
#include "dxcapi.h"
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
#define interface struct
#include <directx/d3d12shader.h>
#undef interface

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

extern DxcCreateInstanceProc create;
extern DxcCreateInstance2Proc create2;

const IID shader_reflection = {0x5a58797d, 0xa72c, 0x478d, {0x8b, 0xa2, 0xef, 0xc6, 0xb0, 0xef, 0xe8, 0x8e}};
const IID library_reflection = {0x8e349d19, 0x54db, 0x4a56, {0x9d, 0xc9, 0x11, 0x9d, 0x87, 0xbd, 0xb8, 0x4}};

// Classes whose identifiers stand in headers that DXC's releases do not bring.
const CLSID class_rewriter = {0xb489b951, 0xe07f, 0x40b3, {0x96, 0x8d, 0x93, 0xe1, 0x24, 0x73, 0x4d, 0xa4}};
const CLSID class_intellisense = {0x3047833c, 0xd1c0, 0x4b8e, {0x9d, 0x40, 0x10, 0x28, 0x78, 0x60, 0x59, 0x85}};

// A line of what is compared: say{FORMAT, VALUES...}. In braces the values are evaluated in their order, so a value may depend on a call
// before it.
struct say {
    template <class... Values> explicit say(const char *format, const Values &...values) {
        if constexpr (sizeof...(values) == 0)
            std::fputs(format, stdout);
        else
            std::printf(format, values...);
        std::printf("\n");
        // What was printed before a fault is seen.
        std::fflush(stdout);
    }
};

inline unsigned code(HRESULT result) { return static_cast<unsigned>(result); }

// A reference of ours, which ends with the scope. `drop` ends it before and gives the count that is left.
template <class T> class Held {
  public:
    Held() = default;
    Held(Held &&other) noexcept : object(other.object) { other.object = nullptr; }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    Held &operator=(Held &&other) noexcept {
        std::swap(object, other.object);
        return *this;
    }
    ~Held() { drop(); }
    T *operator->() const { return object; }
    T *get() const { return object; }
    explicit operator bool() const { return object != nullptr; }
    T **out() {
        drop();
        return &object;
    }
    void **any() { return reinterpret_cast<void **>(out()); }
    unsigned long drop() {
        T *last = object;
        object = nullptr;
        return last ? static_cast<unsigned long>(last->Release()) : 0;
    }

  private:
    T *object = nullptr;
};

// An object of a class. The scenario ends if there is none.
template <class T> Held<T> make(const CLSID &id) {
    Held<T> made;
    const HRESULT result = create(id, __uuidof(T), made.any());
    if (FAILED(result) || !made) {
        say{"no object: %08x", code(result)};
        std::exit(3);
    }
    return made;
}

template <class T, class U> Held<T> as(const Held<U> &from) {
    Held<T> other;
    if (from)
        from->QueryInterface(__uuidof(T), other.any());
    return other;
}

inline DxcBuffer buffer(const std::string &text, unsigned page = DXC_CP_UTF8) { return {text.data(), text.size(), page}; }
inline DxcBuffer buffer(const char *text) { return {text, std::strlen(text), DXC_CP_UTF8}; }
inline DxcBuffer buffer(IDxcBlob *blob) { return {blob->GetBufferPointer(), blob->GetBufferSize(), 0}; }
inline std::string bytes(IDxcBlob *blob) {
    return blob ? std::string(static_cast<const char *>(blob->GetBufferPointer()), blob->GetBufferSize()) : std::string();
}
std::string narrow(const wchar_t *text);
std::string narrow(IDxcBlobWide *text);

using Words = std::vector<const wchar_t *>;

// Compiles with `IDxcCompiler3`; prints what the call gave.
Held<IDxcResult> compile(const DxcBuffer &source, Words words, IDxcIncludeHandler *includes = nullptr, const char *what = "compile");
Held<IDxcResult> compile(const std::string &source, Words words, IDxcIncludeHandler *includes = nullptr, const char *what = "compile");
// The same, and an output of it, without printing.
Held<IDxcBlob> built(const std::string &source, Words words, DXC_OUT_KIND kind = DXC_OUT_OBJECT);
HRESULT status(IDxcOperationResult *result);
// Prints which outputs there are, in which order, by which interfaces, and what they are called.
void print_outputs(IDxcResult *result);
// Prints the kind of a text of messages: the start of each line up to its severity.
void print_messages(const std::string &text);
void print_messages(IDxcResult *result);
// Prints what a blob is: print_blob{WHAT, CALL, BLOB}, where the call gives the blob.
struct print_blob {
    print_blob(const char *what, HRESULT result, IDxcBlob *blob);
};
// The names of the parts of a container, with blanks between them.
std::string parts(const std::string &container);
// Whether the digest of a container is there.
bool is_signed(const std::string &container);
// The bytes of a part; nothing if it is not there.
std::string part(const std::string &container, const char *name);
std::string utf16(const std::string &text);

extern const char *const simple;
extern const char *const pixel;
extern const char *const library_source;
inline const Words to_cs = {L"-T", L"cs_6_0"};

// A scenario: a function with a name.
struct Scenario {
    const char *name;
    void (*run)();
    Scenario(const char *name, void (*run)());
};
#define SCENARIO(name)                                                                                                             \
    static void name();                                                                                                            \
    static const Scenario scenario_##name(#name, name);                                                                            \
    static void name()

// A blob that knows `IDxcBlob` alone, as those of engines do.
class ForeignBlob final : public IDxcBlob {
  public:
    explicit ForeignBlob(std::string text) : content(std::move(text)) { ++living; }
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void **object) override;
    ULONG STDMETHODCALLTYPE AddRef() override { return ++count; }
    ULONG STDMETHODCALLTYPE Release() override {
        const ULONG left = --count;
        if (left == 0) {
            --living;
            delete this;
        }
        return left;
    }
    LPVOID STDMETHODCALLTYPE GetBufferPointer() override { return content.data(); }
    SIZE_T STDMETHODCALLTYPE GetBufferSize() override { return content.size(); }
    static int living;

  private:
    std::string content;
    ULONG count = 1;
};

// A handler of a client. It writes down which names it was asked for.
class Files : public IDxcIncludeHandler {
  public:
    std::map<std::string, std::string> known;
    std::vector<std::string> asked;
    // What it returns for a name that it does not know.
    HRESULT otherwise = E_FAIL;
    // Where blobs come from; foreign ones if there is nothing.
    std::function<HRESULT(const std::string &, IDxcBlob **)> blobs;
    // What its `QueryInterface` answers with.
    IUnknown *answers = nullptr;
    ULONG count = 1;
    int queried = 0;

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void **object) override;
    ULONG STDMETHODCALLTYPE AddRef() override { return ++count; }
    ULONG STDMETHODCALLTYPE Release() override { return --count; }
    HRESULT STDMETHODCALLTYPE LoadSource(LPCWSTR name, IDxcBlob **source) override;
    void print() const;
};

// An allocator of a client, which counts what is not given back.
class Allocator : public IMalloc {
  public:
    long blocks = 0;
    long most = 0;
    long references = 1;
    // After this many blocks there is no memory; negative for never.
    long left = -1;

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void **object) override;
    ULONG STDMETHODCALLTYPE AddRef() override { return static_cast<ULONG>(++references); }
    ULONG STDMETHODCALLTYPE Release() override { return static_cast<ULONG>(--references); }
    void *STDMETHODCALLTYPE Alloc(SIZE_T size) override;
    void *STDMETHODCALLTYPE Realloc(void *block, SIZE_T size) override;
    void STDMETHODCALLTYPE Free(void *block) override;
    SIZE_T STDMETHODCALLTYPE GetSize(void *) override { return 0; }
    int STDMETHODCALLTYPE DidAlloc(void *) override { return 1; }
    void STDMETHODCALLTYPE HeapMinimize() override {}
};
