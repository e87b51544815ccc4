//! Implements objects: a reference count, a table for each interface, and a value of the class.
//!
//! ```text
//! Object<T>   header   count, allocator, how to ask and to end
//!             faces    one for each interface: its table, and where the header is
//!             value    T
//! ```
//!
//! A pointer to an interface is a pointer to a face. C++ looks at the first word of it, the table; the second leads from any face to
//! the object, so that the functions of `IUnknown` are the same for all classes.

use super::guid::Guid;
use super::hresult::{E_NOINTERFACE, E_OUTOFMEMORY, E_POINTER, Hresult, S_OK};
use super::interface::{IUnknown, Interface, Lineage, Returned};
use super::layout::{Layout, layout};
use super::memory::Memory;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering, fence};

/// What a pointer to an interface points to. Of an object of someone else there is the table alone.
#[repr(C)]
pub struct Face {
    table: *const c_void,
    owner: *const Header,
}

impl Face {
    /// The table.
    pub(super) fn table(&self) -> *const c_void {
        self.table
    }
}

/// The functions of `IUnknown`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct UnknownSlots {
    query: unsafe extern "system" fn(*const Face, *const Guid, *mut *const Face) -> Hresult,
    add_ref: unsafe extern "system" fn(*const Face) -> u32,
    release: unsafe extern "system" fn(*const Face) -> u32,
}

impl UnknownSlots {
    /// Those of every object of this crate.
    pub const OURS: Self = Self { query, add_ref, release };
}

/// The tables of an interface for one class, and what it answers to.
pub struct FaceKind {
    /// In the layout of today.
    pub today: *const c_void,
    /// In the layout of DXC up to 1.7.
    pub former: *const c_void,
    /// The interface.
    pub lineage: &'static Lineage,
}

/// A class: made by [`class!`].
///
/// # Safety
/// The tables of `FACES` are for this class, and `Faces` is an array of as many faces.
#[allow(unsafe_code)]
pub unsafe trait Class: Sized + 'static {
    /// An array of its faces.
    type Faces;
    /// Its interfaces.
    const FACES: &'static [FaceKind];
}

/// A class that has an interface.
///
/// # Safety
/// `Class::FACES[INDEX]` is of the interface `I`.
#[allow(unsafe_code)]
pub unsafe trait Has<I: Interface>: Class {
    /// Which of its faces that is.
    const INDEX: usize;
}

/// Makes a type a class: `class! { TYPE: INTERFACE, … }`. `IUnknown` is that of the first interface.
macro_rules! class {
    ($class:ty: $($interface:ident),+ $(,)?) => {
        #[allow(unsafe_code)]
        const _: () = {
            use $crate::com::interface::{FormerSlots, Interface, TableOf};
            use $crate::com::object::{Class, Face, FaceKind, UnknownSlots};

            // SAFETY: each table is made for the class, and one face is counted for each.
            unsafe impl Class for $class {
                type Faces = [Face; [$(stringify!($interface)),+].len()];
                const FACES: &'static [FaceKind] = &[$(FaceKind {
                    today: {
                        const TABLE: &<$interface as Interface>::Table<UnknownSlots> =
                            &<<$interface as Interface>::Table<UnknownSlots> as TableOf<$class>>::TABLE;
                        std::ptr::from_ref(TABLE).cast()
                    },
                    former: {
                        const TABLE: &<$interface as Interface>::Table<FormerSlots> =
                            &<<$interface as Interface>::Table<FormerSlots> as TableOf<$class>>::TABLE;
                        std::ptr::from_ref(TABLE).cast()
                    },
                    lineage: <$interface as Interface>::LINEAGE,
                }),+];
            }
        };
        $crate::com::object::class!(@has $class, 0; $($interface),+);
    };
    (@has $class:ty, $index:expr; $interface:ident $(, $rest:ident)*) => {
        // SAFETY: the index counts the interfaces in the order in which the faces are listed.
        #[allow(unsafe_code)]
        unsafe impl $crate::com::object::Has<$interface> for $class {
            const INDEX: usize = $index;
        }
        $crate::com::object::class!(@has $class, $index + 1; $($rest),*);
    };
    (@has $class:ty, $index:expr;) => {};
}
pub(crate) use class;

/// What the functions of `IUnknown` need of an object, whatever its class.
struct Header {
    count: AtomicU32,
    memory: Memory,
    faces: &'static [FaceKind],
    /// From the header to the first face, in bytes.
    first_face: usize,
    end: unsafe fn(*const Header),
}

