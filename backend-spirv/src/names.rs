//! Names the ids of a module like `spirv-dis`.
//!
//! Input: a module. Output: a name for each id, none twice: what `OpName` says, what a variable is to the pipeline, what a type is made
//! of, what a constant is; a number for everything else. Letters that no name may have become underscores, and a name that another
//! id has gets a number after it. Cost: linear.

use rspirv::dr::{Function, Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Op, Word};
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer names are not shown.
const LONGEST: usize = 256;

/// The names of a module's ids.
pub(crate) struct Names {
    of: FxHashMap<Word, String>,
    used: FxHashSet<String>,
    /// The next number to try after a name, so that a name of many ids is not counted up anew for each.
    next: FxHashMap<String, u32>,
}

impl Names {
    pub(crate) fn new(module: &Module) -> Self {
        let mut names = Self { of: FxHashMap::default(), used: FxHashSet::default(), next: FxHashMap::default() };
        for inst in module.global_inst_iter() {
            names.global(inst);
        }
        for inst in module.functions.iter().flat_map(Function::all_inst_iter) {
            names.by_number(inst);
        }
        names
    }

    /// The name of an id.
    pub(crate) fn get(&self, id: Word) -> Option<&str> {
        self.of.get(&id).map(String::as_str)
    }

    fn name(&self, id: Word) -> String {
        self.of.get(&id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// Gives an id a name, unless it has one.
    fn save(&mut self, id: Word, suggested: &str) {
        if self.of.contains_key(&id) {
            return;
        }
        let base = if suggested.len() > LONGEST { id.to_string() } else { sanitized(suggested) };
        let mut name = base.clone();
        if !self.used.insert(name.clone()) {
            let next = self.next.entry(base.clone()).or_insert(0);
            loop {
                name = format!("{base}_{next}");
                *next += 1;
                if self.used.insert(name.clone()) {
                    break;
                }
            }
        }
        self.of.insert(id, name);
    }

    fn by_number(&mut self, inst: &Instruction) {
        if let Some(id) = inst.result_id {
            self.save(id, &id.to_string());
        }
    }

    /// Names what an instruction outside functions makes, or says a name of.
    fn global(&mut self, inst: &Instruction) {
        match (inst.class.opcode, inst.operands.as_slice()) {
            (Op::Name, [Operand::IdRef(id), Operand::LiteralString(name)]) => return self.save(*id, name),
            (Op::Decorate, [Operand::IdRef(id), _, Operand::BuiltIn(built_in), ..]) => {
                if let Some(&(_, name)) = BUILT_INS.iter().find(|row| row.0 == *built_in) {
                    self.save(*id, name);
                }
                return;
            }
            _ => {}
        }
        let Some(id) = inst.result_id else { return };
        let name = match (inst.class.opcode, inst.operands.as_slice()) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, &[Operand::LiteralBit32(bits), Operand::LiteralBit32(signed)]) => {
                let sign = if signed == 0 { "u" } else { "" };
                match bits {
                    8 => format!("{sign}char"),
                    16 => format!("{sign}short"),
                    32 => format!("{sign}int"),
                    64 => format!("{sign}long"),
                    other => format!("{}{other}", if signed == 0 { "u" } else { "i" }),
                }
            }
            (Op::TypeFloat, &[Operand::LiteralBit32(bits)]) => match bits {
                16 => "half".to_owned(),
                32 => "float".to_owned(),
                64 => "double".to_owned(),
                other => format!("fp{other}"),
            },
            (Op::TypeVector, &[Operand::IdRef(of), Operand::LiteralBit32(count)]) => {
                format!("v{count}{}", self.name(of))
            }
            (Op::TypeMatrix, &[Operand::IdRef(of), Operand::LiteralBit32(count)]) => {
                format!("mat{count}{}", self.name(of))
            }
            (Op::TypeArray, &[Operand::IdRef(of), Operand::IdRef(count)]) => {
                format!("_arr_{}_{}", self.name(of), self.name(count))
            }
            (Op::TypeRuntimeArray, &[Operand::IdRef(of)]) => format!("_runtimearr_{}", self.name(of)),
            (Op::TypePointer, &[Operand::StorageClass(class), Operand::IdRef(to)]) => {
                format!("_ptr_{class:?}_{}", self.name(to))
            }
            (Op::TypeStruct, _) => format!("_struct_{id}"),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, [value]) => match (self.number(inst, value), inst.result_type) {
                (Some(number), Some(ty)) => format!("{}_{number}", self.name(ty)),
                _ => id.to_string(),
            },
            _ => id.to_string(),
        };
        self.save(id, &name);
    }

    /// A constant as a part of a name: a minus is an `n`, a point an underscore.
    fn number(&self, inst: &Instruction, value: &Operand) -> Option<String> {
        let ty = self.of.get(&inst.result_type?)?;
        let text = match (ty.as_str(), value) {
            ("float", &Operand::LiteralBit32(bits)) => float_text(f64::from(f32::from_bits(bits)), 9)?,
            ("double", &Operand::LiteralBit64(bits)) => float_text(f64::from_bits(bits), 17)?,
            ("int", &Operand::LiteralBit32(bits)) => (bits as i32).to_string(),
            ("long", &Operand::LiteralBit64(bits)) => (bits as i64).to_string(),
            ("uint" | "ushort" | "uchar", &Operand::LiteralBit32(bits)) => bits.to_string(),
            ("short", &Operand::LiteralBit32(bits)) => (bits as i16).to_string(),
            ("char", &Operand::LiteralBit32(bits)) => (bits as i8).to_string(),
            ("ulong", &Operand::LiteralBit64(bits)) => bits.to_string(),
            _ => return None,
        };
        Some(text.replace('-', "n").replace('.', "_"))
    }
}

