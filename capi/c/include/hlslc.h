// Sources have the SHA-256 296b4505cd4fc2d647fcdf65829f55b14aa0f0d7ac82f8d47b3ce66a6582b843.
/* hlslc: HLSL to DXIL and SPIR-V, as C functions.
 *
 * `cargo xtask header` makes this file out of capi/c/src; changes go there.
 *
 * Functions may be called from any thread and keep nothing between two calls. Texts are UTF-8. What the library gives belongs to
 * the result or blob that it was asked of, until that is freed. Structs begin with their size, which the caller sets; zero in any
 * other field is what is done without it. A program that needs this version of the interface asks hlslc_abi_version() first. */

#ifndef HLSLC_H
#define HLSLC_H

#include <stddef.h>
#include <stdint.h>

// The version of this interface. It grows when a program that was compiled with an older header would not work any more; what is
// only added leaves it as it is.
#define HLSLC_ABI_VERSION 1

// `HlslcOptions.flags`: `-Zi`; the debug information is an output of its own, unless an argument says otherwise.
#define HLSLC_DEBUG_INFO 1

// `HlslcOptions.flags`: `-WX`.
#define HLSLC_WARNINGS_ARE_ERRORS 2

// `HlslcOptions.flags`: `-no-warnings`.
#define HLSLC_NO_WARNINGS 4

// `HlslcOptions.flags`: `-Zpr`.
#define HLSLC_ROW_MAJOR 8

// `HlslcOptions.flags`: `-enable-16bit-types`.
#define HLSLC_16BIT_TYPES 16

// `HlslcOptions.flags`: `-Vd`.
#define HLSLC_NO_VALIDATION 32

// `HlslcOptions.flags`: the reflection is that of the whole shader, also where the object is stripped of it.
#define HLSLC_FULL_REFLECTION 64

// `HlslcOptions.flags`: without a callback, `#include` reads files from disk.
#define HLSLC_INCLUDE_FROM_DISK 128

// What an include callback came to: the file is there.
#define HLSLC_INCLUDE_FOUND 0

// What an include callback came to: there is no such file.
#define HLSLC_INCLUDE_NOT_FOUND 1

// What an include callback came to: it could not be read. Any other number means the same.
#define HLSLC_INCLUDE_FAILED 2

// What a call came to.
enum HlslcStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // It was done.
  HLSLC_STATUS_OK = 0,
  // The source has errors: the result has the diagnostics.
  HLSLC_STATUS_COMPILE_FAILED = 1,
  // An option is wrong: the result has the diagnostics.
  HLSLC_STATUS_INVALID_OPTION = 2,
  // A pointer is null that must not be, a size is impossible, an index or a kind does not exist.
  HLSLC_STATUS_INVALID_ARGUMENT = 3,
  // A text is not UTF-8.
  HLSLC_STATUS_INVALID_UTF8 = 4,
  // A struct's size is none that this library knows, or a field that it does not know is set.
  HLSLC_STATUS_INVALID_SIZE = 5,
  // The result has no output of this kind.
  HLSLC_STATUS_NO_OUTPUT = 6,
  // These bytes are no container, PDB or SPIR-V module, or a damaged one.
  HLSLC_STATUS_UNREADABLE = 7,
  // A fault of this library.
  HLSLC_STATUS_INTERNAL = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum HlslcStatus HlslcStatus;
#else
typedef int32_t HlslcStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What is written.
enum HlslcBackend
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // A DXIL container.
  HLSLC_BACKEND_DXIL = 0,
  // A SPIR-V module.
  HLSLC_BACKEND_SPIRV = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum HlslcBackend HlslcBackend;
#else
typedef uint32_t HlslcBackend;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How much is optimised.
enum HlslcOptimization
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // As without an option: `-O3`.
  HLSLC_OPTIMIZATION_DEFAULT = 0,
  // `-Od`.
  HLSLC_OPTIMIZATION_NONE = 1,
  // `-O1`.
  HLSLC_OPTIMIZATION_LEVEL1 = 2,
  // `-O2`.
  HLSLC_OPTIMIZATION_LEVEL2 = 3,
  // `-O3`.
  HLSLC_OPTIMIZATION_LEVEL3 = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum HlslcOptimization HlslcOptimization;
