//! Lists the diagnostics of this crate.

hlslc_base::diagnostics! {
    // Tokens.
    /// A comment without an end.
    E0100 error unterminated_comment() => "this `/*` comment has no end";
    /// A string without an end.
    E0101 error unterminated_string() => "this string has no closing `\"` on its line";
    /// A character literal without an end.
    E0102 error unterminated_char() => "this character has no closing `'` on its line";
    /// A character that starts no token.
    E0103 error bad_character(character: &str) => "character `{character}` has no meaning here";
    /// Letters after a number.
    E0104 error bad_suffix(suffix: &str) => "`{suffix}` is not a suffix of a literal";
    /// A digit too large for its base.
    E0105 error bad_digit(digit: &str) => "`{digit}` is no digit of this base";
    /// `1e`.
    E0106 error exponent_without_digits() => "this exponent has no digits";
    /// An integer of more than 64 bits.
    E0107 error integer_too_large() => "this integer does not fit 64 bits";
    /// A floating-point number beyond double precision.
    W0100 warning["literal-range"] float_too_large() => "this literal is too large for any type and becomes infinity";
    /// `'ab'`.
    E0108 error bad_char() => "a character literal holds exactly one character";

    // Directives.
    /// `#foo`.
    E0110 error unknown_directive(name: &str) => "unknown directive `#{name}`";
    /// Tokens after a complete directive.
    W0110 warning["extra-tokens"] extra_tokens(directive: &str) => "extra tokens at the end of `#{directive}`";
    /// `#error`.
    E0111 error user_error(text: &str) => "{text}";
    /// `#warning`.
    W0111 warning["#warnings"] user_warning(text: &str) => "{text}";
    /// `#pragma message`.
    W0112 warning["#pragma-messages"] user_message(text: &str) => "{text}";
    /// `#if` without `#endif`.
    E0112 error unterminated_conditional() => "this conditional has no `#endif`";
    /// `#else` without `#if`.
    E0113 error stray_conditional(directive: &str) => "`#{directive}` without `#if`";
    /// `#else` or `#elif` after `#else`.
    E0114 error branch_after_else(directive: &str) => "`#{directive}` after `#else`";
    /// `#define` and nothing.
    E0115 error macro_name_missing() => "the name of a macro is missing";
    /// `#define 3`.
    E0116 error macro_name_not_a_word() => "the name of a macro must be a word";
    /// `#define defined`.
    E0117 error reserved_macro_name(name: &str) => "`{name}` cannot be the name of a macro";
    /// `#line` without a number.
    E0118 error bad_line_number() => "`#line` needs a line number";
    /// `#line 3 foo`.
    E0119 error bad_line_file() => "the file name of `#line` must be a string";

    // Macros.
    /// `#define F(a`.
    E0120 error unterminated_macro_params() => "the parameters of this macro have no closing `)`";
    /// `#define F(a, a)`.
    E0121 error duplicate_macro_param(name: &str) => "parameter `{name}` occurs twice";
    /// `#define F(1)`.
    E0122 error bad_macro_params() => "expected a list of parameter names";
    /// `##` at the start or end of a body.
    E0123 error paste_at_edge() => "`##` needs a token on both sides";
    /// `#x` where `x` is no parameter.
    E0124 error stringize_without_param() => "`#` in a macro must be followed by a parameter";
    /// `__VA_ARGS__` in a macro that is not variadic.
    W0120 warning["pedantic", off] va_args_outside_variadic() => "`__VA_ARGS__` has a meaning in variadic macros only";
    /// `#define NAME"text"`.
    W0123 warning no_space_behind_macro_name(name: &str) => "the body of macro `{name}` begins right after its name: separate them by white space";
    /// A different definition of a macro.
    W0121 warning["macro-redefined"] macro_redefined(name: &str) => "macro `{name}` is defined differently before";
    /// A change to a macro that the compiler defines.
    W0122 warning["builtin-macro-redefined"] builtin_macro_redefined(what: &str, name: &str) => "{what} built-in macro `{name}`";
    /// A call without its end.
    E0125 error unterminated_macro_call(name: &str) => "the arguments of macro `{name}` have no closing `)`";
    /// Too few or too many arguments.
    E0126 error macro_argument_count(name: &str, wanted: usize, given: usize) => "macro `{name}` takes {wanted} argument(s), not {given}";
    /// `##` makes no token.
    E0127 error bad_paste(left: &str, right: &str) => "`##` of `{left}` and `{right}` makes no token";
    /// Arguments within arguments too deep.
    E0128 error macro_nesting(limit: u32) => "macro arguments are nested more than {limit} deep";
    /// Expansion makes too many tokens.
    E0129 error expansion_budget(limit: u32) => "macros expand to more than {limit} tokens";

    /// The whole source is too long.
    E0137 error token_budget(limit: u32) => "the source has more than {limit} tokens; `-budget tokens=N` takes another number";

    // Includes.
    /// No such file.
    E0130 error include_not_found(path: &str) => "cannot find the file `{path}`";
    /// `#include <a.h>` where `a.h` lies beside the file.
    E0138 error include_needs_quotes(path: &str) => "'{path}' file not found with <angled> include; use \"quotes\" instead, which search beside this file";
    /// The file cannot be read.
    E0131 error include_unreadable(path: &str, reason: &str) => "cannot read the file `{path}`: {reason}";
    /// `#include foo`.
    E0132 error include_without_path() => "`#include` needs a path in quotes or angle brackets";
    /// Includes too deep.
    E0133 error include_depth(limit: u32) => "files include each other more than {limit} deep";
    /// Includes in all.
    E0135 error too_many_includes(limit: u32) => "more than {limit} files are included";
    /// Files and what macros make of them.
    E0136 error text_budget(limit: u64) => "the files with all that they include, and the text that macros make with `#` and `##`, are larger than {limit} bytes";
    /// More text than positions.
    E0134 error source_too_large() => "the source with all its expansions is larger than 4 GiB";

    // Conditions.
    /// `#if 1 +`.
    E0140 error condition_expected(what: &str) => "expected {what} in the condition";
    /// `#if 1 2`.
    E0141 error condition_extra(text: &str) => "`{text}` does not continue the condition";
    /// `#if F(1)` where `F` is no macro.
    E0142 error unknown_function_macro() => "a call in a condition must name a macro, and this name is not one";
    /// `#if 1.0`.
    E0143 error condition_float() => "a condition takes integers only";
    /// `#if 1/0`.
    E0144 error condition_division() => "division by zero in the condition";
    /// `#if ((((…`.
    E0145 error condition_nesting(limit: u32) => "the condition is nested more than {limit} deep";
    /// `defined` and no name.
    E0146 error defined_without_name() => "`defined` needs the name of a macro";
    /// `__has_include` and no path.
    E0147 error has_include_without_path() => "`__has_include` needs a path in parentheses";

    // Pragmas.
    /// A pragma that is not known.
    W0130 warning["unknown-pragmas", off] unknown_pragma(name: &str) => "unknown pragma `{name}` is ignored";
    /// `#pragma once` in the main file.
    W0131 warning["pragma-once-outside-header"] once_in_main_file() => "`#pragma once` has no effect in the main file";
    /// `#pragma pack_matrix` without an order.
    E0150 error bad_pack_matrix() => "`pack_matrix` takes `(row_major)` or `(column_major)`";
    /// `#pragma message` without a string.
    E0151 error bad_pragma_message() => "`message` takes a string";
    /// `_Pragma` without a string.
    E0152 error bad_pragma_operator() => "`_Pragma` takes a string in parentheses";
    /// `#pragma dxc diagnostic` with something else.
    W0132 warning["unknown-pragmas"] bad_diagnostic_pragma() => "expected `push`, `pop`, or one of `ignored`, `warning`, `error` and a warning such as \"-Wconversion\"";
    /// `pop` without `push`.
    W0133 warning["unknown-pragmas"] diagnostic_pop_without_push() => "`pop` without `push`";

    // Syntax.
    /// A token that does not continue what came before.
    E0160 error unexpected(found: &str) => "unexpected {found}";
    /// The same, where it is known what would.
    E0161 error expected(what: &str, found: &str) => "expected {what}, found {found}";
    /// A missing `;` and the like.
    E0162 error missing(what: &str) => "expected {what}";
    /// A keyword where a name should be.
    E0163 error keyword_as_name(word: &str) => "`{word}` is a keyword and cannot be a name";
    /// `float point = 1;`
    E0182 error modifier_as_name(word: &str) => "`{word}` is a modifier of HLSL and cannot be a name";
    /// `struct S { S(float x) { … } };`
    E0183 error constructor(name: &str) => "HLSL has no constructors: `{name}` cannot be declared as a function of its own struct";
    /// `~S()`
    E0184 error destructor() => "HLSL has no destructors";
    /// `float f() const { … }`
    E0185 error const_method() => "methods cannot be `const` before HLSL 202x";
    /// `float4 c : SV_Target[2];`
    E0187 error semantic_in_brackets(name: &str, number: &str) => "the number of a semantic is part of its name: write `{name}{number}`";
    /// `S s(1);`
    E0186 error value_in_parentheses() => "a variable is initialised with `=`";
    /// A word kept from C++.
    E0164 error reserved_word(word: &str) => "`{word}` is a reserved word";
    /// An opening bracket without its partner.
    E0165 error missing_closer(bracket: &str) => "expected `{bracket}`";
    /// A closing bracket without its partner.
    E0166 error stray_closer(bracket: &str) => "this `{bracket}` closes nothing";
    /// Nesting beyond the limit.
    E0167 error nesting(limit: u32) => "the code is nested more than {limit} deep";
    /// `float *p`.
    E0168 error pointer() => "there are no pointers and references in HLSL";
    /// `p->x`.
    E0169 error arrow() => "there is no `->` in HLSL";
    /// `register(t0, t1)`.
    E0170 error register_argument(text: &str) => "`{text}` is one argument of `register` too many";
    /// `register(ps[5], c1)`.
    E0190 error profile_with_index() => "the profile of a `register` has no index: write it at the register";
    /// `'\400'`, `"\x100"`
    E0191 error escape_too_large(escape: &str) => "`{escape}` is more than a character holds, which is `\\377` or `\\xff` at most";
    /// `Texture2D t[2] [[vk::binding(1)]];`
    E0193 error attributes_after_extent() => "write attributes before the size of an array, right after the name";
    /// `uniform float a;` in HLSL 202x.
    E0194 error removed(what: &str) => "{what} was removed from HLSL with version 202x";
    /// `'\x'`
    E0192 error escape_without_digits() => "digits must follow `\\x`";
    /// A construct of a later version of the language.
    E0171 error needs_version(what: &str, version: &str) => "{what} need HLSL {version}; use `-HV {version}`";
    /// `static int float3;`
    E0179 error numeric_type_as_name(word: &str) => "`{word}` is a type, and cannot be a name outside of structs and functions";
    /// `float inout x`
    E0180 error modifier_behind_type(name: &str) => "`{name}` must be written before the type";
    /// `A<B<int>>` before the version that takes it.
    E0178 error angles_together() => "two `>` that close template arguments need a space between them before HLSL 202x";
    /// `{ case 1: }`
    E0172 error label_without_statement() => "a statement must follow this label";
    /// `struct { float x; };` outside of a struct.
    E0173 error unnamed_struct() => "an unnamed struct that declares no variable must be a member of a struct";
    /// `enum class { A };`
    E0181 error unnamed_enum() => "a scoped enumeration needs a name: its values are written `Name::Value`";
    /// `struct S { … } f();`
    E0174 error definition_in_result() => "a type cannot be defined in the result of a function";
    /// `float;`
    W0160 warning["missing-declarations"] declares_nothing() => "this declaration declares nothing";
    /// `technique T { … }`.
    W0161 warning["effects-syntax"] effect_technique() => "techniques of effect files are ignored";
    /// `SamplerState s { … };`
    W0162 warning["effects-syntax"] effect_state_block() => "state blocks of effect files are ignored; an initializer in braces needs `=`";
    /// `Texture2D t < … >;`
    W0163 warning["effects-syntax"] effect_annotation() => "annotations of effect files are ignored";
    /// A backslash in a text that begins nothing.
    W0165 warning["unknown-escape-sequence"] unknown_escape(escape: char) => "`\\{escape}` is not an escape sequence: it means `{escape}`, and a backslash is written `\\\\`";
    /// `using` before HLSL 2021, which DXC takes since its release 1.8.
    W0164 warning early_using() => "`using` is a feature of HLSL 2021: other compilers may not have it in earlier versions";
}
