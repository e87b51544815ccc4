/* A client in C, which knows tables of functions alone, as SDL_shadercross is one: no header of DXC. */

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

typedef int Result;
typedef struct Object Object;

/* The table of any object, with as many functions as are called here. */
typedef struct {
    Result (*query)(Object *, const void *, void **);
    unsigned long (*add_ref)(Object *);
    unsigned long (*release)(Object *);
    void *methods[16];
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

static const Id class_compiler = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const Id class_utils = {0x6245d6af, 0x66e0, 0x48fd, {0x80, 0xb4, 0x4d, 0x27, 0x17, 0x96, 0x74, 0x8c}};
static const Id compiler_id = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const Id utils_id = {0x4605c4cb, 0x2019, 0x492a, {0xad, 0xa4, 0x65, 0xf2, 0x0b, 0xb7, 0xd6, 0x7f}};
static const Id result_id = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};
static const Id blob_id = {0x8ba5fb08, 0x5195, 0x40e2, {0xac, 0x58, 0x0d, 0x98, 0x9c, 0x3a, 0x01, 0x02}};
static const Id utf8_id = {0x3da636c9, 0xba71, 0x4024, {0xa3, 0x01, 0x30, 0xcb, 0xf1, 0x25, 0x30, 0x5b}};

typedef Result (*Create)(const void *, const void *, void **);
typedef Result (*Compile)(Object *, const Buffer *, const wchar_t **, unsigned, Object *, const Id *, void **);
typedef Result (*CreateHandler)(Object *, Object **);
typedef Result (*GetStatus)(Object *, Result *);
typedef Result (*GetOutput)(Object *, int, const Id *, void **, Object **);
typedef void *(*GetPointer)(Object *);
typedef size_t (*GetSize)(Object *);

int plain_client(void *function, const char *source, int is_spirv);

int plain_client(void *function, const char *source, int is_spirv) {
    const Create create = (Create)function;
    Object *compiler = NULL, *utils = NULL, *handler = NULL, *result = NULL, *blob = NULL, *errors = NULL;
    const wchar_t *words[16];
    unsigned count = 0;
    Buffer text = {source, strlen(source) + 1, 0};
    Result status = 0;
    int size = 0;
    create(&class_compiler, &compiler_id, (void **)&compiler);
    create(&class_utils, &utils_id, (void **)&utils);
    if (!compiler || !utils)
        return -1;
    ((CreateHandler)utils->table->methods[6])(utils, &handler);
    words[count++] = L"-DA=1";
    words[count++] = L"-E";
    words[count++] = L"main";
    words[count++] = L"-I";
    words[count++] = L"include";
    words[count++] = L"-T";
    words[count++] = L"cs_6_0";
    if (is_spirv) {
        words[count++] = L"-spirv";
        words[count++] = L"-fspv-flatten-resource-arrays";
        words[count++] = L"-fspv-preserve-bindings";
        words[count++] = L"-fspv-preserve-interface";
        words[count++] = L"-fspv-debug=vulkan-with-source";
    } else {
        words[count++] = L"-Zi";
    }
    words[count++] = L"name.hlsl";
    if (((Compile)compiler->table->methods[0])(compiler, &text, words, count, handler, &result_id, (void **)&result) < 0 || !result)
        return -2;
    if (((GetOutput)result->table->methods[4])(result, 1, &blob_id, (void **)&blob, NULL) < 0)
        blob = NULL;
    ((GetStatus)result->table->methods[0])(result, &status);
    if (status < 0 && ((GetOutput)result->table->methods[4])(result, 2, &utf8_id, (void **)&errors, NULL) >= 0) {
        const char *message = (const char *)((GetPointer)errors->table->methods[0])(errors);
        printf("message %d\n", strstr(message, "name.hlsl:1:37: error: ") == message);
    }
    if (blob) {
        size = ((GetSize)blob->table->methods[1])(blob) > 0;
        printf("blob %lu\n", blob->table->release(blob));
    }
    if (errors)
        printf("errors %lu\n", errors->table->release(errors));
    printf("result %lu\n", result->table->release(result));
    printf("handler %lu\n", handler->table->release(handler));
    printf("utils %lu compiler %lu\n", utils->table->release(utils), compiler->table->release(compiler));
    return status < 0 ? 10 + size : size;
}
