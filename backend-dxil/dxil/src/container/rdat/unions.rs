//! Reads and writes fields whose meaning depends on a number before them: subobjects, and the properties of nodes.

use std::fmt::Write as _;

use super::fields::{ByteRange, Checker, Field, List, Ref, Str, Strs};
use super::{NodeIdRecord, RuntimeData};
use crate::container::{ContainerError, Reader};
use crate::subobject::SubobjectKind;

/// Kinds and values of four bytes each.
macro_rules! tagged_fields {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident { $($(#[doc = $variant_doc:literal])+ $variant:ident($ty:ty) = $number:literal $label:literal,)* }
    )*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $name {
                $($(#[doc = $variant_doc])+ $variant($ty),)*
                /// An unknown value.
                Other {
                    /// The kind.
                    kind: u32,
                    /// The value.
                    value: u32,
                },
            }

            impl Default for $name {
                fn default() -> Self {
                    Self::Other { kind: 0, value: 0 }
                }
            }

            impl Field for $name {
                const SIZE: u32 = 8;

                fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
                    Ok(match reader.u32()? {
                        $($number => Self::$variant(Field::read(reader)?),)*
                        kind => Self::Other { kind, value: reader.u32()? },
                    })
                }

                fn write(self, out: &mut Vec<u8>) {
                    match self {
                        $(Self::$variant(value) => {
                            u32::write($number, out);
                            value.write(out);
                        })*
                        Self::Other { kind, value } => {
                            kind.write(out);
                            value.write(out);
                        }
                    }
                }

                fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
                    match self {
                        $(Self::$variant(value) => value.check(checker),)*
                        Self::Other { .. } => Ok(()),
                    }
                }

                fn list(self, data: &RuntimeData, out: &mut String) {
                    match self {
                        $(Self::$variant(value) => {
                            out.push_str(concat!($label, " "));
                            value.list(data, out);
                        })*
                        Self::Other { kind, value } => {
                            let _ = write!(out, "{kind} {value}");
                        }
                    }
                }
            }
        )*
    };
}

tagged_fields! {
    /// A property of a node.
    NodeAttribute {
        /// Its name.
        Id(Ref<NodeIdRecord>) = 1 "id",
        /// Threads in a group.
        NumThreads(List) = 2 "numthreads",
        /// The node whose input it shares.
        ShareInputOf(Ref<NodeIdRecord>) = 3 "shares the input of",
        /// The groups that are launched.
        DispatchGrid(List) = 4 "dispatch grid",
        /// The maximum recursion depth.
        MaxRecursionDepth(u32) = 5 "max recursion depth",
        /// The index of its local root arguments.
        LocalRootArgumentsIndex(u32) = 6 "local root arguments index",
        /// The most groups that are launched.
        MaxDispatchGrid(List) = 7 "max dispatch grid",
    }
    /// A property of an input or output of a node.
    NodeIoAttribute {
        /// The node that an output goes to.
        OutputId(Ref<NodeIdRecord>) = 1 "output id",
        /// The most records.
        MaxRecords(u32) = 2 "max records",
        /// The output with which it shares the most records.
        MaxRecordsSharedWith(u32) = 3 "max records shared with",
        /// Bytes of a record.
        RecordBytes(u32) = 4 "record bytes",
        /// Where the dispatch grid is in a record: its byte, the number of components and the component type from bits 0, 16
        /// and 18 on.
        DispatchGrid(u32) = 5 "dispatch grid",
        /// The number of outputs in an array, 0 for no array.
        ArraySize(u32) = 6 "array size",
        /// Whether nodes of an array may be missing.
        AllowSparse(u32) = 7 "allow sparse",
        /// The alignment of a record in bytes.
        RecordAlignment(u32) = 8 "record alignment",
    }
}

/// A subobject as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StoredSubobject {
    /// Its name.
    pub name: Str,
    /// The value.
    pub value: StoredValue,
}

/// The value of a subobject, with references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredValue {
    /// The flags of a state object.
    StateObjectConfig {
        /// The flags.
        flags: u32,
    },
    /// A root signature.
    RootSignature {
        /// Whether it is one of a single shader record.
        local: bool,
        /// The bytes of an `RTS0` part.
        data: ByteRange,
    },
    /// Another subobject and the exports it is for.
    Association {
        /// The name of the subobject.
        subobject: Str,
        /// The exports.
        exports: Strs,
    },
    /// Sizes that all ray shaders keep to.
    ShaderConfig {
        /// Bytes of payload.
        payload_bytes: u32,
        /// Bytes of attributes.
        attribute_bytes: u32,
    },
    /// The maximum recursion depth of rays.
    PipelineConfig {
        /// The depth.
        recursion: u32,
    },
    /// The shaders of a hit.
    HitGroup {
        /// 0 triangles, 1 procedural primitives.
        kind: u32,
        /// The any-hit shader.
        any_hit: Str,
        /// The closest-hit shader.
        closest_hit: Str,
        /// The intersection shader.
        intersection: Str,
    },
    /// The maximum recursion depth of rays, and flags.
    PipelineConfig1 {
        /// The depth.
        recursion: u32,
        /// The flags.
        flags: u32,
    },
    /// An unknown value.
    Other {
        /// The kind.
        kind: u32,
        /// The words.
        words: [u32; 4],
    },
}

