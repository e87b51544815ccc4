//! Computes tessellation factors for the tessellator: edges are clamped and rounded as the partitioning of the hull shader
//! requires, and the inside factors are derived from the edges.
//!
//! Two functions follow their documentation and not DXC: `pow2` rounds to a power of two (DXC reinterprets the number as
//! bits, and returns 0), and the density of an isoline is derived from its density (DXC uses the detail).

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_base::Stage;
use hlslc_hir::intrinsics::TessReduction;
use hlslc_ir::stage::Partitioning;
use hlslc_ir::{Op, Scalar, Value};

/// Below this a triangle or quad whose factors are odd has no room for an inner one.
const SMALL: f64 = 3.0;

/// The domain of tessellation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A triangle.
    Tri,
    /// A quad with one inside factor.
    Quad,
    /// A quad with an inside factor for each direction.
    QuadByAxis,
}

impl FuncLowerer<'_, '_> {
    /// `ProcessIsolineTessFactors`.
    pub(super) fn isoline_factors(&mut self, call: &Call) -> Option<Value> {
        let Some(partitioning) = self.partitioning() else { return self.not_yet(call) };
        for (position, out) in [(0, 2), (1, 3)] {
            let raw = self.arg(call, position);
            let clamped = self.clamped_factor(raw, partitioning);
            let rounded = self.rounded_factor(clamped, partitioning);
            self.store_out(call, out, rounded);
        }
        None
    }

    /// `ProcessTriTessFactors…`, `ProcessQuadTessFactors…` and `Process2DQuadTessFactors…`.
    pub(super) fn patch_factors(&mut self, call: &Call, shape: Shape, reduction: TessReduction) -> Option<Value> {
        let Some(partitioning) = self.partitioning() else { return self.not_yet(call) };
        let (edges, scales) = (self.arg(call, 0), self.arg(call, 1));
        let (edges, scales) = (self.components(edges), self.components(scales));
        let mut rounded_edges = Vec::with_capacity(edges.len());
        let mut clean = Vec::with_capacity(edges.len());
        for &edge in &edges {
            let clamped = self.clamped_factor(edge, partitioning);
            rounded_edges.push(self.rounded_factor(clamped, partitioning));
            // At least 1, and 1 for what is no number.
            clean.push(self.at_least(edge, 1.0));
        }
        let rounded_edges = self.vector_of(&rounded_edges);
        self.store_out(call, 2, rounded_edges);

        let mut unrounded = Vec::new();
        let mut rounded = Vec::new();
        for (factor, scale) in self.combined(&clean, shape, reduction).into_iter().zip(scales) {
            let scale = self.at_least(scale, 0.0);
            let scale = self.at_most(scale, 1.0);
            let scaled = self.b.op(Op::FMul, &[factor, scale]);
            let clamped = self.clamped_factor(scaled, partitioning);
            unrounded.push(clamped);
            rounded.push(self.rounded_factor(clamped, partitioning));
        }
        if partitioning == Partitioning::FractionalOdd {
            let reduction = if reduction == TessReduction::Max { TessReduction::Max } else { TessReduction::Avg };
            let factors = self.combined(&clean, shape, reduction);
            self.keep_small(&factors, &mut unrounded, &mut rounded, partitioning);
            if shape == Shape::QuadByAxis {
                self.level_axes(&mut unrounded, &mut rounded);
            }
        }
        if shape == Shape::Quad {
            unrounded.extend_from_within(..);
            rounded.extend_from_within(..);
        }
        let (rounded, unrounded) = (self.vector_of(&rounded), self.vector_of(&unrounded));
        self.store_out(call, 3, rounded);
        self.store_out(call, 4, unrounded);
        None
    }

