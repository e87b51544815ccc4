// Prints what a library answers to clients beside plain compilations: services LIBRARY [--reparse]. Each line is a fact that does not depend on the
// words of a message unless clients look for them, so that the output of two libraries can be compared line by line.

#include "WinAdapter.h"
#include "dxcapi.h"
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
#define interface struct
#include <directx/d3d12shader.h>
#undef interface

#include <dlfcn.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

DxcCreateInstanceProc create;

unsigned code(HRESULT result) { return static_cast<unsigned>(result); }

template <class T> CComPtr<T> make(REFCLSID id) {
  CComPtr<T> made;
  create(id, __uuidof(T), reinterpret_cast<void **>(&made));
  return made;
}

// A string with its length before it, as DXC's headers have it outside Windows.
void release(BSTR text) {
  if (text)
    free(reinterpret_cast<char *>(text) - sizeof(UINT32));
}

std::string narrow(const wchar_t *text) {
  std::string out;
  for (; text && *text; ++text)
    out += *text < 128 ? static_cast<char>(*text) : '?';
  return out;
}

// With marks for what would end a line.
std::string shown(const std::string &text) {
  std::string out;
  for (char c : text)
    out += c == '\n' ? std::string("\\n") : c == '\0' ? std::string("\\0") : std::string(1, c);
  return out;
}

std::string bytes_of(IDxcBlob *blob) {
  return blob ? std::string(static_cast<const char *>(blob->GetBufferPointer()), blob->GetBufferSize()) : std::string("(null)");
}

// A handler that has some files, each with its bytes and its code page.
struct File {
  std::wstring name;
  std::string bytes;
  UINT32 page;
};

struct Handler : IDxcIncludeHandler {
  std::vector<File> files;
  ULONG STDMETHODCALLTYPE AddRef() override { return 1; }
  ULONG STDMETHODCALLTYPE Release() override { return 1; }
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void **object) override {
    *object = this;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE LoadSource(LPCWSTR name, IDxcBlob **source) override {
    for (const File &file : files) {
      if (file.name == name) {
        CComPtr<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
        return utils->CreateBlob(file.bytes.data(), static_cast<UINT32>(file.bytes.size()), file.page,
                                 reinterpret_cast<IDxcBlobEncoding **>(source));
      }
    }
    return E_FAIL;
  }
};

CComPtr<IDxcResult> compile(const std::string &source, UINT32 page, std::vector<LPCWSTR> arguments, Handler *handler = nullptr) {
  CComPtr<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
  DxcBuffer buffer = {source.data(), source.size(), page};
  CComPtr<IDxcResult> result;
  compiler->Compile(&buffer, arguments.data(), static_cast<UINT32>(arguments.size()), handler, __uuidof(IDxcResult),
                    reinterpret_cast<void **>(&result));
  return result;
}

unsigned status(IDxcResult *result) {
  HRESULT status = E_FAIL;
  result->GetStatus(&status);
  return code(status);
}

CComPtr<IDxcBlob> output(IDxcResult *result, DXC_OUT_KIND kind) {
  CComPtr<IDxcBlob> blob;
  result->GetOutput(kind, __uuidof(IDxcBlob), reinterpret_cast<void **>(&blob), nullptr);
  return blob;
}

std::string text(IDxcResult *result, DXC_OUT_KIND kind) {
  CComPtr<IDxcBlobUtf8> blob;
  result->GetOutput(kind, __uuidof(IDxcBlobUtf8), reinterpret_cast<void **>(&blob), nullptr);
  return blob ? std::string(blob->GetStringPointer(), blob->GetStringLength()) : std::string("(none)");
}

const char pixel[] = "float4 main(float4 a : A) : SV_Target { return a; }";

// Arguments that contradict each other, in the words by which clients tell them.
void contradictions() {
  const std::vector<std::vector<LPCWSTR>> cases = {
      {L"-setprivate", L"p", L"-Qstrip_priv"},
      {L"-Zi", L"-Qpdb_in_private", L"-Qstrip_priv"},
      {L"-Zi", L"-Qpdb_in_private", L"-setprivate", L"p"},
      {L"-HV", L"2015"},
      {L"-HV", L"2019"},
  };
  for (std::vector<LPCWSTR> arguments : cases) {
    arguments.insert(arguments.end(), {L"-T", L"ps_6_0"});
    CComPtr<IDxcResult> result = compile(pixel, DXC_CP_UTF8, arguments);
    std::string told = text(result, DXC_OUT_ERRORS);
    size_t start = told.find("Cannot specify");
    if (start == std::string::npos)
      start = told.find("HLSL");
    printf("contradiction %x %s\n", status(result), told.substr(start, 50).c_str());
  }
}

