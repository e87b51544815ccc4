//! Lists the known differences between hlslc and DXC over the matrix, with their reasons.

use crate::vulkan_table::known::Known;

/// The rows.
pub const ROWS: &[Known] = &[
    Known {
        part: "functions",
        cases: "*",
        how: "only DXC rejects",
        reported: "validation errors",
        why: "what DXC writes is refused by its own validator",
    },
    Known {
        part: "elements",
        cases: "*",
        how: "only DXC rejects",
        reported: "validation errors",
        why: "what DXC writes is refused by its own validator",
    },
    Known {
        part: "accesses",
        cases: "*",
        how: "only DXC rejects",
        reported: "validation errors",
        why: "what DXC writes is refused by its own validator",
    },
    Known {
        part: "forms",
        cases: "*",
        how: "only DXC rejects",
        reported: "validation errors",
        why: "what DXC writes is refused by its own validator",
    },
    Known {
        part: "conversions",
        cases: "*",
        how: "only DXC rejects",
        reported: "validation errors",
        why: "what DXC writes is refused by its own validator",
    },
    Known {
        part: "functions",
        cases: "*",
        how: "only DXC rejects",
        reported: "argument of incompatible type",
        why: "DXC ends in an internal error",
    },
    Known {
        part: "elements",
        cases: "*",
        how: "only DXC rejects",
        reported: "argument of incompatible type",
        why: "DXC ends in an internal error",
    },
    Known {
        part: "accesses",
        cases: "*",
        how: "only DXC rejects",
        reported: "argument of incompatible type",
        why: "DXC ends in an internal error",
    },
    Known {
        part: "stages",
        cases: "IsHelperLane(*in ray generation",
        how: "differs",
        reported: "IsHelperLane.i1()",
        why: "no lane of these stages helps another: hlslc says so where DXC asks",
    },
    Known {
        part: "stages",
        cases: "IsHelperLane(*in intersection",
        how: "differs",
        reported: "IsHelperLane.i1()",
        why: "no lane of these stages helps another: hlslc says so where DXC asks",
    },
    Known {
        part: "stages",
        cases: "IsHelperLane(*in any-hit",
        how: "differs",
        reported: "IsHelperLane.i1()",
        why: "no lane of these stages helps another: hlslc says so where DXC asks",
    },
    Known {
        part: "stages",
        cases: "IsHelperLane(*in closest-hit",
        how: "differs",
        reported: "IsHelperLane.i1()",
        why: "no lane of these stages helps another: hlslc says so where DXC asks",
    },
    Known {
        part: "stages",
        cases: "IsHelperLane(*in miss",
        how: "differs",
        reported: "IsHelperLane.i1()",
        why: "no lane of these stages helps another: hlslc says so where DXC asks",
    },
    Known {
        part: "stages",
        cases: "IsHelperLane(*in callable",
        how: "differs",
        reported: "IsHelperLane.i1()",
        why: "no lane of these stages helps another: hlslc says so where DXC asks",
    },
    Known {
        part: "stages",
        cases: "IsHelperLane(*in node",
        how: "differs",
        reported: "IsHelperLane.i1()",
        why: "no lane of these stages helps another: hlslc says so where DXC asks",
    },
    Known {
        part: "functions",
        cases: "modf(*Matrix(2, 3)*",
        how: "operands",
        reported: "RawBufferStore",
        why: "DXC turns the matrix that an `out` parameter of a function gives",
    },
    Known {
        part: "functions",
        cases: "asuint(d: double*Matrix(2, 3)*",
        how: "operands",
        reported: "RawBufferStore",
        why: "DXC turns the matrices that `out` parameters of a function give",
    },
    Known {
        part: "elements",
        cases: "*StructuredBuffer<float3x2>.Load(*",
        how: "operands",
        reported: "RawBufferStore",
        why: "DXC turns matrices that `Load` gives, which `[]` gives as they are",
    },
    Known {
        part: "elements",
        cases: "*StructuredBuffer<row_major float2x4>.Load(*",
        how: "operands",
        reported: "RawBufferStore",
        why: "DXC turns matrices that `Load` gives, which `[]` gives as they are",
    },
    Known {
        part: "functions",
        cases: "ProcessIsolineTessFactors*",
        how: "differs",
        reported: "Round_pi",
        why: "DXC makes both factors of the first",
    },
    Known {
        part: "functions",
        cases: "dx::HitObject.GetAttributes*",
        how: "differs",
        reported: "RawBufferVectorLoad",
        why: "what an `out` argument was before is not asked for",
    },
    Known {
        part: "functions",
        cases: "dx::HitObject.Get*To*",
        how: "differs",
        reported: "RawBufferVectorStore.v12f32",
        why: "a matrix goes to memory row by row, in DXC's as one vector of all",
    },
    Known {
        part: "accesses",
        cases: "RasterizerOrdered*: write of components *Heap",
        how: "differs",
        reported: "Store",
        why: "components of an element are written at once, in DXC's one by one",
    },
    Known {
        part: "accesses",
        cases: "*Buffer<S>: .* Member",
        how: "differs",
        reported: "AnnotateHandle",
        why: "a buffer of constants in a struct has no size in DXC's handles",
    },
    Known {
        part: "elements",
        cases: "*.Load(*uint64_t +1 Global",
        how: "differs",
        reported: "RawBufferLoad",
        why: "the status of a struct is that of its last member, which hlslc asks for once more or DXC does",
    },
    Known {
        part: "elements",
        cases: "*.Load<S>(*+1 Global",
        how: "differs",
        reported: "RawBufferLoad",
        why: "the status of a struct is that of its last member, which hlslc asks for once more",
    },
    Known {
        part: "elements",
        cases: "*.GatherRaw(*",
        how: "only DXC rejects",
        reported: "cannot GatherRaw",
        why: "hlslc takes every texture for raw",
    },
    Known {
        part: "forms",
        cases: "*ByteAddressBuffer*",
        how: "only DXC rejects",
        reported: "Explicit template arguments",
        why: "methods of parameters take template arguments",
    },
    Known {
        part: "conversions",
        cases: "min1*",
        how: "differs",
        reported: "trunc Int(32)",
        why: "a number of minimum precision in memory is read with that precision, then made wider",
    },
    Known {
        part: "accesses",
        cases: "RW*<double>: *",
        how: "operands",
        reported: "Store",
        why: "the words of a double that is stored are its bits, in DXC what `splitDouble` gives",
    },
    Known {
        part: "whole",
        cases: "Barrier of *",
        how: "only DXC rejects",
        reported: "Whlsl-barrier",
        why: "hlslc takes a barrier of records for any node",
    },
];

/// What DXC crashes on, so that it is not asked: pieces of names.
pub const CRASHES: &[&[&str]] = &[
    // The results of matrices.
    &["sincos(", "Matrix("],
    // Reading and writing one sample.
    &["addition with IT.sample"],
    &["write of components with IT.sample"],
    // Integers, which end in an internal error and a crash at what is compiled next.
    &["dst(a: ", "int"],
];

/// Whether DXC is not asked about a case.
pub fn crashes(name: &str) -> bool {
    CRASHES.iter().any(|pieces| pieces.iter().all(|piece| name.contains(piece)))
}
