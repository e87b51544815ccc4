// Sources have the SHA-256 3886e495303986d9c5b90a752537bda1b9f32f3f39bd0ad2be3f4aae4ca89d41.
// auto-generated: "lalrpop 0.23.2"
// sha3: c501cfca20b189fa59a92a5886c2b864cff879427a0b2356c27204b95b956e86
// features: 
use crate::ast::*;
use crate::lex::Token;
use crate::parse::SyntaxErrors;
use hlslc_rootsig::{Class, DescriptorKind, Pos};
#[allow(unused_extern_crates)]
extern crate lalrpop_util as __lalrpop_util;
#[allow(unused_imports)]
use self::__lalrpop_util::state_machine as __state_machine;
#[allow(unused_extern_crates)]
extern crate alloc;

#[rustfmt::skip]
#[allow(explicit_outlives_requirements, non_snake_case, non_camel_case_types, unused_mut, unused_variables, unused_imports, unused_parens, clippy::needless_lifetimes, clippy::type_complexity, clippy::needless_return, clippy::too_many_arguments, clippy::match_single_binding, clippy::clone_on_copy, clippy::unit_arg)]
mod __parse__RootSignature {

use crate::ast::*;
use crate::lex::Token;
use crate::parse::SyntaxErrors;
use hlslc_rootsig::{Class, DescriptorKind, Pos};
#[allow(unused_extern_crates)]
extern crate lalrpop_util as __lalrpop_util;
#[allow(unused_imports)]
use self::__lalrpop_util::state_machine as __state_machine;
#[allow(unused_extern_crates)]
extern crate alloc;
use super::__ToTriple;
#[allow(dead_code)]
pub(crate) enum __Symbol<>
 {
Variant0(Token),
Variant1(__lalrpop_util::ErrorRecovery<u32, Token, ()>),
Variant2(()),
Variant3(u32),
Variant4(ArgName),
Variant5(Arg),
Variant6(DescriptorKind),
Variant7(Vec<Element>),
Variant8(Pos),
Variant9(Vec<Pos>),
Variant10(ArgValue),
Variant11(Vec<Arg>),
Variant12(Vec<TableItem>),
Variant13(Class),
Variant14(Element),
Variant15(Ast),
Variant16(TableItem),
}
const __ACTION: &[i16] = &[
// State 0
0,0,0,0,0,38,37,35,39,41,0,36,40,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,42,
// State 1
0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 2
0,-54,0,0,0,0,0,0,0,0,0,0,0,0,0,58,59,0,56,0,0,0,0,0,0,0,0,0,0,0,0,57,0,0,0,0,0,60,
// State 3
0,0,0,0,0,38,37,35,39,41,0,36,40,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,42,
// State 4
0,-60,0,0,0,0,0,68,69,71,70,0,0,0,0,0,59,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,60,
// State 5
0,-52,0,0,0,0,0,0,0,0,0,0,0,81,0,58,59,0,0,0,0,0,0,0,0,0,0,0,0,0,0,57,0,0,0,0,0,60,
// State 6
0,-46,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,0,0,88,0,0,
// State 7
0,-58,0,0,0,0,0,0,0,0,0,0,0,0,0,58,59,0,56,122,117,118,119,126,123,121,120,125,124,0,0,57,0,0,0,0,0,60,
// State 8
0,-46,-46,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,0,0,88,0,0,
// State 9
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,58,59,0,56,0,0,0,0,0,0,0,0,0,0,0,0,57,0,0,0,0,0,60,
// State 10
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,0,0,0,0,0,
// State 11
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,88,0,0,
// State 12
0,-56,0,0,0,0,0,0,0,0,0,0,0,0,152,58,0,153,56,0,0,0,0,0,0,0,0,0,0,0,0,57,0,0,0,0,0,60,
// State 13
0,0,0,0,0,0,0,68,69,71,70,0,0,0,0,0,59,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,60,
// State 14
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,0,0,0,0,0,
// State 15
0,0,0,0,0,0,0,0,0,0,0,0,0,81,0,58,59,0,0,0,0,0,0,0,0,0,0,0,0,0,0,57,0,0,0,0,0,60,
// State 16
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,0,0,88,0,0,
// State 17
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,88,0,0,
// State 18
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,88,0,0,
// State 19
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,88,0,0,
// State 20
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,88,0,0,
// State 21
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,88,0,0,
// State 22
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,88,0,0,
// State 23
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,0,0,0,0,0,
// State 24
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,170,169,0,0,0,
// State 25
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,170,169,0,0,0,
// State 26
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,87,170,169,0,0,0,
// State 27
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,58,59,0,56,122,117,118,119,126,123,121,120,125,124,0,0,57,0,0,0,0,0,60,
// State 28
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,177,0,0,87,0,0,0,0,0,
// State 29
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,180,0,87,0,0,0,0,0,
// State 30
0,0,0,0,0,0,0,0,0,0,0,0,0,0,152,58,0,153,56,0,0,0,0,0,0,0,0,0,0,0,0,57,0,0,0,0,0,60,
// State 31
3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 32
0,0,-41,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 33
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 34
-38,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 35
5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 36
6,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 37
7,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 38
-39,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 39
8,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 40
-40,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 41
0,0,-96,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 42
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 43
0,-36,-36,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 44
0,-34,-34,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 45
0,-35,-35,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 46
0,-37,-37,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 47
0,-119,-119,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 48
0,0,0,9,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 49
0,127,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 50
0,-90,-90,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 51
0,-33,-33,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 52
0,-55,10,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 53
0,0,0,11,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 54
0,0,0,12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 55
0,0,0,-48,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 56
0,-65,-65,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 57
0,0,0,-127,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 58
0,0,0,-132,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 59
0,-25,-25,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 60
0,0,-42,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 61
0,-129,-129,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 62
0,-130,-130,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 63
0,128,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 64
13,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 65
0,-61,14,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 66
0,-125,-125,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 67
-86,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 68
-87,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 69
-89,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 70
-88,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 71
0,-28,-28,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 72
0,-30,-30,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 73
0,-31,-31,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 74
0,-32,-32,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 75
0,-117,-117,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 76
0,129,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 77
0,0,0,15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 78
0,-29,-29,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 79
0,-53,16,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 80
0,0,0,-72,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 81
0,-115,-115,0,-115,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 82
0,130,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 83
0,-45,-45,0,-45,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 84
0,-44,-44,0,-44,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 85
0,-47,-47,0,17,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 86
0,-66,-66,0,-66,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 87
0,-67,-67,0,-67,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 88
0,0,0,18,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 89
0,0,0,19,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 90
0,0,0,20,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 91
0,-102,-102,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 92
0,-103,-103,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 93
0,-104,-104,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 94
0,-108,-108,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 95
0,-107,-107,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 96
0,-101,-101,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 97
0,-113,-113,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 98
0,-106,-106,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 99
0,-110,-110,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 100
0,-109,-109,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 101
0,-105,-105,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 102
0,-111,-111,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 103
0,-112,-112,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 104
0,-114,-114,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 105
0,0,0,21,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 106
0,0,0,22,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 107
0,0,0,23,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 108
0,131,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 109
0,0,0,24,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 110
0,0,0,25,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 111
0,0,0,26,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 112
0,0,0,27,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 113
0,-100,-100,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 114
0,-123,-123,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 115
0,-59,28,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 116
0,0,0,-4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 117
0,0,0,-5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 118
0,0,0,-6,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 119
0,0,0,-26,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 120
0,0,0,-27,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 121
0,0,0,-43,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 122
0,0,0,-68,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 123
0,0,0,-69,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 124
0,0,0,-70,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 125
0,0,0,-71,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 126
0,0,-93,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 127
0,0,-94,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 128
0,0,-92,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 129
0,0,-91,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 130
0,0,-95,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 131
0,-49,-49,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 132
0,-13,-13,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 133
0,-120,-120,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 134
0,-131,-131,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 135
0,-23,-23,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 136
0,-133,-133,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 137
0,-24,-24,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 138
0,-84,-84,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 139
0,-80,-80,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 140
0,-79,-79,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 141
0,-83,-83,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 142
0,-82,-82,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 143
0,-81,-81,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 144
0,-85,-85,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 145
0,174,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 146
0,0,0,29,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 147
0,0,0,30,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 148
0,-121,-121,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 149
0,-78,-78,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 150
0,-57,31,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 151
0,0,0,-73,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 152
0,0,0,-77,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 153
0,-126,-126,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 154
0,-18,-18,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 155
0,-118,-118,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 156
0,-116,-116,0,-116,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 157
0,-7,-7,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 158
0,-8,-8,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 159
0,-9,-9,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 160
0,-10,-10,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 161
0,-11,-11,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 162
0,-12,-12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 163
0,-14,-14,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 164
0,-76,-76,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 165
0,-75,-75,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 166
0,-74,-74,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 167
0,-15,-15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 168
0,-63,-63,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 169
0,-64,-64,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 170
0,-16,-16,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 171
0,-17,-17,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 172
0,-124,-124,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 173
0,-128,-128,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 174
0,-19,-19,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 175
0,-20,-20,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 176
0,-51,-51,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 177
0,-21,-21,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 178
0,-22,-22,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 179
0,-50,-50,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
// State 180
0,-122,-122,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
];
fn __action(state: i16, integer: usize) -> i16 {
__ACTION[(state as usize) * 38 + integer]
}
const __EOF_ACTION: &[i16] = &[
// State 0
-97,
// State 1
-98,
// State 2
0,
// State 3
-62,
// State 4
0,
// State 5
0,
// State 6
0,
// State 7
0,
// State 8
0,
// State 9
0,
// State 10
0,
// State 11
0,
// State 12
0,
// State 13
0,
// State 14
0,
// State 15
0,
// State 16
0,
// State 17
0,
// State 18
0,
// State 19
0,
// State 20
0,
// State 21
0,
// State 22
0,
// State 23
0,
// State 24
0,
// State 25
0,
// State 26
0,
// State 27
0,
// State 28
0,
// State 29
0,
// State 30
0,
// State 31
0,
// State 32
-41,
// State 33
-134,
// State 34
0,
// State 35
0,
// State 36
0,
// State 37
0,
// State 38
0,
// State 39
0,
// State 40
0,
// State 41
-96,
// State 42
-99,
// State 43
0,
// State 44
0,
// State 45
0,
// State 46
0,
// State 47
0,
// State 48
0,
// State 49
0,
// State 50
0,
// State 51
0,
// State 52
0,
// State 53
0,
// State 54
0,
// State 55
0,
// State 56
0,
// State 57
0,
// State 58
0,
// State 59
0,
// State 60
-42,
// State 61
0,
// State 62
0,
// State 63
0,
// State 64
0,
// State 65
0,
// State 66
0,
// State 67
0,
// State 68
0,
// State 69
0,
// State 70
0,
// State 71
0,
// State 72
0,
// State 73
0,
// State 74
0,
// State 75
0,
// State 76
0,
// State 77
0,
// State 78
0,
// State 79
0,
// State 80
0,
// State 81
0,
// State 82
0,
// State 83
0,
// State 84
0,
// State 85
0,
// State 86
0,
// State 87
0,
// State 88
0,
// State 89
0,
// State 90
0,
// State 91
0,
// State 92
0,
// State 93
0,
// State 94
0,
// State 95
0,
// State 96
0,
// State 97
0,
// State 98
0,
// State 99
0,
// State 100
0,
// State 101
0,
// State 102
0,
// State 103
0,
// State 104
0,
// State 105
0,
// State 106
0,
// State 107
0,
// State 108
0,
// State 109
0,
// State 110
0,
// State 111
0,
// State 112
0,
// State 113
0,
// State 114
0,
// State 115
0,
// State 116
0,
// State 117
0,
// State 118
0,
// State 119
0,
// State 120
0,
// State 121
0,
// State 122
0,
// State 123
0,
// State 124
0,
// State 125
0,
// State 126
-93,
// State 127
-94,
// State 128
-92,
// State 129
-91,
// State 130
-95,
// State 131
0,
// State 132
0,
// State 133
0,
// State 134
0,
// State 135
0,
// State 136
0,
// State 137
0,
// State 138
0,
// State 139
0,
// State 140
0,
// State 141
0,
// State 142
0,
// State 143
0,
// State 144
0,
// State 145
0,
// State 146
0,
// State 147
0,
// State 148
0,
// State 149
0,
// State 150
0,
// State 151
0,
// State 152
0,
// State 153
0,
// State 154
0,
// State 155
0,
// State 156
0,
// State 157
0,
// State 158
0,
// State 159
0,
// State 160
0,
// State 161
0,
// State 162
0,
// State 163
0,
// State 164
0,
// State 165
0,
// State 166
0,
// State 167
0,
// State 168
0,
// State 169
0,
// State 170
0,
// State 171
0,
// State 172
0,
// State 173
0,
// State 174
0,
// State 175
0,
// State 176
0,
// State 177
0,
// State 178
0,
// State 179
0,
// State 180
0,
];
fn __goto(state: i16, nt: usize) -> i16 {
match nt {
3 => 88,
4 => 89,
5 => 90,
6 => 91,
7 => 92,
8 => 93,
9 => 94,
10 => 95,
11 => 96,
12 => match state {
7 | 27 => 97,
12 | 30 => 138,
_ => 43,
},
13 => 98,
14 => 99,
15 => 100,
16 => 101,
17 => 71,
18 => 139,
19 => 140,
20 => 141,
21 => 142,
22 => match state {
5 | 15 => 72,
7 | 27 => 102,
12 | 30 => 143,
_ => 44,
},
23 => match state {
4 | 13 => 61,
5 | 15 => 73,
7 | 27 => 103,
_ => 45,
},
24 => match state {
4 | 13 => 62,
5 | 15 => 74,
7 | 27 => 104,
12 | 30 => 144,
_ => 46,
},
25 => 105,
26 => 106,
27 => match state {
15 => 155,
_ => 75,
},
28 => match state {
9 => 133,
_ => 47,
},
29 => 31,
30 => 1,
31 => 107,
32 => match state {
16 => 156,
_ => 81,
},
33 => match state {
8 => 131,
_ => 82,
},
34 => 48,
35 => 132,
36 => 177,
37 => 174,
38 => 76,
39 => 49,
40 => 145,
41 => 108,
42 => 63,
43 => 42,
44 => 164,
45 => 165,
46 => 50,
47 => match state {
6 | 8 | 16 => 83,
24..=26 => 166,
_ => 134,
},
48 => match state {
11 | 17..=22 => 136,
_ => 84,
},
49 => 109,
50 => 110,
51 => 111,
52 => 112,
53 => 77,
54 => 146,
55 => match state {
25 => 170,
26 => 171,
_ => 167,
},
56 => 147,
57 => match state {
30 => 180,
_ => 148,
},
58 => 64,
59 => match state {
5 | 15 => 78,
7 | 27 => 113,
12 | 30 => 149,
_ => 51,
},
60 => match state {
3 => 60,
_ => 32,
},
61 => 33,
62 => match state {
27 => 172,
_ => 114,
},
63 => 85,
64 => 79,
65 => 52,
66 => 150,
67 => 115,
68 => 65,
69 => 53,
70 => match state {
13 => 153,
_ => 66,
},
71 => match state {
14 => 154,
23 => 163,
28 => 175,
29 => 178,
_ => 135,
},
72 => 54,
73 => match state {
17 => 157,
18 => 158,
19 => 159,
20 => 160,
21 => 161,
22 => 162,
_ => 137,
},
_ => 0,
}
}
#[allow(clippy::needless_raw_string_hashes)]
const __TERMINAL: &[&str] = &[
r###""(""###,
r###"")""###,
r###"",""###,
r###""=""###,
r###""|""###,
r###""RootFlags""###,
r###""RootConstants""###,
r###""CBV""###,
r###""SRV""###,
r###""UAV""###,
r###""Sampler""###,
r###""DescriptorTable""###,
r###""StaticSampler""###,
r###""num32BitConstants""###,
r###""numDescriptors""###,
r###""space""###,
r###""visibility""###,
r###""offset""###,
r###""flags""###,
r###""filter""###,
r###""addressU""###,
r###""addressV""###,
r###""addressW""###,
r###""mipLODBias""###,
r###""maxAnisotropy""###,
r###""comparisonFunc""###,
r###""borderColor""###,
r###""minLOD""###,
r###""maxLOD""###,
r###""unbounded""###,
r###""DESCRIPTOR_RANGE_OFFSET_APPEND""###,
r###""register""###,
r###""unsigned number""###,
r###""negative number""###,
r###""decimal number""###,
r###""word""###,
r###""bad character""###,
];
fn __expected_tokens(__state: i16) -> alloc::vec::Vec<alloc::string::String> {
__TERMINAL.iter().enumerate().filter_map(|(index, terminal)| {
let next_state = __action(__state, index);
if next_state == 0 {
None
} else {
Some(alloc::string::ToString::to_string(terminal))
}
}).collect()
}
fn __expected_tokens_from_states<
    'e,
>(
__states: &[i16],
_: core::marker::PhantomData<(&'e ())>,
) -> alloc::vec::Vec<alloc::string::String>
{
__TERMINAL.iter().enumerate().filter_map(|(index, terminal)| {
if __accepts(None, __states, Some(index), core::marker::PhantomData::<(&())>) {
Some(alloc::string::ToString::to_string(terminal))
} else {
None
}
}).collect()
}
struct __StateMachine<'e>
where 
{
errors: &'e mut SyntaxErrors,
__phantom: core::marker::PhantomData<(&'e ())>,
}
impl<'e> __state_machine::ParserDefinition for __StateMachine<'e>
where 
{
type Location = u32;
type Error = ();
type Token = Token;
type TokenIndex = usize;
type Symbol = __Symbol<>;
type Success = Ast;
type StateIndex = i16;
type Action = i16;
type ReduceIndex = i16;
type NonterminalIndex = usize;

#[inline]
fn start_location(&self) -> Self::Location {
  Default::default()
}

#[inline]
fn start_state(&self) -> Self::StateIndex {
  0
}

#[inline]
fn token_to_index(&self, token: &Self::Token) -> Option<usize> {
__token_to_integer(token, core::marker::PhantomData::<(&())>)
}

#[inline]
fn action(&self, state: i16, integer: usize) -> i16 {
__action(state, integer)
}

#[inline]
fn error_action(&self, state: i16) -> i16 {
__action(state, 38 - 1)
}

#[inline]
fn eof_action(&self, state: i16) -> i16 {
__EOF_ACTION[state as usize]
}

#[inline]
fn goto(&self, state: i16, nt: usize) -> i16 {
__goto(state, nt)
}

fn token_to_symbol(&self, token_index: usize, token: Self::Token) -> Self::Symbol {
__token_to_symbol(token_index, token, core::marker::PhantomData::<(&())>)
}

fn expected_tokens(&self, state: i16) -> alloc::vec::Vec<alloc::string::String> {
__expected_tokens(state)
}

fn expected_tokens_from_states(&self, states: &[i16]) -> alloc::vec::Vec<alloc::string::String> {
__expected_tokens_from_states(states, core::marker::PhantomData::<(&())>)
}

#[inline]
fn uses_error_recovery(&self) -> bool {
true
}

#[inline]
fn error_recovery_symbol(
&self,
recovery: __state_machine::ErrorRecovery<Self>,
) -> Self::Symbol {
__Symbol::Variant1(recovery)
}

fn reduce(
&mut self,
action: i16,
start_location: Option<&Self::Location>,
states: &mut alloc::vec::Vec<i16>,
symbols: &mut alloc::vec::Vec<__state_machine::SymbolTriple<Self>>,
) -> Option<__state_machine::ParseResult<Self>> {
__reduce(
self.errors,
action,
start_location,
states,
symbols,
core::marker::PhantomData::<(&())>,
)
}

fn simulate_reduce(&self, action: i16) -> __state_machine::SimulatedReduce<Self> {
__simulate_reduce(action, core::marker::PhantomData::<(&())>)
}
}
fn __token_to_integer<
    'e,
>(
__token: &Token,
_: core::marker::PhantomData<(&'e ())>,
) -> Option<usize>
{
#[warn(unused_variables)]
match __token {
Token::OpenParen if true => Some(0),
Token::CloseParen if true => Some(1),
Token::Comma if true => Some(2),
Token::Equal if true => Some(3),
Token::Or if true => Some(4),
Token::RootFlags if true => Some(5),
Token::RootConstants if true => Some(6),
Token::Cbv if true => Some(7),
Token::Srv if true => Some(8),
Token::Uav if true => Some(9),
Token::Sampler if true => Some(10),
Token::DescriptorTable if true => Some(11),
Token::StaticSampler if true => Some(12),
Token::Num32BitConstants if true => Some(13),
Token::NumDescriptors if true => Some(14),
Token::Space if true => Some(15),
Token::Visibility if true => Some(16),
Token::Offset if true => Some(17),
Token::Flags if true => Some(18),
Token::Filter if true => Some(19),
Token::AddressU if true => Some(20),
Token::AddressV if true => Some(21),
Token::AddressW if true => Some(22),
Token::MipLodBias if true => Some(23),
Token::MaxAnisotropy if true => Some(24),
Token::ComparisonFunc if true => Some(25),
Token::BorderColor if true => Some(26),
Token::MinLod if true => Some(27),
Token::MaxLod if true => Some(28),
Token::Unbounded if true => Some(29),
Token::OffsetAppend if true => Some(30),
Token::Register if true => Some(31),
Token::Unsigned if true => Some(32),
Token::Negative if true => Some(33),
Token::Float if true => Some(34),
Token::Word if true => Some(35),
Token::Bad if true => Some(36),
_ => None,
}
}
fn __token_to_symbol<
    'e,
>(
__token_index: usize,
__token: Token,
_: core::marker::PhantomData<(&'e ())>,
) -> __Symbol<>
{
#[allow(clippy::manual_range_patterns)]match __token_index {
0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32 | 33 | 34 | 35 | 36 => __Symbol::Variant0(__token),
_ => unreachable!(),
}
}
fn __simulate_reduce<
    'e,
>(
__reduce_index: i16,
_: core::marker::PhantomData<(&'e ())>,
) -> __state_machine::SimulatedReduce<__StateMachine<'e>>
{
match __reduce_index {
0 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 0,
}
}
1 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 1,
}
}
2 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 2,
}
}
3 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 3,
}
}
4 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 4,
}
}
5 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 5,
}
}
6 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 6,
}
}
7 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 7,
}
}
8 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 8,
}
}
9 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 9,
}
}
10 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 10,
}
}
11 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 11,
}
}
12 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 12,
}
}
13 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 13,
}
}
14 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 14,
}
}
15 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 15,
}
}
16 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 16,
}
}
17 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 17,
}
}
18 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 18,
}
}
19 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 19,
}
}
20 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 20,
}
}
21 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 21,
}
}
22 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 22,
}
}
23 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 23,
}
}
24 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 24,
}
}
25 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 25,
}
}
26 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 26,
}
}
27 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 27,
}
}
28 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 27,
}
}
29 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 27,
}
}
30 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 27,
}
}
31 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 27,
}
}
32 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 28,
}
}
33 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 28,
}
}
34 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 28,
}
}
35 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 28,
}
}
36 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 28,
}
}
37 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 29,
}
}
38 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 29,
}
}
39 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 29,
}
}
40 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 30,
}
}
41 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 30,
}
}
42 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 31,
}
}
43 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 32,
}
}
44 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 32,
}
}
45 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 33,
}
}
46 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 33,
}
}
47 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 34,
}
}
48 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 35,
}
}
49 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 36,
}
}
50 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 37,
}
}
51 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 38,
}
}
52 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 38,
}
}
53 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 39,
}
}
54 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 39,
}
}
55 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 40,
}
}
56 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 40,
}
}
57 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 41,
}
}
58 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 41,
}
}
59 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 42,
}
}
60 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 42,
}
}
61 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 43,
}
}
62 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 44,
}
}
63 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 45,
}
}
64 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 46,
}
}
65 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 47,
}
}
66 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 48,
}
}
67 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 49,
}
}
68 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 50,
}
}
69 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 51,
}
}
70 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 52,
}
}
71 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 53,
}
}
72 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 54,
}
}
73 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 55,
}
}
74 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 55,
}
}
75 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 55,
}
}
76 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 56,
}
}
77 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
78 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
79 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
80 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
81 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
82 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
83 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
84 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 57,
}
}
85 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 58,
}
}
86 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 58,
}
}
87 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 58,
}
}
88 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 58,
}
}
89 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 59,
}
}
90 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 4,
nonterminal_produced: 60,
}
}
91 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 4,
nonterminal_produced: 60,
}
}
92 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 4,
nonterminal_produced: 60,
}
}
93 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 4,
nonterminal_produced: 60,
}
}
94 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 4,
nonterminal_produced: 60,
}
}
95 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 60,
}
}
96 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 0,
nonterminal_produced: 61,
}
}
97 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 61,
}
}
98 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 2,
nonterminal_produced: 61,
}
}
99 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
100 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
101 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
102 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
103 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
104 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
105 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
106 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
107 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
108 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
109 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
110 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
111 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
112 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
113 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 62,
}
}
114 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 63,
}
}
115 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 63,
}
}
116 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 64,
}
}
117 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 64,
}
}
118 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 65,
}
}
119 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 65,
}
}
120 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 66,
}
}
121 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 66,
}
}
122 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 67,
}
}
123 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 67,
}
}
124 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 68,
}
}
125 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 3,
nonterminal_produced: 68,
}
}
126 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 69,
}
}
127 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 4,
nonterminal_produced: 70,
}
}
128 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 70,
}
}
129 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 70,
}
}
130 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 71,
}
}
131 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 72,
}
}
132 => {
__state_machine::SimulatedReduce::Reduce {
states_to_pop: 1,
nonterminal_produced: 73,
}
}
133 => __state_machine::SimulatedReduce::Accept,
_ => panic!("invalid reduction index {__reduce_index}")
}
}
pub struct RootSignatureParser {
_priv: (),
}

