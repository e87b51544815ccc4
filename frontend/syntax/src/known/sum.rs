//! Sums up sequences, so that contents are compared by short names.
//!
//! Input: tokens, texts and other sums. Output: [`Sum`].

use crate::token::Token;
use hlslc_base::intern::{Interner, Symbol};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The sum of a sequence, in two halves that have nothing to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sum(u64, u64);

impl Sum {
    /// The sum of a sequence that begins with a mark.
    pub(super) const fn new(mark: u64) -> Self {
        Self(mark, mark)
    }

    /// The sum of a text.
    pub fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The sum of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let half = |start: u8| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(start);
            hasher.write(bytes);
            hasher.finish()
        };
        Self(half(1), half(2))
    }

    /// The sum of a value. It holds in this build of the compiler, as the order of fields counts.
    pub fn of_value(value: &impl Hash) -> Self {
        let mut adder = Adder(Self::new(11));
        value.hash(&mut adder);
        adder.0
    }

    /// As bytes.
    pub fn bytes(self) -> [u8; 16] {
        (u128::from(self.0) << 64 | u128::from(self.1)).to_le_bytes()
    }

    /// The sum with these [`bytes`](Self::bytes).
    pub const fn of_own_bytes(bytes: [u8; 16]) -> Self {
        let whole = u128::from_le_bytes(bytes);
        Self((whole >> 64) as u64, whole as u64)
    }

    /// Goes on with an element.
    #[inline]
    pub(super) fn add(&mut self, kind: u64, value: Self) {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        self.0 = fold(self.0 ^ value.0, 0x9e37_79b9_7f4a_7c15 ^ kind).wrapping_add(value.1).rotate_left(23);
        self.1 = fold(self.1 ^ value.1, 0xc2b2_ae3d_27d4_eb4f ^ kind).wrapping_add(value.0).rotate_left(29);
    }
}

/// Sums up what values hash.
struct Adder(Sum);

impl Hasher for Adder {
    fn write(&mut self, bytes: &[u8]) {
        self.0.add(8, word(bytes));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.0.add(7, Sum(value, value.rotate_left(32)));
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.write_u64(value.into());
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0.0
    }
}

/// The sums of the words of one compilation, each worked out once.
pub(super) struct Words<'i> {
    interner: &'i Interner,
    sums: Vec<Option<Sum>>,
}

impl<'i> Words<'i> {
    pub fn new(interner: &'i Interner) -> Self {
        Self { interner, sums: vec![None; interner.len()] }
    }

    #[inline]
    pub fn of(&mut self, symbol: Symbol) -> Sum {
        if symbol == Symbol::EMPTY {
            return Sum::default();
        }
        *self.sums[symbol.index()].get_or_insert_with(|| word(self.interner.text(symbol).as_bytes()))
    }

    /// Goes on with a token; its place does not take part.
    #[inline]
    pub fn add(&mut self, sum: &mut Sum, token: &Token) {
        let word = self.of(token.symbol);
        sum.add(token.kind as u64 + 1, word);
    }
}

/// The sum of a word. There are many, and they are short.
fn word(text: &[u8]) -> Sum {
    let mut sum = Sum::new(text.len() as u64 + 1);
    for chunk in text.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        let value = u64::from_le_bytes(bytes);
        sum.add(7, Sum(value, value.rotate_left(32)));
    }
    sum
}
