//! Registers bound twice: the sweep finds what comparing each binding with each other finds.

use hlslc_rootsig::*;
use proptest::prelude::*;

/// A range in a table of its own.
#[derive(Clone, Copy, Debug)]
struct Bound {
    class: Class,
    space: u32,
    first: u32,
    count: u32,
    visibility: Visibility,
}

fn bound() -> impl Strategy<Value = Bound> {
    let class = prop::sample::select(vec![Class::Cbv, Class::Srv, Class::Uav]);
    let visibility = prop::sample::select(vec![Visibility::All, Visibility::Vertex, Visibility::Pixel]);
    let count = prop_oneof![8 => 1..6u32, 1 => Just(UNBOUNDED)];
    (class, 0..2u32, 0..60u32, count, visibility).prop_map(|(class, space, first, count, visibility)| Bound {
        class,
        space,
        first,
        count,
        visibility,
    })
}

fn signature(bounds: &[Bound]) -> RootSignature {
    let table = |bound: &Bound| {
        let range = DescriptorRange {
            pos: Pos::NONE,
            class: bound.class,
            count: bound.count.into(),
            register: Register::new(bound.first, bound.space),
            offset: 0.into(),
            flags: None.into(),
        };
        Element::Table(DescriptorTable { pos: Pos::NONE, visibility: bound.visibility.into(), ranges: vec![range] })
    };
    RootSignature { version: Version::V1_1, elements: bounds.iter().map(table).collect() }
}

fn collide(a: &Bound, b: &Bound) -> bool {
    let seen_together =
        a.visibility == b.visibility || a.visibility == Visibility::All || b.visibility == Visibility::All;
    (a.class, a.space) == (b.class, b.space)
        && seen_together
        && a.first <= last_register(b.first, b.count)
        && b.first <= last_register(a.first, a.count)
}

fn table_of(place: Place) -> usize {
    match place {
        Place::Range { parameter, range: 0 } => parameter as usize,
        other => panic!("{other} is no table of one range"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_sweep_finds_what_comparing_all_pairs_finds(bounds in prop::collection::vec(bound(), 0..20)) {
        let found = validate(&signature(&bounds));
        let found: Vec<&Problem> = found.iter().filter(|p| matches!(p.rule, Rule::Overlap { .. })).collect();
        for problem in &found {
            let (later, earlier) = (table_of(problem.place), table_of(problem.other.expect("there are two").0));
            prop_assert!(earlier < later && collide(&bounds[earlier], &bounds[later]), "{problem}");
        }
        // In the order of the sweep, every binding that collides with one before it is in a problem.
        let mut order: Vec<usize> = (0..bounds.len()).collect();
        order.sort_by_key(|&i| (bounds[i].class, bounds[i].space, bounds[i].first, i));
        let colliding = (1..order.len())
            .filter(|&at| order[..at].iter().any(|&before| collide(&bounds[before], &bounds[order[at]])))
            .count();
        prop_assert_eq!(found.len(), colliding);
    }
}

#[test]
fn a_hundred_thousand_ranges_take_no_time_to_speak_of() {
    let bounds: Vec<Bound> = (0..100_000u32)
        .map(|i| Bound {
            class: Class::Srv,
            space: 0,
            // Every second one overlaps all before it.
            first: if i % 2 == 0 { i } else { 0 },
            count: if i % 2 == 0 { 1 } else { i + 1 },
            visibility: Visibility::All,
        })
        .collect();
    let start = std::time::Instant::now();
    let found = validate(&signature(&bounds));
    assert!(found.len() > 50_000);
    // Comparing all pairs would take minutes.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
