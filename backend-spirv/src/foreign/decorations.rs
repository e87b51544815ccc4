//! Emits decorations that the source names by number.
//!
//! Input: the decorations of a variable, a member of a struct, a function, an input or an output. Output: the decoration,
//! or an error at the place in the source if its number, its operands or its place are not those of SPIR-V.

use super::built_ins::is_free;
use super::given_words;
use crate::assembly::literal_text;
use crate::errors;
use crate::grammar::{self, Given};
use crate::writer::Writer;
use hlslc_base::{Diagnostic, Stage};
use hlslc_ir::foreign::{DecorationOperands, ForeignDecoration};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Op as Core, StorageClass, Word};

use rspirv::spirv::Decoration as D;

/// The target of a decoration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decorated {
    /// A member of a struct.
    Member(u32),
    Function,
    /// A variable of a class.
    Variable(StorageClass),
    /// Images that are only read through a sampler, and samplers.
    Sampled,
}

impl Decorated {
    fn is_interface(self) -> bool {
        matches!(self, Self::Variable(StorageClass::Input | StorageClass::Output))
    }

    fn is_resource(self) -> bool {
        use StorageClass::{StorageBuffer, Uniform, UniformConstant};
        matches!(self, Self::Sampled | Self::Variable(StorageBuffer | Uniform | UniformConstant))
    }

    fn is_member(self) -> bool {
        matches!(self, Self::Member(_))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Member(_) => "a member",
            Self::Function => "a function",
            Self::Variable(StorageClass::Input) => "an input",
            Self::Variable(StorageClass::Output) => "an output",
            Self::Sampled => "a texture or a sampler",
            Self::Variable(_) if self.is_resource() => "a resource",
            Self::Variable(_) => "a variable",
        }
    }
}

