//! Generates wave and quad operations on four lanes, which are in one wave on every device.

use super::{Kind, Numbers, Test};

/// What the lanes have.
const VALUES: [i128; 4] = [5, 3, 6, 3];

/// An operation of four lanes, of each lane's value `a` and number `i`.
struct Row {
    name: &'static str,
    hlsl: &'static str,
    rust: fn([i128; 4], usize) -> i128,
    /// The shader model: 6 and this.
    minor: u32,
}

macro_rules! rows {
    ($($name:ident $hlsl:literal $minor:literal |$v:pat_param, $i:pat_param| $rust:expr;)*) => {
        const ROWS: &[Row] = &[$(Row {
            name: stringify!($name), hlsl: $hlsl, rust: |$v, $i| $rust, minor: $minor,
        }),*];
    };
}

rows! {
    sum "WaveActiveSum(a)" 2 |v, _| v.iter().sum();
    product "WaveActiveProduct(a)" 2 |v, _| v.iter().product();
    minimum "WaveActiveMin(a)" 2 |v, _| v[0].min(v[1]).min(v[2]).min(v[3]);
    maximum "WaveActiveMax(a)" 2 |v, _| v[0].max(v[1]).max(v[2]).max(v[3]);
    count "WaveActiveCountBits(a == 3)" 2 |v, _| v.iter().filter(|&&a| a == 3).count() as i128;
    all_true "WaveActiveAllTrue(a > 2) ? 1 : 0" 2 |v, _| i128::from(v.iter().all(|&a| a > 2));
    any_true "WaveActiveAnyTrue(a > 5) ? 1 : 0" 2 |v, _| i128::from(v.iter().any(|&a| a > 5));
    all_equal "WaveActiveAllEqual(a) ? 1 : 0" 2 |v, _| i128::from(v.iter().all(|&a| a == v[0]));
    ballot "WaveActiveBallot(a == 3).x" 2 |v, _| (0..4).filter(|&i| v[i] == 3).map(|i| 1 << i).sum();
    prefix_sum "WavePrefixSum(a)" 2 |v, i| v[..i].iter().sum();
    prefix_product "WavePrefixProduct(a)" 2 |v, i| v[..i].iter().product();
    prefix_count "WavePrefixCountBits(a == 3)" 2 |v, i| v[..i].iter().filter(|&&a| a == 3).count() as i128;
    first "WaveReadLaneFirst(a)" 2 |v, _| v[0];
    lane_at "WaveReadLaneAt(a, 3 - i)" 2 |v, i| v[3 - i];
    is_first "WaveIsFirstLane() ? 1 : 0" 2 |_, i| i128::from(i == 0);
    lane_index "WaveGetLaneIndex()" 2 |_, i| i as i128;
    quad_x "QuadReadAcrossX(a)" 2 |v, i| v[i ^ 1];
    quad_y "QuadReadAcrossY(a)" 2 |v, i| v[i ^ 2];
    quad_diagonal "QuadReadAcrossDiagonal(a)" 2 |v, i| v[i ^ 3];
    quad_at "QuadReadLaneAt(a, 2)" 2 |v, _| v[2];
    same "WaveMatch(a).x" 5 |v, i| (0..4).filter(|&j| v[j] == v[i]).map(|j| 1 << j).sum();
    multi_sum "WaveMultiPrefixSum(a, WaveMatch(i & 1))" 5 |v, i| (0..i).filter(|&j| j & 1 == i & 1).map(|j| v[j]).sum();
    multi_product "WaveMultiPrefixProduct(a, WaveMatch(i & 1))" 5
        |v, i| (0..i).filter(|&j| j & 1 == i & 1).map(|j| v[j]).product();
    multi_count "WaveMultiPrefixCountBits(a == 3, WaveMatch(i & 1))" 5
        |v, i| (0..i).filter(|&j| j & 1 == i & 1 && v[j] == 3).count() as i128;
    diverged "0; if (i & 1) Out[i] = WaveActiveSum(a); else Out[i] = WaveActiveMax(a)" 2
        |v, i| if i & 1 == 1 { v[1] + v[3] } else { v[0].max(v[2]) };
    in_loop "0; for (uint k = 0; k <= i; ++k) Out[i] += WaveActiveSum(1)" 2 |_, i| (0..=i as i128).map(|k| 4 - k).sum();
}

/// An operation on two numbers.
type Operation = (&'static str, fn(i128, i128) -> i128);

/// Bits of integers.
const BITS: [Operation; 3] = [("BitAnd", |a, b| a & b), ("BitOr", |a, b| a | b), ("BitXor", |a, b| a ^ b)];

/// A test for each row on words, on waves of every size too, and of those that add and compare on other kinds.
pub fn all() -> Vec<Test> {
    let mut tests = Vec::new();
    let mut push = |name: String, hlsl: &str, kind: Kind, minor: u32, rust: &dyn Fn(usize) -> i128| {
        let input = Numbers::integers(kind, &VALUES);
        let wanted = Numbers::integers(kind, &(0..4).map(rust).collect::<Vec<_>>());
        // What groups lanes by their values came later, and to Vulkan by an extension.
        let requires = (minor > 2).then_some("DirectX || VK_NV_shader_subgroup_partitioned");
        tests.push(Test { minor, requires, ..Test::of_expression(name, hlsl, vec![input], wanted, 1) });
    };
    for row in ROWS {
        let computes = matches!(row.name, "sum" | "product" | "minimum" | "maximum" | "prefix_sum" | "prefix_product");
        let kinds = if computes { &Kind::ALL[..] } else { &[Kind::I32] };
        for &kind in kinds {
            push(format!("wave.{}.{}", row.name, kind.name()), row.hlsl, kind, row.minor, &|i| (row.rust)(VALUES, i));
        }
    }
    for (name, rust) in BITS {
        for kind in [Kind::U32, Kind::U64] {
            let all = VALUES[1..].iter().fold(VALUES[0], |all, &value| rust(all, value));
            push(format!("wave.{name}.{}", kind.name()), &format!("WaveActive{name}(a)"), kind, 2, &|_| all);
        }
    }
    let sized = |size: u32| {
        let words = tests.iter().filter(|test| test.wanted.kind == Kind::I32);
        words.map(move |test| Test {
            name: format!("{}.of_{size}", test.name),
            wave: Some(size),
            minor: test.minor.max(6),
            ..test.clone()
        })
    };
    let sized: Vec<Test> = [4, 8, 16, 32, 64, 128].into_iter().flat_map(sized).collect();
    tests.extend(sized);
    tests
}
