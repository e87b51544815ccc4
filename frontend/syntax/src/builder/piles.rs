//! Holds stacks of the pieces that the parser has read and no action has used yet.
//!
//! The parser moves and tests each symbol, so a symbol must be small and trivially droppable. What is larger than an id
//! lies here, on a stack for each type, and the symbol refers to it ([`Put`]), or holds their number ([`Many`]). An action
//! of the grammar pops what its symbols stand for, the last symbol first. That finds the right ones because a rule is
//! reduced when all its parts are: what was pushed later has been popped before. The one exception is the body of a struct,
//! after which names of variables may follow in the same rule: it is a symbol of its own as soon as its brace closes.

use super::{At, DeclaratorHead, RegisterArg, TypedefName};
use crate::ast::*;
use hlslc_base::span::Spanned;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::vec::Drain;

/// One thing that lies on its pile.
pub struct Put<T>(PhantomData<fn() -> T>);

/// Things that lie on their pile in sequence, each of which is a `P`: a [`Put`] of something.
pub struct Many<P> {
    /// One more than there are, so that there may be no list at all in the same four bytes.
    above: NonZeroU32,
    of: PhantomData<fn() -> P>,
}

impl<T> Clone for Put<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Put<T> {}

impl<P> Clone for Many<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Many<P> {}

impl<P: Copy> Many<P> {
    /// An empty list.
    pub const fn none() -> Self {
        Self { above: NonZeroU32::MIN, of: PhantomData }
    }

    /// A list of one thing.
    pub const fn one(_: P) -> Self {
        Self::none().longer(1)
    }

    /// The list with one thing more.
    pub const fn and(self, _: P) -> Self {
        self.longer(1)
    }

    /// The list and the one after it.
    pub const fn and_all(self, more: Self) -> Self {
        self.longer(more.above.get() - 1)
    }

    /// The number of items.
    pub const fn len(self) -> usize {
        self.above.get() as usize - 1
    }

    const fn longer(self, by: u32) -> Self {
        Self { above: self.above.saturating_add(by), of: PhantomData }
    }
}

impl<P: Copy> Default for Many<P> {
    fn default() -> Self {
        Self::none()
    }
}

/// A type of items that has a stack.
pub trait Piled: Sized {
    /// The pile.
    fn pile(piles: &mut Piles) -> &mut Vec<Self>;
}

macro_rules! piles {
    ($($field:ident: $kind:ty,)*) => {
        /// All piles.
        #[derive(Default)]
        pub struct Piles { $( pub(super) $field: Vec<$kind>, )* }

        $( impl Piled for $kind {
            fn pile(piles: &mut Piles) -> &mut Vec<Self> {
                &mut piles.$field
            }
        } )*

        impl Piles {
            /// Whether all that was put down was taken.
            pub fn are_empty(&self) -> bool {
                true $( && self.$field.is_empty() )*
            }
        }
    };
}

piles! {
    annotations: Annotation,
    attributes: Attribute,
    bodies: Vec<DeclId>,
    decls: DeclId,
    enumerators: Enumerator,
    exprs: ExprId,
    extents: Extent,
    heads: DeclaratorHead,
    modifiers: Spanned<Modifier>,
    params: Param,
    paths: Path,
    register_args: RegisterArg,
    stmts: StmtId,
    strings: StringPiece,
    template_args: TemplateArg,
    template_params: TemplateParam,
    templates: TemplateHeader,
    typedefs: TypedefName,
    types: TypeExprId,
    words: At,
}

impl Piles {
    /// Puts something down.
    pub fn put<T: Piled>(&mut self, thing: T) -> Put<T> {
        T::pile(self).push(thing);
        Put(PhantomData)
    }

    /// Pops the last item; `None` cannot occur, as each symbol represents one item.
    pub fn take<T: Piled>(&mut self, _: Put<T>) -> Option<T> {
        let taken = T::pile(self).pop();
        debug_assert!(taken.is_some(), "an action takes what another one has taken");
        taken
    }

    /// The last item.
    pub fn last<T: Piled>(&mut self, _: Put<T>) -> Option<&mut T> {
        T::pile(self).last_mut()
    }

    /// The things of a list, which are gone from the pile.
    pub fn drain<T: Piled>(&mut self, list: Many<Put<T>>) -> Drain<'_, T> {
        let pile = T::pile(self);
        let first = first_of(pile, list);
        pile.drain(first..)
    }

    /// The things of a list in a list of their own.
    pub fn all<T: Piled>(&mut self, list: Many<Put<T>>) -> Vec<T> {
        self.drain(list).collect()
    }

    /// The things of a list, which stay where they are.
    pub fn shown<T: Piled>(&mut self, list: Many<Put<T>>) -> &mut [T] {
        let pile = T::pile(self);
        let first = first_of(pile, list);
        &mut pile[first..]
    }
}

/// The start of a list that is on top of a stack.
fn first_of<T>(pile: &[T], list: Many<Put<T>>) -> usize {
    debug_assert!(pile.len() >= list.len(), "an action takes what another one has taken");
    pile.len().saturating_sub(list.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_taken_last_first() {
        let mut piles = Piles::default();
        let outer = Many::one(piles.put(ExprId::from_u32(1)));
        let inner = Many::one(piles.put(ExprId::from_u32(2))).and(piles.put(ExprId::from_u32(3)));
        assert_eq!(piles.all(inner), [ExprId::from_u32(2), ExprId::from_u32(3)]);
        let outer = outer.and(piles.put(ExprId::from_u32(4)));
        assert_eq!(piles.shown(outer), [ExprId::from_u32(1), ExprId::from_u32(4)]);
        assert_eq!(piles.all(Many::<Put<ExprId>>::none()), []);
        assert_eq!(piles.all(outer), [ExprId::from_u32(1), ExprId::from_u32(4)]);
        assert!(piles.are_empty());
    }

    #[test]
    fn a_list_and_no_list_take_four_bytes() {
        assert_eq!(size_of::<Option<Many<Put<Path>>>>(), 4);
        assert_eq!(size_of::<Option<Put<Path>>>(), 1);
    }
}
