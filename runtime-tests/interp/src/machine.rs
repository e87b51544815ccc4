//! Represents the machine that a shader runs on: memories, views of them, and the register or heap index at which each
//! view is bound.
//!
//! A view says which bytes of which memory a shader sees, and how. What it does not say (the bytes of a struct, the format of a
//! typed element) is as the shader declares it.

use dxil::shader::ResourceClass;
use rustc_hash::FxHashMap;

use crate::program::BoundRange;
use crate::resources::formats::Format;
use crate::resources::samplers::Sampler;
use crate::resources::textures::TextureView;

/// The words of a buffer that is described without its length.
pub const DEFAULT_WORDS: usize = 256;

/// The most bytes of a resource that a description may ask for.
pub const MOST_RESOURCE_BYTES: u64 = 1 << 28;

/// A piece of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryId(u32);

/// A view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ViewId(pub(crate) u32);

/// The place of the hidden counter of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The memory.
    pub memory: MemoryId,
    /// The byte.
    pub offset: u32,
}

/// A buffer, or constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferView {
    /// The memory.
    pub memory: MemoryId,
    /// The first byte.
    pub start: u32,
    /// The number of bytes.
    pub bytes: u32,
    /// The format of a typed element; as the shader says if it is not said.
    pub format: Option<Format>,
    /// The hidden counter.
    pub counter: Option<Counter>,
}

/// The view that is bound to a register.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    /// A buffer, or constants.
    Buffer(BufferView),
    /// A texture.
    Texture(TextureView),
    /// A sampler.
    Sampler(Sampler),
}

/// A register and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The kind of register.
    pub class: ResourceClass,
    /// The space.
    pub space: u32,
    /// The register.
    pub register: u32,
    /// The view.
    pub view: ViewId,
}

/// Memory, views of it and where they stand.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    memories: Vec<Vec<u8>>,
    views: Vec<View>,
    bound: FxHashMap<(ResourceClass, u32, u32), ViewId>,
    heap: Vec<Option<ViewId>>,
    sampler_heap: Vec<Option<ViewId>>,
}

impl Machine {
    /// Adds memory.
    pub fn add_memory(&mut self, bytes: Vec<u8>) -> MemoryId {
        self.memories.push(bytes);
        MemoryId(self.memories.len() as u32 - 1)
    }

    /// The contents of memory.
    pub fn memory(&self, id: MemoryId) -> &[u8] {
        &self.memories[id.0 as usize]
    }

    /// The same, to be written.
    pub fn memory_mut(&mut self, id: MemoryId) -> &mut [u8] {
        &mut self.memories[id.0 as usize]
    }

    /// Adds a view.
    pub fn add_view(&mut self, view: View) -> ViewId {
        self.views.push(view);
        ViewId(self.views.len() as u32 - 1)
    }

    /// Adds a view of all of a memory as a buffer.
    pub fn add_buffer(&mut self, memory: MemoryId) -> ViewId {
        let bytes = self.memory(memory).len() as u32;
        self.add_view(View::Buffer(BufferView { memory, start: 0, bytes, format: None, counter: None }))
    }

    /// Puts a view at a register.
    pub fn bind(&mut self, binding: Binding) {
        self.bound.insert((binding.class, binding.space, binding.register), binding.view);
    }

    /// Puts a view at a place of the heap of resources, or of samplers.
    pub fn put_in_heap(&mut self, samplers: bool, index: u32, view: ViewId) {
        let heap = if samplers { &mut self.sampler_heap } else { &mut self.heap };
        if heap.len() <= index as usize {
            heap.resize(index as usize + 1, None);
        }
        heap[index as usize] = Some(view);
    }

    /// Takes the memories out, so that what is left is small.
    pub(crate) fn take_memories(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.memories)
    }

    pub(crate) fn put_memories(&mut self, memories: Vec<Vec<u8>>) {
        self.memories = memories;
    }

    /// The view at a register.
    pub fn bound(&self, class: ResourceClass, space: u32, register: u32) -> Option<&View> {
        Some(self.view(*self.bound.get(&(class, space, register))?))
    }

    /// The first register that a handle's view stands at, as HLSL writes it.
    pub fn register_of_handle(&self, handle: u64) -> Option<String> {
        self.register_of(ViewId((handle as u32).checked_sub(1)?))
    }

    pub(crate) fn view(&self, id: ViewId) -> &View {
        &self.views[id.0 as usize]
    }

    pub(crate) fn at_register(&self, range: &BoundRange, register: u32) -> Option<ViewId> {
        let within = register.checked_sub(range.first).is_some_and(|at| at < range.count);
        self.bound.get(&(range.class, range.space, register)).copied().filter(|_| within)
    }

    /// The first register that a view stands at, as HLSL writes it.
    pub(crate) fn register_of(&self, view: ViewId) -> Option<String> {
        let at = self.bound.iter().filter(|(_, bound)| **bound == view).map(|(&(class, space, register), _)| {
            let letter = match class {
                ResourceClass::Srv => 't',
                ResourceClass::Uav => 'u',
                ResourceClass::Cbv => 'b',
                ResourceClass::Sampler => 's',
            };
            (space, letter, register)
        });
        let (space, letter, register) = at.min()?;
        Some(if space == 0 { format!("{letter}{register}") } else { format!("{letter}{register} space{space}") })
    }

    pub(crate) fn in_heap(&self, samplers: bool, index: u32) -> Option<ViewId> {
        let heap = if samplers { &self.sampler_heap } else { &self.heap };
        heap.get(index as usize).copied().flatten()
    }
}
