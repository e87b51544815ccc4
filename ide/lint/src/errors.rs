//! Lists the lints, each a warning whose group is its name. Those that are `off` are given on request.

hlslc_base::diagnostics! {
    /// An operation that reads the neighbours of its quad, of a value that only some of them have computed.
    L0001 warning["gradient-in-divergent-flow"] gradient_in_divergent_flow(what: &str) => "{what} compares with the other lanes of the quad, but not all of them compute this value: the branch around it diverges";
    /// An operation that reads the neighbours of its quad, under a branch that not all of them take.
    L0002 warning["gradient-after-branch", off] gradient_after_branch(what: &str) => "{what} compares with the other lanes of the quad, and not all of them come here: its result is undefined by the rules, though the value is older than the branch";
    /// Group-shared memory that is read after other threads wrote it, without a barrier between.
    L0003 warning["shared-read-without-barrier"] shared_read_without_barrier(name: &str) => "`{name}` is read here after other threads of the group wrote it, without a barrier between the two: what is read may be old";
    /// A barrier for the group that not all of its threads reach.
    L0004 warning["barrier-in-divergent-flow"] barrier_in_divergent_flow() => "not all threads of the group reach this barrier, which is undefined: move it out of the branch, or let all threads take it";
    /// A wave operation whose result depends on which lanes took a divergent branch.
    L0005 warning["wave-operation-in-divergent-flow", off] wave_operation_in_divergent_flow() => "this wave operation sees only the lanes that took the branch around it";
    /// A lane that is read may not execute the operation.
    L0006 warning["lane-read-in-divergent-flow"] lane_read_in_divergent_flow(what: &str) => "{what} reads a lane that may not have taken this branch, which is undefined";
    /// A power of a base that may be negative.
    L0007 warning["power-of-negative"] power_of_negative() => "the base of this power may be negative, and the result is then not a number: clamp the base, or take its absolute value";
    /// A difference of two vectors is normalised, which may be zero.
    L0008 warning["normalized-difference", off] normalized_difference() => "the difference is zero where both vectors are equal, and normalizing zero gives infinities or not a number";
    /// Floats are compared for equality.
    L0009 warning["float-equality", off] float_equality() => "floats are compared for equality: numbers that were computed differently are rarely the same after rounding";
    /// A computed float is compared with a constant that no float equals exactly.
    L0010 warning["inexact-equality"] inexact_equality(constant: &str) => "{constant} is no number that a float holds exactly, so a computed value rarely equals it: compare with a tolerance";
    /// A pixel shader with early depth test discards pixels.
    L0011 warning["discard-with-early-depth"] discard_with_early_depth() => "`[earlydepthstencil]` writes the depth of this pixel before the shader runs, so discarding it here leaves its depth";
    /// A pixel shader writes to a resource without `[earlydepthstencil]`.
    L0012 warning["write-without-early-depth", off] write_without_early_depth() => "this write happens for pixels that the depth test rejects later: `[earlydepthstencil]` tests them before";
    /// A random number is made of the fraction of a large multiple of a sine.
    L0013 warning["hash-of-sine", off] hash_of_sine() => "the fraction of a large multiple of a sine differs from device to device: an integer hash does not";
    /// A texture is sampled at a coordinate of low precision.
    L0014 warning["low-precision-coordinate", off] low_precision_coordinate(ty: &str) => "this coordinate was computed in `{ty}`, which cannot address the texels of a texture of more than 1024";
    /// A constant is too large for a 16-bit float.
    L0015 warning["half-overflow"] half_overflow(value: &str, ty: &str) => "{value} does not fit `{ty}`, whose largest number is 65504: it becomes infinity";
    /// An arc cosine or sine of a number that rounding may bring out of its domain.
    L0016 warning["arc-outside-domain"] arc_outside_domain(name: &str) => "the argument of `{name}` may lie outside of -1 to 1, if only by rounding, and the result is then not a number: clamp it";
    /// A square root of a difference that rounding may make negative.
    L0017 warning["root-of-negative"] root_of_negative() => "the argument of this root may be negative, if only by rounding, and the result is then not a number: clamp it with `saturate` or `max`";
    /// Group-shared memory that is read and never written.
    L0018 warning["shared-never-written"] shared_never_written(name: &str) => "`{name}` is read here, but nothing in this program writes it: group-shared memory begins undefined";
    /// Both sides of an operator are the same.
    L0019 warning["same-operands"] same_operands(op: &str) => "both sides of `{op}` are the same";
    /// Both results of a choice are the same.
    L0020 warning["same-branches"] same_branches() => "both results of this choice are the same, so the condition decides nothing";
    /// A pixel shader discards pixels before it writes to a resource.
    L0021 warning["discard-before-write", off] discard_before_write() => "pixels that were discarded before do not write here, and an atomic operation gives them no value";
    /// A pixel shader writes to a resource and discards pixels afterwards.
    L0022 warning["write-before-discard", off] write_before_discard() => "this write is made for pixels that are discarded afterwards, too";
    /// A small whole power that is computed by a logarithm.
    L0101 warning["power-by-product"] power_by_product(exponent: &str) => "a power of {exponent} is computed by a logarithm and an exponential, and is not a number for a negative base: a product is cheaper and exact";
    /// A square that is written as a power.
    L0102 warning["square-by-power", off] square_by_power() => "a square is clearer as a product";
    /// A vector that is normalised already is normalised again.
    L0103 warning["redundant-normalize"] redundant_normalize() => "this vector has length 1 already: normalizing it again changes nothing";
    /// A clamp of a number that lies in the range already.
    L0104 warning["redundant-clamp"] redundant_clamp(what: &str, range: &str) => "{what} changes nothing here: its argument lies in {range} already";
    /// A linear interpolation whose factor is 0 or 1.
    L0105 warning["interpolation-at-end"] interpolation_at_end(which: &str) => "this interpolation always gives its {which} value";
    /// A length is compared, where its square would do.
    L0106 warning["length-comparison", off] length_comparison() => "comparing the square of a length with the square of the limit needs no root";
    /// An integer is divided by a variable in a loop.
    L0107 warning["integer-division-in-loop", off] integer_division_in_loop() => "devices have no instruction for this division of integers: it takes some dozens of instructions in every iteration";
    /// A texture is sampled in a loop at a place that does not change.
    L0108 warning["invariant-sample"] invariant_sample() => "this samples the same place in every iteration: sample before the loop";
    /// A local array is accessed with an index that is not known when compiling.
    L0109 warning["indexed-local-array"] indexed_local_array(count: u32) => "this index is not constant, so the local array of {count} elements lies in memory instead of registers: unroll the loop if its index is meant";
    /// Threads of a wave access the same bank of group-shared memory.
    L0110 warning["shared-bank-conflict"] shared_bank_conflict(name: &str, words: u64) => "neighbouring threads access `{name}` at a distance of {words} words, which is one bank of 32, so they wait for each other: pad the rows by one element";
    /// The number of threads of a group is no multiple of the size of a wave.
    L0111 warning["partial-waves"] partial_waves(threads: u32) => "a group of {threads} threads leaves lanes of its last wave unused: waves have 32 or 64 lanes on most devices";
    /// A group of one thread.
    L0112 warning["single-thread-group", off] single_thread_group() => "a group of one thread uses one lane of a wave";
    /// A branch in a loop whose condition does not change.
    L0113 warning["invariant-branch", off] invariant_branch() => "this condition is the same in every iteration and for all threads: the branch could stand around the loop";
    /// A root signature that takes many words.
    L0114 warning["root-signature-cost", off] root_signature_cost(words: u32) => "the root signature takes {words} of 64 words: some devices keep 16 or less in registers";
    /// Neighbouring threads access a buffer far apart.
    L0115 warning["scattered-access", off] scattered_access(bytes: u64) => "neighbouring threads access this buffer at a distance of {bytes} bytes, so each of them fetches a cache line of its own";
    /// A reciprocal of a square root that is written as a quotient.
    L0116 warning["reciprocal-root"] reciprocal_root() => "a quotient by a square root is a product with `rsqrt`";
    /// A clamp to 0 and 1 that is no `saturate`.
    L0117 warning["clamp-as-saturate"] clamp_as_saturate() => "`saturate` is the same, and free as a modifier of the operation before";
    /// A vector is divided by its own length.
    L0118 warning["quotient-by-length"] quotient_by_length() => "a vector divided by its length is `normalize` of it, which needs no division";
    /// A texture is sampled at the centre of a texel.
    L0119 warning["sample-at-texel", off] sample_at_texel() => "this samples level 0 at the centre of a texel: `Load` reads the texel without a sampler, if the texture is as large as the grid";
    /// A loop over a small table that has no `[unroll]`.
    L0120 warning["missing-unroll", off] missing_unroll(count: u64) => "this loop has {count} iterations and indexes a table by its counter: `[unroll]` makes the indices constants";
    /// A long loop that has no `[loop]`.
    L0121 warning["missing-loop", off] missing_loop(count: u64) => "this loop has {count} iterations and a large body: `[loop]` keeps compilers from copying it";
    /// A factor between 0 and 1 that has 32 bits.
    L0122 warning["half-chance", off] half_chance(name: &str) => "`{name}` lies in 0 to 1 and only scales other numbers: 16 bits are precise enough for that";
    /// A constant buffer with gaps that another order of its members would not have.
    L0201 warning["buffer-padding"] buffer_padding(name: &str, bytes: u32, order: &str) => "`{name}` has {bytes} bytes of gaps that another order of its members would not have: {order}";
    /// An array of scalars in a constant buffer, each of which takes 16 bytes.
    L0202 warning["array-stride"] array_stride(name: &str, used: u32, taken: u32) => "each element of `{name}` begins a row of 16 bytes, so the array takes {taken} bytes for {used} bytes of data: an array of four-component vectors is dense";
    /// A resource that nothing mentions.
    L0203 warning["unused-resource", off] unused_resource(name: &str) => "no function mentions resource `{name}`";
    /// A function that nothing calls.
    L0204 warning["unused-function", off] unused_function(name: &str) => "nothing that the entry point reaches calls `{name}`";
    /// A parameter that its function does not mention.
    L0205 warning["unused-parameter", off] unused_parameter(name: &str) => "parameter `{name}` is not used";
    /// A variable that is never read.
    L0206 warning["unread-variable"] unread_variable(name: &str) => "variable `{name}` is never read";
    /// An input of a pixel shader that it does not use.
    L0207 warning["unused-input", off] unused_input(name: &str) => "input `{name}` is interpolated for every pixel, but never used";
}
