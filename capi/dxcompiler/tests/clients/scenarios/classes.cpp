// Every class: its interfaces, its counts of references, its allocator.

#include "scenarios.h"

namespace {

struct Class {
    const char *name;
    CLSID id;
};

const Class classes[] = {
    {"DxcCompiler", CLSID_DxcCompiler},
    {"DxcLibrary", CLSID_DxcLibrary},
    {"DxcUtils", CLSID_DxcUtils},
    {"DxcCompilerArgs", CLSID_DxcCompilerArgs},
    {"DxcValidator", CLSID_DxcValidator},
    {"DxcLinker", CLSID_DxcLinker},
    {"DxcAssembler", CLSID_DxcAssembler},
    {"DxcContainerBuilder", CLSID_DxcContainerBuilder},
    {"DxcContainerReflection", CLSID_DxcContainerReflection},
    {"DxcOptimizer", CLSID_DxcOptimizer},
    {"DxcPdbUtils", CLSID_DxcPdbUtils},
    {"DxcRewriter", class_rewriter},
    {"DxcIntelliSense", class_intellisense},
    {"DxcDiaDataSource", CLSID_DxcDiaDataSource},
};

struct Interface {
    const char *name;
    IID id;
};

const Interface interfaces[] = {
    {"IUnknown", __uuidof(IUnknown)},
    {"IDxcBlob", __uuidof(IDxcBlob)},
    {"IDxcBlobEncoding", __uuidof(IDxcBlobEncoding)},
    {"IDxcIncludeHandler", __uuidof(IDxcIncludeHandler)},
    {"IDxcCompilerArgs", __uuidof(IDxcCompilerArgs)},
    {"IDxcLibrary", __uuidof(IDxcLibrary)},
    {"IDxcOperationResult", __uuidof(IDxcOperationResult)},
    {"IDxcResult", __uuidof(IDxcResult)},
    {"IDxcCompiler", __uuidof(IDxcCompiler)},
    {"IDxcCompiler2", __uuidof(IDxcCompiler2)},
    {"IDxcCompiler3", __uuidof(IDxcCompiler3)},
    {"IDxcLinker", __uuidof(IDxcLinker)},
    {"IDxcUtils", __uuidof(IDxcUtils)},
    {"IDxcExtraOutputs", __uuidof(IDxcExtraOutputs)},
    {"IDxcValidator", __uuidof(IDxcValidator)},
    {"IDxcValidator2", __uuidof(IDxcValidator2)},
    {"IDxcContainerBuilder", __uuidof(IDxcContainerBuilder)},
    {"IDxcAssembler", __uuidof(IDxcAssembler)},
    {"IDxcContainerReflection", __uuidof(IDxcContainerReflection)},
    {"IDxcOptimizer", __uuidof(IDxcOptimizer)},
    {"IDxcVersionInfo", __uuidof(IDxcVersionInfo)},
    {"IDxcVersionInfo2", __uuidof(IDxcVersionInfo2)},
    {"IDxcVersionInfo3", __uuidof(IDxcVersionInfo3)},
    {"IDxcPdbUtils", __uuidof(IDxcPdbUtils)},
    {"IDxcPdbUtils2", __uuidof(IDxcPdbUtils2)},
    {"IMalloc", __uuidof(IMalloc)},
};

} // namespace

SCENARIO(classes_are_made_and_end_with_their_last_reference) {
    for (const Class &of : classes) {
        Held<IUnknown> object;
        const HRESULT result = create(of.id, __uuidof(IUnknown), object.any());
        if (!object) {
            say{"%s %08x null", of.name, code(result)};
            continue;
        }
        const unsigned long up = object->AddRef(), down = object->Release();
        say{"%s %08x up %lu down %lu last %lu", of.name, code(result), up, down, object.drop()};
    }
}

SCENARIO(classes_answer_for_their_interfaces) {
    for (const Class &of : classes) {
        std::string found;
        Held<IUnknown> object;
        create(of.id, __uuidof(IUnknown), object.any());
        if (!object)
            continue;
        for (const Interface &asked : interfaces) {
            Held<IUnknown> other;
            const HRESULT result = object->QueryInterface(asked.id, other.any());
            if (SUCCEEDED(result))
                found += std::string(" ") + asked.name;
            else if (result != E_NOINTERFACE || other)
                say{"%s as %s: %08x %d", of.name, asked.name, code(result), other.get() != nullptr};
        }
        say{"%s:%s", of.name, found.c_str()};
    }
}

SCENARIO(classes_cannot_be_asked_for_other_interfaces_at_once) {
    for (const Class &of : classes) {
        Held<IUnknown> object;
        const HRESULT result = create(of.id, __uuidof(IDxcBlobWide), object.any());
        say{"%s %08x %d", of.name, code(result), object.get() != nullptr};
    }
}

