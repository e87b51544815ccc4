//! Lists the diagnostics of the checker. E02xx names and declarations, E03xx expressions and types, E04xx statements,
//! attributes and entry points, E05xx templates and resources; W likewise, under dxc's `-W` names where it has one.

use hlslc_semantics::limits::{WAVE_LANES_LEAST, WAVE_LANES_MOST};

hlslc_base::diagnostics! {
    // ---- names and declarations
    /// A name that nothing declares.
    E0201 error unknown_name(name: &str) => "use of undeclared identifier `{name}`";
    /// A type that nothing declares.
    E0202 error unknown_type(name: &str) => "unknown type name `{name}`";
    /// `A::` of something that is neither namespace nor type.
    E0203 error unknown_qualifier(name: &str) => "`{name}` is not a namespace, struct or enum";
    /// `A::x` where `A` has no `x`.
    E0204 error unknown_member_name(name: &str, place: &str) => "no member named `{name}` in `{place}`";
    /// A name declared twice.
    E0205 error redefinition(name: &str) => "redefinition of `{name}`";
    /// Functions that differ in nothing but their result.
    E0206 error differs_in_return(name: &str) => "functions that differ only in their return type cannot be overloaded: `{name}`";
    /// A function that is not called.
    E0209 error function_as_value(name: &str) => "`{name}` is a function, it can only be called";
    /// A method that is not called.
    E0210 error method_without_call(name: &str) => "`{name}` is a method, it can only be called";
    /// A member of the struct without an object.
    E0211 error member_without_object(name: &str) => "`{name}` needs an object of its struct";
    /// `this` where there is none.
    E0212 error this_outside_method() => "invalid use of `this` outside of a non-static member function";
    /// Modifiers that exclude each other.
    E0213 error conflicting_modifiers(one: &str, other: &str) => "`{one}` and `{other}` cannot be used together";
    /// A modifier that means nothing here.
    E0214 error modifier_not_here(modifier: &str, place: &str) => "`{modifier}` is not a valid modifier for {place}";
    /// A variable of no type.
    E0215 error void_variable() => "variable has incomplete type `void`";
    /// A type whose members or size are not known.
    E0216 error incomplete_type(name: &str) => "`{name}` is incomplete here";
    /// `struct S { float2 uv :: TEXCOORD0; };`
    E0231 error qualified_member() => "a member cannot have a qualified name";
    /// A local variable with a qualified name.
    E0217 error qualified_local() => "a variable in a function cannot have a qualified name";
    /// A buffer or namespace in a function.
    E0218 error not_in_function() => "this declaration is not allowed in a function";
    /// A buffer or namespace in a struct.
    E0219 error not_in_struct() => "this declaration is not allowed in a struct or buffer";
    /// A base that is none.
    E0220 error bad_base(name: &str) => "`{name}` is no struct that can be extended";
    /// More than one base class.
    E0221 error multiple_bases() => "multiple concrete base types specified";
    /// An interface that extends a struct.
    E0222 error interface_extends(name: &str) => "an interface cannot extend `{name}`";
    /// A data member in an interface.
    E0223 error interface_field() => "an interface cannot have data members";
    /// `interface I { … }; I i;`
    E0235 error type_is_interface(name: &str) => "no value can have type `{name}`, which is an interface";
    /// A value of a class that does not define all methods of its interfaces.
    E0241 error type_leaves_open(name: &str, method: &str) => "no value can have type `{name}`, which does not define `{method}` of its interface";
    /// A method of an interface that is defined with another result.
    E0207 error override_returns(name: &str, own: &str, other: &str) => "`{name}` returns `{own}` here, and `{other}` in the interface";
    /// A method of an interface that is defined without an object.
    E0208 error static_override(name: &str) => "`{name}` is `static` here, but a method of the interface";
    /// An initial value of a data member.
    E0224 error member_initializer() => "a member of a struct cannot have an initial value";
    /// `typedef` in a struct.
    E0642 error typedef_in_struct(name: &str) => "a `typedef` is not allowed in a struct: write `using {name} = …;`";
    /// `float a[];` as a member of a struct.
    E0643 error member_extent_open() => "a member of a struct must say how many elements it has";
    /// A method defined that its struct does not declare.
    E0225 error no_such_method(name: &str, place: &str) => "`{name}` is not declared in `{place}`";
    /// A qualified declaration in something that is no struct.
    E0226 error not_a_struct(name: &str) => "`{name}` is not a struct";
    /// A bit-field of a type without bits.
    E0227 error bit_field_type(name: &str) => "bit-field has non-integral type `{name}`";
    /// A bit-field wider than its type.
    E0228 error bit_field_width(width: &str, name: &str, most: u32) => "width {width} of a bit-field does not fit `{name}` (0 to {most} bits)";
    /// `uint a : 0;`
    E0257 error bit_field_without_bits(name: &str) => "the bit-field `{name}` has no bits: only one without a name can have none, which starts a new storage unit";
    /// `uint a : 3 : A;`
    E0246 error bit_field_annotation() => "a bit-field cannot have a semantic, register or payload qualifier: it is part of an integer";
    /// `1.0f16` without such types.
    E0252 error suffix_needs_16bit() => "the suffix `f16` needs 16-bit types: compile with -enable-16bit-types, or write `h`";
    /// The type of an enum's values.
    E0229 error enum_underlying(name: &str) => "`{name}` cannot hold the values of an enum";
    /// A parameter without a default after one that has it.
    E0230 error missing_default(name: &str) => "missing default argument on parameter `{name}`";
    /// `d % 2` with a `double`.
    E0255 error modulo_of_doubles() => "modulo cannot be used with doubles: cast to `float` first";
    /// `min16int a; a / 2`
    E0264 error minimum_division() => "signed integers of minimum precision cannot be divided: cast to `int` first";
    /// `float a : COLOR;` in a function.
    E0256 error local_semantic() => "a semantic has no effect on a local variable: parameters, results and members of structs have one";
    /// A function with its body inside another one.
    E0254 error nested_function() => "function definition is not allowed here: define it outside of the function";
    /// `void f(int a = 1); void f(int a = 1) {}`.
    E0253 error default_again() => "redefinition of default argument";
    /// `operator T()`.
    E0232 error conversion_operator() => "conversion operators are not supported in HLSL";
    /// An operator that is fixed.
    E0234 error operator_not_overloadable(name: &str) => "overloading `{name}` is not allowed";
    /// An operator that belongs to no struct.
    E0245 error operator_outside_struct(name: &str) => "overloading `{name}` outside a struct is not allowed: make it a member of its left operand's struct";
    /// Something that came with a later shader model.
    E0236 error needs_model(what: &str, model: &str, profile: &str) => "`{what}` needs shader model {model} or later: `-T {profile}`";
    /// 16-bit types without the option.
    E0237 error needs_native_16bit(name: &str) => "`{name}` needs `-enable-16bit-types` (and shader model 6.2)";
    /// `_Static_assert` of something false.
    E0238 error static_assert_failed(message: &str) => "static assertion failed{message}";
    /// A struct beyond the budget.
    E0239 error struct_too_large(scalars: &str, limit: u32) => "the struct holds {scalars} scalars, the limit is {limit}";
    /// Structs in structs beyond the budget.
    E0240 error struct_too_deep(limit: u32) => "structs are nested deeper than {limit} levels";
    /// A text in a function.
    E0247 error string_not_global() => "a `string` can only be declared outside functions, structs and namespaces: shaders do not work with text";
    /// `unsigned float`.
    E0242 error cannot_be_unsigned(name: &str) => "`{name}` cannot be signed or unsigned";
    /// `float4 Texture2D;`, `typedef float2 matrix;`
    E0260 error name_of_hlsl(name: &str) => "`{name}` is a name of HLSL: choose another one, or declare it in a namespace";
    /// `typedef float2 A; struct A a;`
    E0261 error elaborated_alias(word: &str, name: &str) => "`{word}` is not allowed before `{name}`, which is another name of a type: leave it out";
    /// `enum E { X }; struct E e;`
    E0262 error elaborated_other(word: &str, name: &str) => "`{name}` is no `{word}`: leave the word out";
    /// `row_major` on something that is no matrix.
    E0243 error orientation_without_matrix(name: &str) => "`row_major` and `column_major` need a matrix, not `{name}`";
    /// `snorm int`.
    E0244 error norm_needs_float(word: &str, name: &str) => "`{word}` needs a float type, not `{name}`";

    // ---- expressions and types
    /// No implicit conversion.
    E0301 error cannot_convert(from: &str, to: &str) => "cannot implicitly convert from `{from}` to `{to}`";
    /// No conversion at all.
    E0302 error cannot_cast(from: &str, to: &str) => "cannot convert from `{from}` to `{to}`";
    /// Operands whose shapes do not go together.
    E0303 error operand_shapes(left: &str, right: &str, op: &str) => "`{op}` cannot combine `{left}` with `{right}`";
    /// An operand that is no number.
    E0304 error numeric_operand_needed(name: &str) => "scalar, vector, or matrix expected, not `{name}`";
    /// An operand that is no integer.
    E0305 error integer_operand_needed(op: &str) => "int or unsigned int type required by `{op}`";
    /// An `enum class` used as a number.
    E0306 error scoped_enum_operand(left: &str, right: &str) => "numeric types expected, not `{left}` and `{right}`";
    /// Arrays compared.
    E0307 error array_comparison() => "equality operators cannot be used with array types";
    /// `&&` on vectors.
    E0308 error logical_on_vectors(op: &str, word: &str) => "operands of short-circuiting `{op}` must be scalar, for vectors use `{word}`";
    /// `?:` on vectors.
    E0309 error conditional_on_vector() => "condition of short-circuiting `?:` must be scalar, for vectors use `select`";
    /// A condition that is no number.
    E0310 error condition_type(name: &str) => "`?:` needs a scalar as its condition, not `{name}`";
    /// Values that `?:` cannot choose from.
    E0311 error conditional_result(name: &str) => "`?:` supports only scalars, vectors and matrices as results, not `{name}`";
    /// Arithmetic on a `bool` variable.
    E0312 error operator_on_bool(op: &str) => "`{op}` cannot be used with a bool variable";
    /// `++` on an enum.
    E0313 error step_on_enum(op: &str, name: &str) => "`{op}` cannot be used with the enum type `{name}`";
    /// A write to something that cannot be written.
    E0314 error not_assignable() => "expression is not assignable";
    /// A write to `v.xx`.
    E0315 error repeated_swizzle() => "a swizzle that names a component twice is not assignable";
    /// An array without a size written as a whole.
    E0316 error unsized_assignment() => "an array without a size is not assignable";
    /// `*p`, `&x`.
    E0317 error no_pointers(op: &str) => "`{op}`: pointers are not supported in HLSL";
    /// A member of something without members.
    E0318 error member_of_non_struct(name: &str, ty: &str) => "`{name}`: `{ty}` has no members";
    /// A member that does not exist.
    E0319 error no_member(name: &str, ty: &str) => "no member named `{name}` in `{ty}`";
    /// Letters that are no swizzle.
    E0320 error bad_swizzle(name: &str, ty: &str) => "invalid format for vector swizzle `{name}` on `{ty}`";
    /// `v.xg`.
    E0321 error mixed_swizzle() => "vector component names cannot mix `xyzw` and `rgba`";
    /// More than four components.
    E0322 error long_swizzle(name: &str) => "more than four positions are referenced in `{name}`";
    /// A component that is not there.
    E0323 error swizzle_out_of_bounds(name: &str, ty: &str) => "swizzle `{name}` is out of bounds of `{ty}`";
    /// Letters that are no matrix elements.
    E0324 error bad_matrix_subscript(name: &str, ty: &str) => "invalid format for matrix subscript `{name}` on `{ty}`";
    /// `m._m00_11`.
    E0325 error mixed_matrix_subscript(name: &str) => "matrix subscript `{name}` mixes one-based and zero-based references";
    /// `x[i]` of something without elements.
    E0326 error not_indexable(name: &str) => "subscripted value of type `{name}` is not an array, matrix, or vector";
    /// A constant index outside of what is indexed.
    E0327 error index_out_of_bounds(index: &str, what: &str, count: u32) => "{what} index {index} is out of bounds (0 to {count}, exclusive)";
    /// An index with too few numbers.
    E0328 error index_type(name: &str, wanted: &str) => "an index of {wanted} is expected, not `{name}`";
    /// A call of something that is no function.
    E0329 error not_callable(name: &str) => "called object of type `{name}` is not a function";
    /// No overload fits.
    E0330 error no_matching_function(name: &str) => "no matching function for call to `{name}`";
    /// More than one overload fits as well.
    E0331 error ambiguous_call(name: &str) => "call to `{name}` is ambiguous";
    /// A `float3` for `out float4`.
    E0355 error argument_not_received(from: &str, to: &str) => "cannot pass a variable of type `{from}` to an `out` parameter of type `{to}`";
    /// `S(1, 2)`.
    E0332 error constructor_type(name: &str) => "constructors are only defined for numeric types, not `{name}`";
    /// Too few values for what is initialised.
    E0333 error too_few_elements(name: &str, need: &str, have: &str) => "too few elements in initialization of `{name}` (expected {need}, have {have})";
    /// Too many values for what is initialised.
    E0334 error too_many_elements(name: &str, need: &str, have: &str) => "too many elements in initialization of `{name}` (expected {need}, have {have})";
    /// Values that make no whole number of elements.
    E0335 error elements_do_not_divide(name: &str, have: &str) => "{have} values do not fill `{name}` with whole elements";
    /// A list whose parts do not fit.
    E0336 error list_does_not_fit(name: &str) => "the list does not initialize `{name}`";
    /// `sizeof` of something without a size.
    E0338 error size_of_type(name: &str) => "`sizeof` needs a numeric type, not `{name}`";
    /// A value that must be known.
    E0339 error not_constant() => "expression is not an integral constant expression";
    /// A number that must be an integer.
    E0340 error integer_needed(name: &str) => "an integer is needed, not `{name}`";
    /// An array size that is not known.
    E0342 error array_size_not_constant() => "variable length arrays are not supported in HLSL";
    /// An array of no elements.
    E0343 error array_size_zero() => "array size must be greater than zero: a signature has no elements for this one";
    /// An array of less than no elements.
    E0344 error array_size_negative(size: &str) => "array size {size} is negative";
    /// An array beyond the budget.
    E0345 error array_too_large(size: &str, limit: u32) => "the array holds {size} scalars, the limit is {limit}";
    /// `int a[1][1]…` beyond the budget.
    E0350 error array_too_deep(limit: u32) => "the array has more than {limit} dimensions";
    /// More letters of text in arrays, one for each place, than there may be steps.
    E0353 error too_much_text(limit: u32) => "more than {limit} characters of text as arrays: index text in fewer places";
    /// A type of structs without members beyond the budget.
    E0351 error too_many_empties(empties: &str, limit: u32) => "the type has {empties} parts without scalars, the limit is {limit}";
    /// Structs in structs beyond the budget.
    E0352 error too_many_members(members: &str, limit: u32) => "the struct has {members} members with those of its members, the limit is {limit}";
    /// `float a[2][]`.
    E0346 error inner_extent_missing() => "only the first extent of an array may be left open";
    /// A vector or matrix of no or too many elements.
    E0347 error vector_size(size: &str, most: u16) => "invalid value {size}, valid range is between 1 and {most} inclusive";
    /// `vector<S, 2>`.
    E0348 error scalar_element_needed(name: &str) => "`{name}` cannot be the element of a vector or matrix";
    /// A vector of five numbers or more in an interface.
    E0337 error long_vector(place: &str) => "vectors of over 4 elements in {place} are not supported";
    /// `v.x` of a vector of five numbers or more.
    E0341 error swizzle_of_long_vector(name: &str, ty: &str) => "swizzle `{name}` names four components at most, and `{ty}` has more: it is indexed, `v[0]`";
    /// Something that is no value by itself, such as `texture.mips`.
    E0349 error not_a_value(name: &str) => "this part of `{name}` is no value by itself, it must be indexed";

    // ---- statements, attributes, entry points
    /// `break` outside of a loop or switch.
    E0401 error break_outside() => "`break` statement not in loop or switch statement";
    /// `continue` outside of a loop.
    E0402 error continue_outside() => "`continue` statement not in loop statement";
    /// `case` outside of a switch.
    E0403 error label_outside_switch() => "`case` and `default` must be directly inside a switch";
    /// A label twice.
    E0404 error duplicate_case(value: &str) => "duplicate case value {value}";
    /// A label after a variable with a value in the same block of a switch.
    E0259 error label_past_value(name: &str) => "a jump to this label bypasses the initialisation of `{name}`: put braces around the statements before the label, or declare `{name}` before the `switch`";
    /// `default` twice.
    E0405 error duplicate_default() => "multiple default labels in one switch";
    /// A switch over something that is no integer.
    E0406 error switch_type(name: &str) => "statement requires expression of integer type, not `{name}`";
    /// A condition that is no scalar.
    E0407 error condition_not_scalar(name: &str) => "statement requires expression of scalar type, not `{name}`";
    /// `return;` where a value is due.
    E0408 error return_without_value(name: &str) => "a value of type `{name}` must be returned";
    /// A function with a result whose end can be reached.
    E0445 error missing_return(name: &str) => "control may reach the end of `{name}`, which must return a value";
    /// `return x;` in a void function.
    E0409 error return_value_in_void() => "void function should not return a value";
    /// An attribute with the wrong number of arguments.
    E0410 error attribute_arguments(name: &str, wanted: usize, have: usize) => "attribute `{name}` takes {wanted} arguments, not {have}";
    /// An attribute's argument that is not constant.
    E0411 error attribute_not_constant(name: &str) => "attribute `{name}` must have a numeric constant as its argument";
    /// `[numthreads(float(1), 1, 1)]`
    E0361 error attribute_integer(name: &str) => "attribute `{name}` takes integers: fractions and Booleans are not allowed";
    /// An attribute's argument below zero.
    E0412 error attribute_negative(name: &str) => "attribute `{name}` must not have a negative argument";
    /// An attribute's argument out of range.
    E0413 error attribute_range(name: &str, least: u32, most: u32) => "arguments of `{name}` must lie between {least} and {most}";
    /// An attribute's argument that is no string.
    E0414 error attribute_string(name: &str) => "attribute `{name}` must have a string literal argument";
    /// An attribute's argument that is none of the words it knows.
    E0415 error attribute_word(name: &str, text: &str, words: &str) => "attribute `{name}` cannot be `{text}`, must be one of: {words}";
    /// Attributes that exclude each other.
    E0416 error conflicting_attributes(one: &str, other: &str) => "attributes `{one}` and `{other}` cannot be used together";
    /// An attribute of an entry point that is for another stage.
    E0258 error attribute_stage(name: &str, stages: &str, stage: &str) => "attribute {name} only valid for {stages}, not for {stage} shaders";
    /// An attribute with too few or too many arguments.
    E0457 error attribute_range_of_arguments(name: &str, least: u32, most: u32, have: usize) => "attribute `{name}` takes {least} to {most} arguments, not {have}";
    /// A clip plane that is worked out.
    E0458 error clip_plane_expression() => "an argument of `clipplanes` must be a variable outside of functions, or a member or an element of one whose index is known at compile time";
    /// A clip plane that is no plane.
    E0459 error clip_plane_type(name: &str) => "an argument of `clipplanes` must have type `float4`, not `{name}`";
    /// Clip planes without a position.
    E0460 error clip_planes_position() => "`clipplanes` needs a result or output parameter with the semantic `SV_Position`, which is compared with the planes";
    /// `[unroll(n)]` beyond the budget.
    E0417 error unroll_count(count: u32, limit: u32) => "{count} unrolled iterations are more than the limit of {limit}";
    /// `[WaveSize(n)]` with a bad number.
    E0418 error wave_size(size: u32) => "wave size {size} must be a power of two between {WAVE_LANES_LEAST} and {WAVE_LANES_MOST}";
    /// `[WaveSize(min, max)]` with nothing between.
    E0486 error wave_size_range(min: u32, max: u32) => "the least wave size, {min}, must be below the greatest, {max}";
    /// `[WaveSize(min, max, preferred)]` with a preferred size that is none of them.
    E0487 error wave_size_preferred(preferred: u32, min: u32, max: u32) => "the preferred wave size, {preferred}, must lie between {min} and {max}";
    /// An attribute that says two things.
    E0488 error attribute_twice(name: &str) => "attribute `{name}` is given twice";
    /// An attribute with too few or too many arguments.
    E0489 error attribute_argument_range(name: &str, least: usize, most: usize, have: usize) => "attribute `{name}` takes {least} to {most} arguments, not {have}";
    /// `[shader("…")]` with an unknown stage.
    E0419 error unknown_stage(name: &str) => "`{name}` is no shader stage";
    /// `[shader("…")]` on an entry point of another stage.
    E0420 error stage_differs(named: &str, target: &str) => "the function is marked for {named} shaders, but compiled for {target} shaders";
    /// `cbuffer C { template<typename T> T f(T a); }`
    E0263 error template_in_buffer() => "templates can only be declared in namespaces, structs and outside of everything";
    /// `cbuffer C { uint a : 3; }`
    E0265 error bit_field_in_buffer() => "a bit-field must be a member of a struct: declare it in one, and a variable of that struct in the buffer";
    /// `inline float4 main()`
    E0360 error hidden_entry(name: &str) => "the entry point `{name}` is `static` or `inline`, and cannot be seen from outside: remove the word";
    /// No function of the entry point's name.
    E0421 error missing_entry(name: &str) => "missing entry point definition `{name}`";
    /// More than one function of the entry point's name.
    E0422 error ambiguous_entry(name: &str) => "the entry point `{name}` is ambiguous";
    /// An attribute that the stage needs.
    E0423 error missing_attribute(stage: &str, name: &str) => "{stage} shader entry point must have the attribute `{name}`";
    /// No function of the name in `patchconstantfunc`.
    E0424 error missing_patch_function(name: &str) => "missing patch constant function definition `{name}`";
    /// A result where the stage has none.
    E0425 error entry_result(stage: &str) => "{stage} shader entry point must return void";
    /// Too many threads.
    E0426 error too_many_threads(total: u64, most: u32) => "a group of {total} threads is more than the limit of {most}";
    /// A parameter without semantic.
    E0427 error missing_semantic(which: &str) => "Semantic must be defined for all {which} of an entry function or patch constant function";
    /// `SV_` with an unknown name.
    E0428 error unknown_system_value(name: &str) => "unknown system value semantic `{name}`";
    /// A system value where it does not exist.
    E0429 error semantic_not_here(name: &str, point: &str) => "invalid semantic '{name}' for {point}";
    /// A system value of the wrong type.
    E0430 error semantic_type(name: &str, wanted: &str, have: &str) => "semantic `{name}` has type `{wanted}`, not `{have}`";
    /// A semantic twice.
    E0431 error duplicate_semantic(name: &str) => "semantic `{name}` is used more than once";
    /// A semantic with an absurd number.
    E0432 error semantic_index(number: &str) => "semantic index {number} is too large";
    /// A parameter of an entry point that is an object.
    E0433 error entry_object(name: &str) => "`{name}` cannot be a parameter or result of this entry point";
    /// A geometry shader without output.
    E0435 error geometry_stream() => "geometry shader must have an output stream parameter";
    /// A geometry shader's input of the wrong length.
    E0436 error geometry_input_size(wanted: u32) => "input of this primitive type must be an array of {wanted} elements";
    /// Parameters of a ray tracing shader.
    E0437 error ray_parameters(stage: &str, count: usize) => "number of parameters of {stage} shaders must be {count}";
    /// The type of a ray tracing shader's parameter.
    E0438 error ray_parameter_type(name: &str) => "payload, attribute and parameter types must be structs of numeric types, not `{name}`";
    /// A ray tracing shader's parameter without members.
    E0462 error ray_parameter_empty(name: &str) => "payload, attribute and parameter types must have members, and `{name}` has none";
    /// What a ray carries, or a shader is called with, holds an object.
    E0463 error handed_on_object(function: &str, name: &str) => "the argument that `{function}` passes on must be a struct of numeric types, not `{name}`";
    /// A resource as what is stored.
    E0646 error stored_object(ty: &str) => "memory holds numeric types, and `{ty}` is not one: load or store its contents";
    /// Entry points of a library with one name.
    E0464 error entry_twice(name: &str) => "redefinition of {name}: the library has another entry point of this name, and entry points are distinguished by their names alone";
    /// How a ray tracing shader's parameter is passed.
    E0439 error ray_parameter_mode(word: &str) => "the parameter must be `{word}`";
    /// A call cycle.
    E0440 error recursion(caller: &str, function: &str, cycle: &str) => "recursive functions are not allowed: function '{caller}' calls recursive function '{function}': {cycle}";
    /// A function called that has no body.
    E0441 error undefined_function(name: &str) => "function `{name}` is called but not defined";
    /// A built-in function in a stage that does not have it.
    E0442 error not_in_stage(name: &str, stage: &str) => "`{name}` is not available in {stage} shaders";
    /// A built-in function that DXIL does not have.
    E0443 error vulkan_only(name: &str) => "`{name}` is only available for SPIR-V (`-spirv`)";
    /// `-enable-payload-qualifiers` for a shader model without them.
    E0450 error payload_qualifiers_model() => "payload access qualifiers need shader model 6.6 or later";
    /// A stage that touches no payload.
    E0451 error payload_stage(name: &str) => "payload access qualifiers are for the stages closesthit, miss and anyhit and for the caller, not for `{name}`";
    /// `: read(…) : read(…)`.
    E0452 error payload_access_twice(word: &str) => "payload access qualifier `{word}` has already been given";
    /// What nothing reads that one writes, or the other way round.
    E0453 error payload_access_alone(field: &str, word: &str, stage: &str, lacks: &str) => "field `{field}` is qualified `{word}` for shader stage `{stage}` but has no valid {lacks}";
    /// A member of a payload without qualifiers.
    E0454 error payload_field_unqualified(field: &str) => "payload field `{field}` has no payload access qualifiers";
    /// A member of a payload that has qualifiers of its own.
    E0455 error payload_field_overqualified(field: &str) => "payload field `{field}` is a payload struct itself, whose fields carry the qualifiers, so it must have none";
    /// A struct that rays carry without the mark of a payload.
    E0456 error payload_not_marked(name: &str) => "`{name}` is used as a payload, so it must be declared `struct [raypayload] {name}`";
    /// A name in `-exports` that no function has.
    E0446 error export_not_found(name: &str) => "there is no function `{name}` to export, which `-exports` asks for";
    /// Two functions that go out under one name.
    E0447 error export_twice(symbol: &str) => "two exports have the same name, `{symbol}`";
    /// A resource among the parameters of what goes out.
    E0448 error exported_resource(function: &str, name: &str) => "`{function}`, which is visible to other libraries, must not take or return a resource, such as `{name}`";
    /// A static variable that is a resource.
    E0449 error static_resource_in_library(name: &str) => "`{name}` is a static resource, which functions that a library exports cannot use; use the resource itself";
    /// A barrier for memory that is none.
    E0490 error barrier_memory(bits: u32) => "{bits} is not a set of memory kinds; a barrier accepts 0, ALL_MEMORY, or some of UAV_MEMORY, GROUP_SHARED_MEMORY, NODE_INPUT_MEMORY and NODE_OUTPUT_MEMORY";
    /// A barrier that means nothing.
    E0498 error barrier_meaning(bits: u32) => "{bits} is not a set of barrier semantics, which are 0 or some of GROUP_SYNC, GROUP_SCOPE and DEVICE_SCOPE, and REORDER_SCOPE since shader model 6.9";
    /// An array of unknown size among the parameters of what goes out.
    E0499 error exported_unsized_array(function: &str) => "`{function}`, which is visible to other libraries, must not take an array without a size: each call would need a function of its own";
    /// Group memory where there is no group.
    E0491 error barrier_group_memory() => "GROUP_SHARED_MEMORY in a barrier that runs where there is no group of threads";
    /// Memory of nodes elsewhere.
    E0492 error barrier_node_memory() => "NODE_INPUT_MEMORY and NODE_OUTPUT_MEMORY are for barriers of nodes of work graphs";
    /// The group where there is none.
    E0493 error barrier_group() => "GROUP_SYNC and GROUP_SCOPE need a group of threads, and this stage has none";
    /// A barrier with a scope beyond its memory.
    E0461 error barrier_scope(scope: &str) => "{scope} in a barrier for memory that is not shared so widely";
    /// Reordering elsewhere than in ray generation.
    E0494 error barrier_reorder() => "REORDER_SCOPE is for ray generation shaders";
    /// `NodeMaxRecursionDepth` beyond the limit.
    E0495 error node_recursion(depth: u32, most: u32) => "a node can call itself {most} times at most, not {depth} times";
    /// A grid of too many groups.
    E0496 error node_grid_groups(groups: u64, most: u32) => "a grid of {groups} groups is more than the limit of {most}";
    /// `MaxRecords` and `MaxRecordsSharedWith`, or one of them twice.
    E0497 error node_max_records_twice() => "a parameter can have only one of `MaxRecords` and `MaxRecordsSharedWith`, and only once";
    /// `MaxRecordsSharedWith` of what is no other output.
    E0470 error node_shared_with() => "`MaxRecordsSharedWith` must name another parameter that is an output of the node";
    /// A group where nodes run by threads.
    E0471 error node_thread_group() => "a node that is launched by threads has groups of one thread, so `numthreads` must be (1, 1, 1)";
    /// A system value that the launch does not have.
    E0472 error node_semantic(name: &str, launch: &str) => "`{name}` is not known to a node with {launch} launch";
    /// An attribute of another launch.
    E0473 error node_attribute_launch(name: &str, launch: &str) => "`{name}` is for nodes with {launch} launch";
    /// A broadcasting node without a grid.
    E0474 error node_grid_missing(name: &str) => "the broadcasting node `{name}` must have the attribute `NodeDispatchGrid` or `NodeMaxDispatchGrid`";
    /// `NodeMaxDispatchGrid` without a record that says the grid.
    E0475 error node_grid_semantic(name: &str) => "the node `{name}` has `NodeMaxDispatchGrid`, so its input record needs a member with the semantic `SV_DispatchGrid`";
    /// An array of inputs or outputs as a parameter.
    E0476 error node_param_array(name: &str) => "a parameter of a node cannot be an array, such as `{name}`; for outputs there are NodeOutputArray and EmptyNodeOutputArray";
    /// An input of another launch.
    E0477 error node_input_launch(name: &str, launch: &str) => "`{name}` is no input of a node with {launch} launch";
    /// Two inputs.
    E0478 error node_inputs() => "a node has one input at most";
    /// A tracked record where groups share nothing.
    E0479 error node_tracked() => "a record with `NodeTrackRWInputSharing` can be the input of a node as RWDispatchNodeInputRecord only";
    /// An attribute of a parameter that is something else.
    E0480 error node_port_attribute(name: &str, wanted: &str) => "`{name}` is for {wanted} of nodes only";
    /// A record of something that is no struct.
    E0481 error node_record_type(name: &str) => "`{name}` cannot be the record of a node, which must be a struct";
    /// A record of nothing.
    E0482 error node_record_empty(name: &str) => "a record of a node must have members, `{name}` has none";
    /// Two grids in a record.
    E0483 error node_grid_twice() => "a record has one member `SV_DispatchGrid` at most";
    /// A grid that is none.
    E0484 error node_grid_type(name: &str) => "`SV_DispatchGrid` requires up to three unsigned integers of 32 or 16 bits, not `{name}`";
    /// `FinishedCrossGroupSharing` of a record that does not keep count.
    E0485 error node_not_tracked(name: &str) => "`FinishedCrossGroupSharing` needs a record struct that is declared `struct [NodeTrackRWInputSharing] {name}`";

    // ---- templates and resources
    /// Too few arguments of a template.
    E0501 error too_few_template_args(name: &str) => "too few template arguments for `{name}`";
    /// Too many arguments of a template.
    E0502 error too_many_template_args(name: &str) => "too many template arguments for `{name}`";
    /// Arguments on something that takes none.
    E0503 error not_a_template(name: &str) => "`{name}` is not a template";
    /// A value where a type belongs.
    E0504 error template_arg_must_be_type() => "template argument must be a type";
    /// A type where a value belongs.
    E0505 error template_arg_must_be_value() => "template argument must be a constant value";
    /// `S<int>` for `template<template<typename> class C> struct S`.
    E0648 error template_arg_must_be_template() => "template argument for template template parameter must be the name of a template of structs or types";
    /// A specialisation of nothing.
    E0506 error no_template_to_specialize(name: &str) => "no template `{name}` to specialize or instantiate";
    /// Instantiations that need each other without end.
    E0507 error instantiation_depth(limit: u32) => "template instantiation is deeper than {limit} levels";
    /// Too many instantiations.
    E0508 error too_many_instantiations(limit: u32) => "more than {limit} template instantiations";
    /// `float f(float a = f());`
    E0780 error default_needs_itself(name: &str) => "the default argument of `{name}` is needed for itself, or declared later";
    /// Default arguments of default arguments.
    E0781 error defaults_too_deep(limit: usize) => "default arguments need each other more than {limit} deep";
    /// Default arguments beyond the budget.
    E0782 error too_many_defaults(limit: u32) => "calls leave out more than {limit} arguments, those of default arguments among them; `-budget default-arguments=N` takes another number";
    /// Expressions and types beyond the budget.
    E0783 error nested_too_deep(limit: u32) => "expressions and types are more than {limit} deep, those of instances and default arguments among them";
    /// Cases or `else if`s beyond the budget.
    E0444 error too_many_arms(limit: u32) => "more than {limit} labels: write a table or a loop instead";
    /// Calls of calls beyond the budget.
    E0465 error calls_too_deep(limit: u32) => "functions call each other more than {limit} deep";
    /// A resource of something it cannot hold.
    E0509 error element_type_not_allowed(name: &str, object: &str) => "`{name}` cannot be the element of `{object}`";
    /// A resource of structs that hold resources.
    E0510 error element_holds_object(name: &str, object: &str) => "`{name}` holds an object and cannot be the element of `{object}`";
    /// `ConstantBuffer<float>`.
    E0511 error struct_element_needed(name: &str) => "`{name}` cannot be used as a type parameter where a struct is required";
    /// `groupshared` objects.
    E0512 error groupshared_object(name: &str) => "`{name}` cannot be groupshared";
    /// A coherent thing that cannot be written by others.
    E0513 error coherent_needs_uav(modifier: &str, name: &str) => "`{modifier}` is only for unordered access views and for `RWDispatchNodeInputRecord`, not for `{name}`";
    /// A register that is none.
    E0514 error bad_register(name: &str) => "`{name}` is not a register: expected b, t, u, s or c with a number";
    /// A space that is none.
    E0515 error bad_space(name: &str) => "`{name}` is not a register space: expected `space` with a number";
    /// A register of another kind.
    E0516 error register_class(have: &str, wanted: &str) => "invalid register specification, expected `{wanted}` binding, not `{have}`";
    /// `packoffset` outside of a buffer.
    E0517 error packoffset_outside_buffer() => "packoffset is only allowed in a constant buffer";
    /// A `packoffset` that is none.
    E0518 error bad_packoffset(name: &str) => "`{name}` is not an offset in a constant buffer: expected c with a number";
    /// `packoffset(c268435456)`, `register(c268435456)`.
    E0649 error constant_register_too_far(number: u32) => "register c{number} begins past the 4294967295 bytes that offsets in a buffer reach: the last one is c268435455";
    /// Two members with `packoffset` that have bytes in common.
    E0640 error packoffset_overlaps(name: &str, other: &str) => "`packoffset` puts `{name}` where `{other}` is";
    /// A `packoffset` that does not fit its register.
    E0519 error packoffset_crosses(name: &str) => "`{name}` does not fit after this component of its register";

    /// Integers sampled with a filter, or raw texels of another type.
    E0520 error sampled_integers(method: &str, name: &str) => "`{method}` cannot sample from a resource containing `{name}`";
    /// An atomic on part of a typed element.
    E0522 error atomic_on_vector(name: &str) => "atomic operations need a scalar element type, not `{name}`";
    /// `out vertices` twice.
    E0523 error mesh_parameter_twice(word: &str) => "more than one `{word}` parameter";
    /// A mesh parameter of the wrong direction.
    E0524 error mesh_parameter_mode(word: &str, mode: &str) => "the `{word}` parameter must be `{mode}`";
    /// Primitives and indices of other lengths.
    E0526 error mesh_counts_differ(indices: u32, primitives: u32) => "{indices} indices do not match {primitives} primitives";
    /// A mesh output that is no array.
    E0527 error mesh_not_an_array(word: &str) => "the `{word}` output must be an array of constant length";
    /// A mesh output that is too long.
    E0528 error mesh_too_many(word: &str, count: u32, most: u32) => "{count} `{word}` are more than the limit of {most}";
    /// Indices of the wrong type.
    E0529 error mesh_index_type(wanted: &str, name: &str) => "the indices of this topology must be `{wanted}`, not `{name}`";
    /// An attribute of Vulkan on something that it is not for.
    E0573 error vk_attribute_place(name: &str, places: &str) => "`{name}` has no effect here: it is for {places}";
    /// An attribute of Vulkan on a variable of a type that it is not for.
    E0574 error vk_attribute_type(name: &str, wanted: &str, have: &str) => "`vk::{name}` is for {wanted}, not for `{have}`";
    /// A format of texels that Vulkan does not have.
    E0575 error unknown_image_format(name: &str, known: &str) => "`{name}` is no format of an image: use one of {known}";
    /// Push constants are one block.
    E0576 error several_push_constants() => "there are push constants already: a shader has one block of them";
    /// Push constants with a binding.
    E0577 error push_constant_binding() => "push constants have no binding: remove `vk::binding` or `vk::push_constant`";
    /// A specialization constant that has no value when nothing gives one.
    E0578 error specialization_without_value() => "a specialization constant needs a default value";
    /// The value of a specialization constant is worked out when the shader runs.
    E0579 error specialization_value() => "the value of a specialization constant must be known when compiling";
    /// More than one attribute of the same side of the stencil test.
    E0581 error several_stencil_modes(one: &str, other: &str) => "`vk::{one}` and `vk::{other}` contradict each other: keep one of them";
    /// An attribute of pixel shaders on an entry point of another stage.
    E0582 error vk_mode_stage(name: &str, stage: &str) => "`vk::{name}` is for pixel shaders, and this is a {stage} shader";
    /// `vk::index` on what is no render target.
    E0620 error vk_index_place() => "`vk::index` distinguishes the two sources of a blend: it is for outputs of a pixel shader to a render target";
    /// `vk::index` without a location.
    E0621 error vk_index_alone() => "`vk::index` needs `vk::location` beside it: both sources of a blend are at one location";
    /// Depth that is said to be as it was, and to be more or less.
    E0622 error depth_unchanged_and_compared(semantic: &str) => "`vk::depth_unchanged` and `{semantic}` contradict each other about the depth: keep one of them";
    /// An offset at which a member cannot stand.
    E0623 error vk_offset_alignment(offset: u32, align: u32) => "offset {offset} is not a multiple of {align}, the size of the scalars in this member";
    /// A record of a shader that has none.
    E0624 error shader_record_stage(name: &str) => "`vk::{name}` is for ray shaders, which alone have a record: compile for a library";
    /// A format of other numbers than those of the texels.
    E0625 error image_format_type(format: &str, holds: &str, have: &str) => "the format `{format}` holds {holds}, and the texels here are `{have}`";
    /// `vk::index(2)`.
    E0627 error vk_index_number(index: u32) => "`vk::index({index})`: a blend has the sources 0 and 1, and no others";
    /// A texture and a sampler in one, of which only one half is there.
    E0626 error combined_alone(have: &str, missing: &str) => "this {have} has `vk::combinedImageSampler`, but there is no {missing} with it at the same binding";
    /// A ray query, or a ray of it, that asks for opacity micromaps of two states and may not meet any.
    E0590 error query_flags_conflict() => "`RAY_FLAG_FORCE_OMM_2_STATE` needs a query that may meet opacity micromaps: write `RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS` as the second argument of its type";
    /// A ray query with flags of its own before there were any.
    E0591 error query_flags_model(model: &str) => "the second argument of `RayQuery` must be 0 before shader model {model}, which has the first flags for it";
    /// A ray query outside functions that is not `static`.
    E0592 error query_given() => "a ray query belongs to the shader that uses it: declare it in a function, or `static`";
    /// `auto` without a value.
    E0248 error nothing_to_deduce_from() => "an `auto` variable has the type of its value: write `= …`, not a list in braces";
    /// `auto a[2]`.
    E0249 error auto_array() => "an `auto` variable has the type of its value: an extent of its own cannot be added";
    /// `auto` that is no variable's type.
    E0250 error auto_not_here() => "`auto` is for variables that are given a value; here a type must be named";
    /// `__decltype(a[0])`.
    E0251 error reference_type() => "the type of this is a reference, which HLSL does not have: name a variable or a member, or make a value of it (`+a`)";
    /// A hit object outside functions.
    E0598 error hit_object_given() => "a hit object belongs to the shader that uses it: declare it in a function";
    /// A matrix of linear algebra outside functions.
    E0628 error matrix_given() => "a matrix of linear algebra belongs to the shader that uses it: declare it in a function";
    /// `__LinAlgMatrix_Attributes(99, …)`.
    E0629 error matrix_property(what: &str, number: i64, least: u32, most: u32) => "{what} of a matrix is {number}: it must be {least} to {most}";
    /// A built-in function on group-shared memory, given other memory.
    E0630 error not_groupshared(name: &str) => "`{name}` works on group-shared memory: declare this array `groupshared`";
    /// A name that two namespaces make visible.
    E0631 error ambiguous_name(name: &str) => "reference to `{name}` is ambiguous";
    /// `void N::f() {}` without a declaration in `N`.
    E0632 error no_such_function(name: &str, namespace: &str) => "`{name}` is not declared in `{namespace}`: a function is defined outside its namespace after a declaration in it";
    /// `constexpr int n;`
    E0633 error constexpr_without_value() => "a `constexpr` variable needs a value that is known when compiling";
    /// `cbuffer C { typedef float F; }`
    E0634 error not_in_buffer() => "a `cbuffer` or `tbuffer` holds variables, functions and structs: move this out of it";
    /// `int a = 1;` in HLSL 202x, where it is a constant of a buffer.
    E0635 error value_in_buffer() => "the application gives a constant of a buffer its value: write `static const` for a constant of the program";
    /// A number of a specialization constant that stands for two types.
    E0580 error specialization_types(id: u32, one: &str, other: &str) => "the specialization constant {id} is `{one}` here and `{other}` elsewhere";
    /// A stream of the wrong direction.
    E0530 error stream_mode() => "an output stream must be an `inout` parameter";
    /// A patch of another length than the hull shader's.
    E0531 error patch_size(have: u32, wanted: u32) => "the patch has {have} control points, the hull shader's has {wanted}";
    /// A patch without points, or with more than there may be.
    E0547 error patch_points(have: u32, most: u32) => "a patch has 1 to {most} control points, not {have}";
    /// A patch that is an output.
    E0548 error patch_mode(name: &str) => "an `{name}` can only be read: its parameter must be `in`";
    /// `InputPatch` twice.
    E0549 error patch_twice(name: &str) => "more than one `{name}` parameter";
    /// Several streams that hold something else than points.
    E0550 error streams_of_points(name: &str) => "a geometry shader with several streams can only have `PointStream`s, this is a `{name}`";
    /// More streams than there are.
    E0551 error too_many_streams(most: u32) => "a geometry shader has {most} streams at most";
    /// Two kinds of input primitives.
    E0552 error primitives_differ() => "a geometry shader has one kind of primitive or patch, and all its inputs must be of that kind";
    /// `out float4 x` in a compute or amplification shader, or in a mesh shader with none of its words before it.
    E0600 error not_an_output(writes: &str) => "this shader writes to {writes}: other parameters must be `in`";
    /// `triangle float4 v[3]` in a pixel shader.
    E0605 error role_not_here(stage: &str, wanted: &str) => "the word before this parameter is for {wanted} shaders, not for {stage} shaders";
    /// `out float4 x` in a geometry shader.
    E0553 error geometry_output() => "a geometry shader writes to its streams: other parameters must be `in`";
    /// A hull shader's functions that call each other.
    E0554 error patch_function_called(callee: &str, caller: &str) => "`{callee}` must not be called from `{caller}`: a hull shader's function and its patch constant function run separately";
    /// `linear` on what is the same for the whole primitive.
    E0555 error primitive_interpolation() => "an attribute of a primitive is not interpolated: only `nointerpolation` is allowed here";
    /// `GetAttributeAtVertex` of an input that is interpolated.
    E0558 error attribute_interpolated(name: &str) => "`GetAttributeAtVertex` reads values of the vertices, so `{name}` must be declared `nointerpolation`";
    /// A payload beyond what a mesh shader takes.
    E0559 error payload_too_large(bytes: u64, most: u32) => "a payload has at most {most} bytes, and this one has {bytes}";
    /// A payload that is no struct.
    E0556 error payload_type(name: &str) => "a payload must be a struct of numeric types, not `{name}`";
    /// A mesh shader without vertices or indices, in Vulkan.
    E0557 error mesh_output_missing(word: &str) => "a mesh shader for SPIR-V must have an `out {word}` parameter";
    /// A variable of Vulkan that there is not.
    E0570 error unknown_vk_builtin(name: &str, known: &str) => "`vk::builtin` does not know `{name}`, only {known}";
    /// A variable of Vulkan where there is none.
    E0571 error vk_builtin_place(name: &str, place: &str) => "the built-in `{name}` cannot be {place}";
    /// A variable of Vulkan of another type.
    E0572 error vk_builtin_type(name: &str, wanted: &str, have: &str) => "the built-in `{name}` must be of type `{wanted}`, not `{have}`";
    /// `ext_builtin_input` beside `ext_builtin_output`.
    E0583 error both_ways() => "a variable is either an input or an output: `ext_builtin_input` and `ext_builtin_output` exclude each other";
    /// A literal operand that is not known.
    E0584 error literal_not_constant() => "the parameter is marked `vk::ext_literal`: its argument is part of the instruction and must be a constant";
    /// A pointer to what is no variable.
    E0585 error reference_to_value() => "the parameter is marked `vk::ext_reference`: its argument must be a variable or a part of one";
    /// An instruction that is also a function.
    E0586 error instruction_with_body() => "a function with `vk::ext_instruction` is that instruction and has no body";
    /// An address that promises more than it is made of.
    E0587 error pointer_alignment(to: u32, from: u32) => "an address that is a multiple of {from} cannot be cast to one of {to}: the greater alignment is not known to hold";
    /// A checked cast to something else.
    E0588 error pointer_not_to_base(to: &str, from: &str) => "`vk::static_pointer_cast` requires a base class, and `{to}` is not one of `{from}`; use `vk::reinterpret_pointer_cast`";
    /// `vk::Literal<bool>`.
    E0589 error literal_of_no_constant(name: &str) => "`vk::Literal` takes a `vk::integral_constant`, not `{name}`";
    /// An alignment that is none.
    E0594 error alignment_value(align: u32) => "an alignment must be a power of two, not {align}";
    /// A built-in that the program could change, or could not.
    E0595 error built_in_modifiers(wanted: &str) => "a variable that is a built-in of this direction must be declared `{wanted}`";
    /// Two variables for one built-in.
    E0596 error built_in_twice(number: u32) => "the built-in {number} already has a variable of the other direction";
    /// An instruction of SPIR-V for DXIL.
    E0597 error instruction_without_spirv(name: &str) => "`{name}` is an instruction of SPIR-V, which DXIL does not have: compile with -spirv, or guard the call with `#ifdef __spirv__`";
    /// Objects in an array of constant buffers.
    E0532 error objects_in_buffer_array(name: &str) => "`{name}` holds an object and cannot be an element of an array of buffers";
    /// A value too wide for a signature.
    E0533 error wide_element(name: &str) => "`{name}` cannot be a shader input or output";
    /// `float4 a[16000000] : A`.
    E0599 error too_many_rows(rows: u64, most: u32) => "with this, the signature has {rows} rows, the limit is {most}: put large arrays into a buffer";
    /// `Buffer<double4>`.
    E0560 error element_too_wide(name: &str, most: u32) => "`{name}` does not fit: an element of a typed buffer or texture has at most {most} bits";
    /// A texture of something that is no number.
    E0534 error texel_type(name: &str) => "elements of typed buffers and textures must be scalars or vectors, not `{name}`";
    /// A root signature on a ray tracing shader.
    E0535 error root_signature_on_ray_shader() => "a ray tracing shader takes no root signature";
    /// `AddUint64` on half of a number.
    E0539 error add_uint64_operands() => "`AddUint64` can only be applied to uint2 and uint4 operands";
    /// A part of a subobject that is no constant.
    E0538 error subobject_part(what: &str) => "cannot convert to constant {what}: the parts of a subobject are constants";
    /// `GlobalRootSignature g;`
    E0561 error subobject_without_value(name: &str) => "subobject needs to be initialized: a `{name}` has a list in braces";
    /// `RaytracingPipelineConfig c = 3;`
    E0562 error subobject_not_a_list(name: &str) => "write the parts of a `{name}` as a list in braces";
    /// `GlobalRootSignature g = { "" };`
    E0563 error subobject_empty_text(part: &str) => "empty string not expected here: it is {part}";
    /// `TriangleHitGroup g = { "", "hit\0x" };`
    E0785 error subobject_nul() => "this text contains a NUL, which would end a name in a container";
    /// A subobject in a function, a struct, a buffer or a namespace.
    E0564 error subobject_place(name: &str) => "a `{name}` can only be declared at the outermost level, by itself";
    /// `GlobalRootSignature g = { "RootFlags(LOCAL_ROOT_SIGNATURE)" };`
    E0565 error local_flag_in_global() => "a global root signature cannot have the flag LOCAL_ROOT_SIGNATURE; a `LocalRootSignature` has it by itself";
    /// `linear int`.
    E0544 error blended_integers(name: &str) => "`{name}` cannot be interpolated, only floats can: use `nointerpolation`";
    /// `SV_Target12`.
    E0566 error target_index(index: u32, last: u32) => "`SV_Target{index}` does not exist: a pixel shader has `SV_Target0` to `SV_Target{last}`";
    /// `float4x4 c : SV_Target`.
    E0676 error matrix_target(ty: &str) => "a render target is a vector, not `{ty}`: outputs of pixel shaders are not indexable, and the rows of a matrix are";
    /// `float4 c[9] : SV_Target`.
    E0521 error too_many_targets(name: &str, rows: u64, most: u32) => "`{name}` takes {rows} render targets, and a pixel shader has at most {most}";
    /// `SV_Depth1`.
    E0593 error system_value_index(name: &str, index: u32) => "`{name}{index}` does not exist: there is one `{name}`, without a number";
    /// A position that nothing writes.
    E0567 error position_not_written(name: &str) => "`{name}` is the output `SV_Position` (or contains it), and is never written";
    /// `discard` elsewhere.
    E0568 error discard_stage() => "`discard` is only available in pixel shaders";
    /// An atomic on a variable of one lane.
    E0569 error atomic_destination() => "an atomic operation works on memory that lanes share: a `groupshared` variable, or an element of a resource that can be written";
    /// An atomic on part of a number.
    E0525 error atomic_on_bit_field() => "an atomic operation cannot access a bit-field, which is part of an integer: use a separate member";
    /// `template<typename T> void f<T, 4>()`.
    E0536 error partial_function() => "a function template has no partial specialisations: overload it, or write all arguments after `template<>`";
    /// `S<float, float>` where both `S<T, T>` and `S<T, float>` are specialised.
    E0434 error ambiguous_specialization(name: &str) => "ambiguous partial specializations of `{name}`: several fit, and none of them is more specialised than the others";
    /// `template<> float f(float v)` after a call of the template with a float.
    E0468 error late_specialization(name: &str) => "explicit specialization of `{name}` after instantiation: it must be declared before the first call";
    /// `size` for `size<float>`.
    E0469 error variable_template_as_value(name: &str) => "`{name}` is a template of variables: its arguments are missing";
    /// A text as an argument.
    E0466 error string_not_here(place: &str) => "a `string` cannot be {place}: shaders do not work with text";
    /// A function that no back end has.
    E0467 error builtin_not_supported(name: &str) => "`{name}` is not supported yet";
    /// `tex2D`.
    E0647 error of_direct3d9(name: &str) => "`{name}` is of Direct3D 9: no shader model from 6.0 on has it";
    /// Two depths.
    E0545 error two_depths() => "a pixel shader writes one depth: `SV_Depth`, `SV_DepthGreaterEqual` or `SV_DepthLessEqual`";
    /// A limited depth beside a position in the middle of the pixel.
    E0546 error conservative_depth_position() => "beside `SV_DepthGreaterEqual` or `SV_DepthLessEqual` the position must be `centroid` or `sample`, unless the shader runs for each sample";
    /// Two registers of one kind for one thing.
    E0540 error conflicting_registers() => "conflicting registers: one resource has one place";
    /// A space on something in `$Globals`.
    E0541 error space_on_constants() => "`register(spaceN)` cannot apply to a global constant or struct: move constants into a `cbuffer`, and declare resources of the struct as globals of their own";
    /// `cbuffer B : register(ps, b0)`.
    E0542 error buffer_register_profile() => "the register of a buffer cannot be for one profile only";
    /// `register(t0[-1])`.
    E0543 error register_index() => "the number in brackets after a register must not be negative";
    /// Objects of SPIR-V alone.
    E0537 error vulkan_object(name: &str) => "`{name}` is only available for SPIR-V (`-spirv`)";

    // ---- warnings
    /// Components dropped.
    W0301 warning["conversion"] implicit_truncation(from: &str, to: &str) => "implicit truncation of vector type from `{from}` to `{to}`";
    /// Bits dropped.
    W0302 warning["conversion"] lossy_conversion(from: &str, to: &str) => "conversion from larger type `{from}` to smaller type `{to}`, possible loss of data";
    /// A literal that does not fit.
    W0303 warning["constant-conversion"] constant_conversion(from: &str, to: &str, before: &str, after: &str) => "implicit conversion from `{from}` to `{to}` changes value from {before} to {after}";
    /// A float literal that is no whole number, or none of the type's.
    W0314 warning["literal-conversion"] literal_conversion(from: &str, to: &str, before: &str, after: &str) => "implicit conversion from `{from}` to `{to}` changes value from {before} to {after}";
    /// `1 << x`.
    W0304 warning["ambig-lit-shift"] ambiguous_shift() => "ambiguous type for bit shift; use a type suffix on literal values, like `L` or `U`, or a cast";
    /// A type that is a wider one in fact.
    W0305 warning["conversion"] promoted_type(from: &str, to: &str) => "`{from}` is promoted to `{to}`";
    /// Integer division by a constant zero.
    W0312 warning["division-by-zero"] division_by_zero() => "division by zero is undefined";
    /// The quotient of the lowest integer and -1.
    W0337 warning["const-expr-overflow"] quotient_overflows(ty: &str) => "the quotient of the lowest `{ty}` and -1 does not fit: it is undefined, and so is the remainder";
    /// A constant index outside of an array of resources.
    W0313 warning["array-bounds"] resource_out_of_bounds(index: &str, count: u32) => "index {index} of an array of resources is out of bounds (0 to {count}, exclusive) and wraps around";
    /// A constant index outside of an array, where HLSL still let it pass.
    W0323 warning["array-bounds"] index_outside(index: &str, what: &str, count: u32) => "{what} index {index} is out of bounds (0 to {count}, exclusive)";
    /// An operation whose result nothing uses.
    W0306 warning["unused-value"] unused_operation(op: &str) => "result of `{op}` is not used";
    /// A comparison whose result nothing uses.
    W0315 warning["unused-comparison"] unused_comparison(op: &str) => "result of `{op}` is not used";
    /// A call of what only gives a value, which nothing uses.
    W0316 warning["unused-value"] unused_call(name: &str) => "the result of `{name}` is not used, and it does nothing else";
    /// `u >= 0` with a `uint u`.
    W0336 warning["tautological-compare", all] decided_comparison(comparison: &str, answer: bool) => "the comparison `{comparison}` of an unsigned number is always {answer}";
    /// `if (a = b)`.
    W0317 warning["parentheses"] assignment_as_condition() => "the result of an assignment is used as a condition";
    /// `float4 v = (1, 2, 3, 4);`
    W0318 warning["comma-in-init"] comma_in_init() => "the commas here drop all values but the last: write a list in braces, and a vector with its type's name";
    /// `if (x);`
    W0319 warning["empty-body"] empty_body(word: &str) => "`{word}` has an empty body";
    /// A value that nothing uses.
    W0307 warning["unused-value"] unused_value() => "expression result unused";
    /// The initial value of a uniform.
    W0308 warning["ignored-initializer"] external_initializer() => "initializer of external global will be ignored";
    /// `globallycoherent` on a member of a struct or in a `typedef`, where DXC says that it ignores it, but does not.
    W0438 warning["ignored-attributes"] coherence_ignored(place: &str) => "`globallycoherent` is for variables: other compilers may ignore it on {place}";
    /// `double a = 1.0f;`
    W0330 warning["double-promotion", off] more_precision(from: &str, to: &str) => "implicit conversion increases the precision: `{from}` becomes `{to}`";
    /// `1.0f32` before HLSL 202x.
    W0331 warning["hlsl-202x-extensions"] early_suffix(suffix: &str) => "the suffix `{suffix}` is an extension of HLSL 202x: other compilers may not have it in earlier versions";
    /// `int a = a + 1;`
    W0329 warning["uninitialized"] own_initial_value(name: &str) => "`{name}` is used in its own initial value, where it has none yet";
    /// `a && b || c`.
    W0325 warning["logical-op-parentheses"] and_within_or() => "`&&` within `||`: `&&` goes first; parentheses say so";
    /// `a & b | c`.
    W0326 warning["bitwise-op-parentheses"] bits_within_bits() => "`&` within `|`: `&` goes first; parentheses say so";
    /// `a << b + c`.
    W0327 warning["shift-op-parentheses"] sum_within_shift(shift: &str, sum: &str) => "`{shift}` has lower precedence than `{sum}`, which goes first; parentheses say so";
    /// `a & b == c`.
    W0328 warning["parentheses"] comparison_within_bits(op: &str, comparison: &str) => "`{op}` has lower precedence than `{comparison}`, which goes first; parentheses say so";
    /// A semantic of a member that one around it replaces. DXC's name for what it has no place for.
    W0437 warning["inline-asm"] semantic_overridden(name: &str) => "semantic `{name}` of a member does not count: that of the parameter or member around it does";
    /// An initial value of a member of a `cbuffer`.
    W0324 warning["ignored-initializer", off] member_value_ignored() => "the initial value of a member of a buffer is ignored: the application fills the buffer";
    /// The initial value of groupshared memory.
    W0309 warning["ignored-initializer"] groupshared_initializer() => "groupshared variables cannot be initialized, the value is ignored";
    /// Effect objects.
    W0310 warning["effects-syntax"] effect_object_ignored() => "effect object ignored - effect syntax is deprecated";
    /// A resource whose elements are resources, named without arguments.
    W0466 warning["ignored-resource"] bare_element(element: &str, object: &str) => "`{element}` cannot be the element of `{object}`: what is declared with this type cannot be used";
    /// `[clipplanes(…)]`.
    W0408 warning["ignored-attributes"] clip_planes_ignored() => "`clipplanes` has no effect in SPIR-V, as with DXC: nothing is clipped; write `SV_ClipDistance` instead";
    /// A result whose semantic was the position once.
    W0416 warning["dx9-deprecation"] old_output_semantic(name: &str, today: &str) => "`{name}` is an ordinary semantic that the rasterizer does not use: write `{today}`";
    /// An input whose semantic said something once.
    W0417 warning["ignored-attributes"] old_input_semantic(name: &str, today: &str) => "`{name}` is a semantic like any other, which an earlier shader must write: the system value is `{today}`";
    /// `array.Length`.
    W0418 warning["deprecated-declarations"] length_deprecated() => "`Length` of an array is deprecated";
    /// Qualifiers that count for nothing.
    W0404 warning["payload-access-qualifier"] payload_qualifiers_ignored() => "payload access qualifiers are ignored: they count from shader model 6.7 on, and in 6.6 with `-enable-payload-qualifiers`";
    /// A write that nothing sees.
    W0405 warning["payload-access-shader"] payload_write_lost(field: &str, stage: &str) => "write will be dropped: `{field}` is not qualified `write` for shader stage `{stage}`";
    /// A read of nothing.
    W0406 warning["payload-access-shader"] payload_read_undefined(field: &str, stage: &str) => "reading an undefined value: `{field}` is not qualified `read` for shader stage `{stage}`";
    /// A payload that a function of another library gets.
    W0407 warning["payload-access-call"] payload_passed_on(name: &str) => "`{name}` is defined in another library, and may qualify the payload differently, which is undefined";
    /// What an earlier shader wrote and this one may leave undefined.
    W0411 warning["payload-access-shader"] payload_data_lost(field: &str, stage: &str) => "what earlier shaders wrote to `{field}` may be lost: shader stage `{stage}` is qualified only to `write` it, but does not write it on every path";
    /// A ray without what it should take along.
    W0412 warning["payload-access-trace"] payload_not_written(field: &str) => "`{field}` is qualified `write` for `caller`, but is never written before this ray is traced";
    /// A write that no ray takes along.
    W0413 warning["payload-access-trace"] payload_undefined_inside(field: &str) => "the value will be undefined in the shaders that the ray calls: `{field}` is not qualified `write` for `caller`";
    /// A read of what no ray brings back.
    W0414 warning["payload-access-trace"] payload_read_after_trace(field: &str) => "reading an undefined value: the ray brings `{field}` back, but it is not qualified `read` for `caller`";
    /// What a ray brings back for nothing.
    W0415 warning["payload-access-perf"] payload_not_read(field: &str) => "`{field}` is qualified `read` for `caller`, but is never read after this ray comes back, which may cost time";
    /// A constant of HLSL that came with a later shader model.
    W0430 warning["hlsl-availability-constant"] early_constant(name: &str, model: &str) => "`{name}` was introduced in shader model {model} and may have no effect before";
    /// Attributes of a hit that no state object takes.
    W0409 warning["hlsl-raytracing"] attributes_too_large(bytes: u64, most: u32) => "the attributes have {bytes} bytes, and a state object allows {most} at most: keep the rest in a buffer, or compute it again";
    /// A payload or attributes larger than the library itself allows.
    W0410 warning["hlsl-raytracing"] larger_than_config(what: &str, bytes: u64, most: u64) => "the {what} has {bytes} bytes, and no `RaytracingShaderConfig` of this library allows more than {most}";
    /// An attribute of Vulkan where there is no Vulkan.
    W0436 warning["ignored-attributes"] vk_attribute_without_spirv(name: &str) => "`{name}` is ignored: it affects SPIR-V only (`-spirv`)";
    /// An attribute of loops on something else, and the like.
    W0432 warning["attribute-statement"] attribute_other_statement(name: &str, statements: &str) => "attribute `{name}` can only be applied to {statements}, and is ignored here";
    /// An `out` parameter that is not written in time.
    W0320 warning["parameter-usage"] out_not_written(name: &str) => "`{name}` is an `out` parameter that has not been written when it is used or returned here";
    /// An `out` parameter that is written on some paths only.
    W0321 warning["parameter-usage"] out_not_always_written(name: &str) => "`{name}` is an `out` parameter that is only written on some paths from here";
    /// A variable that nothing has written.
    W0350 warning["uninitialized", all] variable_not_written(name: &str) => "`{name}` is read here, but was never written";
    /// A variable that is written on some paths only.
    W0351 warning["sometimes-uninitialized", all] variable_not_always_written(name: &str) => "`{name}` is not written on some paths from here, and is read later";
    /// A variable that is written in a loop or in a part of a `switch`.
    W0352 warning["conditional-uninitialized", off] variable_perhaps_not_written(name: &str) => "`{name}` may not have been written when it is read here";
    /// A declaration that hides another.
    W0353 warning["shadow", off] shadows(name: &str, what: &str) => "`{name}` hides {what} of that name";
    /// A sampler from the heap of resources, or the reverse.
    W0334 warning["conversion"] other_heap(ty: &str, heap: &str, right: &str) => "a `{ty}` comes from `{heap}` here, and those lie in `{right}`";
    /// A resource whose coherence changes.
    W0322 warning["conversion"] coherence_changed(from: &str, to: &str) => "the conversion changes the coherence of the resource: it is {from}, and {to} is expected here";
    /// `extern float x = 1;`
    W0433 warning["extern-initializer"] extern_initializer(name: &str) => "`{name}` is `extern` and has an initial value";
    /// `[patchconstantfunc("f")]` of a name that several functions have.
    W0435 warning["ambiguous-patch-function"] several_patch_functions(name: &str) => "several functions are called `{name}`: the last one is the patch-constant function";
    /// An attribute of entry points on a function of a library that is none.
    W0434 warning["misplaced-attributes"] attribute_without_shader(name: &str) => "attribute `{name}` is for entry points: say which kind this is with `[shader(\"…\")]`";
    /// `for (int i …)` after another `i` of the same block, before HLSL 2021.
    W0450 warning["for-redefinition"] loop_redeclares(name: &str) => "`{name}` is declared again in the same block: before HLSL 2021 what a `for` declares outlives the loop";
    /// `packoffset` at some members of a buffer, and none at others.
    W0451 warning packoffset_on_some() => "some members of this buffer have a `packoffset` and some have none: give it to all, or to none";
    /// `const const int n`
    W0332 warning["duplicate-decl-specifier"] word_repeated(name: &str) => "duplicate `{name}` declaration specifier";
    /// `in in float x`
    E0233 error usage_repeated(name: &str) => "the parameter is `{name}` twice";
    /// `if ((a == b))`.
    W0333 warning["parentheses-equality"] comparison_in_parens() => "comparison in two pairs of parentheses: that is how an assignment says that it is meant";
    /// `globallycoherent` twice.
    W0452 warning["ignored-attributes"] modifier_repeated(name: &str) => "`{name}` is repeated";
    /// `centroid` after `sample`.
    W0453 warning["specifier-override"] centroid_overridden() => "`centroid` does not count beside `sample`";
    /// `static const float x = 1;` in a struct.
    W0454 warning["gnu-static-float-init"] float_in_struct(name: &str) => "a value in the struct for a `static` member of type `{name}` is an extension: other compilers may want it outside";
    /// A constant that a bit-field does not hold.
    W0455 warning["bitfield-constant-conversion"] bit_field_cut(bits: u32, before: &str, after: &str) => "{before} does not fit into {bits} bits and becomes {after}";
    /// An attribute of an entry point that is for another stage, and does nothing here.
    W0465 warning["ignored-attributes"] attribute_stage_ignored(name: &str, stages: &str, stage: &str) => "attribute {name} only valid for {stages}, and ignored for {stage} shaders";
    /// An attribute for Vulkan where it says nothing.
    W0419 warning["ignored-attributes"] vk_attribute_without_effect(name: &str) => "`{name}` has no effect here";
    /// A `groupshared` parameter before HLSL 202x, which DXC takes.
    W0460 warning["hlsl-groupshared-202x"] early_groupshared() => "`groupshared` parameters are a feature of HLSL 202x: other compilers may not have them in earlier versions";
    /// A number that is negative in one version of the language and not in another.
    W0462 warning["hlsl-legacy-literal", off] legacy_literal() => "up to HLSL 2021 this literal is signed, later it is not: add a suffix";
    /// A decimal that only an unsigned type holds.
    W0463 warning["implicitly-unsigned-literal"] implicitly_unsigned() => "this literal fits no signed type, and is unsigned: write it with `u`";
    /// A choice among two values, which an `if` says as well.
    W0461 warning["switch-bool"] switch_on_bool() => "the `switch` has a Boolean condition: use an `if`";
    /// `auto` before HLSL 202x, which DXC takes.
    W0431 warning["c++11-extensions"] early_auto() => "`auto` is an extension of HLSL 202x: other compilers may not have it in earlier versions";
    /// An attribute that nothing knows.
    W0401 warning["unknown-attributes"] unknown_attribute(name: &str) => "unknown attribute `{name}` ignored";
    /// An attribute in the wrong place.
    W0402 warning["ignored-attributes"] attribute_not_here(name: &str) => "attribute `{name}` has no effect here and is ignored";
    /// An attribute's argument that is no whole number.
    W0403 warning["attribute-type"] attribute_fraction(name: &str) => "attribute `{name}` must have an integer argument, the fraction is dropped";
    /// `[unroll(1.5)]`: as if no number stood there.
    W0439 warning["attribute-type"] unroll_without_count() => "attribute `unroll` must have an integer argument: this one is ignored, and the loop is unrolled completely";
}