#else
typedef uint32_t HlslcOptimization;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How bad a diagnostic is.
enum HlslcSeverity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Something to know.
  HLSLC_SEVERITY_NOTE = 0,
  // There is output, but it may not be what was meant.
  HLSLC_SEVERITY_WARNING = 1,
  // There is no output.
  HLSLC_SEVERITY_ERROR = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum HlslcSeverity HlslcSeverity;
#else
typedef uint32_t HlslcSeverity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What a compilation gives.
enum HlslcOutput
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The container, or the words of the module.
  HLSLC_OUTPUT_OBJECT = 1,
  // The diagnostics as text, in lines such as `file:3:7: error: …`. Always there, and empty if there are none.
  HLSLC_OUTPUT_ERRORS = 2,
  // The file with debug information. Its name is what `hlslc_result_output_name` says.
  HLSLC_OUTPUT_PDB = 3,
  // The reflection of the shader, as JSON.
  HLSLC_OUTPUT_REFLECTION_JSON = 4,
  // The part for reflection, as `-Fre` writes it.
  HLSLC_OUTPUT_REFLECTION_PART = 5,
  // A container of the root signature alone.
  HLSLC_OUTPUT_ROOT_SIGNATURE = 6,
  // The listing of the object.
  HLSLC_OUTPUT_DISASSEMBLY = 7,
  // The part with the hash of the shader.
  HLSLC_OUTPUT_SHADER_HASH = 8,
  // The text that an argument asked for instead of an object: `-P`, `--emit=ir` and the like.
  HLSLC_OUTPUT_TEXT = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum HlslcOutput HlslcOutput;
#else
typedef uint32_t HlslcOutput;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Bytes that belong to the caller until `hlslc_blob_free`.
typedef struct HlslcBlob HlslcBlob;

// What a compilation gave. Any number of threads may look at it at once.
typedef struct HlslcResult HlslcResult;

// A macro of the command line. Its size is part of the ABI, as it stands in arrays.
typedef struct HlslcDefine {
  // The name.
  const char *name;
  // What it stands for; null is the same as `"1"`.
  const char *value;
} HlslcDefine;

// Options as values. They go before the arguments, which have the last word.
typedef struct HlslcOptions {
  // `sizeof(HlslcOptions)`.
  size_t struct_size;
  // The target profile, such as `"ps_6_6"`; may be null if an argument says it.
  const char *target;
  // The entry point; null is `"main"`.
  const char *entry;
  // Macros.
  const struct HlslcDefine *defines;
  // How many.
  size_t define_count;
  // Folders that are searched for included files.
  const char *const *include_dirs;
  // How many.
  size_t include_dir_count;
  // One of `HlslcBackend`.
  uint32_t backend;
  // One of `HlslcOptimization`.
  uint32_t optimization;
  // The version of the language as its year, such as 2021; zero is the default one.
  uint32_t language;
  // `HLSLC_DEBUG_INFO` and the like.
  uint32_t flags;
} HlslcOptions;

// The answer of an include callback. It comes with zeros in it.
typedef struct HlslcIncluded {
  // The size of this struct in the library that asks; fields beyond it are not there.
  size_t struct_size;
  // The bytes of the file.
  const uint8_t *data;
  // How many bytes.
  size_t size;
  // The name of the file for messages and for relative includes in it; null is the path that was asked for.
  const char *name;
  // Why the file could not be read, if that is so.
  const char *message;
  // Anything that the release callback needs.
  void *token;
} HlslcIncluded;

// Finds an included file. It is called with one path after another, beside the including file (for `"…"`) and in each folder of
// `-I`, until a file is there. It returns one of `HLSLC_INCLUDE_FOUND`, `_NOT_FOUND`, `_FAILED`, and fills `included` in the first
// case and the last. It runs on the thread that compiles, and must not throw an exception.
typedef int32_t (*HlslcInclude)(void *user, const char *path, struct HlslcIncluded *included);

