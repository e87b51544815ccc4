//! Defines the description of an interface: its name, its parent, its identifier and its methods in order.
//!
//! From a row of [`interface!`] come
//! - a type that names the interface, which implements [`Interface`];
//! - a trait with a method for each of the interface's, which a class implements in safe code;
//! - the table of functions for a class, in each [layout](super::layout): every entry finds the object, calls the method of the trait
//!   and turns a panic into a failure;
//! - methods on [`Ref`](super::Ref) that call an object of anyone through its table.

use super::guid::Guid;
use super::hresult::{Done, E_FAIL, Hresult};
use super::object::{Face, UnknownSlots};
use std::ffi::c_void;

/// An interface.
pub trait Interface: 'static {
    /// The interface that it extends.
    type Parent: Interface;
    /// The table of its functions, whose first slots are those of `R`.
    type Table<R: Root>: 'static;
    /// It and all that it extends.
    const LINEAGE: &'static Lineage;
}

/// An interface and those that it extends, as data.
pub struct Lineage {
    /// Its name.
    pub name: &'static str,
    /// Its identifier. An interface without a parent, as members of a reflection are, cannot be asked for and has none.
    pub iid: Option<Guid>,
    /// What it extends.
    pub parent: Option<&'static Lineage>,
    /// The names of its own methods, in the order of the table.
    pub methods: &'static [&'static str],
}

impl Lineage {
    /// Whether an object with this interface answers to an identifier.
    pub fn answers(&self, iid: &Guid) -> bool {
        self.iid.as_ref() == Some(iid) || self.parent.is_some_and(|parent| parent.answers(iid))
    }
}

/// The first slots of a table: one type for each layout.
pub trait Root: Copy + 'static {
    /// The functions that all objects of this crate share.
    const SLOTS: Self;
}

impl Root for UnknownSlots {
    const SLOTS: Self = Self::OURS;
}

/// The first slots of a table of DXC up to 1.7.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FormerSlots {
    unknown: UnknownSlots,
    complete_destructor: unsafe extern "system" fn(*const Face),
    deleting_destructor: unsafe extern "system" fn(*const Face),
}

impl Root for FormerSlots {
    const SLOTS: Self =
        Self { unknown: UnknownSlots::OURS, complete_destructor: no_destructor, deleting_destructor: no_destructor };
}

/// Objects end by their last `Release`; no client calls the destructor, which C++ calls by `delete` alone.
extern "system" fn no_destructor(_: *const Face) {}

/// A table for the class `T`.
pub trait TableOf<T>: 'static {
    /// The table.
    const TABLE: Self;
}

/// What a method may return.
pub trait Returned: Sized {
    /// How it is handed over.
    type Raw;
    /// Hands it over.
    fn raw(self) -> Self::Raw;
    /// What is handed over in its place if the method panics.
    fn failed() -> Self::Raw;
    /// Takes it from an object of someone else.
    fn back(raw: Self::Raw) -> Self;
}

impl Returned for Done {
    type Raw = Hresult;
    fn raw(self) -> Hresult {
        self.err().unwrap_or(super::hresult::S_OK)
    }
    fn failed() -> Hresult {
        E_FAIL
    }
    fn back(raw: Hresult) -> Self {
        if raw.is_failure() { Err(raw) } else { Ok(()) }
    }
}

macro_rules! returned_as_they_are {
    ($($type:ty, $failed:expr;)*) => {
        $(impl Returned for $type {
            type Raw = Self;
            fn raw(self) -> Self { self }
            fn failed() -> Self { $failed }
            fn back(raw: Self) -> Self { raw }
        })*
    };
}

returned_as_they_are! {
    (), ();
    u8, 0;
    i32, 0;
    u32, 0;
    u64, 0;
    usize, 0;
    *mut c_void, std::ptr::null_mut();
    *const u8, std::ptr::null();
    *const super::WideChar, std::ptr::null();
    *const *const super::WideChar, std::ptr::null();
}

/// The end of every line of parents: an interface without any method.
pub struct Bare;

/// The table of [`Bare`], which takes no place.
#[repr(C)]
pub struct NoSlots;

impl Interface for Bare {
    type Parent = Self;
    type Table<R: Root> = NoSlots;
    const LINEAGE: &'static Lineage = &Lineage { name: "", iid: None, parent: None, methods: &[] };
}

impl<T> TableOf<T> for NoSlots {
    const TABLE: Self = Self;
}

/// Classes implement it for every interface that has no parent with methods.
pub trait BareMethods: 'static {}
impl<T: 'static> BareMethods for T {}

/// `IUnknown`: to ask for other interfaces, and to count references.
pub struct IUnknown;

/// The table of [`IUnknown`].
#[repr(C)]
pub struct UnknownTable<R>(R);

impl Interface for IUnknown {
    type Parent = Bare;
    type Table<R: Root> = UnknownTable<R>;
    const LINEAGE: &'static Lineage = &Lineage {
        name: "IUnknown",
        iid: Some(Guid::parse("00000000-0000-0000-c000-000000000046")),
        parent: None,
        methods: &["QueryInterface", "AddRef", "Release"],
    };
}

