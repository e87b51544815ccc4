//! Verifies entry points: their functions, the properties of their stage, their signatures and parameters.
//!
//! Input: an entry point of any module. Output: errors, each at that entry point. How many vertices a geometry shader may
//! write is a rule of the target, which is reported to the user elsewhere.

use super::{Place, Verifier, interface};
use crate::interface::Slots;
use crate::module::{ElementData, EntryPoint};
use crate::reach::entry_roots;
use crate::stage::StageProperties;
use crate::types::{AddressSpace, Scalar};
use crate::vulkan::VkBuiltIn;
use cranelift_entity::PrimaryMap;
use hlslc_semantics::{MAX_ROWS, Number, SignatureKind, SystemValue, limits};
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers of one row.
const MAX_COLS: u8 = 4;

impl Verifier<'_> {
    pub(super) fn entry(&mut self, index: usize, entry: &EntryPoint) {
        let place = Place::Entry(index);
        let name = &entry.name;
        for func in entry_roots(entry) {
            match self.module.funcs.get(func) {
                None => self.error(place, format!("entry `{name}`: no such function")),
                Some(func) => {
                    self.check(!func.layout.is_empty(), place, || format!("entry `{name}`: function without a body"));
                    self.check(func.params().is_empty(), place, || format!("entry `{name}`: function has parameters"));
                    self.check(func.ret == self.module.ctx.void(), place, || {
                        format!("entry `{name}`: function returns a value")
                    });
                }
            }
        }
        let empty_group = entry.properties.num_threads().is_some_and(|size| size.contains(&0));
        self.check(!empty_group, place, || format!("entry `{name}`: a thread group without threads"));
        let has_patch = entry.properties.has_patch_constants() || entry.patch_constants.is_empty();
        self.check(has_patch, place, || format!("entry `{name}`: a {} shader has no patch constants", entry.stage()));
        if let StageProperties::Geometry { streams, .. } = entry.properties {
            let fits = (1..16).contains(&streams);
            self.check(fits, place, || format!("entry `{name}`: there are four streams"));
        }
        for variable in &entry.variables {
            let elements = entry.signature(variable.signature).map_or(0, PrimaryMap::len);
            let space = self.module.globals.get(variable.global).map(|data| data.space);
            let fits = matches!(space, Some(AddressSpace::Input | AddressSpace::Output))
                && variable.slots.elements().all(|element| (element.as_u32() as usize) < elements);
            self.check(fits, place, || {
                format!("entry `{name}`: a variable of its interface is none, or has other elements")
            });
            if let (true, Err(problem)) = (fits, interface::variable(self.module, entry, variable)) {
                let variable = &self.module.globals[variable.global].name;
                self.error(place, format!("entry `{name}`: variable `{variable}` of its interface: {problem}"));
            }
        }
        let mut given = FxHashSet::default();
        for parameter in &entry.parameters {
            let space = self.module.globals.get(parameter.global).map(|data| data.space);
            let fits = space == Some(AddressSpace::Parameter) && given.insert(parameter.global);
            self.check(fits && entry.stage().is_ray(), place, || {
                format!("entry `{name}`: what it is given by reference is no such thing, or given twice")
            });
        }
        self.counts(place, entry);
        for kind in [SignatureKind::Input, SignatureKind::Output, SignatureKind::PatchOrPrimitive] {
            self.signature(place, name, entry.signature(kind).into_iter().flat_map(PrimaryMap::values));
        }
    }

    /// Checks the numbers of vertices, control points and primitives.
    fn counts(&mut self, place: Place, entry: &EntryPoint) {
        let name = &entry.name;
        for (what, count, is_used, most) in counted(entry) {
            let fits = (u32::from(is_used)..=most).contains(&count);
            self.check(fits, place, || format!("entry `{name}`: {count} {what}, where there are 1 to {most}"));
        }
    }

    fn signature<'e>(&mut self, place: Place, name: &str, elements: impl Iterator<Item = &'e ElementData>) {
        let mut rows = FxHashMap::<u8, u64>::default();
        let mut named = FxHashSet::default();
        for element in elements {
            if let Err(problem) = fits(element) {
                self.error(place, format!("entry `{name}`: element `{}`: {problem}", element.name));
            }
            let is_narrow = element.scalar.bits() <= 32 || !self.form.is_dxil();
            self.check(is_narrow, place, || {
                let bits = element.scalar.bits();
                format!(
                    "entry `{name}`: element `{}`: signatures of DXIL have no components of {bits} bits",
                    element.name
                )
            });
            *rows.entry(element.stream).or_default() += u64::from(element.rows);
            let key = (element.name.to_ascii_uppercase(), element.index, element.stream);
            let is_first = element.vk_builtin.is_some() || named.insert(key);
            self.check(is_first, place, || {
                format!("entry `{name}`: element `{}{}` stands twice", element.name, element.index)
            });
        }
        let most = rows.values().copied().max().unwrap_or(0);
        self.check(most <= MAX_ROWS.into(), place, || {
            format!("entry `{name}`: a signature of {most} rows, where there are {MAX_ROWS} at most")
        });
    }
}