void files_without_handler() {
  for (LPCWSTR option : {L"-import-binding-table", L"-setrootsignature", L"-setprivate"}) {
    CComPtr<IDxcResult> result = compile(pixel, DXC_CP_UTF8, {option, L"x.bin", L"-T", L"ps_6_0"});
    printf("without handler %x %s\n", status(result), text(result, DXC_OUT_ERRORS).c_str());
    Handler handler;
    result = compile(pixel, DXC_CP_UTF8, {option, L"x.bin", L"-T", L"ps_6_0"}, &handler);
    printf("without file %x %s\n", status(result), text(result, DXC_OUT_ERRORS).c_str());
  }
}

// Bytes of files go into a container as they are, zeros at their end too.
void bytes_of_files() {
  Handler handler;
  handler.files = {{L"p.bin", std::string("p\xff\0\0", 4), DXC_CP_ACP}};
  CComPtr<IDxcResult> result = compile(pixel, DXC_CP_UTF8, {L"-setprivate", L"p.bin", L"-T", L"ps_6_0"}, &handler);
  std::string object = bytes_of(output(result, DXC_OUT_OBJECT));
  printf("private %x %d\n", status(result), object.find(std::string("p\xff\0\0", 4)) != std::string::npos);
  const std::string rooted = std::string("[RootSignature(\"CBV(b1)\")] ") + pixel;
  result = compile(rooted, DXC_CP_UTF8, {L"-T", L"ps_6_0"});
  std::string signature = bytes_of(output(result, DXC_OUT_ROOT_SIGNATURE));
  handler.files = {{L"r.bin", signature, DXC_CP_ACP}};
  result = compile(pixel, DXC_CP_UTF8, {L"-setrootsignature", L"r.bin", L"-T", L"ps_6_0"}, &handler);
  printf("root signature %x %zu %d\n", status(result), signature.size(),
         bytes_of(output(result, DXC_OUT_ROOT_SIGNATURE)) == signature);
}

std::string wide(const wchar_t *text) {
  return std::string(reinterpret_cast<const char *>(text), wcslen(text) * sizeof(wchar_t));
}

// The option says what texts without a mark are in, and what texts that come out are in.
void encodings() {
  const std::string narrow_source = "#include \"i.h\"\nfloat4 main() : SV_Target { return Buf[0]; }";
  const std::string wide_source = wide(L"#include \"i.h\"\nfloat4 main() : SV_Target { return Buf[0]; }");
  const std::string narrow_file = "Buffer<float4> Buf;\n", wide_file = wide(L"Buffer<float4> Buf;\n");
  const std::string marked = "\xef\xbb\xbf" + narrow_file, wide_marked = wide(L"\xfeff") + wide_file;
  struct Case {
    std::string source;
    UINT32 page;
    std::string file;
    LPCWSTR encoding;
  };
  const Case cases[] = {
      {narrow_source, DXC_CP_UTF8, narrow_file, L"utf8"}, {wide_source, DXC_CP_WIDE, wide_file, L"wide"},
      {narrow_source, DXC_CP_UTF8, marked, L"wide"},      {wide_source, DXC_CP_WIDE, wide_marked, L"utf8"},
      {narrow_source, DXC_CP_UTF8, wide_file, L"wide"},   {wide_source, DXC_CP_WIDE, narrow_file, L"utf8"},
      {narrow_source, DXC_CP_ACP, narrow_file, L"utf8"},  {wide_source, DXC_CP_ACP, wide_file, L"wide"},
      {narrow_source, DXC_CP_UTF8, narrow_file, L"bogus"},
  };
  for (const Case &row : cases) {
    Handler handler;
    handler.files = {{L"./i.h", row.file, DXC_CP_ACP}};
    CComPtr<IDxcResult> result = compile(row.source, row.page, {L"-encoding", row.encoding, L"-T", L"ps_6_0"}, &handler);
    CComPtr<IDxcBlobEncoding> errors;
    BOOL known = 0;
    UINT32 page = 0;
    result->GetOutput(DXC_OUT_ERRORS, __uuidof(IDxcBlobEncoding), reinterpret_cast<void **>(&errors), nullptr);
    if (errors)
      errors->GetEncoding(&known, &page);
    printf("encoding %s %x %u\n", narrow(row.encoding).c_str(), status(result), page);
  }
}

