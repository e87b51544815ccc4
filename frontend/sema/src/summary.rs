//! Summarises the contents of each struct once, so that no query about a type walks through all of it.

/// A summary of the contents of a value, including everything nested in it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Scalars, saturating; objects count as one.
    pub scalars: u64,
    /// Parts that hold nothing, saturating: structs without members, and what no value has.
    pub empties: u64,
    /// Members and their members, saturating; what is in an array counts once.
    pub members: u64,
    /// Whether there is an object among them.
    pub objects: bool,
    /// Whether there is a number among them.
    pub numbers: bool,
    /// Whether there is a vector of more than four numbers in it.
    pub long_vectors: bool,
    /// The nesting depth of structs.
    pub depth: u32,
}

impl Summary {
    /// Adds a nested part.
    pub fn add_part(&mut self, part: Self) {
        self.scalars = self.scalars.saturating_add(part.scalars);
        self.empties = self.empties.saturating_add(part.empties);
        self.members = self.members.saturating_add(part.members).saturating_add(1);
        self.objects |= part.objects;
        self.numbers |= part.numbers;
        self.long_vectors |= part.long_vectors;
        self.depth = self.depth.max(part.depth + 1);
    }
}