SCENARIO(interfaces_of_an_object_count_together) {
    Held<IDxcCompiler3> compiler = make<IDxcCompiler3>(CLSID_DxcCompiler);
    Held<IDxcCompiler> former = as<IDxcCompiler>(compiler);
    Held<IDxcVersionInfo> version = as<IDxcVersionInfo>(compiler);
    Held<IUnknown> one = as<IUnknown>(compiler), other = as<IUnknown>(former);
    say{"same %d up %lu", one.get() == other.get(), static_cast<unsigned long>(former->AddRef())};
    say{"down %lu", static_cast<unsigned long>(compiler->Release())};
    say{"left %lu %lu %lu", one.drop(), other.drop(), version.drop()};
    say{"left %lu %lu", compiler.drop(), former.drop()};
}

SCENARIO(unknown_classes_and_null_places) {
    Held<IUnknown> object;
    const CLSID none = {0x12345678, 0x1234, 0x1234, {1, 2, 3, 4, 5, 6, 7, 8}};
    say{"unknown %08x %d", code(create(none, __uuidof(IUnknown), object.any())), object.get() != nullptr};
    say{"unknown 2 %08x %d", code(create2(nullptr, none, __uuidof(IUnknown), object.any())), object.get() != nullptr};
    say{"no place %08x", code(create(CLSID_DxcCompiler, __uuidof(IUnknown), nullptr))};
    say{"no place 2 %08x", code(create2(nullptr, CLSID_DxcCompiler, __uuidof(IUnknown), nullptr))};
}

SCENARIO(a_null_allocator_is_none) {
    for (const Class &of : classes) {
        Held<IUnknown> object;
        const HRESULT result = create2(nullptr, of.id, __uuidof(IUnknown), object.any());
        say{"%s %08x last %lu", of.name, code(result), object.drop()};
    }
}

SCENARIO(an_allocator_gets_everything_back) {
    for (const Class &of : classes) {
        Allocator allocator;
        Held<IUnknown> object;
        const HRESULT result = create2(&allocator, of.id, __uuidof(IUnknown), object.any());
        const bool is_used = allocator.most > 0;
        object.drop();
        say{"%s %08x used %d blocks %ld references %ld", of.name, code(result), is_used, allocator.blocks, allocator.references};
    }
}

SCENARIO(an_allocator_gets_back_what_a_compilation_takes) {
    Allocator allocator;
    {
        Held<IDxcCompiler3> compiler;
        create2(&allocator, CLSID_DxcCompiler, __uuidof(IDxcCompiler3), compiler.any());
        Held<IDxcResult> result;
        const DxcBuffer source = buffer(simple);
        Words words = to_cs;
        const HRESULT call = compiler->Compile(&source, words.data(), 2, nullptr, __uuidof(IDxcResult), result.any());
        say{"compile %08x status %08x", code(call), code(status(result.get()))};
        compiler.drop();
        Held<IDxcBlob> object;
        result->GetResult(object.out());
        result.drop();
        say{"object %d used %d", object->GetBufferSize() > 0, allocator.blocks > 0};
    }
    say{"blocks %ld references %ld", allocator.blocks, allocator.references};
}

SCENARIO(an_allocator_without_memory_makes_no_object) {
    Allocator allocator;
    allocator.left = 0;
    Held<IDxcUtils> utils;
    const HRESULT result = create2(&allocator, CLSID_DxcUtils, __uuidof(IDxcUtils), utils.any());
    say{"%08x %d blocks %ld references %ld", code(result), utils.get() != nullptr, allocator.blocks, allocator.references};
}

SCENARIO(versions_of_the_compiler_and_the_validator) {
    for (const CLSID &id : {CLSID_DxcCompiler, CLSID_DxcValidator}) {
        Held<IUnknown> object = make<IUnknown>(id);
        Held<IDxcVersionInfo> info = as<IDxcVersionInfo>(object);
        Held<IDxcVersionInfo2> second = as<IDxcVersionInfo2>(object);
        Held<IDxcVersionInfo3> third = as<IDxcVersionInfo3>(object);
        UINT32 major = 0, minor = 0, flags = 77, commits = 0;
        const HRESULT version = info->GetVersion(&major, &minor);
        say{"version %08x %u.%u", code(version), major, minor};
        say{"flags %08x %u", code(info->GetFlags(&flags)), flags};
        say{"null %08x %08x %08x", code(info->GetVersion(nullptr, &minor)), code(info->GetVersion(&major, nullptr)),
            code(info->GetFlags(nullptr))};
        say{"second %d third %d", second.get() != nullptr, third.get() != nullptr};
        if (second) {
            char *hash = nullptr;
            const HRESULT result = second->GetCommitInfo(&commits, &hash);
            say{"commit %08x %d %zu", code(result), hash != nullptr, hash ? std::strlen(hash) : 0};
            CoTaskMemFree(hash);
            say{"commit null %08x %08x", code(second->GetCommitInfo(nullptr, &hash)), code(second->GetCommitInfo(&commits, nullptr))};
        }
        if (third) {
            char *text = nullptr;
            const HRESULT result = third->GetCustomVersionString(&text);
            say{"text %08x %d", code(result), text != nullptr && *text != '\0'};
            CoTaskMemFree(text);
        }
    }
}
