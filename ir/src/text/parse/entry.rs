//! Parses entry points: the properties of their stage, and their signatures.

use super::body::numbered;
use super::{Parsed, Parser, key};
use crate::entity::{Global, SigElement};
use crate::interface::{InterfaceVariable, ParameterRole, RayParameter, Slots};
use crate::module::{ElementData, EntryPoint, Interpolation, SystemValue};
use crate::node::{DispatchGridPlace, NodeId, NodeLaunch, NodePort, NodeProperties};
use crate::ops::Op;
use crate::stage::{
    Domain, InputPrimitive, MeshTopology, Partitioning, StageProperties, StreamTopology, TessellatorOutput, WaveSize,
};
use crate::text::lex::Token;
use crate::text::print::{SIGNATURES, SIMPLE_SLOTS};
use crate::types::{ComponentKind, Scalar};
use crate::vulkan::{VkBuiltIn, VkMode};
use cranelift_entity::PrimaryMap;
use hlslc_base::{Span, Stage};

/// The maximum nesting depth of structs of the interface.
const MAX_DEPTH: u32 = 128;

impl Parser<'_> {
    pub(super) fn entry(&mut self) -> Parsed {
        self.expect_word("entry")?;
        let name = self.text()?;
        self.expect('=')?;
        let func = self.func_name()?;
        let stage = self.text()?;
        let stage = Stage::all().find(|s| s.to_string() == stage);
        let Some(properties) = stage.and_then(StageProperties::of) else {
            return self.error_before("unknown stage");
        };
        let mut entry = EntryPoint {
            name,
            func,
            properties,
            span: self.span()?,
            inputs: PrimaryMap::new(),
            outputs: PrimaryMap::new(),
            patch_constants: PrimaryMap::new(),
            variables: Vec::new(),
            parameters: Vec::new(),
            root_signature: None,
            bare: None,
            vk_modes: Vec::new(),
            group_memory_limit: None,
        };
        self.expect('{')?;
        while !self.eat('}') {
            match self.word()? {
                "bare" => entry.bare = Some(self.text()?),
                "vk_mode" => {
                    let word = self.word()?;
                    match VkMode::from_name(word) {
                        Some(mode) => entry.vk_modes.push(mode),
                        None => return self.error_before(format!("`{word}` is no mode of Vulkan")),
                    }
                }
                "groupmemory" => entry.group_memory_limit = Some(self.number()?),
                "input" => drop(entry.inputs.push(self.element()?)),
                "output" => drop(entry.outputs.push(self.element()?)),
                "patch" => drop(entry.patch_constants.push(self.element()?)),
                "variable" => {
                    let variable = self.variable()?;
                    entry.variables.push(variable);
                }
                "parameter" => {
                    let parameter = self.ray_parameter()?;
                    entry.parameters.push(parameter);
                }
                word => self.property(word, &mut entry.properties)?,
            }
        }
        self.module.entries.push(entry);
        Ok(())
    }

    /// Reads a property of a stage, after its word.
    fn property(&mut self, word: &str, properties: &mut StageProperties) -> Parsed {
        use StageProperties as P;
        match (word, properties) {
            (
                "numthreads",
                P::Compute { num_threads, .. } | P::Mesh { num_threads, .. } | P::Amplification { num_threads, .. },
            ) => *num_threads = [self.number()?, self.number()?, self.number()?],
            ("wavesize", P::Compute { wave_size, .. }) => *wave_size = Some(self.wave_size()?),
            ("numthreads", P::Node(node)) => node.num_threads = [self.number()?, self.number()?, self.number()?],
            (word, P::Node(node)) => self.node_property(word, node)?,
            ("earlydepthstencil", P::Pixel { early_depth_stencil, .. }) => *early_depth_stencil = true,
            ("waveopsincludehelperlanes", P::Pixel { waves_include_helpers, .. }) => *waves_include_helpers = true,
            ("primitive", P::Geometry { input, .. }) => *input = self.named(InputPrimitive::from_name)?,
            ("topology", P::Geometry { topology, .. }) => *topology = self.named(StreamTopology::from_name)?,
            ("topology", P::Hull { output, .. }) => *output = self.named(TessellatorOutput::from_name)?,
            ("topology", P::Mesh { topology, .. }) => *topology = self.named(MeshTopology::from_name)?,
            ("vertices", P::Geometry { max_vertices, .. } | P::Mesh { max_vertices, .. }) => {
                *max_vertices = self.number()?;
            }
            ("instances", P::Geometry { instances, .. }) => *instances = self.number()?,
            ("streams", P::Geometry { streams, .. }) => {
                *streams = self.small("streams")?;
            }
            ("patchconstant", P::Hull { patch_constant, .. }) => *patch_constant = Some(self.func_name()?),
            ("domain", P::Hull { domain, .. }) => *domain = Some(self.named(Domain::from_name)?),
            ("domain", P::Domain { domain, .. }) => *domain = self.named(Domain::from_name)?,
            ("partitioning", P::Hull { partitioning, .. }) => {
                *partitioning = Some(self.named(Partitioning::from_name)?);
            }
            ("inputpoints", P::Hull { input_points: points, .. } | P::Domain { control_points: points, .. })
            | ("outputpoints", P::Hull { output_points: points, .. }) => *points = self.number()?,
            ("maxtessfactor", P::Hull { max_tess_factor, .. }) => *max_tess_factor = Some(self.float()?),
            ("primitives", P::Mesh { max_primitives, .. }) => *max_primitives = self.number()?,
            ("payload", P::Mesh { payload_bytes, .. } | P::Amplification { payload_bytes, .. }) => {
                *payload_bytes = self.number()?;
            }
            (_, properties) => {
                let stage = properties.stage();
                return self.error_before(format!("unknown property `{word}` of a {stage} shader"));
            }
        }
        Ok(())
    }

    fn node_property(&mut self, word: &str, node: &mut NodeProperties) -> Parsed<()> {
        match word {
            "launch" => node.launch = self.named(NodeLaunch::from_name)?,
            "wavesize" => node.wave_size = Some(self.wave_size()?),
            "programentry" => node.is_program_entry = true,
            "nodeid" => node.id = self.node_id()?,
            "rootarguments" => node.local_root_arguments = Some(self.number()?),
            "sharesinputof" => node.shares_input_of = Some(self.node_id()?),
            "grid" => node.dispatch_grid = Some([self.number()?, self.number()?, self.number()?]),
            "maxgrid" => node.max_dispatch_grid = Some([self.number()?, self.number()?, self.number()?]),
            "recursion" => node.max_recursion_depth = self.number()?,
            "port" => {
                let port = self.node_port()?;
                if port.ty.kind.is_input() { node.inputs.push(port) } else { node.outputs.push(port) }
            }
            word => return self.error_before(format!("unknown property `{word}` of a node")),
        }
        Ok(())
    }

    fn node_id(&mut self) -> Parsed<NodeId> {
        Ok(NodeId { name: self.text()?, index: self.number()? })
    }

    fn node_port(&mut self) -> Parsed<NodePort> {
        let ty = self.ty()?;
        let Some(ty) = self.module.ctx.node_type(ty) else { return self.error_before("this is nothing of a node") };
        let mut port = NodePort {
            ty,
            globally_coherent: self.eat_word("coherent"),
            dispatch_grid: None,
            max_records: 0,
            shared_with: None,
            array_size: 0,
            allow_sparse: false,
            output_id: None,
        };
        if self.eat_word("gridat") {
            let (byte, bits, components) = (self.number()?, self.number()?, self.number()?);
            port.dispatch_grid = Some(DispatchGridPlace { byte, is_16bit: bits == 16, components });
        }
        self.expect_word("records")?;
        port.max_records = self.number()?;
        if self.eat_word("sharedwith") {
            port.shared_with = Some(self.number()?);
        }
        self.expect_word("nodes")?;
        port.array_size = self.number()?;
        port.allow_sparse = self.eat_word("sparse");
        if self.eat_word("to") {
            port.output_id = Some(self.node_id()?);
        }
        Ok(port)
    }

    fn wave_size(&mut self) -> Parsed<WaveSize> {
        let mut numbers = [self.number()?, 0, 0];
        for number in &mut numbers[1..] {
            if !matches!(self.peek(), Token::Number(_)) {
                break;
            }
            *number = self.number()?;
        }
        let [min, max, preferred] = numbers;
        Ok(WaveSize { min, max, preferred })
    }

    pub(super) fn named<T>(&mut self, from_name: fn(&str) -> Option<T>) -> Parsed<T> {
        let word = self.word()?;
        match from_name(word) {
            Some(value) => Ok(value),
            None => self.error_before(format!("`{word}` cannot stand here")),
        }
    }

    fn float(&mut self) -> Parsed<f32> {
        let Token::Number(text) = self.peek() else { return self.error("a number is needed here") };
        match text.parse() {
            Ok(value) => {
                self.at += 1;
                Ok(value)
            }
            Err(_) => self.error(format!("`{text}` is no float")),
        }
    }

    fn small(&mut self, what: &str) -> Parsed<u8> {
        self.number()?.try_into().or_else(|_| self.error_before(format!("too many {what}")))
    }

    fn known_global(&mut self) -> Parsed<Global> {
        let name = self.global_name()?;
        match self.globals.get(&key(name)) {
            Some(&global) => Ok(global),
            None => self.error_before(format!("no global `{}`", name.text)),
        }
    }

    /// `@name = role`.
    fn ray_parameter(&mut self) -> Parsed<RayParameter> {
        let global = self.known_global()?;
        self.expect('=')?;
        let role = self.named(|word| ParameterRole::ALL.iter().find(|row| row.1 == word).map(|row| row.0))?;
        Ok(RayParameter { global, role })
    }

    /// `@name = signature vertices stream N slots`.
    fn variable(&mut self) -> Parsed<InterfaceVariable> {
        let global = self.known_global()?;
        self.expect('=')?;
        let signature = self.named(|word| SIGNATURES.iter().find(|row| row.1 == word).map(|row| row.0))?;
        let per_vertex = self.eat_word("vertices");
        let stream = if self.eat_word("stream") { self.small("streams")? } else { 0 };
        let slots = self.slots(MAX_DEPTH)?;
        Ok(InterfaceVariable { global, signature, per_vertex, stream, slots })
    }

    fn slots(&mut self, depth: u32) -> Parsed<Slots> {
        let Some(depth) = depth.checked_sub(1) else { return self.error("structs are nested too deeply") };
        if self.eat('{') {
            let mut members = Vec::new();
            while !self.eat('}') {
                if !members.is_empty() {
                    self.expect(',')?;
                }
                members.push(self.slots(depth)?);
            }
            return Ok(Slots::Struct(members));
        }
        if self.eat('[') {
            let mut elements = Vec::new();
            while !self.eat(']') {
                if !elements.is_empty() {
                    self.expect(',')?;
                }
                elements.push(self.sig_element()?);
            }
            return Ok(Slots::Elements(elements));
        }
        if let Some(row) = SIMPLE_SLOTS.iter().find(|row| self.eat_word(row.1)) {
            return Ok(row.0.clone());
        }
        if self.eat_word("op") {
            let op = self.named(Op::from_name)?;
            return Ok(Slots::Operation { op, components: self.eat_word("components") });
        }
        let element = self.sig_element()?;
        Ok(Slots::Element { element, by_columns: self.eat_word("columns") })
    }

    fn sig_element(&mut self) -> Parsed<SigElement> {
        self.named(|word| numbered(word, "sig").map(SigElement::from_u32))
    }

    /// `sigN = "NAME" index, SV_…, [rows x cols x kind], …`.
    fn element(&mut self) -> Parsed<ElementData> {
        self.word()?;
        self.expect('=')?;
        let mut element = ElementData {
            name: self.text()?,
            index: self.number()?,
            indices: Vec::new(),
            system: SystemValue::Arbitrary,
            scalar: Scalar::F32,
            component: ComponentKind::Plain,
            rows: 1,
            cols: 1,
            interpolation: Interpolation::Undefined,
            stream: 0,
            span: Span::NONE,
            vk_location: None,
            vk_index: None,
            vk_builtin: None,
            vector_rows: 1,
            matrix: false,
            decorations: Vec::new(),
        };
        while self.eat(',') {
            if self.at_decoration() {
                element.decorations = self.decorations()?;
                continue;
            }
            if self.eat('[') {
                element.rows = self.number()?;
                self.expect_word("x")?;
                element.cols = self.small("columns")?;
                self.expect_word("x")?;
                element.scalar = self.scalar()?;
                self.expect(']')?;
                continue;
            }
            let word = self.word()?;
            if word == "indices" {
                self.expect('[')?;
                element.indices.push(self.number()?);
                while self.eat(',') {
                    element.indices.push(self.number()?);
                }
                self.expect(']')?;
            } else if word == "stream" {
                element.stream = self.small("streams")?;
            } else if word == "vk_location" {
                element.vk_location = Some(self.number()?);
            } else if word == "vk_index" {
                element.vk_index = Some(self.number()?);
            } else if word == "vk_builtin" {
                let name = self.word()?;
                let found = VkBuiltIn::from_name(name);
                let Some(found) = found else { return self.error_before(format!("unknown built-in `{name}`")) };
                element.vk_builtin = Some(found);
            } else if word == "matrix" {
                element.matrix = true;
            } else if word == "vector_rows" {
                element.vector_rows = self.number()?;
            } else if let Some(system) = SystemValue::from_name(word) {
                element.system = system;
            } else if let Some(row) = ComponentKind::ALL.iter().find(|row| row.1 == word) {
                element.component = row.0;
            } else if let Some(row) = Interpolation::ALL.iter().find(|row| row.1 == word) {
                element.interpolation = row.0;
            } else {
                return self.error_before(format!("unknown property `{word}` of an element"));
            }
        }
        element.span = self.span()?;
        Ok(element)
    }
}
