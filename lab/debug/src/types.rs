//! Represents types of the source as a debugger shows them: scalars at bits, and how they are grouped.
//!
//! Debug information and the layouts of buffers are read into the same form, which differ in offsets alone.

/// A type, by its number in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeId(u32);

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// A Boolean, of 32 bits where it has an address.
    Bool,
    /// An integer.
    Int {
        /// Its bits.
        bits: u32,
        /// Whether it has a sign.
        signed: bool,
    },
    /// A float.
    Float {
        /// Its bits.
        bits: u32,
    },
}

impl Scalar {
    /// A signed integer of 32 bits.
    pub const INT: Self = Self::Int { bits: 32, signed: true };
    /// An unsigned integer of 32 bits.
    pub const UINT: Self = Self::Int { bits: 32, signed: false };
    /// A float of 32 bits.
    pub const FLOAT: Self = Self::Float { bits: 32 };

    /// The bits it takes.
    pub fn bits(self) -> u32 {
        match self {
            Self::Bool => 32,
            Self::Int { bits, .. } | Self::Float { bits } => bits,
        }
    }

    /// Its name in HLSL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int { bits: 16, signed: true } => "int16_t",
            Self::Int { bits: 16, signed: false } => "uint16_t",
            Self::Int { bits: 64, signed: true } => "int64_t",
            Self::Int { bits: 64, signed: false } => "uint64_t",
            Self::Int { signed: true, .. } => "int",
            Self::Int { signed: false, .. } => "uint",
            Self::Float { bits: 16 } => "half",
            Self::Float { bits: 64 } => "double",
            Self::Float { .. } => "float",
        }
    }
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its first bit.
    pub bit: u32,
}

/// The structure of a type.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A scalar.
    Scalar(Scalar),
    /// A vector.
    Vector {
        /// Its components.
        of: TypeId,
        /// Their number.
        count: u32,
    },
    /// A matrix.
    Matrix {
        /// Its elements.
        of: TypeId,
        /// The number of rows, and the bits from one to the next.
        rows: [u32; 2],
        /// The same of columns.
        columns: [u32; 2],
    },
    /// A struct.
    Struct(Vec<Member>),
    /// An array.
    Array {
        /// Its elements.
        of: TypeId,
        /// Their number.
        count: u32,
        /// The bits from one to the next.
        stride: u32,
    },
    /// A resource, or what is not described.
    Opaque,
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its name in HLSL.
    pub name: String,
    /// Its structure.
    pub kind: Kind,
    /// The bits it takes.
    pub bits: u32,
}

/// All types.
#[derive(Clone, Debug, Default)]
pub struct Types(Vec<Type>);

/// Scalars of one type that are listed at most.
const MOST_LEAVES: usize = 1 << 12;

impl Types {
    /// Adds a type.
    pub fn add(&mut self, ty: Type) -> TypeId {
        self.0.push(ty);
        TypeId(self.0.len() as u32 - 1)
    }

    /// Adds the type of a scalar.
    pub fn scalar(&mut self, scalar: Scalar) -> TypeId {
        self.add(Type { name: scalar.name().to_owned(), kind: Kind::Scalar(scalar), bits: scalar.bits() })
    }

    /// Adds a vector of scalars.
    pub fn vector(&mut self, scalar: Scalar, count: u32) -> TypeId {
        let of = self.scalar(scalar);
        if count == 1 {
            return of;
        }
        let name = format!("{}{count}", scalar.name());
        self.add(Type { name, kind: Kind::Vector { of, count }, bits: scalar.bits() * count })
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.0[id.0 as usize]
    }

    /// The number of parts of a type.
    pub fn count(&self, id: TypeId) -> u32 {
        match &self.get(id).kind {
            Kind::Scalar(_) | Kind::Opaque => 0,
            Kind::Vector { count, .. } | Kind::Array { count, .. } => *count,
            Kind::Matrix { rows, .. } => rows[0],
            Kind::Struct(members) => members.len() as u32,
        }
    }

    /// A part of a type: its name, its type and its first bit. A row of a matrix has the type of the matrix: it is a matrix of
    /// one row.
    pub fn part(&self, id: TypeId, at: u32) -> Option<(String, TypeId, u32)> {
        match &self.get(id).kind {
            Kind::Scalar(_) | Kind::Opaque | Kind::Matrix { .. } => None,
            Kind::Vector { of, count } => {
                let name = ["x", "y", "z", "w"].get(at as usize).filter(|_| *count <= 4);
                let name = name.map_or_else(|| format!("[{at}]"), |&name| name.to_owned());
                (at < *count).then(|| (name, *of, at * self.get(*of).bits))
            }
            Kind::Array { of, count, stride } => {
                (at < *count).then(|| (format!("[{at}]"), *of, at.wrapping_mul(*stride)))
            }
            Kind::Struct(members) => members.get(at as usize).map(|it| (it.name.clone(), it.ty, it.bit)),
        }
    }

    /// The scalars of a type, each with its path and its first bit.
    pub fn leaves(&self, id: TypeId) -> Vec<(String, Scalar, u32)> {
        let mut found = Vec::new();
        let mut open = vec![(String::new(), id, 0)];
        while let Some((path, id, bit)) = open.pop() {
            if found.len() + open.len() > MOST_LEAVES {
                break;
            }
            match &self.get(id).kind {
                Kind::Scalar(scalar) => found.push((path, *scalar, bit)),
                Kind::Opaque => {}
                Kind::Matrix { of, rows, columns } => {
                    let Kind::Scalar(scalar) = self.get(*of).kind else { continue };
                    for row in 0..rows[0] {
                        for column in 0..columns[0] {
                            let bit = bit + row * rows[1] + column * columns[1];
                            found.push((format!("{path}._{}{}", row + 1, column + 1), scalar, bit));
                        }
                    }
                }
                Kind::Vector { .. } | Kind::Array { .. } | Kind::Struct(_) => {
                    for at in (0..self.count(id).min(MOST_LEAVES as u32)).rev() {
                        if let Some((name, ty, further)) = self.part(id, at) {
                            let dot = if name.starts_with('[') { "" } else { "." };
                            open.push((format!("{path}{dot}{name}"), ty, bit.wrapping_add(further)));
                        }
                    }
                }
            }
        }
        found
    }
}