impl<R: Root, T> TableOf<T> for UnknownTable<R> {
    const TABLE: Self = Self(R::SLOTS);
}

/// Classes have what [`IUnknown`] does from the object that holds them.
pub trait UnknownMethods: 'static {}
impl<T: 'static> UnknownMethods for T {}

/// Describes interfaces: `NAME (TRAIT OF ITS METHODS): PARENT (TRAIT OF THOSE) = "IDENTIFIER" { METHODS }`. An interface that no class
/// can ask for has `none` in the place of an identifier.
macro_rules! interface {
    ($($(#[$doc:meta])* $name:ident ($methods:ident): $parent:ident ($parents:ident) = $iid:tt {
        $($(#[$method_doc:meta])* fn $method:ident($($arg:ident: $type:ty),* $(,)?) -> $returns:ty;)*
    })*) => {
        $($(#[$doc])*
        pub struct $name;

        #[doc = concat!("What a class with `", stringify!($name), "` does.")]
        #[allow(non_snake_case)]
        pub trait $methods: $parents {
            $($(#[$method_doc])*
            #[doc = concat!("`", stringify!($name), "::", stringify!($method), "`")]
            fn $method(&self, $($arg: $type),*) -> $returns;)*
        }

        #[allow(non_snake_case, unsafe_code, unused_qualifications, unused_imports)]
        const _: () = {
            use $crate::com::interface::{Interface, Lineage, Returned, Root, TableOf};
            use $crate::com::object::Face;

            #[repr(C)]
            pub struct Table<R: Root> {
                parent: <$parent as Interface>::Table<R>,
                $($method: unsafe extern "system" fn(*const Face, $($type),*) -> <$returns as Returned>::Raw,)*
            }

            impl Interface for $name {
                type Parent = $parent;
                type Table<R: Root> = Table<R>;
                const LINEAGE: &'static Lineage = &Lineage {
                    name: stringify!($name),
                    iid: $crate::com::interface::identifier!($iid),
                    parent: Some(<$parent as Interface>::LINEAGE),
                    methods: &[$(stringify!($method)),*],
                };
            }

            $(unsafe extern "system" fn $method<T: $methods>(
                this: *const Face,
                $($arg: $type),*
            ) -> <$returns as Returned>::Raw {
                // SAFETY: the function stands in tables of objects that hold a `T` alone, and the caller of a method passes such an
                // object, which it has a reference to.
                unsafe { $crate::com::object::enter::<T, $returns>(this, |object| object.$method($($arg),*)) }
            })*

            impl<R: Root, T: $methods> TableOf<T> for Table<R> {
                const TABLE: Self = Self {
                    parent: <<$parent as Interface>::Table<R> as TableOf<T>>::TABLE,
                    $($method: $method::<T>,)*
                };
            }

            #[cfg(test)]
            impl $crate::com::calls::Called for $name {
                fn calls(
                    object: &$crate::com::Ref<Self>,
                    samples: &$crate::com::pointers::samples::Samples,
                    found: &mut Vec<$crate::com::calls::Call>,
                ) {
                    <$parent as $crate::com::calls::Called>::calls(object.up(), samples, found);
                    $(found.push($crate::com::calls::call::<_>(stringify!($name), stringify!($method), samples, || {
                        object.$method($(<$type as $crate::com::pointers::samples::Sample>::sample(samples)),*)
                    }));)*
                }
            }

            #[allow(dead_code, clippy::missing_errors_doc)]
            // Pointers are passed on to the object, which the interface's definition allows to be given them.
            #[allow(clippy::not_unsafe_ptr_arg_deref)]
            impl $crate::com::Ref<$name> {
                $(#[doc = concat!("Calls `", stringify!($name), "::", stringify!($method), "`.")]
                pub fn $method(&self, $($arg: $type),*) -> $returns {
                    let this = self.as_ptr();
                    // SAFETY: a reference is to a living object with this interface, whose table has the layout of this process.
                    let raw = unsafe {
                        match $crate::com::layout::layout() {
                            $crate::com::layout::Layout::Today => {
                                let table = (*this).table().cast::<Table<$crate::com::object::UnknownSlots>>();
                                ((*table).$method)(this, $($arg),*)
                            }
                            $crate::com::layout::Layout::Former => {
                                let table = (*this).table().cast::<Table<$crate::com::interface::FormerSlots>>();
                                ((*table).$method)(this, $($arg),*)
                            }
                        }
                    };
                    <$returns as Returned>::back(raw)
                })*
            }
        };)*

        /// The interfaces of this file, so that each of their methods is called in a test.
        #[cfg(test)]
        pub(crate) const CALLED: &[$crate::com::calls::Caller] = &[$($crate::com::calls::Caller::of::<$name>()),*];
    };
}

/// The identifier in a row of [`interface!`].
macro_rules! identifier {
    (none) => {
        None
    };
    ($text:literal) => {
        Some(const { $crate::com::guid::Guid::parse($text) })
    };
}

pub(crate) use {identifier, interface};
