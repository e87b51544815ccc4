/* Compiles a file and writes the container: compile FILE PROFILE OUT
 *
 * Included files come from a callback, which adds a folder of the program's own to those that exist on disk. */

#include <hlslc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A whole file, or null. */
static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = NULL;
    size_t room = 0, filled = 0, got;
    do {
        if (filled == room) {
            room = room ? 2 * room : 4096;
            bytes = realloc(bytes, room);
        }
        got = fread(bytes + filled, 1, room - filled, file);
        filled += got;
    } while (got > 0);
    fclose(file);
    *size = filled;
    return bytes;
}

/* Is asked for each place where an included file may be. */
static int32_t include_file(void *user, const char *path, HlslcIncluded *included) {
    int *count = user;
    if (strcmp(path, "engine/version.h") == 0) {
        static const char text[] = "#define ENGINE_VERSION 3\n";
        included->data = (const uint8_t *)text;
        included->size = sizeof text - 1;
    } else {
        size_t size;
        char *bytes = read_file(path, &size);
        if (!bytes)
            return HLSLC_INCLUDE_NOT_FOUND;
        included->data = (const uint8_t *)bytes;
        included->size = size;
        included->token = bytes;
    }
    ++*count;
    return HLSLC_INCLUDE_FOUND;
}

static void release_file(void *user, HlslcIncluded *included) {
    (void)user;
    free(included->token);
}

static void print_diagnostics(const HlslcResult *result) {
    static const char *const words[] = {"note", "warning", "error"};
    for (size_t i = 0; i < hlslc_result_diagnostic_count(result); ++i) {
        HlslcDiagnostic told = {.struct_size = sizeof told};
        if (hlslc_result_diagnostic(result, i, &told) != HLSLC_STATUS_OK)
            continue;
        printf("%s:%u:%u: %s %s: %s\n", told.file.data, told.line, told.column, words[told.severity], told.code.data,
               told.message.data);
        for (uint32_t k = 0; k < told.fix_count; ++k) {
            HlslcFix fix = {.struct_size = sizeof fix};
            if (hlslc_result_fix(result, i, k, &fix) == HLSLC_STATUS_OK)
                printf("  replace %zu bytes at %zu by `%s`\n", fix.size, fix.offset, fix.replacement.data);
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s FILE PROFILE OUT\n", argv[0]);
        return 2;
    }
    if (hlslc_abi_version() != HLSLC_ABI_VERSION) {
        fprintf(stderr, "the library has version %u of the interface, not %u\n", hlslc_abi_version(), HLSLC_ABI_VERSION);
        return 2;
    }
    size_t size;
    char *source = read_file(argv[1], &size);
    if (!source) {
        perror(argv[1]);
        return 2;
    }

    HlslcDefine defines[] = {{"FROM_C", "1"}};
    const char *const dirs[] = {"engine"};
    HlslcOptions options = {
        .struct_size = sizeof options,
        .target = argv[2],
        .defines = defines,
        .define_count = 1,
        .include_dirs = dirs,
        .include_dir_count = 1,
        .language = 2021,
    };
    int included = 0;
    HlslcRequest request = {
        .struct_size = sizeof request,
        .source = source,
        .source_size = size,
        .source_name = argv[1],
        .options = &options,
        .include = include_file,
        .include_release = release_file,
        .include_user = &included,
    };
    HlslcResult *result;
    HlslcStatus status = hlslc_compile(&request, &result);
    free(source);
    print_diagnostics(result);
    printf("%s, %d included\n", hlslc_status_text(status), included);

    HlslcBytes object;
    if (hlslc_result_output(result, HLSLC_OUTPUT_OBJECT, &object) == HLSLC_STATUS_OK) {
        FILE *out = fopen(argv[3], "wb");
        if (!out || fwrite(object.data, 1, object.size, out) != object.size || fclose(out) != 0)
            perror(argv[3]);
    }
    hlslc_result_free(result);
    return status == HLSLC_STATUS_OK ? 0 : 1;
}
