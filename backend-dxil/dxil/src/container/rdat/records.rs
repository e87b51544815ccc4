//! Defines the tables, and the fields of their records.

use super::fields::{
    ByteRange, Checker, FeatureBits, Field, InfoNumber, List, Number, Refs, StageBits, Str, Strs, Target,
};
use super::read::read_table;
use super::unions::{NodeAttribute, NodeIoAttribute, StoredSubobject};
use super::{RuntimeData, Table, write_table};
use crate::container::{ContainerError, Reader};
use crate::shader::{ResourceClass, ResourceKind};
use crate::target::ShaderKind;

/// A record of a table.
pub trait Record: Copy + Default + Sized {
    /// The number of its table.
    const PART: u32;
    /// The title in listings.
    const TITLE: &'static str;
    /// The bytes of a whole record.
    const SIZE: u32;
    /// The bytes of a record in the first version that had the table.
    const FIRST_SIZE: u32;

    /// Its table.
    fn table(tables: &Tables) -> &Table<Self>;

    /// Its table.
    fn table_mut(tables: &mut Tables) -> &mut Table<Self>;
}

/// The operations of tables on their records.
pub(super) trait StoredRecord: Record {
    /// Reads a record of at least [`Record::SIZE`] bytes.
    fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError>;

    /// Writes all of it.
    fn write(&self, out: &mut Vec<u8>);

