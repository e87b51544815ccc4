//! Shows a thread at the position of a run: its calls, variables, registers and outputs, and what its expressions mean.

use dxil::signature::ComponentType;
use hlslc_interp::{Session, Signature, Thread, View};

use crate::debugger::{Frame, Register};
use crate::info::{Info, Spot};
use crate::layout::ResourceInfo;
use crate::place::{Look, Number, Place, Source};
use crate::types::{Kind, Scalar, TypeId};
use crate::watch::{self, Names, Value};

/// A thread at the position.
#[derive(Clone, Copy)]
pub struct At<'a> {
    pub(crate) session: &'a Session,
    pub(crate) info: &'a Info,
    pub(crate) resources: &'a [ResourceInfo],
    pub(crate) uint: TypeId,
    pub(crate) thread: Thread,
}

impl<'a> At<'a> {
    /// How values are read.
    pub fn look(&self) -> Look<'a> {
        Look { session: self.session, types: &self.info.types, thread: self.thread }
    }

    /// The calls that the thread is in, the innermost first.
    pub fn frames(&self) -> Vec<Frame> {
        let mut found = Vec::new();
        for unit in self.session.frames(self.thread) {
            // What has no place is at the place of what comes before.
            let before = self.info.units.get(..=unit as usize).unwrap_or_default();
            let Some(spot) = before.iter().rev().find_map(|unit| unit.spot.as_ref()) else {
                found.push(Frame { function: String::new(), spot: None, unit });
                continue;
            };
            for spot in self.info.frames(spot) {
                let function = self.info.function(spot.scope).to_owned();
                found.push(Frame { function, spot: Some(spot), unit });
            }
        }
        found
    }

    /// The place of a frame.
    fn spot(&self, frame: usize) -> Option<Spot> {
        self.frames().get(frame).and_then(|frame| frame.spot.clone())
    }

    /// The variables that a frame sees, by their names; those that have no value yet are left out.
    pub fn locals(&self, frame: usize) -> Vec<(String, Place)> {
        self.locals_at(self.spot(frame).as_ref())
    }

    /// The registers that the thread has given a value, of the function that it is in.
    pub fn registers(&self) -> Vec<Register> {
        let units = self.session.program().units();
        let Some(&at) = self.session.frames(self.thread).first() else { return Vec::new() };
        let Some(function) = units.get(at as usize).map(|unit| unit.function) else { return Vec::new() };
        let mut found = Vec::new();
        for (number, unit) in (0..).zip(units) {
            if unit.function == function
                && let Some(name) = &self.info.units[number as usize].register
                && let Some(numbers) = self.register(number)
            {
                found.push(Register { name: name.clone(), numbers, unit: number });
            }
        }
        found
    }

    /// Evaluates an expression in a frame.
    pub fn evaluate(&self, expression: &str, frame: usize) -> Result<Value, String> {
        watch::evaluate(expression, self.look(), &self.names(self.spot(frame).as_ref()))
    }

    /// Evaluates the condition of a breakpoint where the thread stands; what makes no sense is not true.
    pub(crate) fn holds(&self, condition: &str) -> bool {
        self.evaluate(condition, 0).is_ok_and(|value| watch::is_true(&value, self.look()))
    }

    /// A value in words, and the name of its type.
    pub fn describe(&self, value: &Value) -> (String, String) {
        watch::describe(value, self.look())
    }

    /// What the thread has stored at its outputs so far, if it is a lane of a draw.
    pub fn outputs(&self) -> Vec<(String, Number)> {
        let (session, program) = (self.session, self.session.program());
        let lane =
            if session.is_of_patch() { session.drawn().count().saturating_sub(1) } else { self.thread.number as usize };
        let signature = if session.is_of_patch() { program.patch_constants() } else { program.outputs() };
        let Some(drawn) = session.drawn().nth(lane) else { return Vec::new() };
        let stored = names_of(signature).into_iter().zip(&drawn.outputs);
        stored
            .map(|((name, scalar), stored)| {
                let number = stored.map_or(Number::Unset, |bits| Number::Known(scalar, u64::from(bits)));
                (name, number)
            })
            .collect()
    }

    fn locals_at(&self, spot: Option<&Spot>) -> Vec<(String, Place)> {
        let Some(spot) = spot else { return Vec::new() };
        let mut found: Vec<(u32, String, Place)> = Vec::new();
        for (number, variable) in (0..).zip(&self.info.variables) {
            if variable.is_global || variable.inlined_at != spot.inlined_at {
                continue;
            }
            let Some(steps) = self.info.within(spot.scope, variable.scope) else { continue };
            let place = Place { source: Source::Variable(number), ty: variable.ty, bit: 0, row: None };
            if self.look().is_set(&place) {
                found.push((steps, variable.name.clone(), place));
            }
        }
        // Inner variables hide outer ones of the same name.
        let least = |name: &str| found.iter().filter(|(_, of, _)| of == name).map(|(steps, ..)| *steps).min();
        let is_seen: Vec<bool> = found.iter().map(|(steps, name, _)| least(name) == Some(*steps)).collect();
        let seen = found.into_iter().zip(is_seen).filter(|(_, is_seen)| *is_seen);
        seen.map(|((_, name, place), _)| (name, place)).collect()
    }

    /// Static and group-shared variables.
    pub fn globals(&self) -> Vec<(String, Place)> {
        let mut found = Vec::new();
        for (number, variable) in (0..).zip(&self.info.variables) {
            let place = Place { source: Source::Variable(number), ty: variable.ty, bit: 0, row: None };
            if variable.is_global && self.look().is_set(&place) {
                found.push((variable.name.clone(), place));
            }
        }
        for global in &self.info.globals {
            let place = Place { source: Source::Address(global.address), ty: global.ty, bit: 0, row: None };
            found.push((global.name.clone(), place));
        }
        found
    }

    pub(crate) fn view(&self, resource: &ResourceInfo) -> Option<&'a View> {
        let range = resource.range;
        self.session.machine().bound(range.class, range.space, range.first)
    }

    pub(crate) fn elements(&self, resource: &ResourceInfo) -> u64 {
        match self.view(resource) {
            Some(View::Buffer(buffer)) => u64::from(buffer.bytes / resource.stride.max(1)),
            Some(View::Texture(texture)) => {
                texture.size.iter().chain(&[texture.layers]).map(|&size| u64::from(size)).product()
            }
            Some(View::Sampler(_)) | None => 0,
        }
    }

    pub(crate) fn element(&self, resource: &ResourceInfo, index: u64) -> Option<Place> {
        let ty = resource.element.unwrap_or(self.uint);
        let source = match self.view(resource)? {
            View::Buffer(buffer) if resource.range.kind == dxil::shader::ResourceKind::TypedBuffer => {
                let format = buffer.format.unwrap_or(resource.format);
                let start = u64::from(buffer.start) + index.checked_mul(u64::from(format.bytes()))?;
                Source::Texel { memory: buffer.memory, start, format }
            }
            View::Buffer(buffer) => {
                let first = u64::from(buffer.start);
                let start = first.checked_add(index.checked_mul(u64::from(resource.stride))?)?;
                Source::Buffer { memory: buffer.memory, start, end: first + u64::from(buffer.bytes) }
            }
            View::Texture(texture) => {
                let format = texture.format.unwrap_or(resource.format);
                let start = u64::from(texture.start) + index.checked_mul(u64::from(format.bytes()))?;
                Source::Texel { memory: texture.memory, start, format }
            }
            View::Sampler(_) => return None,
        };
        Some(Place { source, ty, bit: 0, row: None })
    }

    fn register(&self, unit: u32) -> Option<Vec<Number>> {
        let values = self.session.register(unit, self.thread)?;
        Some(values.into_iter().map(|(num, bits)| self.look().of_num(num, bits, None)).collect())
    }

    fn names(self, spot: Option<&Spot>) -> Named<'a> {
        let mut places = self.locals_at(spot);
        places.extend(self.globals());
        for resource in self.resources {
            if !matches!(resource.range.class, dxil::shader::ResourceClass::Cbv) {
                continue;
            }
            let Some(place) = self.element(resource, 0) else { continue };
            // Members of a constant buffer are names of their own.
            let members = self.look().count(&place);
            places.extend((0..members).filter_map(|at| self.look().part(&place, at)));
            places.push((resource.name.clone(), place));
        }
        Named { here: self, places }
    }
}