#[repr(C)]
struct Object<T: Class> {
    header: Header,
    faces: T::Faces,
    value: T,
}

/// Calls a method of the value in the object that `this` is a face of; a panic ends here.
///
/// # Safety
/// `this` is null or a face of a living object of the class `T`.
pub unsafe fn enter<T: 'static, R: Returned>(this: *const Face, call: impl FnOnce(&T) -> R) -> R::Raw {
    if this.is_null() {
        return R::failed();
    }
    // SAFETY: by the condition of this function; the header knows where the value of its class is.
    let value = unsafe { &*value_of::<T>((*this).owner) };
    catch_unwind(AssertUnwindSafe(|| call(value).raw())).unwrap_or_else(|payload| {
        // What a payload does when it is dropped may panic too.
        std::mem::forget(payload);
        R::failed()
    })
}

/// # Safety
/// The header is that of a living object of the class `T`.
unsafe fn value_of<T>(header: *const Header) -> *const T {
    // SAFETY: the faces and the value follow the header, at offsets that `create` wrote down.
    unsafe {
        let faces = &*header;
        let after = faces.first_face + faces.faces.len() * size_of::<Face>();
        header.byte_add(after.next_multiple_of(align_of::<T>())).cast()
    }
}

unsafe extern "system" fn query(this: *const Face, iid: *const Guid, out: *mut *const Face) -> Hresult {
    if this.is_null() || iid.is_null() || out.is_null() {
        return E_POINTER;
    }
    // SAFETY: the three pointers are those of the interface's definition, and none is null.
    unsafe {
        let found = face_for((*this).owner, &*iid);
        *out = found.unwrap_or(std::ptr::null());
        if found.is_none() {
            return E_NOINTERFACE;
        }
        (*(*this).owner).count.fetch_add(1, Ordering::Relaxed);
    }
    S_OK
}

/// # Safety
/// The header is that of a living object.
unsafe fn face_for(header: *const Header, iid: &Guid) -> Option<*const Face> {
    // SAFETY: by the condition of this function.
    unsafe {
        let index = (*header).faces.iter().position(|kind| kind.lineage.answers(iid))?;
        Some(face_at(header, index))
    }
}

/// # Safety
/// The header is that of an object with more than `index` faces.
unsafe fn face_at(header: *const Header, index: usize) -> *const Face {
    // SAFETY: the faces lie in a row where the header says, in the same block of memory.
    unsafe { header.byte_add((*header).first_face).cast::<Face>().add(index) }
}

unsafe extern "system" fn add_ref(this: *const Face) -> u32 {
    // SAFETY: the caller has a reference to the object.
    unsafe { (*(*this).owner).count.fetch_add(1, Ordering::Relaxed) + 1 }
}

unsafe extern "system" fn release(this: *const Face) -> u32 {
    // SAFETY: the caller has a reference to the object and gives it up.
    unsafe { give_up((*this).owner) }
}

/// # Safety
/// The caller has a reference to the object and does not use it again.
unsafe fn give_up(header: *const Header) -> u32 {
    // SAFETY: the reference keeps the object alive until it is counted down, and the one that counts to zero is the last.
    unsafe {
        let left = (*header).count.fetch_sub(1, Ordering::Release) - 1;
        if left == 0 {
            fence(Ordering::Acquire);
            ((*header).end)(header);
        }
        left
    }
}

/// # Safety
/// There is no reference to the object, which is of the class `T`.
unsafe fn end<T: Class>(header: *const Header) {
    let object = header.cast_mut().cast::<Object<T>>();
    // SAFETY: no reference to the object is left. The allocator is taken out first, as it gives the memory back at the end.
    unsafe {
        let memory = std::ptr::read(&raw const (*object).header.memory);
        // A class that panics when it ends leaks what it holds.
        let _ = catch_unwind(AssertUnwindSafe(|| std::ptr::drop_in_place(&raw mut (*object).value)));
        memory.free(object.cast(), size_of::<Object<T>>());
    }
}

/// A counted reference to an object whose class is known.
pub struct Own<T: Class> {
    object: NonNull<Object<T>>,
}

