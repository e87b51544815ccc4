//! Prints the Vulkan attributes of a resource.

use super::Printer;
use crate::vulkan::{VkPlace, VkResource};
use std::fmt::Write as _;

impl Printer<'_> {
    pub(super) fn vk_resource(&mut self, vk: &VkResource) {
        if let Some(at) = vk.binding {
            put!(self, ", vk_set {}, vk_binding {}", at.set, at.binding);
        }
        if let Some(binding) = vk.counter {
            put!(self, ", vk_counter {binding}");
        }
        if let Some(format) = vk.format {
            put!(self, ", vk_format {}", format.name());
        }
        if let Some(attachment) = vk.attachment {
            put!(self, ", vk_attachment {attachment}");
        }
        self.out.push_str(if vk.combined { ", vk_combined" } else { "" });
        self.out.push_str(if vk.own_sampler { ", vk_own_sampler" } else { "" });
        self.out.push_str(if vk.in_struct { ", vk_in_struct" } else { "" });
        if vk.place != VkPlace::Descriptor {
            put!(self, ", {}", vk.place.name());
        }
    }
}