void preprocessed() {
  const char *cases[] = {
      "// a line\nint a;\n#define X 1\n  /* c */ int b = X; int c;\n\n\n\n\n\n\n\n\n\n\n\tint d;",
      "#include \"i.h\"\nint a;\n#include \"nothing.h\"\n\nint b;\n#include \"i.h\"",
      "int a;\n#line 100 \"other.hlsl\"\nint b;\n#line 50\nint c = __LINE__;\n",
      "#line 1 \"<built-in>\"\nint x;",
      "#define F(a, b) a##b\n#define E(x) -x - -x\nint F(p,\nq) = E(-3);\n#pragma pack_matrix(row_major)\n  int r;\n",
  };
  for (const char *source : cases) {
    Handler handler;
    handler.files = {{L"./i.h", "#define I 1\n\nint i;\n", DXC_CP_UTF8}, {L"./nothing.h", "#define N 1", DXC_CP_UTF8}};
    CComPtr<IDxcResult> result = compile(source, DXC_CP_UTF8, {L"main.hlsl", L"-P"}, &handler);
    printf("preprocessed %x %s\n", status(result), shown(text(result, DXC_OUT_HLSL)).c_str());
  }
}

void reports() {
  Handler handler;
  handler.files = {{L"./inc/a.h", "#include \"b.h\"\n", DXC_CP_UTF8}, {L"./inc/b.h", "#define Z 0\n", DXC_CP_UTF8}};
  const char source[] = "#include \"inc/a.h\"\n#include \"inc/b.h\"\nfloat4 main() : SV_Target { return Z; }";
  CComPtr<IDxcResult> result = compile(source, DXC_CP_UTF8, {L"-Vi", L"-T", L"ps_6_0"}, &handler);
  printf("opened %s\n", shown(text(result, DXC_OUT_REMARKS)).c_str());
  CComPtr<IDxcCompiler> compiler = make<IDxcCompiler>(CLSID_DxcCompiler);
  CComPtr<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
  CComPtr<IDxcBlobEncoding> blob;
  utils->CreateBlob(pixel, sizeof(pixel) - 1, DXC_CP_UTF8, &blob);
  for (LPCWSTR option : {L"-ftime-report", L"-ftime-trace"}) {
    CComPtr<IDxcOperationResult> former;
    compiler->Compile(blob, L"a.hlsl", L"main", L"ps_6_0", &option, 1, nullptr, 0, nullptr, &former);
    CComPtr<IDxcResult> today;
    former->QueryInterface(__uuidof(IDxcResult), reinterpret_cast<void **>(&today));
    std::string report = text(today, DXC_OUT_TIME_REPORT), trace = text(today, DXC_OUT_TIME_TRACE);
    printf("times %d %d\n", report.find("... Pass execution timing report ...") != std::string::npos,
           trace.rfind("{ \"traceEvents\": [", 0) == 0);
  }
}

// Files with debug information name their sources by whole paths, and the compiler as it names itself.
void debug_information() {
  Handler handler;
  handler.files = {{L"./d/i.h", "#define Z 0\n", DXC_CP_UTF8}};
  for (LPCWSTR name : {L"d/main.hlsl", L"./d/main.hlsl", L"d//main.hlsl"}) {
    const char source[] = "#include \"i.h\"\nfloat4 main() : SV_Target { return Z; }";
    CComPtr<IDxcResult> result = compile(source, DXC_CP_UTF8, {name, L"-Zi", L"-T", L"ps_6_0"}, &handler);
    CComPtr<IDxcPdbUtils> utils = make<IDxcPdbUtils>(CLSID_DxcPdbUtils);
    printf("loaded %x", code(utils->Load(output(result, DXC_OUT_PDB))));
    UINT32 count = 0;
    utils->GetSourceCount(&count);
    BSTR given = nullptr;
    utils->GetMainFileName(&given);
    printf(" %s", narrow(given).c_str());
    release(given);
    for (UINT32 at = 0; at < count; ++at) {
      given = nullptr;
      utils->GetSourceName(at, &given);
      printf(" %s", narrow(given).c_str());
      release(given);
    }
    CComPtr<IDxcVersionInfo> stated, own = make<IDxcVersionInfo>(CLSID_DxcCompiler);
    utils->GetVersionInfo(&stated);
    UINT32 numbers[4] = {};
    if (stated)
      stated->GetVersion(&numbers[0], &numbers[1]);
    own->GetVersion(&numbers[2], &numbers[3]);
    printf(" %d\n", numbers[0] == numbers[2] && numbers[1] == numbers[3]);
  }
}

