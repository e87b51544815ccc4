//! Defines the two functions that the library exports.

use super::guid::Guid;
use super::hresult::{E_FAIL, E_POINTER, Hresult};
use super::interface::Returned;
use super::interfaces::IMalloc;
use super::memory::Memory;
use super::pointers::{Given, In, OutAny};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `DxcCreateInstance(class, interface, &object)`.
#[unsafe(no_mangle)]
pub extern "system" fn DxcCreateInstance(class: In<Guid>, iid: In<Guid>, object: OutAny) -> Hresult {
    create(Memory::default(), &class, &iid, &object)
}

/// The same with an allocator, which may be null.
#[unsafe(no_mangle)]
pub extern "system" fn DxcCreateInstance2(
    allocator: Given<IMalloc>,
    class: In<Guid>,
    iid: In<Guid>,
    object: OutAny,
) -> Hresult {
    create(Memory::new(allocator.keep()), &class, &iid, &object)
}

fn create(memory: Memory, class: &In<Guid>, iid: &In<Guid>, object: &OutAny) -> Hresult {
    let made = catch_unwind(AssertUnwindSafe(|| {
        object.clear()?;
        let (class, iid) = (class.get().ok_or(E_POINTER)?, iid.get().ok_or(E_POINTER)?);
        object.put(&crate::classes::create(class, &memory)?, iid)
    }));
    made.map_or(E_FAIL, Returned::raw)
}