impl<T: Class> Own<T> {
    /// An object with one reference, in memory of the given kind.
    pub fn new(memory: &Memory, value: T) -> Result<Self, Hresult> {
        const { assert!(align_of::<Object<T>>() <= super::memory::ALIGNMENT, "allocators give this alignment") };
        let block = memory.alloc(size_of::<Object<T>>());
        let Some(object) = NonNull::new(block.cast::<Object<T>>()) else { return Err(E_OUTOFMEMORY) };
        let header = Header {
            count: AtomicU32::new(1),
            memory: memory.clone(),
            faces: T::FACES,
            first_face: std::mem::offset_of!(Object<T>, faces),
            end: end::<T>,
        };
        let layout = layout();
        // SAFETY: the block is new, has the size and the alignment of the object, and every part of it is written once.
        unsafe {
            let at = object.as_ptr();
            (&raw mut (*at).header).write(header);
            let owner = at.cast_const().cast::<Header>();
            for (index, kind) in T::FACES.iter().enumerate() {
                let table = if layout == Layout::Today { kind.today } else { kind.former };
                (&raw mut (*at).faces).cast::<Face>().add(index).write(Face { table, owner });
            }
            (&raw mut (*at).value).write(value);
            debug_assert_eq!(
                value_of::<T>(owner),
                (&raw const (*at).value),
                "the value lies where methods look for it"
            );
        }
        Ok(Self { object })
    }

    fn header(&self) -> *const Header {
        self.object.as_ptr().cast_const().cast()
    }

    /// A reference to one of its interfaces.
    pub fn face<I: Interface>(&self) -> Ref<I>
    where
        T: Has<I>,
    {
        self.clone().into_face()
    }

    /// This reference as one to an interface.
    pub fn into_face<I: Interface>(self) -> Ref<I>
    where
        T: Has<I>,
    {
        // SAFETY: the face with this index is of this interface, and the reference goes from one value to the other.
        let face = unsafe { Ref::from_owned(face_at(self.header(), T::INDEX)) };
        std::mem::forget(self);
        face.unwrap_or_else(|| unreachable!("a face is never null"))
    }

    /// This reference as one to its first interface's `IUnknown`.
    pub fn into_unknown(self) -> Ref<IUnknown> {
        // SAFETY: every class has a first face, whose table starts with the functions of `IUnknown`.
        let face = unsafe { Ref::from_owned(face_at(self.header(), 0)) };
        std::mem::forget(self);
        face.unwrap_or_else(|| unreachable!("a face is never null"))
    }

    /// Where one of its interfaces is, without a reference: for members that live as long as the object they belong to.
    pub fn address<I: Interface>(&self) -> Address<I>
    where
        T: Has<I>,
    {
        // SAFETY: as in `into_face`.
        Address(unsafe { face_at(self.header(), T::INDEX) }, PhantomData)
    }
}

impl<T: Class> Clone for Own<T> {
    fn clone(&self) -> Self {
        // SAFETY: this reference keeps the object alive.
        unsafe { (*self.header()).count.fetch_add(1, Ordering::Relaxed) };
        Self { object: self.object }
    }
}

impl<T: Class> Drop for Own<T> {
    fn drop(&mut self) {
        // SAFETY: this value is the reference that is given up.
        unsafe { give_up(self.header()) };
    }
}

impl<T: Class> Deref for Own<T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: this reference keeps the object alive, and its value is only changed through `&T`.
        unsafe { &(*self.object.as_ptr()).value }
    }
}

// SAFETY: the count is atomic, and clients may use objects on any thread, as those of DXC; what a class shares is its own affair.
unsafe impl<T: Class + Send + Sync> Send for Own<T> {}
// SAFETY: as above.
unsafe impl<T: Class + Send + Sync> Sync for Own<T> {}

/// A counted reference to an interface of an object, ours or someone else's.
#[repr(transparent)]
pub struct Ref<I> {
    face: NonNull<Face>,
    interface: PhantomData<fn() -> I>,
}

impl<I: Interface> Ref<I> {
    /// Takes over a reference.
    ///
    /// # Safety
    /// The pointer is null or to an object with this interface, and the caller gives up one reference to it.
    pub(super) unsafe fn from_owned(face: *const Face) -> Option<Self> {
        NonNull::new(face.cast_mut()).map(|face| Self { face, interface: PhantomData })
    }

    /// The pointer, which stays valid as long as the reference.
    pub(super) fn as_ptr(&self) -> *const Face {
        self.face.as_ptr()
    }

