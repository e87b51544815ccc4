//! Writes a module: its entry points, each with its own interface, the functions that they call, and the exports of a
//! library.
//!
//! Input: a module and the entry points to write. Output: the assembly. An entry point of SPIR-V lists the variables that
//! it uses; the functions after the entry points access no interface.

use crate::assembly::Assembly;
use crate::elements::gives_positions;
use crate::errors;
use crate::interface::Interface;
use crate::interlock::{Interlock, interlock};
use crate::origins::Origins;
use crate::payload;
use crate::raytracing::RayExtension;
use crate::writer::Writer;
use hlslc_base::{Diagnostics, Reported, Stage};
use hlslc_ir::Func;
use hlslc_ir::function::Linkage;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_options_spirv::SpirvOptions;
use rspirv::spirv::{Capability, LinkageType};
use smallvec::SmallVec;

impl<'m> Writer<'m> {
    /// A module with nothing in it.
    pub(crate) fn nothing() -> rspirv::dr::Module {
        let mut asm = Assembly::new();
        asm.capability(Capability::Shader);
        asm.capability(Capability::Linkage);
        asm.finish()
    }

    /// Writes everything and returns the module.
    pub(crate) fn run(
        mut self,
        entries: &[&'m EntryPoint],
        options: &SpirvOptions,
        sink: &mut Diagnostics,
    ) -> Result<(rspirv::dr::Module, Option<Box<Origins>>), Reported> {
        sink.absorb(std::mem::take(&mut self.diagnostics).into_vec())?;
        self.reject_feedback(sink)?;
        self.foreign_needs();
        if options.vulkan_memory_model {
            self.asm.capability(Capability::VulkanMemoryModel);
        }
        self.sources();
        self.choose_ray_extension(entries, options);
        // As in DXC, an environment with SPIR-V 1.4 gets it, and its storage buffers.
        self.is_1_4 = self.ray_tracing == Some(RayExtension::Khr) || options.env.has_1_4();
        if self.is_1_4 {
            self.asm.need_version((1, 4));
        }
        if self.settings.mesh_extension {
            self.is_1_4 |= entries.iter().any(|entry| matches!(entry.stage(), Stage::Mesh | Stage::Amplification));
            self.payload_global = payload::dispatched(self.module, entries);
        }
        for &entry in entries {
            self.entry = entry;
            if self.settings.positions.turn_y && !options.library && !gives_positions(entry.stage()) {
                self.diagnostics.push(errors::no_position_to_turn(entry.span, entry.stage()));
            }
            self.interface = Interface::new(entry, self.settings.locations_by_name, self.settings.packs_locations);
            let overlaps = std::mem::take(&mut self.interface.overlaps);
            self.diagnostics.extend(overlaps.into_iter().map(|(span, at)| errors::overlapping_locations(span, at)));
            self.asm.interface.clear();
            let main = match entry_roots(entry).nth(1) {
                Some(patch_constant) => self.hull(entry.func, patch_constant),
                None => {
                    self.body.interlock = interlock(self.module, entry.func, entry.stage());
                    self.function(entry.func)
                }
            };
            self.asm.name(main, &entry.name);
            if let Some(debug) = &mut self.debug {
                debug.entry_point(&mut self.asm, entry.func);
            }
            self.stage(main, options);
            self.body.interlock = Interlock::None;
            self.foreign_modes(main);
            self.finish_built_ins(main);
            self.misplaced_capabilities();
        }
        if self.settings.keep.resources {
            self.all_resources();
        }
        self.body.is_entry = false;
        let graph = CallGraph::new(self.module);
        for &entry in entries {
            self.entry = entry;
            let roots: SmallVec<[Func; 2]> = entry_roots(entry).collect();
            for callee in graph.reached(roots.iter().copied()) {
                if !roots.contains(&callee) && self.written.insert(callee) {
                    let id = self.function(callee);
                    self.asm.name(id, &self.module.funcs[callee].name);
                }
            }
        }
        if options.library {
            self.exports(options.env.links());
        }
        self.debug_globals();
        self.arguments(options.env);
        sink.absorb(std::mem::take(&mut self.diagnostics).into_vec())?;
        let origins = self.asm.origins.take();
        Ok((self.within_limits(sink)?, origins))
    }

    /// Writes the functions that a library gives to other modules, if there may be any.
    fn exports(&mut self, links: bool) {
        let module = self.module;
        // Those of ray shaders have it by what they are.
        if module.entries.is_empty() {
            self.asm.capability(Capability::Shader);
            // Without an entry point a module is for others to take up, even if it exports nothing.
            self.asm.capability(Capability::Linkage);
        }
        let exported = module.funcs.iter().filter(|(_, func)| links && func.linkage == Linkage::Exported);
        for (id, func) in exported {
            let word = match self.functions[id] {
                Some(word) if self.written.contains(id) => word,
                _ => {
                    self.written.insert(id);
                    let word = self.function(id);
                    self.asm.name(word, &func.name);
                    word
                }
            };
            self.asm.link(word, &func.name, LinkageType::Export);
        }
        // What they call stays too.
        let graph = CallGraph::new(module);
        let roots: Vec<Func> = self.written.keys().collect();
        for callee in graph.reached(roots) {
            if self.functions[callee].is_some() && self.written.insert(callee) {
                let word = self.function(callee);
                self.asm.name(word, &module.funcs[callee].name);
            }
        }
    }
}
