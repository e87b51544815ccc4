/* Compiles a text through the library in the place of dxcompiler, which it loads: drop_in LIBRARY SOURCE PROFILE OUT
 *
 * It knows tables of functions alone, as a client in C does. */

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

typedef struct Object Object;
typedef struct {
    int (*query)(Object *, const void *, void **);
    unsigned long (*add_ref)(Object *);
    unsigned long (*release)(Object *);
    void *methods[8];
} Table;
struct Object {
    const Table *table;
};
typedef struct {
    unsigned first;
    unsigned short second, third;
    unsigned char rest[8];
} Id;
typedef struct {
    const void *text;
    size_t size;
    unsigned page;
} Buffer;

static const Id compiler_class = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const Id compiler_id = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const Id result_id = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};
static const Id blob_id = {0x8ba5fb08, 0x5195, 0x40e2, {0xac, 0x58, 0x0d, 0x98, 0x9c, 0x3a, 0x01, 0x02}};

int main(int count, char **words) {
    static char text[1 << 16];
    if (count != 5)
        return 2;
    void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    int (*create)(const void *, const void *, void **);
    *(void **)&create = dlsym(library, "DxcCreateInstance");
    FILE *file = fopen(words[2], "rb");
    Object *compiler = NULL, *result = NULL, *blob = NULL;
    if (!create || !file || create(&compiler_class, &compiler_id, (void **)&compiler) < 0)
        return 1;
    Buffer buffer = {text, fread(text, 1, sizeof text, file), 65001};
    fclose(file);
    wchar_t profile[16];
    mbstowcs(profile, words[3], 16);
    /* The library writes for the validator of DXC 1.9 where it is not told another, the command for that of 1.8. */
    const wchar_t *options[] = {L"-T", profile, L"-DSCALE=2.0", L"-validator-version", L"1.8"};
    int (*compile)(Object *, const Buffer *, const wchar_t **, unsigned, Object *, const Id *, void **);
    *(void **)&compile = compiler->table->methods[0];
    if (compile(compiler, &buffer, options, sizeof options / sizeof *options, NULL, &result_id, (void **)&result) < 0)
        return 1;
    /* Status and error texts, then an output of its kind: 1 is the object. */
    int (*output)(Object *, int, const Id *, void **, Object **);
    *(void **)&output = result->table->methods[4];
    if (output(result, 1, &blob_id, (void **)&blob, NULL) < 0 || !blob)
        return 1;
    const void *(*pointer)(Object *);
    size_t (*size)(Object *);
    *(void **)&pointer = blob->table->methods[0];
    *(void **)&size = blob->table->methods[1];
    FILE *out = fopen(words[4], "wb");
    int is_bad = !out || fwrite(pointer(blob), 1, size(blob), out) != size(blob) || fclose(out) != 0;
    blob->table->release(blob);
    result->table->release(result);
    compiler->table->release(compiler);
    return is_bad;
}