// Takes back what an include callback gave; called once after each call of it, whatever it returned.
typedef void (*HlslcIncludeRelease)(void *user, struct HlslcIncluded *included);

// What is to be compiled, and how.
typedef struct HlslcRequest {
  // `sizeof(HlslcRequest)`.
  size_t struct_size;
  // The source: UTF-8, or UTF-16 or UTF-32 with a byte order mark. No zero has to follow it.
  const char *source;
  // How many bytes.
  size_t source_size;
  // The name of the source for messages and relative includes; null is `"hlsl.hlsl"`.
  const char *source_name;
  // Words of a command line, as `hlslc` and dxc take them, such as `"-T"`, `"ps_6_6"`.
  const char *const *arguments;
  // How many.
  size_t argument_count;
  // Options as values, or null.
  const struct HlslcOptions *options;
  // Finds included files; null if there are none.
  HlslcInclude include;
  // Takes back what `include` gave; may be null.
  HlslcIncludeRelease include_release;
  // What both are called with.
  void *include_user;
} HlslcRequest;

// Bytes that belong to the object that returned them.
typedef struct HlslcBytes {
  // The first byte.
  const uint8_t *data;
  // How many bytes.
  size_t size;
} HlslcBytes;

// A text in UTF-8. A zero byte follows it, which `size` does not count. `data` is never null in what the library gives.
typedef struct HlslcText {
  // The first byte.
  const char *data;
  // How many bytes.
  size_t size;
} HlslcText;

// A diagnostic. Texts belong to the result.
typedef struct HlslcDiagnostic {
  // `sizeof(HlslcDiagnostic)`.
  size_t struct_size;
  // The code, such as `E0203`; empty for what is about an option.
  struct HlslcText code;
  // The name after `-W` that turns it off; empty for errors.
  struct HlslcText group;
  // What is wrong.
  struct HlslcText message;
  // The file; empty if it is about no place.
  struct HlslcText file;
  // One of `HlslcSeverity`.
  uint32_t severity;
  // The line, from 1; zero if it is about no place.
  uint32_t line;
  // The column in bytes, from 1.
  uint32_t column;
  // The line of the end.
  uint32_t end_line;
  // The column after the last character.
  uint32_t end_column;
  // How many notes it has: `hlslc_result_note`.
  uint32_t note_count;
  // How many repairs it has: `hlslc_result_fix`.
  uint32_t fix_count;
} HlslcDiagnostic;

// A remark to a diagnostic, with a place or without.
typedef struct HlslcNote {
  // `sizeof(HlslcNote)`.
  size_t struct_size;
  // The remark; empty if the place says it all.
  struct HlslcText message;
  // The file; empty if it is about no place.
  struct HlslcText file;
  // The line, from 1; zero if it is about no place.
  uint32_t line;
  // The column in bytes, from 1.
  uint32_t column;
  // The line of the end.
  uint32_t end_line;
  // The column after the last character.
  uint32_t end_column;
} HlslcNote;

// A change of the source that repairs what is wrong.
typedef struct HlslcFix {
  // `sizeof(HlslcFix)`.
  size_t struct_size;
  // In words.
  struct HlslcText message;
  // The new text.
  struct HlslcText replacement;
  // The file.
  struct HlslcText file;
  // The first byte in the file's text that is replaced.
  size_t offset;
  // How many bytes are replaced.
  size_t size;
  // The line, from 1.
  uint32_t line;
  // The column in bytes, from 1.
  uint32_t column;
} HlslcFix;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface that the library has. It works with a program if it is the `HLSLC_ABI_VERSION` of its header.
uint32_t hlslc_abi_version(void);

// The version of the compiler, such as `"0.1.0"`.
const char *hlslc_version(void);

// What a status means, in English, for a log. Never null, whatever the number.
const char *hlslc_status_text(int32_t status);