/// Checks that the shape of an element, and its numbers, are such as go from stage to stage, and those of its meaning.
fn fits(element: &ElementData) -> Result<(), &'static str> {
    let is_shape = element.rows >= 1
        && (1..=MAX_COLS).contains(&element.cols)
        && (1..=u32::from(MAX_COLS)).contains(&element.vector_rows)
        && element.rows.is_multiple_of(element.vector_rows);
    let scalar = element.scalar;
    if !is_shape {
        return Err("its rows or columns are none, too many, or no whole vectors");
    }
    if scalar.bits() > 32 && element.system != SystemValue::Arbitrary {
        return Err("components of system values have at most 32 bits");
    }
    if element.system == SystemValue::Target && element.rows > 1 {
        return Err("each render target is an element of its own");
    }
    if let Some(built_in) = element.vk_builtin {
        let wanted = match built_in {
            VkBuiltIn::PointSize => Scalar::F32,
            VkBuiltIn::HelperInvocation => Scalar::Bool,
            VkBuiltIn::BaseVertex
            | VkBuiltIn::BaseInstance
            | VkBuiltIn::DrawIndex
            | VkBuiltIn::DeviceIndex
            | VkBuiltIn::ViewportMaskNV => Scalar::I32,
        };
        if scalar != wanted || element.cols != 1 {
            return Err("its variable of Vulkan is of other numbers");
        }
    }
    if element.vk_index.is_some_and(|index| index > 1) {
        return Err("a blend has two sources");
    }
    let numbers = element.system.numbers();
    let is_kind = match numbers.kind {
        Number::Any => true,
        Number::Integer | Number::Unsigned => !scalar.is_float(),
        Number::Float => scalar.is_float(),
        Number::Truth => scalar == Scalar::Bool,
    };
    // Vulkan takes more or fewer of these than it has.
    let is_count = element.system == SystemValue::Barycentrics || numbers.fits(element.cols.into());
    if is_kind && is_count { Ok(()) } else { Err("its system value is of other numbers") }
}

/// The counted properties of an entry point: the name, the number, whether each is accessed, and the maximum.
fn counted(entry: &EntryPoint) -> Vec<(&'static str, u32, bool, u32)> {
    let is_of_vertex = |element: &ElementData| element.system != SystemValue::PrimitiveId;
    let reads = entry.inputs.values().any(is_of_vertex);
    let writes = !entry.outputs.is_empty();
    match entry.properties {
        StageProperties::Geometry { input, .. } => {
            vec![("vertices to read", input.vertices(), reads, limits::CONTROL_POINTS)]
        }
        StageProperties::Hull { input_points, output_points, .. } => vec![
            ("control points to read", input_points, reads, limits::CONTROL_POINTS),
            ("control points to write", output_points, writes, limits::CONTROL_POINTS),
        ],
        StageProperties::Domain { control_points, .. } => {
            vec![("control points to read", control_points, reads, limits::CONTROL_POINTS)]
        }
        StageProperties::Mesh { max_vertices, max_primitives, .. } => vec![
            ("vertices to write", max_vertices, writes, limits::MESH_ELEMENTS),
            (
                "primitives to write",
                max_primitives,
                !entry.patch_constants.is_empty()
                    || entry.variables.iter().any(|variable| matches!(variable.slots, Slots::Indices)),
                limits::MESH_ELEMENTS,
            ),
        ],
        StageProperties::Vertex
        | StageProperties::Pixel { .. }
        | StageProperties::Compute { .. }
        | StageProperties::Amplification { .. }
        | StageProperties::Node(_)
        | StageProperties::RayGeneration
        | StageProperties::Intersection
        | StageProperties::AnyHit
        | StageProperties::ClosestHit
        | StageProperties::Miss
        | StageProperties::Callable => Vec::new(),
    }
}
