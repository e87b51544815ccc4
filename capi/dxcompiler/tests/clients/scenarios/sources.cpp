// Included files, and sources and texts in every encoding.

#include "scenarios.h"

#include <unistd.h>

namespace {

const char *const including = "#include \"one.h\"\nRWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = ONE; }\n";

void print_files(Files &files, const char *source, Words words) {
    Held<IDxcResult> result = compile(source, std::move(words), &files);
    print_messages(result.get());
    result.drop();
    files.print();
}

// Texts with the code page of each, by its name. DXC ends in a fault where bytes are not of their page, so each text is in its own.
struct Encoded {
    std::string name, text;
    unsigned page;
    Encoded(const std::string &text, unsigned page) : name(std::to_string(page)), text(text), page(page) {}
    UINT32 size() const { return static_cast<UINT32>(text.size()); }
};

std::string utf32(const std::string &text) {
    std::string out;
    for (const char c : text)
        out += {c, '\0', '\0', '\0'};
    return out;
}

const std::string zero(1, '\0');

const std::vector<Encoded> some_texts = {{"text", 0}, {"text", 65001}, {"text", 1252}, {"text" + zero, 0}, {"text" + zero, 65001},
                                         {utf16("text"), 1200}, {utf16("text" + zero), 1200}, {utf32("text"), 12000},
                                         {utf32("text" + zero), 12000}, {"", 0}, {"", 65001}, {"", 1200}, {zero, 65001},
                                         {"\xef\xbb\xbftext", 0}, {"\xef\xbb\xbftext", 65001}};

} // namespace

