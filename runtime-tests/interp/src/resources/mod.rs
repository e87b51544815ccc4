//! Represents the resources that shaders access through handles: constant buffers, buffers, textures, samplers, and the
//! formats of their elements.

pub(crate) mod buffers;
pub(crate) mod constants;
pub(crate) mod feedback;
pub mod formats;
pub mod samplers;
pub mod samples;
pub(crate) mod sampling;
pub mod textures;

use crate::dispatch::Context;
use crate::machine::{BufferView, View, ViewId};
use crate::program::Properties;

/// The resource of a handle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handle {
    pub view: Option<ViewId>,
    pub properties: Properties,
}

impl Handle {
    pub fn unpack(cx: &Context<'_>, bits: u64) -> Self {
        let properties = cx.program.properties.get((bits >> 32) as usize).copied();
        Self {
            view: (bits as u32).checked_sub(1).map(ViewId),
            properties: properties.unwrap_or(Properties {
                kind: dxil::shader::ResourceKind::Invalid,
                element: None,
                components: 0,
                stride: 0,
                is_written: false,
            }),
        }
    }

    /// The buffer that it names.
    pub fn buffer(&self, cx: &Context<'_>) -> Option<BufferView> {
        match cx.machine.view(self.view?) {
            View::Buffer(buffer) => Some(*buffer),
            View::Texture(_) | View::Sampler(_) => None,
        }
    }
}