/// A name with letters that names may have.
fn sanitized(name: &str) -> String {
    if name.is_empty() {
        return "_".to_owned();
    }
    // Each byte of another letter counts.
    name.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' }).collect()
}

/// The output of C's `%g` with this number of digits.
fn float_text(value: f64, digits: usize) -> Option<String> {
    if value == 0.0 {
        return Some(if value.is_sign_negative() { "-0" } else { "0" }.to_owned());
    }
    if !value.is_finite() {
        return None;
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let trimmed = |text: &str| {
        let is_fraction = text.contains('.');
        if is_fraction { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
    };
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return Some(format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs()));
    }
    let after = (digits as i32 - 1 - exponent) as usize;
    Some(trimmed(&format!("{value:.after$}")))
}

/// The names of variables of the pipeline, as in GLSL if that has them.
const BUILT_INS: &[(BuiltIn, &str)] = &[
    (BuiltIn::Position, "gl_Position"),
    (BuiltIn::PointSize, "gl_PointSize"),
    (BuiltIn::ClipDistance, "gl_ClipDistance"),
    (BuiltIn::CullDistance, "gl_CullDistance"),
    (BuiltIn::VertexId, "gl_VertexID"),
    (BuiltIn::InstanceId, "gl_InstanceID"),
    (BuiltIn::PrimitiveId, "gl_PrimitiveID"),
    (BuiltIn::InvocationId, "gl_InvocationID"),
    (BuiltIn::Layer, "gl_Layer"),
    (BuiltIn::ViewportIndex, "gl_ViewportIndex"),
    (BuiltIn::TessLevelOuter, "gl_TessLevelOuter"),
    (BuiltIn::TessLevelInner, "gl_TessLevelInner"),
    (BuiltIn::TessCoord, "gl_TessCoord"),
    (BuiltIn::PatchVertices, "gl_PatchVertices"),
    (BuiltIn::FragCoord, "gl_FragCoord"),
    (BuiltIn::PointCoord, "gl_PointCoord"),
    (BuiltIn::FrontFacing, "gl_FrontFacing"),
    (BuiltIn::SampleId, "gl_SampleID"),
    (BuiltIn::SamplePosition, "gl_SamplePosition"),
    (BuiltIn::SampleMask, "gl_SampleMask"),
    (BuiltIn::FragDepth, "gl_FragDepth"),
    (BuiltIn::HelperInvocation, "gl_HelperInvocation"),
    (BuiltIn::NumWorkgroups, "gl_NumWorkGroups"),
    (BuiltIn::WorkgroupSize, "gl_WorkGroupSize"),
    (BuiltIn::WorkgroupId, "gl_WorkGroupID"),
    (BuiltIn::LocalInvocationId, "gl_LocalInvocationID"),
    (BuiltIn::GlobalInvocationId, "gl_GlobalInvocationID"),
    (BuiltIn::LocalInvocationIndex, "gl_LocalInvocationIndex"),
    (BuiltIn::VertexIndex, "gl_VertexIndex"),
    (BuiltIn::InstanceIndex, "gl_InstanceIndex"),
    (BuiltIn::BaseInstance, "gl_BaseInstance"),
    (BuiltIn::SubgroupSize, "SubgroupSize"),
    (BuiltIn::SubgroupMaxSize, "SubgroupMaxSize"),
    (BuiltIn::NumSubgroups, "NumSubgroups"),
    (BuiltIn::SubgroupId, "SubgroupId"),
    (BuiltIn::SubgroupLocalInvocationId, "SubgroupLocalInvocationId"),
    (BuiltIn::SubgroupEqMask, "SubgroupEqMaskKHR"),
    (BuiltIn::SubgroupGeMask, "SubgroupGeMaskKHR"),
    (BuiltIn::SubgroupGtMask, "SubgroupGtMaskKHR"),
    (BuiltIn::SubgroupLeMask, "SubgroupLeMaskKHR"),
    (BuiltIn::SubgroupLtMask, "SubgroupLtMaskKHR"),
];
