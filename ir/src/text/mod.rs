//! Defines the text form of the IR (`.ir` files): [`print()`] writes it, [`parse()`] reads it back, and
//! `print(parse(print(m))) == print(m)` for every module.
//!
//! It is LLVM's assembly where the two IRs agree (types, `define`, `%v7 = fadd float %v5, 1.0`, `br`, `switch`,
//! `ret`) with these differences:
//!
//! * Block parameters instead of phis: `block2(i32 %v4):`, reached by `br block2(i32 %v3)`.
//! * The type of an operand is left out where it is that of the operand before it. The result type is left out
//!   where it follows from the operands, and else comes last: `zext i1 %v2 to i32`.
//! * What an instruction says beyond its operands stands in brackets after the operation:
//!   `extract[2] <4 x float> %v1`, `swizzle[zyx] …`, `globaladdr[@table]`, `atomicrmw[add] …`.
//! * Operations of the target are calls of functions `@dx.…`; handles read as the LLVM documents on DXIL
//!   resources write them, with the declared resource in the brackets:
//!   `call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @dx.resource.handlefrombinding[@Buf](i32 3, i32 5,
//!   i32 1, i32 %v2, i1 false)`.
//! * A region annotation follows its terminator: `br i1 %v1, block1, block2 !selection merge block3`.
//! * Names: a function, global, resource or struct is called by its name, with `#` and its number where the name
//!   alone is not unique. Values and blocks have numbers, which parsing keeps, so dumps before and after a pass
//!   speak of the same things.
//! * The root signatures of the entry points stand at the end as the metadata `dx.rootsignatures`, and are validated when
//!   they are read.
//!
//! Locations (`!lo:hi`, then `@ lo:hi` for each call it was inlined through) are printed only if asked for.

mod lex;
mod parse;
mod print;
mod root_signature;

pub use parse::{ParseError, parse};
pub use print::lines;
pub use print::{PrintOptions, print, print_function, print_inst, print_type};
pub use root_signature::parse as root_signatures;