/// The allowed targets of decorations that are not allowed everywhere.
type Allowed = (&'static [Decoration], fn(Decorated) -> bool);

const PLACES: &[Allowed] = &[
    // Types and constants have these, which no attribute stands at, or instructions, or no Vulkan.
    (
        &[
            D::SpecId,
            D::Block,
            D::BufferBlock,
            D::ArrayStride,
            D::GLSLShared,
            D::GLSLPacked,
            D::CPacked,
            D::FPRoundingMode,
            D::NoSignedWrap,
            D::NoUnsignedWrap,
            D::MMHostInterfaceReadWriteModeALTERA,
            D::InitModeALTERA,
        ],
        |_| false,
    ),
    (&[D::RowMajor, D::ColMajor, D::MatrixStride, D::Offset], Decorated::is_member),
    (&[D::NoPerspective, D::Flat, D::Centroid, D::Sample, D::Invariant, D::Location, D::Component], |place| {
        place.is_interface() || place.is_member()
    }),
    (&[D::BuiltIn], Decorated::is_interface),
    (&[D::Index], |place| place == Decorated::Variable(StorageClass::Output)),
    (&[D::PerVertexKHR], Decorated::is_member),
    (&[D::Binding, D::DescriptorSet], Decorated::is_resource),
    (&[D::InputAttachmentIndex], |place| {
        matches!(place, Decorated::Sampled | Decorated::Variable(StorageClass::UniformConstant))
    }),
    (&[D::NonWritable, D::NonReadable], |place| place != Decorated::Sampled && !place.is_interface()),
    (
        &[
            D::Aliased,
            D::Uniform,
            D::NoContraction,
            D::FPFastMathMode,
            D::NonUniform,
            D::RestrictPointer,
            D::AliasedPointer,
        ],
        |place| !place.is_member(),
    ),
];

impl Writer<'_> {
    /// Decorates something as the source says.
    pub(crate) fn decorate_foreign(&mut self, id: Word, place: Decorated, decorations: &[ForeignDecoration]) {
        let member = match place {
            Decorated::Member(at) => Some(at),
            Decorated::Function | Decorated::Variable(_) | Decorated::Sampled => None,
        };
        for decoration in decorations {
            let Some(kind) = Decoration::from_u32(decoration.number) else {
                self.diagnostics.push(errors::unknown_decoration(decoration.span, decoration.number));
                continue;
            };
            let name = format!("decoration {kind:?}");
            let given: Vec<Given> = match &decoration.operands {
                DecorationOperands::Literals(numbers) => given_words(numbers),
                DecorationOperands::Texts(texts) => texts.iter().map(|_| Given::Text).collect(),
                DecorationOperands::Ids(ids) => ids.iter().map(|_| Given::Id).collect(),
            };
            let named = match grammar::operands(&Operand::Decoration(kind).additional_operands(), &given) {
                Ok(named) => named,
                Err(why) => {
                    self.diagnostics.push(errors::foreign_operands(decoration.span, &name, &why));
                    continue;
                }
            };
            if self.settings.is_checked
                && let Some(problem) = self.misplaced(kind, place, decoration)
            {
                self.diagnostics.push(problem);
                continue;
            }
            self.need_operand(&Operand::Decoration(kind), &name, decoration.span);
            self.need_named(&named, &name, decoration.span);
            if let (Decoration::BuiltIn, Decorated::Variable(class), DecorationOperands::Literals(numbers)) =
                (kind, place, &decoration.operands)
                && let Some(built_in) = numbers.first().and_then(|&number| BuiltIn::from_u32(number))
            {
                self.note_built_in(id, built_in, class, decoration.span);
            }
            self.write_decoration(id, member, kind, decoration);
        }
    }

    fn write_decoration(&mut self, id: Word, member: Option<u32>, kind: Decoration, decoration: &ForeignDecoration) {
        let mut operands = vec![Operand::IdRef(id)];
        operands.extend(member.map(Operand::LiteralBit32));
        operands.push(Operand::Decoration(kind));
        let core = match (&decoration.operands, member) {
            (DecorationOperands::Literals(numbers), _) => {
                operands.extend(numbers.iter().map(|&number| Operand::LiteralBit32(number)));
                if member.is_some() { Core::MemberDecorate } else { Core::Decorate }
            }
            (DecorationOperands::Texts(texts), _) => {
                self.asm.extension("SPV_GOOGLE_hlsl_functionality1");
                operands.extend(texts.iter().map(|text| literal_text(text)));
                if member.is_some() { Core::MemberDecorateString } else { Core::DecorateString }
            }
            (DecorationOperands::Ids(ids), None) => {
                self.asm.extension("SPV_GOOGLE_hlsl_functionality1");
                let ids: Vec<Word> = ids.iter().map(|&id| self.constant(id)).collect();
                self.asm.put_after(id, &ids);
                operands.extend(ids.into_iter().map(Operand::IdRef));
                Core::DecorateId
            }
            (DecorationOperands::Ids(_), Some(_)) => {
                self.diagnostics.push(errors::decorated_member(decoration.span));
                return;
            }
        };
        let begin = 2 + usize::from(member.is_some());
        let is_same =
            |said: &&Instruction| said.class.opcode == core && said.operands.get(..begin) == operands.get(..begin);
        match self.asm.module.annotations.iter().find(is_same) {
            Some(said) if said.operands == operands => {}
            Some(_) if self.settings.is_checked && core != Core::DecorateString => {
                self.diagnostics.push(errors::decorated_twice(decoration.span, &format!("{kind:?}")));
            }
            _ => self.asm.annotate(core, operands),
        }
    }

    /// The error in a decoration at its place.
    fn misplaced(&self, kind: Decoration, place: Decorated, decoration: &ForeignDecoration) -> Option<Diagnostic> {
        let row = PLACES.iter().find(|row| row.0.contains(&kind));
        let is_elsewhere = kind == D::Index && self.entry.stage() != Stage::Pixel;
        if is_elsewhere || !row.is_none_or(|row| (row.1)(place)) {
            return Some(errors::misplaced_decoration(decoration.span, &format!("{kind:?}"), place.name()));
        }
        let DecorationOperands::Literals(numbers) = &decoration.operands else { return None };
        let &number = numbers.first()?;
        // Of four components none begins after the last, and where it may begin is a matter of the type.
        let is_not_first = kind == D::Component && number > 0;
        let is_wrong = is_not_first || kind == D::BuiltIn && !BuiltIn::from_u32(number).is_some_and(is_free);
        is_wrong.then(|| {
            errors::foreign_operands(
                decoration.span,
                &format!("decoration {kind:?}"),
                &format!("cannot say {number} here"),
            )
        })
    }
}