// Compiles. `*result` is a result whenever the source was read: also where it has errors (`HLSLC_STATUS_COMPILE_FAILED`) or an
// option is wrong (`HLSLC_STATUS_INVALID_OPTION`); otherwise it is null. Free it with `hlslc_result_free`.
//
// `request` is null or leads to a request whose pointers are as their fields say; `result` is null or leads to room for a pointer.
HlslcStatus hlslc_compile(const struct HlslcRequest *request,
                          struct HlslcResult **result);

// Frees a result and everything that it returned. Null is allowed.
//
// `result` is null or came from `hlslc_compile`, and is not used any more.
void hlslc_result_free(struct HlslcResult *result);

// What the compilation came to.
//
// `result` is null or came from `hlslc_compile` and was not freed.
HlslcStatus hlslc_result_status(const struct HlslcResult *result);

// An output: `kind` is one of `HlslcOutput`. The bytes belong to the result; a zero follows them.
//
// `result` is null or came from `hlslc_compile` and was not freed; `bytes` is null or leads to room.
HlslcStatus hlslc_result_output(const struct HlslcResult *result, uint32_t kind, struct HlslcBytes *bytes);

// The name of an output that has one: of `HLSLC_OUTPUT_PDB`, which the object states.
//
// `result` is null or came from `hlslc_compile` and was not freed; `name` is null or leads to room.
HlslcStatus hlslc_result_output_name(const struct HlslcResult *result, uint32_t kind, struct HlslcText *name);

// How many diagnostics there are; none of null.
//
// `result` is null or came from `hlslc_compile` and was not freed.
size_t hlslc_result_diagnostic_count(const struct HlslcResult *result);

// A diagnostic. Set `diagnostic->struct_size` before.
//
// `result` is null or came from `hlslc_compile` and was not freed; `diagnostic` is null or leads to `struct_size` bytes.
HlslcStatus hlslc_result_diagnostic(const struct HlslcResult *result,
                                    size_t index,
                                    struct HlslcDiagnostic *diagnostic);

// A note of a diagnostic. Set `note->struct_size` before.
//
// `result` is null or came from `hlslc_compile` and was not freed; `note` is null or leads to `struct_size` bytes.
HlslcStatus hlslc_result_note(const struct HlslcResult *result,
                              size_t diagnostic,
                              size_t index,
                              struct HlslcNote *note);

// A repair of a diagnostic. Set `fix->struct_size` before.
//
// `result` is null or came from `hlslc_compile` and was not freed; `fix` is null or leads to `struct_size` bytes.
HlslcStatus hlslc_result_fix(const struct HlslcResult *result, size_t diagnostic, size_t index, struct HlslcFix *fix);

// How many files were included; none of null.
//
// `result` is null or came from `hlslc_compile` and was not freed.
size_t hlslc_result_dependency_count(const struct HlslcResult *result);

// The name of an included file; each is there once.
//
// `result` is null or came from `hlslc_compile` and was not freed; `name` is null or leads to room.
HlslcStatus hlslc_result_dependency(const struct HlslcResult *result, size_t index, struct HlslcText *name);

// The reflection of a container, a PDB or a SPIR-V module of any compiler, as JSON. Free it with `hlslc_blob_free`.
//
// `data` leads to `size` bytes; `json` is null or leads to room for a pointer.
HlslcStatus hlslc_reflect(const uint8_t *data, size_t size, struct HlslcBlob **json);

// The listing of a container or a SPIR-V module of any compiler. Free it with `hlslc_blob_free`.
//
// `data` leads to `size` bytes; `listing` is null or leads to room for a pointer.
HlslcStatus hlslc_disassemble(const uint8_t *data, size_t size, struct HlslcBlob **listing);

// The bytes of a blob; a zero follows them. None of null.
//
// `blob` is null or came from this library and was not freed.
struct HlslcBytes hlslc_blob_bytes(const struct HlslcBlob *blob);

// Frees a blob. Null is fine.
//
// `blob` is null or came from this library, and is not used any more.
void hlslc_blob_free(struct HlslcBlob *blob);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HLSLC_H */