    fn check(&self, checker: &mut Checker<'_>) -> Result<(), &'static str>;

    /// Its fields as listings show them: name, bytes that it takes, value.
    fn list(&self, data: &RuntimeData, field: impl FnMut(&'static str, u32, &str));
}

macro_rules! records {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $part:literal $title:literal in $table:ident $(, at first $first:literal bytes)? {
            $($(#[doc = $field_doc:literal])+ $field:ident: $ty:ty,)*
        }
    )*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
            pub struct $name { $($(#[doc = $field_doc])+ pub $field: $ty,)* }

            impl Record for $name {
                const PART: u32 = $part;
                const TITLE: &'static str = $title;
                const SIZE: u32 = 0 $(+ <$ty as Field>::SIZE)*;
                const FIRST_SIZE: u32 = first_size!(Self::SIZE $(, $first)?);

                fn table(tables: &Tables) -> &Table<Self> {
                    &tables.$table
                }

                fn table_mut(tables: &mut Tables) -> &mut Table<Self> {
                    &mut tables.$table
                }
            }

            impl StoredRecord for $name {
                fn read(reader: &mut Reader<'_>) -> Result<Self, ContainerError> {
                    Ok(Self { $($field: Field::read(reader)?,)* })
                }

                fn write(&self, out: &mut Vec<u8>) {
                    $(self.$field.write(out);)*
                }

                fn check(&self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
                    $(self.$field.check(checker)?;)*
                    Ok(())
                }

                fn list(&self, data: &RuntimeData, mut field: impl FnMut(&'static str, u32, &str)) {
                    let mut text = String::new();
                    $(
                        text.clear();
                        self.$field.list(data, &mut text);
                        field(stringify!($field), <$ty as Field>::SIZE, &text);
                    )*
                }
            }
        )*

        /// The tables, in the order in which they are stored.
        #[derive(Clone, Debug, PartialEq, Eq, Default)]
        pub struct Tables { $($(#[doc = $doc])+ pub $table: Table<$name>,)* }

        impl Tables {
            /// The bytes of every table, with its number; those of an empty table are none.
            pub(super) fn write(&self) -> Vec<(u32, Vec<u8>)> {
                vec![$(($part, write_table(&self.$table))),*]
            }

            /// Reads the table of that number. Returns whether there is one of that number.
            pub(super) fn read(&mut self, part: u32, reader: Reader<'_>) -> Result<bool, ContainerError> {
                match part {
                    $($part => self.$table = read_table(reader)?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }

            /// Looks at every record; the first that is wrong, by the number of its table.
            pub(super) fn check(&self, checker: &mut Checker<'_>) -> Result<(), &'static str> {
                $(self.$table.rows.iter().try_for_each(|row| row.check(checker))?;)*
                Ok(())
            }

            /// The title of the records of the table of that number; none if no table has it.
            pub(super) fn title(part: u32) -> Option<&'static str> {
                match part {
                    $($part => Some($title),)*
                    _ => None,
                }
            }

            /// Lists the fields of a record of the table of that number.
            pub(super) fn list_record(
                &self,
                data: &RuntimeData,
                part: u32,
                index: usize,
                field: impl FnMut(&'static str, u32, &str),
            ) {
                match part {
                    $($part => {
                        if let Some(row) = self.$table.rows.get(index) {
                            row.list(data, field);
                        }
                    })*
                    _ => {}
                }
            }

            /// Shows every record.
            pub(super) fn list(&self, data: &RuntimeData, out: &mut super::dump::Listing) {
                $(out.table(data, &self.$table);)*
            }
        }
    };
}

macro_rules! first_size {
    ($whole:expr) => {
        $whole
    };
    ($whole:expr, $first:literal) => {
        $first
    };
}

records! {
    /// A resource.
    ResourceRecord = 3 "Resource" in resources {
        /// Its class.
        class: Number<ResourceClass>,
        /// The kind.
        kind: Number<ResourceKind>,
        /// Its number in its class.
        id: u32,
        /// The register space.
        space: u32,
        /// The first register.
        lower_bound: u32,
        /// The last register.
        upper_bound: u32,
        /// Its name.
        name: Str,
        /// See [`resource_flag`].
        flags: u32,
    }
    /// A function with a body.
    FunctionRecord = 4 "Function" in functions, at first 44 bytes {
        /// Its name.
        name: Str,
        /// Its name without the decoration of types.
        unmangled_name: Str,
        /// The resources its own body uses.
        resources: Refs<ResourceRecord>,
        /// The functions defined elsewhere that its own body uses.
        dependencies: Strs,
        /// The kind of shader; a library for a function that is no entry point.
        kind: Number<ShaderKind>,
        /// Bytes of payload, or of the parameter of a callable shader.
        payload_bytes: u32,
        /// Bytes of attributes.
        attribute_bytes: u32,
        /// The features it needs, as in the `SFI0` part.
        features: FeatureBits,
        /// The kinds of shaders that it can be, or be called by.
        stages: StageBits,
        /// The least shader model.
        min_target: Target,
        /// The least lanes of a wave, 0 if any number will do; stored since validator 1.8, as all that follows.
        min_wave_lanes: u8,
        /// The most lanes of a wave.
        max_wave_lanes: u8,
        /// See [`function_flag`].
        flags: u16,
        /// A record of the table of its kind of shader, or none, see [`FunctionRecord::info`].
        info: InfoNumber,
    }
    /// A subobject.
    SubobjectRecord = 6 "Subobject" in subobjects {
        /// Its name and what it says.
        subobject: StoredSubobject,
    }
    /// The name of a node.
    NodeIdRecord = 7 "NodeId" in node_ids {
        /// The name.
        name: Str,
        /// The index, for an array of nodes.
        index: u32,
    }
    /// A property of a node.
    NodeAttributeRecord = 9 "NodeAttribute" in node_attributes {
        /// The property.
        attribute: NodeAttribute,
    }
    /// A property of an input or output of a node.
    NodeIoAttributeRecord = 8 "NodeIoAttribute" in node_io_attributes {
        /// The property.
        attribute: NodeIoAttribute,
    }
    /// An input or output of a node.
    NodeIoRecord = 10 "NodeIo" in node_ios {
        /// The kind, and flags.
        flags: u32,
        /// Its properties.
        attributes: Refs<NodeIoAttributeRecord>,
    }
    /// A node.
    NodeRecord = 11 "Node" in nodes {
        /// The launch mode.
        launch: u32,
        /// Bytes of group-shared memory.
        groupshared_bytes: u32,
        /// Its properties.
        attributes: Refs<NodeAttributeRecord>,
        /// Its outputs.
        outputs: Refs<NodeIoRecord>,
        /// Its inputs.
        inputs: Refs<NodeIoRecord>,
    }
    /// A signature element.
    SignatureRecord = 13 "SignatureElement" in elements {
        /// The name of its semantic.
        name: Str,
        /// The indices of its semantic, one for each row.
        indices: List,
        /// The number of its semantic.
        semantic: u8,
        /// The number of its [`ComponentType`](crate::signature::ComponentType).
        component: u8,
        /// The number of its [`Interpolation`](crate::signature::Interpolation).
        interpolation: u8,
        /// The first register, 255 without one.
        start_row: u8,
        /// From the lowest bit, two bits each: columns less one, first column, output stream.
        columns_and_stream: u8,
        /// From the lowest bit, four bits each: components used, components of rows chosen by a value.
        masks: u8,
        /// Nothing.
        unused: u16,
    }
    /// A vertex shader.
    VertexRecord = 14 "VertexShader" in vertex_shaders {
        /// The inputs.
        inputs: Refs<SignatureRecord>,
        /// The outputs.
        outputs: Refs<SignatureRecord>,
        /// Outputs that depend on the view.
        view_to_outputs: ByteRange,
    }
    /// A pixel shader.
    PixelRecord = 15 "PixelShader" in pixel_shaders {
        /// The inputs.
        inputs: Refs<SignatureRecord>,
        /// The outputs.
        outputs: Refs<SignatureRecord>,
    }
    /// A hull shader.
    HullRecord = 16 "HullShader" in hull_shaders {
        /// The inputs.
        inputs: Refs<SignatureRecord>,
        /// The outputs.
        outputs: Refs<SignatureRecord>,
        /// The patch constants it writes.
        patch: Refs<SignatureRecord>,
        /// Outputs that depend on the view.
        view_to_outputs: ByteRange,
        /// Patch constants that depend on the view.
        view_to_patch: ByteRange,
        /// Outputs that depend on inputs.
        inputs_to_outputs: ByteRange,
        /// Patch constants that depend on inputs.
        inputs_to_patch: ByteRange,
        /// Control points it reads.
        input_points: u8,
        /// Control points it writes.
        output_points: u8,
        /// Its domain.
        domain: u8,
        /// The output of the tessellator.
        output_primitive: u8,
    }
    /// A domain shader.
    DomainRecord = 17 "DomainShader" in domain_shaders {
        /// The inputs.
        inputs: Refs<SignatureRecord>,
        /// The outputs.
        outputs: Refs<SignatureRecord>,
        /// The patch constants it reads.
        patch: Refs<SignatureRecord>,
        /// Outputs that depend on the view.
        view_to_outputs: ByteRange,
        /// Outputs that depend on inputs.
        inputs_to_outputs: ByteRange,
        /// Outputs that depend on patch constants.
        patch_to_outputs: ByteRange,
        /// Control points it reads.
        input_points: u8,
        /// Its domain.
        domain: u8,
        /// Nothing.
        unused: u16,
    }
    /// A geometry shader.
    GeometryRecord = 18 "GeometryShader" in geometry_shaders {
        /// The inputs.
        inputs: Refs<SignatureRecord>,
        /// The outputs.
        outputs: Refs<SignatureRecord>,
        /// Outputs that depend on the view.
        view_to_outputs: ByteRange,
        /// Outputs that depend on inputs.
        inputs_to_outputs: ByteRange,
        /// The input primitive.
        input_primitive: u8,
        /// The output topology.
        topology: u8,
        /// The most vertices it writes, without what does not fit.
        max_vertex_count: u8,
        /// The streams it writes.
        stream_mask: u8,
    }
    /// A compute shader.
    ComputeRecord = 19 "ComputeShader" in compute_shaders {
        /// Threads in a group.
        num_threads: List,
        /// Bytes of group-shared memory.
        groupshared_bytes: u32,
    }
    /// A mesh shader.
    MeshRecord = 20 "MeshShader" in mesh_shaders {
        /// The outputs for each vertex.
        outputs: Refs<SignatureRecord>,
        /// The outputs for each primitive.
        primitives: Refs<SignatureRecord>,
        /// Outputs that depend on the view.
        view_to_outputs: ByteRange,
        /// The outputs for primitives that depend on the view.
        view_to_primitives: ByteRange,
        /// Threads in a group.
        num_threads: List,
        /// Bytes of group-shared memory.
        groupshared_bytes: u32,
        /// Bytes of group-shared memory that depend on the view.
        view_dependent_groupshared_bytes: u32,
        /// Bytes of payload.
        payload_bytes: u32,
        /// The most vertices it writes.
        max_vertices: u16,
        /// The most primitives it writes.
        max_primitives: u16,
        /// 1 lines, 2 triangles.
        topology: u32,
    }
    /// An amplification shader.
    AmplificationRecord = 21 "AmplificationShader" in amplification_shaders {
        /// Threads in a group.
        num_threads: List,
        /// Bytes of group-shared memory.
        groupshared_bytes: u32,
        /// Bytes of payload.
        payload_bytes: u32,
    }
}

/// The flags of a resource.
pub mod resource_flag {
    /// Writes are seen by all groups.
    pub const GLOBALLY_COHERENT: u32 = 1;
    /// Its hidden counter is used.
    pub const COUNTER: u32 = 1 << 1;
    /// Accesses are ordered as the rasterizer orders pixels.
    pub const RASTERIZER_ORDERED: u32 = 1 << 2;
    /// 64-bit atomics use it.
    pub const ATOMIC64: u32 = 1 << 4;
    /// Writes are seen after threads are reordered.
    pub const REORDER_COHERENT: u32 = 1 << 5;
}

/// The flags of a function.
pub mod function_flag {
    /// A work graph may start with the node.
    pub const PROGRAM_ENTRY: u16 = 1;
    /// It writes the position.
    pub const WRITES_POSITION: u16 = 1 << 1;
    /// It writes the depth.
    pub const WRITES_DEPTH: u16 = 1 << 2;
    /// It runs for each sample.
    pub const PER_SAMPLE: u16 = 1 << 3;
    /// It reads the number of the view.
    pub const VIEW_ID: u16 = 1 << 4;
}

impl FunctionRecord {
    /// Looks at [`Self::info`], which depends on the kind.
    pub(super) fn check_info(&self, checker: &Checker<'_>) -> Result<(), &'static str> {
        let at = self.info.0;
        match self.kind.get() {
            Some(ShaderKind::Vertex) => checker.record::<VertexRecord>(at),
            Some(ShaderKind::Pixel) => checker.record::<PixelRecord>(at),
            Some(ShaderKind::Hull) => checker.record::<HullRecord>(at),
            Some(ShaderKind::Domain) => checker.record::<DomainRecord>(at),
            Some(ShaderKind::Geometry) => checker.record::<GeometryRecord>(at),
            Some(ShaderKind::Compute) => checker.record::<ComputeRecord>(at),
            Some(ShaderKind::Mesh) => checker.record::<MeshRecord>(at),
            Some(ShaderKind::Amplification) => checker.record::<AmplificationRecord>(at),
            Some(ShaderKind::Node) => checker.record::<NodeRecord>(at),
            _ => Ok(()),
        }
    }
}