    /// The pointer, with the reference.
    pub(super) fn into_ptr(self) -> *const Face {
        let face = self.as_ptr();
        std::mem::forget(self);
        face
    }

    fn slots(&self) -> &UnknownSlots {
        // SAFETY: a table of either layout starts with the functions of `IUnknown`.
        unsafe { &*(*self.as_ptr()).table.cast::<UnknownSlots>() }
    }

    /// The same as the interface that it extends.
    pub fn up(&self) -> &Ref<I::Parent> {
        // SAFETY: a table starts with that of its parent, and references differ in what they are called alone.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// This reference as one to the interface that it extends.
    pub fn into_parent(self) -> Ref<I::Parent> {
        let face = self.face;
        std::mem::forget(self);
        Ref { face, interface: PhantomData }
    }

    /// Another interface of the object, by its `QueryInterface`.
    pub fn query<J: Interface>(&self) -> Result<Ref<J>, Hresult> {
        let iid = J::LINEAGE.iid.ok_or(E_NOINTERFACE)?;
        let mut found = std::ptr::null();
        let result = self.query_into(&iid, &raw mut found);
        if result.is_failure() {
            return Err(result);
        }
        // SAFETY: on success the object has given a reference to the interface that was asked for.
        unsafe { Ref::from_owned(found) }.ok_or(E_NOINTERFACE)
    }

    /// The same, by an identifier and to a place of the caller.
    pub(super) fn query_into(&self, iid: &Guid, out: *mut *const Face) -> Hresult {
        // SAFETY: the object is alive, and the places are valid.
        unsafe { (self.slots().query)(self.as_ptr(), iid, out) }
    }
}

impl<I> Clone for Ref<I> {
    fn clone(&self) -> Self {
        // SAFETY: this reference keeps the object alive; the second function of any table counts up.
        unsafe {
            let slots = (*self.face.as_ptr()).table.cast::<UnknownSlots>();
            ((*slots).add_ref)(self.face.as_ptr());
        }
        Self { face: self.face, interface: PhantomData }
    }
}

impl<I> Drop for Ref<I> {
    fn drop(&mut self) {
        // SAFETY: this value is the reference that is given up; the third function of any table counts down.
        unsafe {
            let slots = (*self.face.as_ptr()).table.cast::<UnknownSlots>();
            ((*slots).release)(self.face.as_ptr());
        }
    }
}

// SAFETY: objects of these interfaces may be used on any thread, by one at a time; what is shared here is protected by locks.
unsafe impl<I> Send for Ref<I> {}
// SAFETY: as above.
unsafe impl<I> Sync for Ref<I> {}

/// Where an interface is, without a reference to its object: what methods return of members of their object.
#[repr(transparent)]
pub struct Address<I>(*const Face, PhantomData<fn() -> I>);

impl<I> Address<I> {
    /// No interface.
    pub const NULL: Self = Self(std::ptr::null(), PhantomData);
}

#[cfg(test)]
impl<I> Address<I> {
    /// What it points to.
    pub(super) fn face(self) -> *const Face {
        self.0
    }
}

impl<I> Clone for Address<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Address<I> {}

// SAFETY: an address is not followed here; it is handed to clients, as objects are.
unsafe impl<I> Send for Address<I> {}
// SAFETY: as above.
unsafe impl<I> Sync for Address<I> {}

impl<I> Returned for Address<I> {
    type Raw = Self;
    fn raw(self) -> Self {
        self
    }
    fn failed() -> Self {
        Self::NULL
    }
    fn back(raw: Self) -> Self {
        raw
    }
}

/// Where a string of bytes that ends with a zero is: what methods return, or fill in, of members of their object.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct TextAddress(*const u8);

impl TextAddress {
    /// No string.
    pub const NULL: Self = Self(std::ptr::null());

    /// Of a string that stays where it is as long as its object.
    pub fn of(text: &std::ffi::CStr) -> Self {
        Self(text.as_ptr().cast())
    }

    /// Whether there is none.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }
}

// SAFETY: an address is not followed here; what it leads to is never changed.
unsafe impl Send for TextAddress {}
// SAFETY: as above.
unsafe impl Sync for TextAddress {}

impl Returned for TextAddress {
    type Raw = Self;
    fn raw(self) -> Self {
        self
    }
    fn failed() -> Self {
        Self::NULL
    }
    fn back(raw: Self) -> Self {
        raw
    }
}