/// The names of a frame.
struct Named<'a> {
    here: At<'a>,
    places: Vec<(String, Place)>,
}

impl Names for Named<'_> {
    fn place(&self, name: &str) -> Option<Place> {
        self.places.iter().find(|(of, _)| of == name).map(|(_, place)| *place)
    }

    fn register(&self, name: &str) -> Option<Vec<Number>> {
        let units = name.starts_with('%').then_some(&self.here.info.units)?;
        let unit = units.iter().position(|unit| unit.register.as_deref() == Some(name))?;
        self.here.register(unit as u32)
    }

    fn element(&self, name: &str, index: u64) -> Option<Place> {
        let resource = self.here.resources.iter().find(|resource| resource.name == name)?;
        let is_buffer = !matches!(resource.range.class, dxil::shader::ResourceClass::Cbv);
        let place = is_buffer.then(|| self.here.element(resource, index))??;
        (!matches!(self.here.look().types.get(place.ty).kind, Kind::Opaque)).then_some(place)
    }
}

/// The scalars of a signature by their names.
fn names_of(signature: &Signature) -> Vec<(String, Scalar)> {
    use ComponentType as C;
    let named = signature.scalars().map(|(at, element)| {
        let index = element.indices.get(at.row as usize).copied().unwrap_or(at.row);
        let column = ["x", "y", "z", "w"].get(at.column as usize).copied().unwrap_or("?");
        let index = if index == 0 && element.rows == 1 { String::new() } else { index.to_string() };
        let scalar = match element.component {
            C::I16 | C::I32 | C::I64 => Scalar::INT,
            C::U16 | C::U32 | C::U64 | C::Invalid | C::PackedS8x32 | C::PackedU8x32 => Scalar::UINT,
            C::I1 => Scalar::Bool,
            C::F16
            | C::F32
            | C::F64
            | C::SNormF16
            | C::UNormF16
            | C::SNormF32
            | C::UNormF32
            | C::SNormF64
            | C::UNormF64 => Scalar::FLOAT,
        };
        (format!("{}{index}.{column}", element.name), scalar)
    });
    named.collect()
}
