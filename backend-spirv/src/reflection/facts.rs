//! Collects the facts in the instructions before the functions, by id: names, decorations, types, constants, variables.

use rspirv::spirv::{BuiltIn, Decoration, Dim, ImageFormat, Op, StorageClass};
use rustc_hash::FxHashMap;

use super::ReflectError;
use super::words::{Instruction, text};

/// A decoration with its operands.
#[derive(Clone, Copy)]
pub(super) struct Decorated<'w> {
    pub(super) decoration: Decoration,
    pub(super) operands: &'w [u32],
}

/// A type, as it is declared.
#[derive(Clone, Copy)]
pub(super) enum Declared<'w> {
    Void,
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    Float {
        width: u32,
    },
    Vector {
        element: u32,
        count: u32,
    },
    Matrix {
        column: u32,
        count: u32,
    },
    Image {
        sampled_type: u32,
        dim: Option<Dim>,
        arrayed: bool,
        multisampled: bool,
        sampled: u32,
        format: Option<ImageFormat>,
    },
    Sampler,
    SampledImage {
        image: u32,
    },
    Array {
        element: u32,
        length: u32,
    },
    RuntimeArray {
        element: u32,
    },
    Struct {
        members: &'w [u32],
    },
    Pointer {
        pointee: u32,
    },
    AccelerationStructure,
    Other,
}

/// A variable outside functions.
#[derive(Clone, Copy)]
pub(super) struct Variable {
    pub(super) id: u32,
    pub(super) ty: u32,
    pub(super) class: StorageClass,
}

/// A constant: its type and the words of its value.
#[derive(Clone, Copy)]
pub(super) struct Constant<'w> {
    pub(super) op: Op,
    pub(super) id: u32,
    pub(super) ty: u32,
    pub(super) value: &'w [u32],
}

/// All of it.
#[derive(Default)]
pub(super) struct Facts<'w> {
    pub(super) capabilities: Vec<u32>,
    pub(super) extensions: Vec<&'w [u32]>,
    pub(super) entry_points: Vec<&'w [u32]>,
    /// Modes by entry point: the mode and its operands.
    pub(super) modes: FxHashMap<u32, Vec<&'w [u32]>>,
    names: FxHashMap<u32, &'w [u32]>,
    member_names: FxHashMap<(u32, u32), &'w [u32]>,
    decorations: FxHashMap<u32, Vec<Decorated<'w>>>,
    member_decorations: FxHashMap<(u32, u32), Vec<Decorated<'w>>>,
    types: FxHashMap<u32, Declared<'w>>,
    pub(super) constants: FxHashMap<u32, Constant<'w>>,
    /// Constants that can be chosen, in order.
    pub(super) chosen: Vec<Constant<'w>>,
    pub(super) variables: Vec<Variable>,
}