    /// The rounding of the hull shader's factors, if all of them agree.
    fn partitioning(&self) -> Option<Partitioning> {
        let hulls = self.cx.program.entries.iter().filter(|entry| entry.stage == Stage::Hull);
        let mut all = hulls.map(|entry| entry.attributes.partitioning);
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// One factor, or one a direction, from those of the edges.
    fn combined(&mut self, edges: &[Value], shape: Shape, reduction: TessReduction) -> Vec<Value> {
        let op = match reduction {
            TessReduction::Avg => Op::FAdd,
            TessReduction::Max => Op::FMax,
            TessReduction::Min => Op::FMin,
        };
        let &[first, second, third, ref more @ ..] = edges else { return Vec::new() };
        let pair = self.b.op(op, &[first, second]);
        let (sums, count) = match (shape, more) {
            (Shape::QuadByAxis, &[fourth, ..]) => (vec![pair, self.b.op(op, &[third, fourth])], 2.0),
            (Shape::Quad, &[fourth, ..]) => {
                let other = self.b.op(op, &[third, fourth]);
                (vec![self.b.op(op, &[pair, other])], 4.0)
            }
            (Shape::Tri | Shape::Quad | Shape::QuadByAxis, _) => (vec![self.b.op(op, &[pair, third])], 3.0),
        };
        if reduction != TessReduction::Avg {
            return sums;
        }
        let mut averages = Vec::with_capacity(sums.len());
        for sum in sums {
            let part = self.float_like(sum, f64::from(1.0 / count as f32));
            averages.push(self.b.op(Op::FMul, &[sum, part]));
        }
        averages
    }

    /// Replaces a small scaled factor by the unscaled one, which stays small.
    fn keep_small(
        &mut self,
        factors: &[Value],
        unrounded: &mut [Value],
        rounded: &mut [Value],
        partitioning: Partitioning,
    ) {
        for ((&factor, unrounded), rounded) in factors.iter().zip(unrounded).zip(rounded) {
            let factor = self.clamped_factor(factor, partitioning);
            let factor = self.at_most(factor, SMALL);
            let rounded_factor = self.rounded_factor(factor, partitioning);
            let small = self.float_like(*rounded, SMALL);
            let is_small = self.b.op(Op::FOlt, &[*rounded, small]);
            *unrounded = self.b.select(is_small, factor, *unrounded);
            *rounded = self.b.select(is_small, rounded_factor, *rounded);
        }
    }

    /// Replaces the small factor of a direction by the greater of both, which stays small.
    fn level_axes(&mut self, unrounded: &mut [Value], rounded: &mut [Value]) {
        let (&mut [x, y], &mut [rounded_x, rounded_y]) = (&mut *unrounded, &mut *rounded) else { return };
        let greater = self.b.op(Op::FMax, &[x, y]);
        let greater = self.at_most(greater, SMALL);
        let greater_rounded = self.b.op(Op::FMax, &[rounded_x, rounded_y]);
        let greater_rounded = self.at_most(greater_rounded, SMALL);
        for (unrounded, rounded) in unrounded.iter_mut().zip(rounded) {
            let small = self.float_like(*unrounded, SMALL);
            let is_small = self.b.op(Op::FOlt, &[*unrounded, small]);
            *unrounded = self.b.select(is_small, greater, *unrounded);
            *rounded = self.b.select(is_small, greater_rounded, *rounded);
        }
    }

    /// A factor in the range that the tessellator takes.
    fn clamped_factor(&mut self, factor: Value, partitioning: Partitioning) -> Value {
        let (least, most) = match partitioning {
            Partitioning::Integer | Partitioning::Pow2 => (1.0, 64.0),
            Partitioning::FractionalOdd => (1.0, 63.0),
            Partitioning::FractionalEven => (2.0, 64.0),
        };
        let factor = self.at_least(factor, least);
        self.at_most(factor, most)
    }

    /// A factor in range, rounded up where the partitioning has no fractions.
    fn rounded_factor(&mut self, factor: Value, partitioning: Partitioning) -> Value {
        match partitioning {
            Partitioning::FractionalOdd | Partitioning::FractionalEven => factor,
            Partitioning::Integer => self.b.op(Op::Ceil, &[factor]),
            Partitioning::Pow2 => {
                let bits = self.b.cast(Op::Bitcast, factor, Scalar::I32);
                let part = |this: &mut Self, mask: i64| {
                    let mask = this.int_like(bits, mask);
                    this.b.op(Op::And, &[bits, mask])
                };
                let (fraction, exponent) = (part(self, 0x007f_ffff), part(self, 0x7f80_0000));
                let (zero, one) = (self.int_like(bits, 0), self.int_like(bits, 0x0080_0000));
                let next = self.b.op(Op::Add, &[exponent, one]);
                let is_power = self.b.op(Op::IEq, &[fraction, zero]);
                let bits = self.b.select(is_power, exponent, next);
                self.b.cast(Op::Bitcast, bits, Scalar::F32)
            }
        }
    }

    fn at_least(&mut self, x: Value, least: f64) -> Value {
        let least = self.float_like(x, least);
        self.b.op(Op::FMax, &[x, least])
    }

    fn at_most(&mut self, x: Value, most: f64) -> Value {
        let most = self.float_like(x, most);
        self.b.op(Op::FMin, &[x, most])
    }
}
