// Compiles a text to both targets and prints what it is made of: reflect [SOURCE]

#include <hlslc.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Free {
    void operator()(HlslcResult *result) const { hlslc_result_free(result); }
    void operator()(HlslcBlob *blob) const { hlslc_blob_free(blob); }
};

using Result = std::unique_ptr<HlslcResult, Free>;
using Blob = std::unique_ptr<HlslcBlob, Free>;

std::string_view view(HlslcBytes bytes) { return {reinterpret_cast<const char *>(bytes.data), bytes.size}; }

// An output of a result; an exception if there is none.
std::string_view output(const Result &result, HlslcOutput kind) {
    HlslcBytes bytes{};
    const HlslcStatus status = hlslc_result_output(result.get(), kind, &bytes);
    if (status != HLSLC_STATUS_OK)
        throw std::runtime_error(hlslc_status_text(status));
    return view(bytes);
}

Result compile(std::string_view source, const std::vector<const char *> &arguments) {
    HlslcRequest request{};
    request.struct_size = sizeof request;
    request.source = source.data();
    request.source_size = source.size();
    request.source_name = "text.hlsl";
    request.arguments = arguments.data();
    request.argument_count = arguments.size();
    HlslcResult *made = nullptr;
    const HlslcStatus status = hlslc_compile(&request, &made);
    Result result(made);
    if (status != HLSLC_STATUS_OK) {
        const std::string why = made ? std::string(output(result, HLSLC_OUTPUT_ERRORS)) : hlslc_status_text(status);
        throw std::runtime_error(why);
    }
    return result;
}

} // namespace

int main(int argc, char **argv) {
    std::string_view source = "RWBuffer<float> Out; cbuffer Settings { float scale; };\n"
                              "[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i * scale; }\n";
    if (argc > 1)
        source = argv[1];
    try {
        const Result dxil = compile(source, {"-T", "cs_6_6", "-Zi"});
        std::cout << "container: " << output(dxil, HLSLC_OUTPUT_OBJECT).substr(0, 4) << '\n';
        HlslcText name{};
        if (hlslc_result_output_name(dxil.get(), HLSLC_OUTPUT_PDB, &name) == HLSLC_STATUS_OK)
            std::cout << "debug information: " << std::string_view(name.data, name.size).size() << " letters\n";
        std::cout << "names scale: " << (output(dxil, HLSLC_OUTPUT_REFLECTION_JSON).find("\"scale\"") != std::string_view::npos)
                  << '\n';

        const Result spirv = compile(source, {"-T", "cs_6_6", "-spirv"});
        const std::string_view words = output(spirv, HLSLC_OUTPUT_OBJECT);
        HlslcBlob *made = nullptr;
        hlslc_disassemble(reinterpret_cast<const uint8_t *>(words.data()), words.size(), &made);
        const Blob listing(made);
        std::cout << "module: " << view(hlslc_blob_bytes(listing.get())).substr(0, 7) << '\n';
    } catch (const std::exception &error) {
        std::cout << error.what();
        return 1;
    }
    return 0;
}
