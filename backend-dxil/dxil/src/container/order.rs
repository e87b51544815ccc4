//! Sorts signature records, with the order of DXC for those that compare equal.
//!
//! Records are sorted by stream, register and name. Since names are shared, two elements of one name in one register
//! compare equal, and validators, which rebuild the part and compare bytes, leave them in the order of their sort:
//! introsort, which partitions long ranges by a median of three and finishes with a stable insertion sort. Up to sixteen
//! records are not partitioned. The partitioning here takes the same steps; the finish can be any stable sort.

/// Ranges up to this length are not divided.
const SHORT: usize = 16;

/// Sorts as validators do.
pub(super) fn sort_as_validators<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    // Ranges that are still to be divided, with how often they may be. Beyond that validators sort them as heaps, which
    // takes far more records than signatures hold.
    let mut work = vec![(0, items.len(), 2 * items.len().checked_ilog2().unwrap_or(0))];
    while let Some((start, end, depth)) = work.pop() {
        if end - start <= SHORT || depth == 0 {
            continue;
        }
        let middle = divide(&mut items[start..end], &key) + start;
        work.extend([(start, middle, depth - 1), (middle, end, depth - 1)]);
    }
    items.sort_by_key(key);
}

/// Divides a range in two around the median of its second, middle and last item; gives where the second part starts.
fn divide<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) -> usize {
    let is_less = |items: &[T], a: usize, b: usize| key(&items[a]) < key(&items[b]);
    let (a, b, c) = (1, items.len() / 2, items.len() - 1);
    let median = match (is_less(items, a, b), is_less(items, b, c), is_less(items, a, c)) {
        (true, true, _) | (false, false, false) => b,
        (true, false, true) | (false, true, false) => c,
        (true, false, false) | (false, _, true) => a,
    };
    items.swap(0, median);
    let (mut low, mut high) = (1, items.len());
    loop {
        while is_less(items, low, 0) {
            low += 1;
        }
        high -= 1;
        while is_less(items, 0, high) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        items.swap(low, high);
        low += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_range_keeps_the_order_of_equals() {
        let mut items: Vec<_> = (0..16).map(|place| (place % 3, place)).collect();
        let mut stable = items.clone();
        stable.sort_by_key(|item| item.0);
        sort_as_validators(&mut items, |item| item.0);
        assert_eq!(items, stable);
    }

    #[test]
    fn a_long_range_is_sorted_and_whole() {
        let mut items: Vec<_> = (0u32..128).map(|place| (place * 37 % 50, place)).collect();
        sort_as_validators(&mut items, |item| item.0);
        assert!(items.is_sorted_by_key(|item| item.0));
        let mut places: Vec<_> = items.iter().map(|item| item.1).collect();
        places.sort_unstable();
        assert_eq!(places, (0..128).collect::<Vec<_>>());
    }

    #[test]
    fn all_equal() {
        let mut items = [7; 100];
        sort_as_validators(&mut items, |&item| item);
        assert_eq!(items, [7; 100]);
    }
}