const IID d3d12_shader = {0x5a58797d, 0xa72c, 0x478d, {0x8b, 0xa2, 0xef, 0xc6, 0xb0, 0xef, 0xe8, 0x8e}};
const IID d3d11_shader_47 = {0x8d536ca1, 0x0cca, 0x4956, {0xa8, 0x37, 0x78, 0x69, 0x63, 0x75, 0x55, 0x84}};
const IID d3d11_shader_43 = {0x0a233719, 0x3960, 0x4578, {0x9d, 0x7c, 0x20, 0x3b, 0x8b, 0x1d, 0x9c, 0xc1}};
const IID d3d12_library = {0x8e349d19, 0x54db, 0x4a56, {0x9d, 0xc9, 0x11, 0x9d, 0x87, 0xbd, 0xb8, 0x4}};
const IID unknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};

// A shader's reflection answers to the identifier that it was made for, and to no other of its kind.
void reflections() {
  CComPtr<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
  std::string object = bytes_of(output(compile(pixel, DXC_CP_UTF8, {L"-T", L"ps_6_0"}), DXC_OUT_OBJECT));
  const IID ids[] = {d3d12_shader, d3d11_shader_47, d3d11_shader_43, d3d12_library, unknown};
  for (const IID &made : ids) {
    DxcBuffer buffer = {object.data(), object.size(), 0};
    CComPtr<ID3D12ShaderReflection> reflection;
    printf("reflection %x", code(utils->CreateReflection(&buffer, made, reinterpret_cast<void **>(&reflection))));
    for (const IID &asked : ids) {
      CComPtr<IUnknown> other;
      if (reflection)
        printf(" %x", code(reflection->QueryInterface(asked, reinterpret_cast<void **>(&other))));
    }
    if (reflection) {
      unsigned char place[sizeof(D3D12_SIGNATURE_PARAMETER_DESC)];
      memset(place, 0xaa, sizeof place);
      reflection->GetInputParameterDesc(0, reinterpret_cast<D3D12_SIGNATURE_PARAMETER_DESC *>(place));
      printf(" precision %02x", place[offsetof(D3D12_SIGNATURE_PARAMETER_DESC, MinPrecision)]);
    }
    printf("\n");
  }
  // The part by itself says which functions there are.
  const char library[] = "export float f(float x) { return x; } export float g(float x) { return x + 1; }";
  std::string part = bytes_of(output(compile(library, DXC_CP_UTF8, {L"-T", L"lib_6_3"}), DXC_OUT_REFLECTION));
  DxcBuffer buffer = {part.data(), part.size(), 0};
  CComPtr<ID3D12LibraryReflection> reflection;
  printf("library %x", code(utils->CreateReflection(&buffer, d3d12_library, reinterpret_cast<void **>(&reflection))));
  D3D12_LIBRARY_DESC desc = {};
  if (reflection)
    reflection->GetDesc(&desc);
  printf(" %u\n", desc.FunctionCount);
}

// The interfaces for editors, as far as they are called here; each object has more methods behind those that are named.
const IID intellisense_id = {0xb1f99513, 0x46d6, 0x4112, {0x81, 0x69, 0xdd, 0x0d, 0x60, 0x53, 0xf1, 0x7d}};
const CLSID intellisense_class = {0x3047833c, 0xd1c0, 0x4b8e, {0x9d, 0x40, 0x10, 0x28, 0x78, 0x60, 0x59, 0x85}};

