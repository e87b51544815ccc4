//! Says what each pass and check does, in the first paragraph of its file, which is taken from there when this crate is compiled.
//!
//! Passes that share a file share the paragraph.

/// The length of the first paragraph of a module's documentation, its lines joined by blanks.
const fn length(source: &str) -> usize {
    paragraph(source, &mut [])
}

/// Writes the first paragraph of a module's documentation, as much as there is room for; returns its length.
const fn paragraph(source: &str, out: &mut [u8]) -> usize {
    let bytes = source.as_bytes();
    let (mut at, mut length) = (0, 0);
    // Each line of it begins with `//! `; one without the blank ends it.
    while at + 4 < bytes.len() && bytes[at + 2] == b'!' && bytes[at + 3] == b' ' {
        at += if length == 0 { 4 } else { 3 };
        while at < bytes.len() && bytes[at] != b'\n' {
            if length < out.len() {
                out[length] = bytes[at];
            }
            length += 1;
            at += 1;
        }
        at += 1;
    }
    length
}

macro_rules! titles {
    ($($name:literal = $file:literal;)*) => {
        /// The names of passes and checks, and the first paragraphs of their files.
        const TITLES: &[(&str, &str)] = &[$(($name, {
            const LENGTH: usize = length(include_str!($file));
            const TEXT: [u8; LENGTH] = {
                let mut text = [0; LENGTH];
                paragraph(include_str!($file), &mut text);
                text
            };
            match std::str::from_utf8(&TEXT) {
                Ok(text) => text,
                Err(_) => "",
            }
        })),*];
    };
}

titles! {
    "inline" = "../module/inline.rs";
    "forward-copies" = "../locals/forward_copies.rs";
    "interface" = "../module/interface.rs";
    "localise-globals" = "../locals/localise_globals.rs";
    "simplify-cfg" = "../flow/simplify_cfg.rs";
    "if-to-select" = "../flow/if_to_select.rs";
    "sroa" = "../locals/sroa.rs";
    "rotate" = "../flow/rotate.rs";
    "thread-jumps" = "../flow/thread_jumps.rs";
    "merge-arms" = "../flow/merge_arms.rs";
    "sink" = "../scalar/sink.rs";
    "mem2reg" = "../locals/mem2reg.rs";
    "carry-non-uniform" = "../module/carry_non_uniform.rs";
    "propagate-precise" = "../module/propagate_precise.rs";
    "simplify" = "../scalar/simplify.rs";
    "propagate-constants" = "../scalar/propagate_constants.rs";
    "propagate-equality" = "../scalar/propagate_equality.rs";
    "cse" = "../scalar/cse.rs";
    "hoist" = "../scalar/hoist.rs";
    "hoist-non-boolean" = "../scalar/hoist.rs";
    "reassociate" = "../scalar/reassociate.rs";
    "merge-copies" = "../locals/merge_copies.rs";
    "unread-bits" = "../scalar/unread_bits.rs";
    "one-value" = "../locals/one_value.rs";
    "constant-tables" = "../locals/constant_tables.rs";
    "narrow-loads" = "../spirv/narrow_loads.rs";
    "group-factors" = "../spirv/group_factors.rs";
    "nest-cases" = "../spirv/nest_cases.rs";
    "gather-lanes" = "../spirv/gather_lanes.rs";
    "order-sums" = "../spirv/order_sums.rs";
    "fuse-products" = "../scalar/fuse_products.rs";
    "dce" = "../flow/dce.rs";
    "drop-globals" = "../module/drop_globals.rs";
    "drop-overwritten" = "../locals/drop_overwritten.rs";
    "drop-unread" = "../module/drop_globals.rs";
    "keep-tested" = "../flow/unroll.rs";
    "unroll" = "../flow/unroll.rs";
    "evaluate-inputs" = "../module/evaluate_inputs.rs";
    "evaluate-last-inputs" = "../module/evaluate_inputs.rs";
    "keep-exits" = "../dxil/keep_exits.rs";
    "nest-exits" = "../dxil/nest_exits.rs";
    "drop-regions" = "../dxil/drop_regions.rs";
    "resolve-handles" = "../module/resolve_handles.rs";
    "whole-elements" = "../scalar/whole_elements.rs";
    "resource-access" = "../dxil/resource_access.rs";
    "scalarise" = "../dxil/scalarise.rs";
    "split-params" = "../scalar/split_params.rs";
    "split-counters" = "../scalar/split_params.rs";
    "split-lanes" = "../dxil/split_lanes.rs";
    "split-payloads" = "../dxil/split_payloads.rs";
    "flatten-memory" = "../dxil/flatten_memory.rs";
    "compact" = "../scalar/compact.rs";
    "settle-undefined" = "../dxil/settle_undefined.rs";
    "implicit-binding" = "../dxil/implicit_binding.rs";
    "keep-specialized" = "../dxil/keep_specialized.rs";
    "helper-lanes" = "../dxil/helper_lanes.rs";
    "dedicate-exits" = "../dxil/dedicate_exits.rs";
    "structurize" = "../flow/structurize.rs";
    "check-aggregates" = "../check/aggregates.rs";
    "check-reads" = "../check/reads.rs";
    "check-constants" = "../check/constants.rs";
    "check-limits" = "../check/limits.rs";
    "check-stages" = "../check/stages.rs";
    "check-tessellation" = "../check/stages.rs";
    "check-root-signature" = "../check/root_signature.rs";
}

/// What a pass or a check does; empty for a name that neither has.
pub fn title(name: &str) -> &'static str {
    TITLES.iter().find(|row| row.0 == name).map_or("", |row| row.1)
}
