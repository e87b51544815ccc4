//! Names the sets and types of the operation table's rows in references and messages.

use std::fmt::{self, Write as _};

use crate::optable::{OpAttrs, OpInfo, Overloads, ParamType, Stages};

/// The words of single flags, in the order in which sets are listed.
fn words<const N: usize>(f: &mut fmt::Formatter<'_>, words: [(bool, &str); N]) -> fmt::Result {
    let mut separator = "";
    for (_, word) in words.into_iter().filter(|row| row.0) {
        write!(f, "{separator}{word}")?;
        separator = " ";
    }
    Ok(())
}

impl fmt::Display for Overloads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        words(
            f,
            [
                (self.contains(Self::F16), "f16"),
                (self.contains(Self::F32), "f32"),
                (self.contains(Self::F64), "f64"),
                (self.contains(Self::I1), "i1"),
                (self.contains(Self::I8), "i8"),
                (self.contains(Self::I16), "i16"),
                (self.contains(Self::I32), "i32"),
                (self.contains(Self::I64), "i64"),
                (self.contains(Self::Udt), "struct"),
                (self.contains(Self::Object), "object"),
                (self.contains(Self::Vectors), "+vectors"),
                (self.contains(Self::OnlyVectors), "(vectors only)"),
                (self.contains(Self::EachType), "by each type"),
            ],
        )
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::All {
            return f.write_str("all");
        }
        if *self == Self::Removed {
            return f.write_str("removed");
        }
        words(
            f,
            [
                (self.contains(Self::Vertex), "vertex"),
                (self.contains(Self::Hull), "hull"),
                (self.contains(Self::Domain), "domain"),
                (self.contains(Self::Geometry), "geometry"),
                (self.contains(Self::Pixel), "pixel"),
                (self.contains(Self::Compute), "compute"),
                (self.contains(Self::Amplification), "amplification"),
                (self.contains(Self::Mesh), "mesh"),
                (self.contains(Self::Node), "node"),
                (self.contains(Self::RayGeneration), "raygeneration"),
                (self.contains(Self::Intersection), "intersection"),
                (self.contains(Self::AnyHit), "anyhit"),
                (self.contains(Self::ClosestHit), "closesthit"),
                (self.contains(Self::Miss), "miss"),
                (self.contains(Self::Callable), "callable"),
                (self.contains(Self::Library), "library"),
            ],
        )
    }
}

impl fmt::Display for OpAttrs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        words(
            f,
            [
                (self.contains(Self::ReadNone), "readnone"),
                (self.contains(Self::ReadOnly), "readonly"),
                (self.contains(Self::ArgMemOnly), "argmemonly"),
                (self.contains(Self::NoDuplicate), "noduplicate"),
                (self.contains(Self::NoReturn), "noreturn"),
                (self.contains(Self::Derivative), "derivative"),
                (self.contains(Self::Gradient), "gradient"),
                (self.contains(Self::Wave), "wave"),
                (self.contains(Self::Barrier), "barrier"),
                (self.contains(Self::Feedback), "feedback"),
            ],
        )
    }
}

/// As LLVM assembly spells it; what follows the overload stands in `<>`.
impl fmt::Display for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Void => "void",
            Self::Overload => "<overload>",
            Self::I1 => "i1",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::Half => "half",
            Self::Float => "float",
            Self::Double => "double",
            Self::Handle => "%dx.types.Handle",
            Self::ResRet => "%dx.types.ResRet.<overload>",
            Self::CBufRet => "%dx.types.CBufRet.<overload>",
            Self::Dimensions => "%dx.types.Dimensions",
            Self::SamplePos => "%dx.types.SamplePos",
            Self::SplitDouble => "%dx.types.splitdouble",
            Self::I32Carry => "%dx.types.i32c",
            Self::TwoI32 => "%dx.types.twoi32",
            Self::FourI32 => "%dx.types.fouri32",
            Self::FourOverload => "%dx.types.four<overload>",
            Self::ResBind => "%dx.types.ResBind",
            Self::ResourceProperties => "%dx.types.ResourceProperties",
            Self::Element => "<element of the overload>",
            Self::Truths => "<i1 for each component>",
            Self::Counts => "<i32 for each component>",
            Self::HitObject => "%dx.types.HitObject",
            Self::NineOverload => "<9 x overload>",
            Self::VectorOfTwo => "<2 x i32>",
            Self::Matrix => "<matrix>",
            Self::AnyNumber => "<number>",
            Self::AnyVector => "<vector>",
            Self::AnyGroupPointer => "<number or vector> addrspace(3)*",
            Self::NodeHandle => "%dx.types.NodeHandle",
            Self::NodeRecordHandle => "%dx.types.NodeRecordHandle",
            Self::NodeInfo => "%dx.types.NodeInfo",
            Self::NodeRecordInfo => "%dx.types.NodeRecordInfo",
            Self::FloatPointer => "float*",
            Self::UdtPointer => "<overload>*",
            Self::UdtGroupPointer => "<overload> addrspace(3)*",
            Self::UdtNodePointer => "<overload> addrspace(6)*",
        })
    }
}

impl OpInfo {
    /// The declaration of its function with the number in the first place, as a call has it.
    pub fn prototype(&self) -> String {
        let open = self.open_types().map(|_| ".<type>").collect::<String>();
        let overload = if !open.is_empty() {
            open.as_str()
        } else if self.is_overloaded() {
            ".<overload>"
        } else {
            ""
        };
        let mut text = format!("{} @dx.op.{}{overload}(i32 {}", self.result, self.class(), self.number());
        for param in self.params() {
            let constant = if param.immediate { "constant " } else { "" };
            // Writing to a string does not fail.
            let _ = write!(text, ", {constant}{} {}", param.ty, param.name);
        }
        text.push(')');
        text
    }
}