struct Diagnostic : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE format(unsigned options, char **text) = 0;
  virtual HRESULT STDMETHODCALLTYPE severity(unsigned *severity) = 0;
};
struct Unsaved : IUnknown {};
struct Unit : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE cursor(IUnknown **) = 0;
  virtual HRESULT STDMETHODCALLTYPE tokenize(IUnknown *, void **, unsigned *) = 0;
  virtual HRESULT STDMETHODCALLTYPE location(IUnknown *, unsigned, unsigned, IUnknown **) = 0;
  virtual HRESULT STDMETHODCALLTYPE diagnostic_count(unsigned *count) = 0;
  virtual HRESULT STDMETHODCALLTYPE diagnostic(unsigned index, Diagnostic **diagnostic) = 0;
  virtual HRESULT STDMETHODCALLTYPE file(const char *, IUnknown **) = 0;
  virtual HRESULT STDMETHODCALLTYPE name(char **name) = 0;
  virtual HRESULT STDMETHODCALLTYPE reparse(Unsaved **files, unsigned count) = 0;
};
struct Index : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE set_options(unsigned options) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_options(unsigned *options) = 0;
  virtual HRESULT STDMETHODCALLTYPE parse(const char *name, const char *const *arguments, int count, Unsaved **files,
                                          unsigned file_count, unsigned options, Unit **unit) = 0;
};
struct IntelliSense : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE create_index(Index **index) = 0;
  virtual HRESULT STDMETHODCALLTYPE null_location(IUnknown **) = 0;
  virtual HRESULT STDMETHODCALLTYPE null_range(IUnknown **) = 0;
  virtual HRESULT STDMETHODCALLTYPE range(IUnknown *, IUnknown *, IUnknown **) = 0;
  virtual HRESULT STDMETHODCALLTYPE display_options(unsigned *options) = 0;
  virtual HRESULT STDMETHODCALLTYPE editing_options(unsigned *options) = 0;
  virtual HRESULT STDMETHODCALLTYPE unsaved(const char *name, const char *text, unsigned length, Unsaved **file) = 0;
};

void print_unit(Unit *unit) {
  unsigned count = 0;
  unit->diagnostic_count(&count);
  printf(" %u", count);
  for (unsigned at = 0; at < count; ++at) {
    CComPtr<Diagnostic> found;
    unit->diagnostic(at, &found);
    unsigned severity = 0;
    found->severity(&severity);
    char *text = nullptr;
    found->format(3, &text);
    // Up to the message, which is in the words of each library.
    const char *end = text;
    for (int colons = 0; end && *end && colons < 3; ++end)
      colons += *end == ':';
    printf(" %u %.*s", severity, static_cast<int>(end - text), text);
    free(text);
  }
}

void editing(bool reparses) {
  CComPtr<IntelliSense> services;
  create(intellisense_class, intellisense_id, reinterpret_cast<void **>(&services));
  CComPtr<Index> index;
  services->create_index(&index);
  unsigned options = 0;
  services->editing_options(&options);
  const char *cases[] = {
      "float f(float a : A) { Texture2D<float4> t; return 0; }",
      "float f() { return x; }",
      "float f() { Buffer<float4, 1> b; return 0; }",
      "struct S { float4 a; };\nvoid f(inout TriangleStream<S> p) {}\nvoid g() { TriangleStream<S> s; f(s); }",
  };
  for (const char *source : cases) {
    CComPtr<Unsaved> file, other;
    services->unsaved("a.hlsl", source, static_cast<unsigned>(strlen(source)), &file);
    const char *arguments[] = {"-c", "-ferror-limit=200"};
    CComPtr<Unit> unit;
    Unsaved *files[] = {file};
    printf("edited %x", code(index->parse("a.hlsl", arguments, 2, files, 1, options, &unit)));
    print_unit(unit);
    if (!reparses) {
      printf("\n");
      continue;
    }
    const char *mended = "float f() { return 1; }";
    services->unsaved("a.hlsl", mended, static_cast<unsigned>(strlen(mended)), &other);
    files[0] = other;
    printf(" again %x", code(unit->reparse(files, 1)));
    print_unit(unit);
    printf("\n");
  }
}

} // namespace

int main(int count, char **arguments) {
  if (count != 2 && count != 3)
    return 2;
  setvbuf(stdout, nullptr, _IONBF, 0);
  void *library = dlopen(arguments[1], RTLD_NOW);
  create = library ? reinterpret_cast<DxcCreateInstanceProc>(dlsym(library, "DxcCreateInstance")) : nullptr;
  if (!create)
    return 3;
  contradictions();
  files_without_handler();
  bytes_of_files();
  encodings();
  preprocessed();
  reports();
  debug_information();
  reflections();
  editing(count == 3);
  printf("end\n");
  return 0;
}
