//! Every operation of DXIL has a row that raises it, or a function, or a reason why not.

use dxil::optable::Op;
use hlslc_dxil_raise::raised_by_row;

/// Operations without a row that functions of `function/calls.rs` and `function/numbers.rs` raise: the IR has no single
/// operation for each, or the lowering writes them from something else.
const BY_FUNCTION: &[&str] = &[
    "IMul",
    "UMul",
    "UDiv",
    "USubb",
    "Ibfe",
    "Ubfe",
    "EmitThenCutStream",
    "BitcastI16toF16",
    "BitcastF16toI16",
    "BitcastI32toF32",
    "BitcastF32toI32",
    "BitcastI64toF64",
    "BitcastF64toI64",
    "LegacyDoubleToFloat",
    "LegacyDoubleToSInt32",
    "LegacyDoubleToUInt32",
    "GetMeshPayload",
];

/// Operations that are rejected, with the reason.
const REJECTED: &[(&str, &str)] = &[
    ("TempRegLoad", "registers of DXBC by number, which no HLSL compiler writes"),
    ("TempRegStore", "registers of DXBC by number, which no HLSL compiler writes"),
    ("MinPrecXRegLoad", "registers of DXBC by number, which no HLSL compiler writes"),
    ("MinPrecXRegStore", "registers of DXBC by number, which no HLSL compiler writes"),
    ("CBufferLoad", "reads one number at a byte of a constant buffer; compilers write CBufferLoadLegacy"),
    ("ExperimentalNop", "does nothing, and no compiler writes it"),
    ("CycleCounterLegacy", "a counter of DXBC, which no HLSL compiler writes"),
];

#[test]
fn every_operation_is_raised() {
    let missing: Vec<&str> = Op::ALL.iter().filter(|&&op| !raised_by_row(op)).map(|op| op.info().name()).collect();
    let named: Vec<&str> = BY_FUNCTION.iter().copied().chain(REJECTED.iter().map(|(name, _)| *name)).collect();
    let unnamed: Vec<&&str> = missing.iter().filter(|name| !named.contains(name)).collect();
    let stale: Vec<&&str> = named.iter().filter(|name| !missing.contains(name)).collect();
    assert!(
        unnamed.is_empty() && stale.is_empty(),
        "without a row or a reason: {unnamed:?}, named for nothing: {stale:?}"
    );
}