impl<'w> Facts<'w> {
    pub(super) fn of(instructions: &[Instruction<'w>]) -> Self {
        let mut facts = Self::default();
        for instruction in instructions {
            // What lacks an operand says nothing.
            let _ = facts.take(*instruction);
        }
        facts
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only these instructions say anything of the outside")]
    fn take(&mut self, Instruction { opcode, operands }: Instruction<'w>) -> Option<()> {
        let at = |index: usize| operands.get(index).copied();
        match Op::from_u32(u32::from(opcode))? {
            Op::Capability => self.capabilities.push(at(0)?),
            Op::Extension => self.extensions.push(operands),
            Op::EntryPoint => self.entry_points.push(operands),
            Op::ExecutionMode | Op::ExecutionModeId => {
                self.modes.entry(at(0)?).or_default().push(operands.get(1..)?);
            }
            Op::Name => drop(self.names.entry(at(0)?).or_insert(operands.get(1..)?)),
            Op::MemberName => drop(self.member_names.entry((at(0)?, at(1)?)).or_insert(operands.get(2..)?)),
            Op::Decorate | Op::DecorateId | Op::DecorateString => {
                let decoration = Decoration::from_u32(at(1)?)?;
                let decorated = Decorated { decoration, operands: operands.get(2..)? };
                self.decorations.entry(at(0)?).or_default().push(decorated);
            }
            Op::MemberDecorate | Op::MemberDecorateString => {
                let decoration = Decoration::from_u32(at(2)?)?;
                let decorated = Decorated { decoration, operands: operands.get(3..)? };
                self.member_decorations.entry((at(0)?, at(1)?)).or_default().push(decorated);
            }
            Op::Constant | Op::ConstantTrue | Op::ConstantFalse | Op::ConstantComposite => {
                self.constants.insert(at(1)?, constant(opcode, operands)?);
            }
            Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => {
                let constant = constant(opcode, operands)?;
                self.constants.insert(constant.id, constant);
                self.chosen.push(constant);
            }
            Op::Variable => {
                let class = StorageClass::from_u32(at(2)?)?;
                self.variables.push(Variable { ty: at(0)?, id: at(1)?, class });
            }
            op => {
                let declared = declared(op, operands)?;
                self.types.entry(at(0)?).or_insert(declared);
            }
        }
        Some(())
    }

    pub(super) fn declared(&self, id: u32) -> Declared<'w> {
        self.types.get(&id).copied().unwrap_or(Declared::Other)
    }

    /// The element type of an array, and the number of elements; `None` for an unbounded array.
    pub(super) fn array(&self, id: u32) -> Result<Option<(u32, Option<u32>)>, ReflectError> {
        let declared = self.declared(id);
        if let Declared::RuntimeArray { element } = declared {
            return Ok(Some((element, None)));
        }
        let Declared::Array { element, length } = declared else { return Ok(None) };
        Ok(Some((element, Some(self.length(length)?))))
    }

    /// The length of an array: a constant, or the default of a specialization constant.
    pub(super) fn length(&self, id: u32) -> Result<u32, ReflectError> {
        let constant = self.constants.get(&id).filter(|found| matches!(found.op, Op::Constant | Op::SpecConstant));
        let value = constant.and_then(|constant| constant.value.first().copied());
        value.ok_or(ReflectError::UnknownLength { length: id })
    }

    /// The words of a name.
    pub(super) fn name(&self, id: u32) -> Vec<u8> {
        self.names.get(&id).map(|words| text(words).0).unwrap_or_default()
    }

    pub(super) fn member_name(&self, id: u32, member: u32) -> Vec<u8> {
        self.member_names.get(&(id, member)).map(|words| text(words).0).unwrap_or_default()
    }

    pub(super) fn decorations(&self, id: u32) -> &[Decorated<'w>] {
        self.decorations.get(&id).map_or(&[], Vec::as_slice)
    }

    pub(super) fn member_decorations(&self, id: u32, member: u32) -> &[Decorated<'w>] {
        self.member_decorations.get(&(id, member)).map_or(&[], Vec::as_slice)
    }

    /// A number that a constant holds.
    pub(super) fn number(&self, id: u32) -> Option<u32> {
        self.constants.get(&id).and_then(|constant| constant.value.first().copied())
    }
}

fn constant(opcode: u16, operands: &[u32]) -> Option<Constant<'_>> {
    let op = Op::from_u32(u32::from(opcode))?;
    Some(Constant { op, ty: *operands.first()?, id: *operands.get(1)?, value: operands.get(2..)? })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "whatever declares no type that is named here declares none")]
fn declared(op: Op, operands: &[u32]) -> Option<Declared<'_>> {
    let at = |index: usize| operands.get(index).copied();
    Some(match op {
        Op::TypeVoid => Declared::Void,
        Op::TypeBool => Declared::Bool,
        Op::TypeInt => Declared::Int { width: at(1)?, signed: at(2)? != 0 },
        Op::TypeFloat => Declared::Float { width: at(1)? },
        Op::TypeVector => Declared::Vector { element: at(1)?, count: at(2)? },
        Op::TypeMatrix => Declared::Matrix { column: at(1)?, count: at(2)? },
        Op::TypeImage => Declared::Image {
            sampled_type: at(1)?,
            dim: Dim::from_u32(at(2)?),
            arrayed: at(4)? == 1,
            multisampled: at(5)? == 1,
            sampled: at(6)?,
            format: ImageFormat::from_u32(at(7)?).filter(|&format| format != ImageFormat::Unknown),
        },
        Op::TypeSampler => Declared::Sampler,
        Op::TypeSampledImage => Declared::SampledImage { image: at(1)? },
        Op::TypeArray => Declared::Array { element: at(1)?, length: at(2)? },
        Op::TypeRuntimeArray => Declared::RuntimeArray { element: at(1)? },
        Op::TypeStruct => Declared::Struct { members: operands.get(1..)? },
        Op::TypePointer => Declared::Pointer { pointee: at(2)? },
        Op::TypeAccelerationStructureKHR => Declared::AccelerationStructure,
        Op::TypeOpaque | Op::TypeFunction | Op::TypeRayQueryKHR | Op::TypeEvent => Declared::Other,
        _ => return None,
    })
}

/// The first operand of a decoration.
pub(super) fn number_of(decorations: &[Decorated<'_>], wanted: Decoration) -> Option<u32> {
    let found = decorations.iter().find(|found| found.decoration == wanted)?;
    found.operands.first().copied()
}

pub(super) fn has(decorations: &[Decorated<'_>], wanted: Decoration) -> bool {
    decorations.iter().any(|found| found.decoration == wanted)
}

pub(super) fn built_in(decorations: &[Decorated<'_>]) -> Option<BuiltIn> {
    BuiltIn::from_u32(number_of(decorations, Decoration::BuiltIn)?)
}

/// The text of a decoration.
pub(super) fn text_of(decorations: &[Decorated<'_>], wanted: Decoration) -> Option<Vec<u8>> {
    let found = decorations.iter().find(|found| found.decoration == wanted)?;
    Some(text(found.operands).0)
}