impl Default for RootSignatureParser { fn default() -> Self { Self::new() } }
impl RootSignatureParser {
pub fn new() -> RootSignatureParser {
RootSignatureParser {
_priv: (),
}
}

#[allow(dead_code)]
pub fn parse<
    'e,
    __TOKEN: __ToTriple<'e, >,
    __TOKENS: IntoIterator<Item=__TOKEN>,
>(
&self,
errors: &'e mut SyntaxErrors,
__tokens0: __TOKENS,
) -> Result<Ast, __lalrpop_util::ParseError<u32, Token, ()>>
{
let __tokens = __tokens0.into_iter();
let mut __tokens = __tokens.map(|t| __ToTriple::to_triple(t));
__state_machine::Parser::drive(
__StateMachine {
errors,
__phantom: core::marker::PhantomData::<(&())>,
},
__tokens,
)
}
}
fn __accepts<
    'e,
>(
__error_state: Option<i16>,
__states: &[i16],
__opt_integer: Option<usize>,
_: core::marker::PhantomData<(&'e ())>,
) -> bool
{
let mut __states = __states.to_vec();
__states.extend(__error_state);
loop {
let mut __states_len = __states.len();
let __top = __states[__states_len - 1];
let __action = match __opt_integer {
None => __EOF_ACTION[__top as usize],
Some(__integer) => __action(__top, __integer),
};
if __action == 0 { return false; }
if __action > 0 { return true; }
let (__to_pop, __nt) = match __simulate_reduce(-(__action + 1), core::marker::PhantomData::<(&())>) {
__state_machine::SimulatedReduce::Reduce {
states_to_pop, nonterminal_produced
} => (states_to_pop, nonterminal_produced),
__state_machine::SimulatedReduce::Accept => return true,
};
__states_len -= __to_pop;
__states.truncate(__states_len);
let __top = __states[__states_len - 1];
let __next_state = __goto(__top, __nt);
__states.push(__next_state);
}
}
fn __reduce<
    'e,
>(
errors: &'e mut SyntaxErrors,
__action: i16,
__lookahead_start: Option<&u32>,
__states: &mut alloc::vec::Vec<i16>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> Option<Result<Ast,__lalrpop_util::ParseError<u32, Token, ()>>>
{
let (__pop_states, __nonterminal) = match __action {
0 => {
__reduce0(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
1 => {
__reduce1(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
2 => {
__reduce2(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
3 => {
__reduce3(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
4 => {
__reduce4(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
5 => {
__reduce5(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
6 => {
__reduce6(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
7 => {
__reduce7(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
8 => {
__reduce8(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
9 => {
__reduce9(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
10 => {
__reduce10(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
11 => {
__reduce11(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
12 => {
__reduce12(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
13 => {
__reduce13(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
14 => {
__reduce14(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
15 => {
__reduce15(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
16 => {
__reduce16(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
17 => {
__reduce17(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
18 => {
__reduce18(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
19 => {
__reduce19(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
20 => {
__reduce20(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
21 => {
__reduce21(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
22 => {
__reduce22(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
23 => {
__reduce23(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
24 => {
__reduce24(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
25 => {
__reduce25(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
26 => {
__reduce26(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
27 => {
__reduce27(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
28 => {
__reduce28(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
29 => {
__reduce29(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
30 => {
__reduce30(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
31 => {
__reduce31(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
32 => {
__reduce32(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
33 => {
__reduce33(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
34 => {
__reduce34(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
35 => {
__reduce35(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
36 => {
__reduce36(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
37 => {
__reduce37(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
38 => {
__reduce38(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
39 => {
__reduce39(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
40 => {
__reduce40(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
41 => {
__reduce41(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
42 => {
__reduce42(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
43 => {
__reduce43(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
44 => {
__reduce44(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
45 => {
__reduce45(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
46 => {
__reduce46(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
47 => {
__reduce47(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
48 => {
__reduce48(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
49 => {
__reduce49(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
50 => {
__reduce50(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
51 => {
__reduce51(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
52 => {
__reduce52(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
53 => {
__reduce53(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
54 => {
__reduce54(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
55 => {
__reduce55(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
56 => {
__reduce56(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
57 => {
__reduce57(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
58 => {
__reduce58(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
59 => {
__reduce59(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
60 => {
__reduce60(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
61 => {
__reduce61(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
62 => {
__reduce62(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
63 => {
__reduce63(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
64 => {
__reduce64(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
65 => {
__reduce65(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
66 => {
__reduce66(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
67 => {
__reduce67(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
68 => {
__reduce68(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
69 => {
__reduce69(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
70 => {
__reduce70(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
71 => {
__reduce71(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
72 => {
__reduce72(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
73 => {
__reduce73(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
74 => {
__reduce74(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
75 => {
__reduce75(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
76 => {
__reduce76(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
77 => {
__reduce77(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
78 => {
__reduce78(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
79 => {
__reduce79(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
80 => {
__reduce80(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
81 => {
__reduce81(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
82 => {
__reduce82(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
83 => {
__reduce83(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
84 => {
__reduce84(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
85 => {
__reduce85(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
86 => {
__reduce86(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
87 => {
__reduce87(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
88 => {
__reduce88(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
89 => {
__reduce89(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
90 => {
__reduce90(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
91 => {
__reduce91(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
92 => {
__reduce92(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
93 => {
__reduce93(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
94 => {
__reduce94(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
95 => {
__reduce95(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
96 => {
__reduce96(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
97 => {
__reduce97(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
98 => {
__reduce98(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
99 => {
__reduce99(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
100 => {
__reduce100(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
101 => {
__reduce101(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
102 => {
__reduce102(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
103 => {
__reduce103(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
104 => {
__reduce104(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
105 => {
__reduce105(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
106 => {
__reduce106(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
107 => {
__reduce107(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
108 => {
__reduce108(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
109 => {
__reduce109(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
110 => {
__reduce110(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
111 => {
__reduce111(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
112 => {
__reduce112(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
113 => {
__reduce113(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
114 => {
__reduce114(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
115 => {
__reduce115(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
116 => {
__reduce116(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
117 => {
__reduce117(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
118 => {
__reduce118(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
119 => {
__reduce119(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
120 => {
__reduce120(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
121 => {
__reduce121(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
122 => {
__reduce122(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
123 => {
__reduce123(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
124 => {
__reduce124(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
125 => {
__reduce125(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
126 => {
__reduce126(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
127 => {
__reduce127(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
128 => {
__reduce128(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
129 => {
__reduce129(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
130 => {
__reduce130(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
131 => {
__reduce131(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
132 => {
__reduce132(errors, __lookahead_start, __symbols, core::marker::PhantomData::<(&())>)
}
133 => {
// __RootSignature = RootSignature => ActionFn(0);
let __sym0 = __pop_Variant15(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action0::<>(errors, __sym0);
return Some(Ok(__nt));
}
_ => panic!("invalid action code {__action}")
};
let __states_len = __states.len();
__states.truncate(__states_len - __pop_states);
let __state = *__states.last().unwrap();
let __next_state = __goto(__state, __nonterminal);
__states.push(__next_state);
None
}
#[inline(never)]
fn __symbol_type_mismatch() -> ! {
panic!("symbol type mismatch")
}
fn __pop_Variant2<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, (), u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant2(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant5<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Arg, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant5(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant4<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, ArgName, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant4(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant10<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, ArgValue, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant10(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant15<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Ast, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant15(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant13<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Class, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant13(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant6<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, DescriptorKind, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant6(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant14<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Element, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant14(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant8<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Pos, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant8(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant16<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, TableItem, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant16(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant0<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Token, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant0(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant11<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Vec<Arg>, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant11(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant7<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Vec<Element>, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant7(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant9<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Vec<Pos>, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant9(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant12<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, Vec<TableItem>, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant12(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant1<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, __lalrpop_util::ErrorRecovery<u32, Token, ()>, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant1(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __pop_Variant3<
>(
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>
) -> (u32, u32, u32)
 {
match __symbols.pop() {
Some((__l, __Symbol::Variant3(__v), __r)) => (__l, __v, __r),
_ => __symbol_type_mismatch()
}
}
fn __reduce0<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// () =  => ActionFn(123);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action123::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant2(__nt), __end));
(0, 0)
}
fn __reduce1<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// @L =  => ActionFn(121);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action121::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant3(__nt), __end));
(0, 1)
}
fn __reduce2<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// @R =  => ActionFn(120);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action120::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant3(__nt), __end));
(0, 2)
}
fn __reduce3<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// AddressU = "addressU" => ActionFn(63);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action63::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 3)
}
fn __reduce4<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// AddressV = "addressV" => ActionFn(64);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action64::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 4)
}
fn __reduce5<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// AddressW = "addressW" => ActionFn(65);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action65::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 5)
}
fn __reduce6<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<AddressU, Word> = AddressU, "=", Word => ActionFn(172);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action172::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 6)
}
fn __reduce7<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<AddressV, Word> = AddressV, "=", Word => ActionFn(173);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action173::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 7)
}
fn __reduce8<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<AddressW, Word> = AddressW, "=", Word => ActionFn(174);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action174::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 8)
}
fn __reduce9<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<BorderColor, Word> = BorderColor, "=", Word => ActionFn(175);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action175::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 9)
}
fn __reduce10<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<ComparisonFunc, Word> = ComparisonFunc, "=", Word => ActionFn(176);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action176::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 10)
}
fn __reduce11<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<Filter, Word> = Filter, "=", Word => ActionFn(177);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action177::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 11)
}
fn __reduce12<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<FlagsName, FlagsValue> = FlagsName, "=", FlagsValue => ActionFn(178);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action178::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 12)
}
fn __reduce13<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<MaxAnisotropy, Unsigned> = MaxAnisotropy, "=", Unsigned => ActionFn(179);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action179::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 13)
}
fn __reduce14<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<MaxLod, Number> = MaxLod, "=", Number => ActionFn(180);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action180::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 14)
}
fn __reduce15<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<MinLod, Number> = MinLod, "=", Number => ActionFn(181);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action181::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 15)
}
fn __reduce16<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<MipLodBias, Number> = MipLodBias, "=", Number => ActionFn(182);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action182::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 16)
}
fn __reduce17<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<Num32BitConstants, Unsigned> = Num32BitConstants, "=", Unsigned => ActionFn(183);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action183::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 17)
}
fn __reduce18<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<NumDescriptors, Keyword<"unbounded">> = NumDescriptors, "=", Keyword<"unbounded"> => ActionFn(184);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action184::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 18)
}
fn __reduce19<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<NumDescriptors, Unsigned> = NumDescriptors, "=", Unsigned => ActionFn(185);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action185::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 19)
}
fn __reduce20<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<Offset, Keyword<"DESCRIPTOR_RANGE_OFFSET_APPEND">> = Offset, "=", Keyword<"DESCRIPTOR_RANGE_OFFSET_APPEND"> => ActionFn(186);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action186::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 20)
}
fn __reduce21<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<Offset, Unsigned> = Offset, "=", Unsigned => ActionFn(187);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action187::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 21)
}
fn __reduce22<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<Space, Unsigned> = Space, "=", Unsigned => ActionFn(188);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action188::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 22)
}
fn __reduce23<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Arg<Visibility, Word> = Visibility, "=", Word => ActionFn(189);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant10(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant4(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action189::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(3, 23)
}
fn __reduce24<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// ArgError = error => ActionFn(55);
let __sym0 = __pop_Variant1(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action55::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 24)
}
fn __reduce25<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// BorderColor = "borderColor" => ActionFn(69);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action69::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 25)
}
fn __reduce26<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// ComparisonFunc = "comparisonFunc" => ActionFn(68);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action68::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 26)
}
fn __reduce27<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// ConstantsArg = Arg<Num32BitConstants, Unsigned> => ActionFn(15);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action15::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 27)
}
fn __reduce28<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// ConstantsArg = Register => ActionFn(16);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action16::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 27)
}
fn __reduce29<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// ConstantsArg = Arg<Space, Unsigned> => ActionFn(17);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action17::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 27)
}
fn __reduce30<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// ConstantsArg = Arg<Visibility, Word> => ActionFn(18);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action18::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 27)
}
fn __reduce31<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// ConstantsArg = ArgError => ActionFn(19);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action19::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 27)
}
fn __reduce32<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorArg = Register => ActionFn(20);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action20::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 28)
}
fn __reduce33<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorArg = Arg<Space, Unsigned> => ActionFn(21);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action21::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 28)
}
fn __reduce34<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorArg = Arg<Visibility, Word> => ActionFn(22);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action22::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 28)
}
fn __reduce35<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorArg = Arg<FlagsName, FlagsValue> => ActionFn(23);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action23::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 28)
}
fn __reduce36<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorArg = ArgError => ActionFn(24);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action24::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 28)
}
fn __reduce37<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorKind = "CBV" => ActionFn(12);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action12::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant6(__nt), __end));
(1, 29)
}
fn __reduce38<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorKind = "SRV" => ActionFn(13);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action13::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant6(__nt), __end));
(1, 29)
}
fn __reduce39<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// DescriptorKind = "UAV" => ActionFn(14);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action14::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant6(__nt), __end));
(1, 29)
}
fn __reduce40<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Elements = RootElement => ActionFn(4);
let __sym0 = __pop_Variant14(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action4::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant7(__nt), __end));
(1, 30)
}
fn __reduce41<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Elements = Elements, ",", RootElement => ActionFn(5);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant14(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant7(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action5::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant7(__nt), __end));
(3, 30)
}
fn __reduce42<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Filter = "filter" => ActionFn(62);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action62::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 31)
}
fn __reduce43<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Flag = Located<"word"> => ActionFn(83);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action83::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 32)
}
fn __reduce44<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Flag = Located<"unsigned number"> => ActionFn(84);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action84::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 32)
}
fn __reduce45<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Flags =  => ActionFn(134);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action134::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant9(__nt), __end));
(0, 33)
}
fn __reduce46<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Flags = SomeFlags => ActionFn(80);
let __sym0 = __pop_Variant9(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action80::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant9(__nt), __end));
(1, 33)
}
fn __reduce47<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// FlagsName = "flags" => ActionFn(61);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action61::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 34)
}
fn __reduce48<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// FlagsValue = Flags => ActionFn(78);
let __sym0 = __pop_Variant9(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action78::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 35)
}
fn __reduce49<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Keyword<"DESCRIPTOR_RANGE_OFFSET_APPEND"> = "DESCRIPTOR_RANGE_OFFSET_APPEND" => ActionFn(101);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action101::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 36)
}
fn __reduce50<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Keyword<"unbounded"> = "unbounded" => ActionFn(104);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action104::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 37)
}
fn __reduce51<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<ConstantsArg> =  => ActionFn(135);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action135::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(0, 38)
}
fn __reduce52<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<ConstantsArg> = SomeOf<ConstantsArg> => ActionFn(119);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action119::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 38)
}
fn __reduce53<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<DescriptorArg> =  => ActionFn(136);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action136::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(0, 39)
}
fn __reduce54<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<DescriptorArg> = SomeOf<DescriptorArg> => ActionFn(117);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action117::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 39)
}
fn __reduce55<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<RangeArg> =  => ActionFn(137);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action137::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(0, 40)
}
fn __reduce56<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<RangeArg> = SomeOf<RangeArg> => ActionFn(107);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action107::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 40)
}
fn __reduce57<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<SamplerArg> =  => ActionFn(138);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action138::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(0, 41)
}
fn __reduce58<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<SamplerArg> = SomeOf<SamplerArg> => ActionFn(113);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action113::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 41)
}
fn __reduce59<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<TableItem> =  => ActionFn(139);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action139::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant12(__nt), __end));
(0, 42)
}
fn __reduce60<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// List<TableItem> = SomeOf<TableItem> => ActionFn(115);
let __sym0 = __pop_Variant12(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action115::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant12(__nt), __end));
(1, 42)
}
fn __reduce61<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Located<","> = "," => ActionFn(190);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action190::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 43)
}
fn __reduce62<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Located<"decimal number"> = "decimal number" => ActionFn(191);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action191::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 44)
}
fn __reduce63<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Located<"negative number"> = "negative number" => ActionFn(192);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action192::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 45)
}
fn __reduce64<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Located<"register"> = "register" => ActionFn(193);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action193::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 46)
}
fn __reduce65<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Located<"unsigned number"> = "unsigned number" => ActionFn(194);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action194::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 47)
}
fn __reduce66<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Located<"word"> = "word" => ActionFn(195);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action195::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant8(__nt), __end));
(1, 48)
}
fn __reduce67<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// MaxAnisotropy = "maxAnisotropy" => ActionFn(67);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action67::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 49)
}
fn __reduce68<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// MaxLod = "maxLOD" => ActionFn(71);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action71::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 50)
}
fn __reduce69<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// MinLod = "minLOD" => ActionFn(70);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action70::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 51)
}
fn __reduce70<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// MipLodBias = "mipLODBias" => ActionFn(66);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action66::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 52)
}
fn __reduce71<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Num32BitConstants = "num32BitConstants" => ActionFn(56);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action56::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 53)
}
fn __reduce72<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// NumDescriptors = "numDescriptors" => ActionFn(57);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action57::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 54)
}
fn __reduce73<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Number = Located<"unsigned number"> => ActionFn(75);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action75::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 55)
}
fn __reduce74<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Number = Located<"negative number"> => ActionFn(76);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action76::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 55)
}
fn __reduce75<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Number = Located<"decimal number"> => ActionFn(77);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action77::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 55)
}
fn __reduce76<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Offset = "offset" => ActionFn(60);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action60::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 56)
}
fn __reduce77<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = Register => ActionFn(32);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action32::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce78<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = Arg<NumDescriptors, Unsigned> => ActionFn(33);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action33::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce79<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = Arg<NumDescriptors, Keyword<"unbounded">> => ActionFn(34);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action34::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce80<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = Arg<Space, Unsigned> => ActionFn(35);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action35::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce81<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = Arg<Offset, Unsigned> => ActionFn(36);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action36::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce82<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = Arg<Offset, Keyword<"DESCRIPTOR_RANGE_OFFSET_APPEND">> => ActionFn(37);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action37::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce83<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = Arg<FlagsName, FlagsValue> => ActionFn(38);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action38::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce84<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeArg = ArgError => ActionFn(39);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action39::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 57)
}
fn __reduce85<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeClass = "CBV" => ActionFn(28);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action28::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant13(__nt), __end));
(1, 58)
}
fn __reduce86<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeClass = "SRV" => ActionFn(29);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action29::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant13(__nt), __end));
(1, 58)
}
fn __reduce87<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeClass = "UAV" => ActionFn(30);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action30::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant13(__nt), __end));
(1, 58)
}
fn __reduce88<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RangeClass = "Sampler" => ActionFn(31);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action31::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant13(__nt), __end));
(1, 58)
}
fn __reduce89<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Register = Located<"register"> => ActionFn(196);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action196::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 59)
}
fn __reduce90<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootElement = "RootFlags", "(", Flags, ")" => ActionFn(197);
assert!(__symbols.len() >= 4);
let __sym3 = __pop_Variant0(__symbols);
let __sym2 = __pop_Variant9(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym3.2.clone();
let __nt = super::__action197::<>(errors, __sym0, __sym1, __sym2, __sym3);
__symbols.push((__start, __Symbol::Variant14(__nt), __end));
(4, 60)
}
fn __reduce91<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootElement = "RootConstants", "(", List<ConstantsArg>, ")" => ActionFn(198);
assert!(__symbols.len() >= 4);
let __sym3 = __pop_Variant0(__symbols);
let __sym2 = __pop_Variant11(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym3.2.clone();
let __nt = super::__action198::<>(errors, __sym0, __sym1, __sym2, __sym3);
__symbols.push((__start, __Symbol::Variant14(__nt), __end));
(4, 60)
}
fn __reduce92<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootElement = DescriptorKind, "(", List<DescriptorArg>, ")" => ActionFn(199);
assert!(__symbols.len() >= 4);
let __sym3 = __pop_Variant0(__symbols);
let __sym2 = __pop_Variant11(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant6(__symbols);
let __start = __sym0.0.clone();
let __end = __sym3.2.clone();
let __nt = super::__action199::<>(errors, __sym0, __sym1, __sym2, __sym3);
__symbols.push((__start, __Symbol::Variant14(__nt), __end));
(4, 60)
}
fn __reduce93<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootElement = "DescriptorTable", "(", List<TableItem>, ")" => ActionFn(200);
assert!(__symbols.len() >= 4);
let __sym3 = __pop_Variant0(__symbols);
let __sym2 = __pop_Variant12(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym3.2.clone();
let __nt = super::__action200::<>(errors, __sym0, __sym1, __sym2, __sym3);
__symbols.push((__start, __Symbol::Variant14(__nt), __end));
(4, 60)
}
fn __reduce94<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootElement = "StaticSampler", "(", List<SamplerArg>, ")" => ActionFn(201);
assert!(__symbols.len() >= 4);
let __sym3 = __pop_Variant0(__symbols);
let __sym2 = __pop_Variant11(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym3.2.clone();
let __nt = super::__action201::<>(errors, __sym0, __sym1, __sym2, __sym3);
__symbols.push((__start, __Symbol::Variant14(__nt), __end));
(4, 60)
}
fn __reduce95<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootElement = error => ActionFn(11);
let __sym0 = __pop_Variant1(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action11::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant14(__nt), __end));
(1, 60)
}
fn __reduce96<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootSignature =  => ActionFn(140);
let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
let __end = __start.clone();
let __nt = super::__action140::<>(errors, &__start, &__end);
__symbols.push((__start, __Symbol::Variant15(__nt), __end));
(0, 61)
}
fn __reduce97<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootSignature = Elements => ActionFn(2);
let __sym0 = __pop_Variant7(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action2::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant15(__nt), __end));
(1, 61)
}
fn __reduce98<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// RootSignature = Elements, Located<","> => ActionFn(3);
assert!(__symbols.len() >= 2);
let __sym1 = __pop_Variant8(__symbols);
let __sym0 = __pop_Variant7(__symbols);
let __start = __sym0.0.clone();
let __end = __sym1.2.clone();
let __nt = super::__action3::<>(errors, __sym0, __sym1);
__symbols.push((__start, __Symbol::Variant15(__nt), __end));
(2, 61)
}
fn __reduce99<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Register => ActionFn(40);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action40::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce100<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<Filter, Word> => ActionFn(41);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action41::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce101<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<AddressU, Word> => ActionFn(42);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action42::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce102<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<AddressV, Word> => ActionFn(43);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action43::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce103<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<AddressW, Word> => ActionFn(44);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action44::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce104<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<MipLodBias, Number> => ActionFn(45);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action45::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce105<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<MaxAnisotropy, Unsigned> => ActionFn(46);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action46::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce106<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<ComparisonFunc, Word> => ActionFn(47);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action47::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce107<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<BorderColor, Word> => ActionFn(48);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action48::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce108<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<MinLod, Number> => ActionFn(49);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action49::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce109<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<MaxLod, Number> => ActionFn(50);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action50::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce110<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<Space, Unsigned> => ActionFn(51);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action51::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce111<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<Visibility, Word> => ActionFn(52);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action52::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce112<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = Arg<FlagsName, FlagsValue> => ActionFn(53);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action53::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce113<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SamplerArg = ArgError => ActionFn(54);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action54::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant5(__nt), __end));
(1, 62)
}
fn __reduce114<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeFlags = Flag => ActionFn(81);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action81::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant9(__nt), __end));
(1, 63)
}
fn __reduce115<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeFlags = SomeFlags, "|", Flag => ActionFn(82);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant8(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant9(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action82::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant9(__nt), __end));
(3, 63)
}
fn __reduce116<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<ConstantsArg> = ConstantsArg => ActionFn(124);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action124::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 64)
}
fn __reduce117<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<ConstantsArg> = SomeOf<ConstantsArg>, ",", ConstantsArg => ActionFn(125);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant5(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action125::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(3, 64)
}
fn __reduce118<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<DescriptorArg> = DescriptorArg => ActionFn(126);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action126::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 65)
}
fn __reduce119<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<DescriptorArg> = SomeOf<DescriptorArg>, ",", DescriptorArg => ActionFn(127);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant5(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action127::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(3, 65)
}
fn __reduce120<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<RangeArg> = RangeArg => ActionFn(132);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action132::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 66)
}
fn __reduce121<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<RangeArg> = SomeOf<RangeArg>, ",", RangeArg => ActionFn(133);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant5(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action133::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(3, 66)
}
fn __reduce122<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<SamplerArg> = SamplerArg => ActionFn(130);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action130::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(1, 67)
}
fn __reduce123<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<SamplerArg> = SomeOf<SamplerArg>, ",", SamplerArg => ActionFn(131);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant5(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant11(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action131::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant11(__nt), __end));
(3, 67)
}
fn __reduce124<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<TableItem> = TableItem => ActionFn(128);
let __sym0 = __pop_Variant16(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action128::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant12(__nt), __end));
(1, 68)
}
fn __reduce125<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// SomeOf<TableItem> = SomeOf<TableItem>, ",", TableItem => ActionFn(129);
assert!(__symbols.len() >= 3);
let __sym2 = __pop_Variant16(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant12(__symbols);
let __start = __sym0.0.clone();
let __end = __sym2.2.clone();
let __nt = super::__action129::<>(errors, __sym0, __sym1, __sym2);
__symbols.push((__start, __Symbol::Variant12(__nt), __end));
(3, 68)
}
fn __reduce126<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Space = "space" => ActionFn(58);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action58::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 69)
}
fn __reduce127<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// TableItem = RangeClass, "(", List<RangeArg>, ")" => ActionFn(202);
assert!(__symbols.len() >= 4);
let __sym3 = __pop_Variant0(__symbols);
let __sym2 = __pop_Variant11(__symbols);
let __sym1 = __pop_Variant0(__symbols);
let __sym0 = __pop_Variant13(__symbols);
let __start = __sym0.0.clone();
let __end = __sym3.2.clone();
let __nt = super::__action202::<>(errors, __sym0, __sym1, __sym2, __sym3);
__symbols.push((__start, __Symbol::Variant16(__nt), __end));
(4, 70)
}
fn __reduce128<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// TableItem = Arg<Visibility, Word> => ActionFn(26);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action26::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant16(__nt), __end));
(1, 70)
}
fn __reduce129<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// TableItem = ArgError => ActionFn(27);
let __sym0 = __pop_Variant5(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action27::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant16(__nt), __end));
(1, 70)
}
fn __reduce130<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Unsigned = Located<"unsigned number"> => ActionFn(74);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action74::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 71)
}
fn __reduce131<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Visibility = "visibility" => ActionFn(59);
let __sym0 = __pop_Variant0(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action59::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant4(__nt), __end));
(1, 72)
}
fn __reduce132<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookahead_start: Option<&u32>,
__symbols: &mut alloc::vec::Vec<(u32,__Symbol<>,u32)>,
_: core::marker::PhantomData<(&'e ())>,
) -> (usize, usize)
{
// Word = Located<"word"> => ActionFn(73);
let __sym0 = __pop_Variant8(__symbols);
let __start = __sym0.0.clone();
let __end = __sym0.2.clone();
let __nt = super::__action73::<>(errors, __sym0);
__symbols.push((__start, __Symbol::Variant10(__nt), __end));
(1, 73)
}
}
#[allow(unused_imports)]
pub use self::__parse__RootSignature::RootSignatureParser;

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action0<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Ast, u32),
) -> Ast
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action1<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, (), u32),
) -> Ast
{
Ast { elements: vec![], trailing_comma: None }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action2<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, elements, _): (u32, Vec<Element>, u32),
) -> Ast
{
Ast { elements, trailing_comma: None }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action3<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, elements, _): (u32, Vec<Element>, u32),
(_, comma, _): (u32, Pos, u32),
) -> Ast
{
Ast { elements, trailing_comma: Some(comma) }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action4<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Element, u32),
) -> Vec<Element>
{
vec![__0]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action5<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, mut all, _): (u32, Vec<Element>, u32),
(_, _, _): (u32, Token, u32),
(_, next, _): (u32, Element, u32),
) -> Vec<Element>
{
{ all.push(next); all }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action6<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, _, _): (u32, Token, u32),
(_, flags, _): (u32, Vec<Pos>, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Element
{
Element::RootFlags { pos: Pos::new(l, r), flags }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action7<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, _, _): (u32, Token, u32),
(_, args, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Element
{
Element::RootConstants { pos: Pos::new(l, r), args }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action8<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, kind, _): (u32, DescriptorKind, u32),
(_, _, _): (u32, Token, u32),
(_, args, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Element
{
Element::RootDescriptor { pos: Pos::new(l, r), kind, args }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action9<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, _, _): (u32, Token, u32),
(_, items, _): (u32, Vec<TableItem>, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Element
{
Element::DescriptorTable { pos: Pos::new(l, r), items }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action10<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, _, _): (u32, Token, u32),
(_, args, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Element
{
Element::StaticSampler { pos: Pos::new(l, r), args }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action11<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, __lalrpop_util::ErrorRecovery<u32, Token, ()>, u32),
) -> Element
{
{ errors.add(__0); Element::Error }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action12<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> DescriptorKind
{
DescriptorKind::Cbv
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action13<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> DescriptorKind
{
DescriptorKind::Srv
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action14<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> DescriptorKind
{
DescriptorKind::Uav
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action15<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action16<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action17<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action18<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action19<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action20<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action21<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action22<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action23<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action24<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action25<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, class, _): (u32, Class, u32),
(_, _, _): (u32, Token, u32),
(_, args, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> TableItem
{
TableItem::Range { pos: Pos::new(l, r), class, args }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action26<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> TableItem
{
TableItem::Arg(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action27<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> TableItem
{
TableItem::Arg(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action28<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> Class
{
Class::Cbv
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action29<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> Class
{
Class::Srv
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action30<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> Class
{
Class::Uav
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action31<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> Class
{
Class::Sampler
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action32<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action33<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action34<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action35<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action36<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action37<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action38<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action39<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action40<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action41<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action42<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action43<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action44<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action45<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action46<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action47<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action48<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action49<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action50<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action51<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action52<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action53<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action54<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Arg
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action55<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, __lalrpop_util::ErrorRecovery<u32, Token, ()>, u32),
) -> Arg
{
{ errors.add(__0); Arg::error() }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action56<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::Num32BitConstants
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action57<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::NumDescriptors
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action58<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::Space
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action59<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::Visibility
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action60<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::Offset
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action61<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::Flags
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action62<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::Filter
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action63<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::AddressU
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action64<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::AddressV
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action65<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::AddressW
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action66<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::MipLodBias
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action67<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::MaxAnisotropy
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action68<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::ComparisonFunc
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action69<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::BorderColor
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action70<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::MinLod
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action71<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgName
{
ArgName::MaxLod
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action72<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, pos, _): (u32, Pos, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(ArgName::Register, l, r, ArgValue::Text(pos))
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action73<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> ArgValue
{
ArgValue::Text(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action74<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> ArgValue
{
ArgValue::Text(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action75<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> ArgValue
{
ArgValue::Text(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action76<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> ArgValue
{
ArgValue::Text(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action77<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> ArgValue
{
ArgValue::Text(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action78<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Vec<Pos>, u32),
) -> ArgValue
{
ArgValue::Flags(__0)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action79<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, (), u32),
) -> Vec<Pos>
{
vec![]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action80<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Vec<Pos>, u32),
) -> Vec<Pos>
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action81<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> Vec<Pos>
{
vec![__0]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action82<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, mut all, _): (u32, Vec<Pos>, u32),
(_, _, _): (u32, Token, u32),
(_, next, _): (u32, Pos, u32),
) -> Vec<Pos>
{
{ all.push(next); all }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action83<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> Pos
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action84<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Pos, u32),
) -> Pos
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action85<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Pos
{
Pos::new(l, r)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action86<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Pos
{
Pos::new(l, r)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action87<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Pos
{
Pos::new(l, r)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action88<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Pos
{
Pos::new(l, r)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action89<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Pos
{
Pos::new(l, r)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action90<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action91<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action92<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action93<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action94<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action95<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action96<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action97<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action98<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action99<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action100<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action101<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgValue
{
ArgValue::Keyword
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action102<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action103<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action104<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Token, u32),
) -> ArgValue
{
ArgValue::Keyword
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action105<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action106<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, (), u32),
) -> Vec<Arg>
{
vec![]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action107<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Vec<Arg>, u32),
) -> Vec<Arg>
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action108<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action109<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action110<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action111<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, name, _): (u32, ArgName, u32),
(_, _, _): (u32, Token, u32),
(_, value, _): (u32, ArgValue, u32),
(_, r, _): (u32, u32, u32),
) -> Arg
{
Arg::new(name, l, r, value)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action112<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, (), u32),
) -> Vec<Arg>
{
vec![]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action113<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Vec<Arg>, u32),
) -> Vec<Arg>
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action114<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, (), u32),
) -> Vec<TableItem>
{
vec![]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action115<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Vec<TableItem>, u32),
) -> Vec<TableItem>
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action116<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, (), u32),
) -> Vec<Arg>
{
vec![]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action117<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Vec<Arg>, u32),
) -> Vec<Arg>
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action118<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, (), u32),
) -> Vec<Arg>
{
vec![]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action119<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Vec<Arg>, u32),
) -> Vec<Arg>
{
__0
}

#[allow(unused_variables)]
#[allow(clippy::needless_lifetimes)]
fn __action120<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> u32
{
*__lookbehind
}

#[allow(unused_variables)]
#[allow(clippy::needless_lifetimes)]
fn __action121<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> u32
{
*__lookahead
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action122<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, l, _): (u32, u32, u32),
(_, _, _): (u32, Token, u32),
(_, r, _): (u32, u32, u32),
) -> Pos
{
Pos::new(l, r)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action123<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
)
{
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action124<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Vec<Arg>
{
vec![__0]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action125<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, mut all, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, next, _): (u32, Arg, u32),
) -> Vec<Arg>
{
{ all.push(next); all }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action126<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Vec<Arg>
{
vec![__0]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action127<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, mut all, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, next, _): (u32, Arg, u32),
) -> Vec<Arg>
{
{ all.push(next); all }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action128<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, TableItem, u32),
) -> Vec<TableItem>
{
vec![__0]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action129<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, mut all, _): (u32, Vec<TableItem>, u32),
(_, _, _): (u32, Token, u32),
(_, next, _): (u32, TableItem, u32),
) -> Vec<TableItem>
{
{ all.push(next); all }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action130<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Vec<Arg>
{
vec![__0]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action131<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, mut all, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, next, _): (u32, Arg, u32),
) -> Vec<Arg>
{
{ all.push(next); all }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action132<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, __0, _): (u32, Arg, u32),
) -> Vec<Arg>
{
vec![__0]
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action133<
    'e,
>(
errors: &'e mut SyntaxErrors,
(_, mut all, _): (u32, Vec<Arg>, u32),
(_, _, _): (u32, Token, u32),
(_, next, _): (u32, Arg, u32),
) -> Vec<Arg>
{
{ all.push(next); all }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action134<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> Vec<Pos>
{
let __start0 = __lookbehind.clone();
let __end0 = __lookahead.clone();
let __temp0 = __action123(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action79(
errors,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action135<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> Vec<Arg>
{
let __start0 = __lookbehind.clone();
let __end0 = __lookahead.clone();
let __temp0 = __action123(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action118(
errors,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action136<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> Vec<Arg>
{
let __start0 = __lookbehind.clone();
let __end0 = __lookahead.clone();
let __temp0 = __action123(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action116(
errors,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action137<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> Vec<Arg>
{
let __start0 = __lookbehind.clone();
let __end0 = __lookahead.clone();
let __temp0 = __action123(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action106(
errors,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action138<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> Vec<Arg>
{
let __start0 = __lookbehind.clone();
let __end0 = __lookahead.clone();
let __temp0 = __action123(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action112(
errors,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action139<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> Vec<TableItem>
{
let __start0 = __lookbehind.clone();
let __end0 = __lookahead.clone();
let __temp0 = __action123(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action114(
errors,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action140<
    'e,
>(
errors: &'e mut SyntaxErrors,
__lookbehind: &u32,
__lookahead: &u32,
) -> Ast
{
let __start0 = __lookbehind.clone();
let __end0 = __lookahead.clone();
let __temp0 = __action123(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action1(
errors,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action141<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action98(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action142<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action97(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action143<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action96(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action144<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action92(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action145<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action93(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action146<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action99(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action147<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action108(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action148<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action94(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action149<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action90(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action150<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action91(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action151<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action95(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action152<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action111(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action153<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action103(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action154<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action105(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action155<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action100(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action156<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action102(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action157<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action110(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action158<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
__3: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action109(
errors,
__temp0,
__0,
__1,
__2,
__3,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action159<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, u32, u32),
) -> Pos
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action122(
errors,
__temp0,
__0,
__1,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action160<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, u32, u32),
) -> Pos
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action85(
errors,
__temp0,
__0,
__1,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action161<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, u32, u32),
) -> Pos
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action86(
errors,
__temp0,
__0,
__1,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action162<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, u32, u32),
) -> Pos
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action89(
errors,
__temp0,
__0,
__1,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action163<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, u32, u32),
) -> Pos
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action87(
errors,
__temp0,
__0,
__1,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action164<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, u32, u32),
) -> Pos
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action88(
errors,
__temp0,
__0,
__1,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action165<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Pos, u32),
__1: (u32, u32, u32),
) -> Arg
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action72(
errors,
__temp0,
__0,
__1,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action166<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Pos>, u32),
__3: (u32, Token, u32),
__4: (u32, u32, u32),
) -> Element
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action6(
errors,
__temp0,
__0,
__1,
__2,
__3,
__4,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action167<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
__4: (u32, u32, u32),
) -> Element
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action7(
errors,
__temp0,
__0,
__1,
__2,
__3,
__4,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action168<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, DescriptorKind, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
__4: (u32, u32, u32),
) -> Element
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action8(
errors,
__temp0,
__0,
__1,
__2,
__3,
__4,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action169<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<TableItem>, u32),
__3: (u32, Token, u32),
__4: (u32, u32, u32),
) -> Element
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action9(
errors,
__temp0,
__0,
__1,
__2,
__3,
__4,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action170<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
__4: (u32, u32, u32),
) -> Element
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action10(
errors,
__temp0,
__0,
__1,
__2,
__3,
__4,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action171<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Class, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
__4: (u32, u32, u32),
) -> TableItem
{
let __start0 = __0.0.clone();
let __end0 = __0.0.clone();
let __temp0 = __action121(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action25(
errors,
__temp0,
__0,
__1,
__2,
__3,
__4,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action172<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action141(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action173<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action142(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action174<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action143(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action175<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action144(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action176<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action145(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action177<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action146(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action178<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action147(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action179<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action148(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action180<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action149(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action181<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action150(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action182<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action151(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action183<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action152(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action184<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action153(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action185<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action154(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action186<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action155(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action187<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action156(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action188<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action157(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action189<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, ArgName, u32),
__1: (u32, Token, u32),
__2: (u32, ArgValue, u32),
) -> Arg
{
let __start0 = __2.2.clone();
let __end0 = __2.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action158(
errors,
__0,
__1,
__2,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action190<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
) -> Pos
{
let __start0 = __0.2.clone();
let __end0 = __0.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action159(
errors,
__0,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action191<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
) -> Pos
{
let __start0 = __0.2.clone();
let __end0 = __0.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action160(
errors,
__0,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action192<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
) -> Pos
{
let __start0 = __0.2.clone();
let __end0 = __0.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action161(
errors,
__0,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action193<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
) -> Pos
{
let __start0 = __0.2.clone();
let __end0 = __0.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action162(
errors,
__0,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action194<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
) -> Pos
{
let __start0 = __0.2.clone();
let __end0 = __0.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action163(
errors,
__0,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action195<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
) -> Pos
{
let __start0 = __0.2.clone();
let __end0 = __0.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action164(
errors,
__0,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action196<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Pos, u32),
) -> Arg
{
let __start0 = __0.2.clone();
let __end0 = __0.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action165(
errors,
__0,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action197<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Pos>, u32),
__3: (u32, Token, u32),
) -> Element
{
let __start0 = __3.2.clone();
let __end0 = __3.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action166(
errors,
__0,
__1,
__2,
__3,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action198<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
) -> Element
{
let __start0 = __3.2.clone();
let __end0 = __3.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action167(
errors,
__0,
__1,
__2,
__3,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action199<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, DescriptorKind, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
) -> Element
{
let __start0 = __3.2.clone();
let __end0 = __3.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action168(
errors,
__0,
__1,
__2,
__3,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action200<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<TableItem>, u32),
__3: (u32, Token, u32),
) -> Element
{
let __start0 = __3.2.clone();
let __end0 = __3.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action169(
errors,
__0,
__1,
__2,
__3,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action201<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Token, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
) -> Element
{
let __start0 = __3.2.clone();
let __end0 = __3.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action170(
errors,
__0,
__1,
__2,
__3,
__temp0,
)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action202<
    'e,
>(
errors: &'e mut SyntaxErrors,
__0: (u32, Class, u32),
__1: (u32, Token, u32),
__2: (u32, Vec<Arg>, u32),
__3: (u32, Token, u32),
) -> TableItem
{
let __start0 = __3.2.clone();
let __end0 = __3.2.clone();
let __temp0 = __action120(
errors,
&__start0,
&__end0,
);
let __temp0 = (__start0, __temp0, __end0);
__action171(
errors,
__0,
__1,
__2,
__3,
__temp0,
)
}

#[allow(clippy::type_complexity, dead_code)]
pub trait __ToTriple<'e, >
{
fn to_triple(self) -> Result<(u32,Token,u32), __lalrpop_util::ParseError<u32, Token, ()>>;
}

impl<'e, > __ToTriple<'e, > for (u32, Token, u32)
{
fn to_triple(self) -> Result<(u32,Token,u32), __lalrpop_util::ParseError<u32, Token, ()>> {
Ok(self)
}
}
impl<'e, > __ToTriple<'e, > for Result<(u32, Token, u32), ()>
{
fn to_triple(self) -> Result<(u32,Token,u32), __lalrpop_util::ParseError<u32, Token, ()>> {
self.map_err(|error| __lalrpop_util::ParseError::User { error })
}
}
