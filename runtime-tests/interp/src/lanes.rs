//! Represents a mask of the lanes of a wave that are active.

/// One bit a lane.
pub(crate) type Mask = u128;

/// The most lanes a wave has.
pub(crate) const MOST_LANES: u32 = 128;

/// The mask of the first lanes.
pub(crate) fn first_lanes(count: u32) -> Mask {
    if count >= MOST_LANES { Mask::MAX } else { (1 << count) - 1 }
}

/// Calls a function for each lane of a mask, in order. `all` is the mask of a whole wave of `width` lanes.
#[inline]
pub(crate) fn each(mask: Mask, all: Mask, width: usize, mut f: impl FnMut(usize)) {
    if mask == all {
        (0..width).for_each(f);
    } else {
        let mut left = mask;
        while left != 0 {
            f(left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// The lanes of a mask, in order.
pub(crate) fn lanes(mask: Mask) -> impl Iterator<Item = usize> + Clone {
    let mut left = mask;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            lane
        })
    })
}

/// The lanes of a mask, in order or the other way round.
pub(crate) fn in_turn(mask: Mask, is_backward: bool) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let lane = if is_backward { left.checked_ilog2()? } else { (left != 0).then(|| left.trailing_zeros())? };
        left &= !(1 << lane);
        Some(lane as usize)
    })
}