impl Default for StoredValue {
    fn default() -> Self {
        Self::StateObjectConfig { flags: 0 }
    }
}

impl StoredValue {
    /// The number of the kind, and the words after the name.
    fn words(self) -> (u32, [u32; 4]) {
        let (kind, words) = match self {
            Self::StateObjectConfig { flags } => (SubobjectKind::StateObjectConfig, [flags, 0, 0, 0]),
            Self::RootSignature { local, data } => {
                let kind = if local { SubobjectKind::LocalRootSignature } else { SubobjectKind::GlobalRootSignature };
                (kind, [data.offset, data.size, 0, 0])
            }
            Self::Association { subobject, exports } => {
                (SubobjectKind::SubobjectToExportsAssociation, [subobject.0, exports.0, 0, 0])
            }
            Self::ShaderConfig { payload_bytes, attribute_bytes } => {
                (SubobjectKind::RaytracingShaderConfig, [payload_bytes, attribute_bytes, 0, 0])
            }
            Self::PipelineConfig { recursion } => (SubobjectKind::RaytracingPipelineConfig, [recursion, 0, 0, 0]),
            Self::HitGroup { kind, any_hit, closest_hit, intersection } => {
                (SubobjectKind::HitGroup, [kind, any_hit.0, closest_hit.0, intersection.0])
            }
            Self::PipelineConfig1 { recursion, flags } => {
                (SubobjectKind::RaytracingPipelineConfig1, [recursion, flags, 0, 0])
            }
            Self::Other { kind, words } => return (kind, words),
        };
        (kind as u32, words)
    }

    fn from_words(kind: u32, words: [u32; 4]) -> Self {
        let [first, second, third, fourth] = words;
        let Some(known) = SubobjectKind::from_number(kind) else { return Self::Other { kind, words } };
        match known {
            SubobjectKind::StateObjectConfig => Self::StateObjectConfig { flags: first },
            SubobjectKind::GlobalRootSignature | SubobjectKind::LocalRootSignature => Self::RootSignature {
                local: known == SubobjectKind::LocalRootSignature,
                data: ByteRange { offset: first, size: second },
            },
            SubobjectKind::SubobjectToExportsAssociation => {
                Self::Association { subobject: Str(first), exports: Strs(second) }
            }
            SubobjectKind::RaytracingShaderConfig => {
                Self::ShaderConfig { payload_bytes: first, attribute_bytes: second }
            }
            SubobjectKind::RaytracingPipelineConfig => Self::PipelineConfig { recursion: first },
            SubobjectKind::HitGroup => {
                Self::HitGroup { kind: first, any_hit: Str(second), closest_hit: Str(third), intersection: Str(fourth) }
            }
            SubobjectKind::RaytracingPipelineConfig1 => Self::PipelineConfig1 { recursion: first, flags: second },
        }
    }
}

impl Field for StoredSubobject {
    const SIZE: u32 = 24;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
        let (kind, name) = (reader.u32()?, Field::read(reader)?);
        Ok(Self { name, value: StoredValue::from_words(kind, Field::read(reader)?) })
    }

    fn write(self, out: &mut Vec<u8>) {
        let (kind, words) = self.value.words();
        kind.write(out);
        self.name.write(out);
        words.write(out);
    }

    fn check(self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
        self.name.check(checker)?;
        match self.value {
            StoredValue::RootSignature { data, .. } => data.check(checker),
            StoredValue::Association { subobject, exports } => {
                subobject.check(checker)?;
                exports.check(checker)
            }
            StoredValue::HitGroup { any_hit, closest_hit, intersection, .. } => {
                [any_hit, closest_hit, intersection].into_iter().try_for_each(|name| name.check(checker))
            }
            StoredValue::StateObjectConfig { .. }
            | StoredValue::ShaderConfig { .. }
            | StoredValue::PipelineConfig { .. }
            | StoredValue::PipelineConfig1 { .. }
            | StoredValue::Other { .. } => Ok(()),
        }
    }

    fn list(self, data: &RuntimeData, out: &mut String) {
        match data.subobject(self) {
            Some(subobject) => subobject.list(out),
            None => {
                let (kind, words) = self.value.words();
                let _ = write!(out, "{kind} {words:?}");
            }
        }
    }
}