SCENARIO(a_handler_is_asked_for_files) {
    Files files;
    files.known["./one.h"] = "#define ONE 1\n";
    print_files(files, including, {L"-T", L"cs_6_0"});
    say{"queried %d", files.queried};
}
SCENARIO(a_handler_is_asked_beside_the_source_and_in_each_folder) {
    Files files;
    files.known["second/one.h"] = "#include \"two.h\"\n#include <three.h>\n";
    files.known["./second/one.h"] = files.known["second/one.h"];
    files.known["./second/two.h"] = "#define ONE 1\n";
    files.known["./first/three.h"] = "#include \"../four.h\"\n";
    files.known["./first/../four.h"] = "";
    files.known["./four.h"] = "";
    print_files(files, including, {L"dir/a.hlsl", L"-T", L"cs_6_0", L"-I", L"first", L"-I", L"second"});
}
SCENARIO(a_handler_is_asked_for_angled_names) {
    Files files;
    files.known["./one.h"] = "#define ONE 1\n";
    print_files(files, "#include <one.h>\n[numthreads(ONE, 1, 1)] void main() {}\n", {L"-T", L"cs_6_0"});
    Files others;
    others.known["./x/one.h"] = "#define ONE 1\n";
    print_files(others, "#include <one.h>\n[numthreads(ONE, 1, 1)] void main() {}\n", {L"-T", L"cs_6_0", L"-Ix"});
}
SCENARIO(a_handler_is_asked_for_paths_from_the_root) {
    Files files;
    files.known["/abs/one.h"] = "#include \"two.h\"\n";
    files.known["/abs/two.h"] = "#define ONE 1\n";
    print_files(files, "#include \"/abs/one.h\"\n[numthreads(ONE, 1, 1)] void main() {}\n", {L"/home/a.hlsl", L"-T", L"cs_6_0"});
}
SCENARIO(a_handler_that_fails) {
    Files files;
    print_files(files, including, {L"a.hlsl", L"-T", L"cs_6_0"});
    files.otherwise = E_OUTOFMEMORY;
    print_files(files, including, {L"a.hlsl", L"-T", L"cs_6_0"});
}
SCENARIO(a_handler_that_succeeds_with_nothing) {
    Files files;
    files.otherwise = S_OK;
    print_files(files, including, {L"a.hlsl", L"-T", L"cs_6_0"});
}
SCENARIO(a_handler_whose_interfaces_are_of_another_object) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcIncludeHandler> handler;
    utils->CreateDefaultIncludeHandler(handler.out());
    Files files;
    files.answers = handler.get();
    files.known["./one.h"] = "#define ONE 1\n";
    print_files(files, including, {L"-T", L"cs_6_0"});
    say{"handler %lu", handler.drop()};
}
SCENARIO(a_handler_with_blobs_of_the_library) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    for (const unsigned page : {0u, 65001u}) {
        Files files;
        files.known["./one.h"] = "#define ONE 1\n";
        files.blobs = [&](const std::string &text, IDxcBlob **blob) {
            IDxcBlobEncoding *made = nullptr;
            const HRESULT result = utils->CreateBlob(text.data(), static_cast<UINT32>(text.size()), page, &made);
            *blob = made;
            return result;
        };
        print_files(files, including, {L"-T", L"cs_6_0"});
    }
}
SCENARIO(a_handler_with_blobs_in_utf16) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Files files;
    files.known["./one.h"] = utf16("#define ONE 1\n");
    files.blobs = [&](const std::string &text, IDxcBlob **blob) {
        IDxcBlobEncoding *made = nullptr;
        const HRESULT result = utils->CreateBlob(text.data(), static_cast<UINT32>(text.size()), 1200, &made);
        *blob = made;
        return result;
    };
    print_files(files, including, {L"-T", L"cs_6_0"});
}
SCENARIO(a_handler_with_empty_files_and_marks) {
    Files files;
    files.known["./one.h"] = "\xef\xbb\xbf#define ONE 1\n#include \"none\"\n";
    files.known["./none"] = "";
    print_files(files, including, {L"-T", L"cs_6_0"});
}
SCENARIO(a_file_is_included_twice) {
    Files files;
    files.known["./one.h"] = "#pragma once\n#define ONE 1\n";
    print_files(files, "#include \"one.h\"\n#include \"one.h\"\n#include \"./one.h\"\n[numthreads(ONE, 1, 1)] void main() {}\n", {L"-T", L"cs_6_0"});
}
SCENARIO(no_handler) {
    print_messages(compile(including, {L"a.hlsl", L"-T", L"cs_6_0"}).get());
    print_messages(compile(simple, {L"a.hlsl", L"-T", L"cs_6_0"}).get());
}
SCENARIO(the_default_handler_reads_files) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcIncludeHandler> handler;
    say{"%08x", code(utils->CreateDefaultIncludeHandler(handler.out()))};
    char name[] = "/tmp/scenarios-XXXXXX";
    const int file = mkstemp(name);
    const std::string text = "#define ONE 1\n";
    say{"written %d", write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size())};
    close(file);
    Held<IDxcBlob> blob;
    const std::wstring wide(name, name + std::strlen(name));
    print_blob{"file", handler->LoadSource(wide.c_str(), blob.out()), blob.get()};
    compile("#include \"" + std::string(name) + "\"\n[numthreads(ONE, 1, 1)] void main() {}\n", {L"-T", L"cs_6_0"}, handler.get());
    for (UINT32 page : {0u, 65001u, 1200u}) {
        Held<IDxcBlobEncoding> loaded;
        const HRESULT result = utils->LoadFile(wide.c_str(), &page, loaded.out());
        print_blob{"with a page", result, loaded.get()};
    }
    Held<IDxcBlobEncoding> loaded;
    const HRESULT result = utils->LoadFile(wide.c_str(), nullptr, loaded.out());
    print_blob{"without a page", result, loaded.get()};
    unlink(name);
    say{"gone %08x %d", code(handler->LoadSource(wide.c_str(), blob.out())), blob.get() != nullptr};
    say{"gone %08x %d", code(utils->LoadFile(wide.c_str(), nullptr, loaded.out())), loaded.get() != nullptr};
    say{"folder %08x", code(utils->LoadFile(L"/tmp", nullptr, loaded.out()))};
    say{"handler %lu", handler.drop()};
}
SCENARIO(sources_in_every_encoding) {
    const std::string text(simple);
    const std::string mark = "\xef\xbb\xbf", wide_mark = "\xff\xfe";
    const std::vector<Encoded> sources = {{text, 0}, {text, 65001}, {text, 1252}, {text, 4}, {text + zero, 0}, {text + zero, 65001},
                                          {utf16(text), 1200}, {utf16(text + zero), 1200}, {utf16(text), 0}, {mark + text, 0},
                                          {mark + text, 65001}, {wide_mark + utf16(text), 0}, {wide_mark + utf16(text), 1200},
                                          {utf32(text), 12000}, {utf32(text + zero), 12000}};
    for (const Encoded &source : sources)
        compile(buffer(source.text, source.page), to_cs, nullptr, source.name.c_str());
}
SCENARIO(sources_that_are_no_text) {
    const std::string text(simple);
    compile(buffer(text + "// \xff\xfe\n"), to_cs, nullptr, "utf-8");
    compile(buffer(text + "// \xff\xfe\n", 0), to_cs, nullptr, "unknown");
    compile(buffer(utf16(text) + "x", 1200), to_cs, nullptr, "half a unit");
    compile(buffer(utf16(text) + std::string("\0\xd8", 2), 1200), to_cs, nullptr, "half a pair");
    compile(buffer(text + zero + "more", 65001), to_cs, nullptr, "a zero inside");
    compile(buffer("", 65001), to_cs, nullptr, "nothing");
    compile(buffer(zero, 65001), to_cs, nullptr, "a zero alone");
    compile(buffer("\xef\xbb\xbf", 0), to_cs, nullptr, "a mark alone");
}
SCENARIO(blobs_of_texts) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    for (const Encoded &of : some_texts) {
        Held<IDxcBlobEncoding> copy, pin;
        print_blob{("copy " + of.name).c_str(), utils->CreateBlob(of.text.data(), of.size(), of.page, copy.out()), copy.get()};
        print_blob{("pin " + of.name).c_str(), utils->CreateBlobFromPinned(of.text.data(), of.size(), of.page, pin.out()), pin.get()};
        say{"sizes %zu %zu pinned %d", copy ? copy->GetBufferSize() : 0, pin ? pin->GetBufferSize() : 0,
            pin && pin->GetBufferPointer() == of.text.data()};
    }
}
SCENARIO(blobs_take_memory_over) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    for (const unsigned page : {0u, 65001u, 1200u}) {
        for (const size_t size : {size_t{8}, size_t{0}}) {
            Allocator allocator;
            void *block = allocator.Alloc(16);
            std::memset(block, 'x', 16);
            Held<IDxcBlobEncoding> blob;
            const HRESULT result = utils->MoveToBlob(block, &allocator, static_cast<UINT32>(size), page, blob.out());
            print_blob{"moved", result, blob.get()};
            say{"size %zu references %ld", blob ? blob->GetBufferSize() : 0, allocator.references};
            blob.drop();
            say{"blocks %ld references %ld", allocator.blocks, allocator.references};
        }
    }
}
SCENARIO(texts_become_utf8_and_wide) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcLibrary> library = make<IDxcLibrary>(CLSID_DxcLibrary);
    for (const Encoded &of : some_texts) {
        Held<IDxcBlobEncoding> blob;
        utils->CreateBlob(of.text.data(), of.size(), of.page, blob.out());
        Held<IDxcBlobUtf8> utf8;
        Held<IDxcBlobWide> wide;
        Held<IDxcBlobEncoding> former;
        print_blob{("utf8 of " + of.name).c_str(), utils->GetBlobAsUtf8(blob.get(), utf8.out()), utf8.get()};
        print_blob{("wide of " + of.name).c_str(), utils->GetBlobAsWide(blob.get(), wide.out()), wide.get()};
        say{"texts %s %s", utf8 ? utf8->GetStringPointer() : "(null)", narrow(wide.get()).c_str()};
        print_blob{"former", library->GetBlobAsUtf8(blob.get(), former.out()), former.get()};
        utf8.drop();
        wide.drop();
        former.drop();
        say{"left %lu", blob.drop()};
    }
}
SCENARIO(foreign_blobs_become_utf8_and_wide) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    for (const std::string &text : {std::string("text"), std::string("text") + zero, std::string()}) {
        ForeignBlob *blob = new ForeignBlob(text);
        Held<IDxcBlobUtf8> utf8;
        Held<IDxcBlobWide> wide;
        Held<IDxcBlob> range;
        print_blob{"utf8", utils->GetBlobAsUtf8(blob, utf8.out()), utf8.get()};
        print_blob{"wide", utils->GetBlobAsWide(blob, wide.out()), wide.get()};
        print_blob{"all", utils->CreateBlobFromBlob(blob, 0, 0, range.out()), range.get()};
        blob->Release();
        say{"living %d", ForeignBlob::living > 0};
        range.drop();
        utf8.drop();
        say{"left %d", ForeignBlob::living};
    }
}
SCENARIO(ranges_of_blobs) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> blob;
    utils->CreateBlob("0123456789", 10, 0, blob.out());
    const UINT32 ranges[][2] = {{0, 0}, {2, 3}, {0, 10}, {10, 0}, {9, 1}, {10, 1}, {0, 11}, {11, 0}, {0xffffffff, 2}, {3, 0}};
    for (const auto &range : ranges) {
        Held<IDxcBlob> found;
        const HRESULT result = utils->CreateBlobFromBlob(blob.get(), range[0], range[1], found.out());
        print_blob{"range", result, found.get()};
        say{"size %zu same %d", found ? found->GetBufferSize() : 0, found.get() == blob.get()};
    }
    Held<IDxcBlob> inner;
    utils->CreateBlobFromBlob(blob.get(), 1, 2, inner.out());
    say{"outer %lu", blob.drop()};
    say{"text %s", bytes(inner.get()).c_str()};
}
SCENARIO(streams_of_blobs) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    Held<IDxcBlobEncoding> blob;
    utils->CreateBlob("0123456789", 10, 0, blob.out());
    Held<IStream> stream;
    say{"%08x", code(utils->CreateReadOnlyStreamFromBlob(blob.get(), stream.out()))};
    char text[16] = {};
    ULONG read = 77;
    say{"read %08x", code(stream->Read(text, 4, &read))};
    say{"%u %s", static_cast<unsigned>(read), text};
    LARGE_INTEGER distance;
    std::memset(&distance, 0, sizeof distance);
    distance.QuadPart = 8;
    ULARGE_INTEGER place;
    std::memset(&place, 0, sizeof place);
    for (const unsigned origin : {0u, 1u, 2u, 7u}) {
        const HRESULT result = stream->Seek(distance, origin, &place);
        say{"seek %u %08x at %llu", origin, code(result), static_cast<unsigned long long>(place.QuadPart)};
        distance.QuadPart = -2;
    }
    std::memset(text, 0, sizeof text);
    const HRESULT rest = stream->Read(text, 8, &read);
    say{"rest %08x %u %s", code(rest), static_cast<unsigned>(read), text};
    const HRESULT end = stream->Read(text, 8, nullptr);
    say{"end %08x write %08x", code(end), code(stream->Write(text, 1, &read))};
    say{"set size %08x commit %08x revert %08x", code(stream->SetSize(place)), code(stream->Commit(0)), code(stream->Revert())};
    STATSTG about;
    std::memset(&about, 0, sizeof about);
    const HRESULT stat = stream->Stat(&about, 1);
    say{"stat %08x %llu", code(stat), static_cast<unsigned long long>(about.cbSize.QuadPart)};
    IStream *other = nullptr;
    say{"clone %08x %d", code(stream->Clone(&other)), other != nullptr};
    say{"stream %lu blob %lu", stream.drop(), blob.drop()};
}
SCENARIO(encodings_of_outputs) {
    for (const wchar_t *encoding : {L"utf8", L"wide", L"utf16", L"utf32", L"latin"}) {
        Held<IDxcResult> result = compile("void main() { no; }", {L"-T", L"cs_6_0", L"-encoding", encoding}, nullptr, narrow(encoding).c_str());
        Held<IDxcBlobEncoding> errors;
        if (result)
            print_blob{"errors", result->GetErrorBuffer(errors.out()), errors.get()};
        Held<IDxcResult> text = compile("int a;\n", {L"-P", L"-Fi", L"x", L"-encoding", encoding});
        Held<IDxcBlob> made;
        if (text)
            print_blob{"text", text->GetResult(made.out()), made.get()};
    }
}
SCENARIO(arguments_are_built) {
    Held<IDxcUtils> utils = make<IDxcUtils>(CLSID_DxcUtils);
    const DxcDefine defines[] = {{L"A", L"1"}, {L"B", nullptr}, {L"C", L""}};
    Words words = {L"-O1", L"-E", L"other", L"/Tps_6_0", L"-no-warnings"};
    const auto print = [](HRESULT result, IDxcCompilerArgs *list) {
        std::string all;
        for (UINT32 i = 0; list && i < list->GetCount(); ++i)
            all += " [" + narrow(list->GetArguments()[i]) + "]";
        say{"%08x %u%s", code(result), list ? list->GetCount() : 99, all.c_str()};
    };
    const wchar_t *const texts[][3] = {{L"a.hlsl", L"main", L"cs_6_0"}, {nullptr, nullptr, nullptr}, {L"", L"", L""}, {L"a.hlsl", nullptr, L"cs_6_0"}};
    for (const auto &given : texts) {
        Held<IDxcCompilerArgs> list;
        const HRESULT result = utils->BuildArguments(given[0], given[1], given[2], words.data(), static_cast<UINT32>(words.size()),
                                                     defines, 3, list.out());
        print(result, list.get());
    }
    Held<IDxcCompilerArgs> list;
    const HRESULT built_list = utils->BuildArguments(L"a", L"b", L"c", nullptr, 0, nullptr, 0, list.out());
    print(built_list, list.get());
    LPCSTR utf8[] = {"-D", "X=\xc3\xa9"};
    print(list->AddArgumentsUTF8(utf8, 2), list.get());
    print(list->AddArguments(words.data(), 1), list.get());
    print(list->AddDefines(defines, 3), list.get());
    print(list->AddArguments(words.data(), 0), list.get());
    Held<IDxcCompilerArgs> none = make<IDxcCompilerArgs>(CLSID_DxcCompilerArgs);
    say{"none %u %d", none->GetCount(), none->GetArguments() != nullptr};
    print(none->AddArguments(words.data(), 2), none.get());
}
