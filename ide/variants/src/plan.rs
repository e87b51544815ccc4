//! Expands axes to combinations, one at a time.
//!
//! Input: a project. Output: a [`Group`] for each entry and target, and its [`Combinations`] in a fixed order, the last axis fastest.
//! An exclusion is checked as soon as all of its macros are decided, so a part of the space that it excludes is not visited, and
//! counting stops at a limit.

use hlslc_project::{AxisValues, Define, DefineValue, Entry, OutputKind, Project};

/// An entry and what it is compiled to.
#[derive(Clone, Debug)]
pub struct Group<'p> {
    /// The entry.
    pub entry: &'p Entry,
    /// The target.
    pub target: OutputKind,
    /// The macros that the axes decide, each once.
    pub macros: Vec<&'p str>,
    /// Macros of the project and the entry that no axis decides, in order, the last definition of each.
    pub defines: Vec<(&'p str, &'p str)>,
    axes: Vec<Axis<'p>>,
    /// What the macros are where no axis says otherwise.
    base: Vec<Option<&'p str>>,
    exclusions: Vec<Exclusion>,
}

/// An axis, as the macros that it decides.
#[derive(Clone, Debug)]
enum Axis<'p> {
    /// For each value: macros by index, and what they are.
    List(Vec<Vec<(usize, Option<&'p str>)>>),
    /// A macro that counts.
    Range { of: usize, from: i64, count: u64 },
}

impl Axis<'_> {
    fn count(&self) -> u64 {
        match self {
            Self::List(values) => values.len() as u64,
            Self::Range { count, .. } => *count,
        }
    }
}

/// A combination that is left out.
#[derive(Clone, Debug)]
struct Exclusion {
    /// Macros by index, each with the values of which it has one.
    conditions: Vec<(usize, Vec<DefineValue>)>,
    /// The number of axes after which it is decided.
    depth: usize,
}

/// How many combinations there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// This many.
    Exactly(u64),
    /// More than the limit; without exclusions there were this many.
    MoreThan {
        /// The limit.
        limit: u64,
        /// The product of the axes.
        at_most: u64,
    },
}

/// The groups of a project, in the order of its entries and their targets.
pub fn plan(project: &Project) -> Vec<Group<'_>> {
    let groups = project.entries.iter().flat_map(|entry| entry.targets.iter().map(move |target| (entry, *target)));
    groups.map(|(entry, target)| Group::new(project, entry, target)).collect()
}

fn defined<'p>(defines: impl Iterator<Item = &'p Define>) -> Vec<(&'p str, Option<&'p str>)> {
    let mut all: Vec<(&str, Option<&str>)> = Vec::new();
    for define in defines {
        let (name, value) = (define.name.value.as_str(), define.value.value.text());
        match all.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 = value,
            None => all.push((name, value)),
        }
    }
    all
}

impl<'p> Group<'p> {
    fn new(project: &'p Project, entry: &'p Entry, target: OutputKind) -> Self {
        let is_chosen = |name: &str| entry.axes.as_ref().is_none_or(|axes| axes.iter().any(|axis| axis.value == name));
        let chosen: Vec<_> = project.axes.iter().filter(|axis| is_chosen(&axis.name.value)).collect();
        let mut macros: Vec<&str> = Vec::new();
        for name in chosen.iter().flat_map(|axis| axis.macros()) {
            if !macros.contains(&name) {
                macros.push(name);
            }
        }
        let index = |name: &str| macros.iter().position(|known| *known == name);
        let axes = chosen.iter().map(|axis| {
            let of = axis.of_macro.as_ref().and_then(|name| index(&name.value)).unwrap_or_default();
            match &axis.values {
                AxisValues::List(values) => {
                    Axis::List(values.iter().map(|value| vec![(of, value.value.text())]).collect())
                }
                AxisValues::Range { from, .. } => Axis::Range { of, from: *from, count: axis.values.count() },
                AxisValues::Sets(sets) => {
                    let one = |define: &'p Define| Some((index(&define.name.value)?, define.value.value.text()));
                    Axis::List(sets.iter().map(|set| set.iter().filter_map(one).collect()).collect())
                }
            }
        });
        let axes: Vec<Axis<'_>> = axes.collect();
        let given = defined(project.general.defines.iter().chain(&entry.defines));
        let of_given = |name: &&str| given.iter().find(|known| known.0 == *name).and_then(|known| known.1);
        let base = macros.iter().map(of_given).collect();
        let others = given.iter().filter(|known| !macros.contains(&known.0));
        let defines = others.filter_map(|(name, value)| Some((*name, (*value)?))).collect();
        // The last axis that says something about a macro decides it.
        let decided_after = |of: usize| {
            let says = |axis: &Axis<'_>| match axis {
                Axis::List(values) => values.iter().flatten().any(|(at, _)| *at == of),
                Axis::Range { of: at, .. } => *at == of,
            };
            axes.iter().rposition(says).map_or(0, |at| at + 1)
        };
        let exclusions = project.variants.exclude.iter().filter_map(|exclusion| {
            let conditions =
                exclusion.conditions.iter().map(|(name, values)| Some((index(&name.value)?, values.clone())));
            // One that names a macro of no axis of this entry does not concern it.
            let conditions: Vec<_> = conditions.collect::<Option<_>>()?;
            let depth = conditions.iter().map(|(of, _)| decided_after(*of)).max().unwrap_or_default();
            Some(Exclusion { conditions, depth })
        });
        let exclusions = exclusions.collect();
        Self { entry, target, macros, defines, axes, base, exclusions }
    }

    /// The product of the axes.
    pub fn at_most(&self) -> u64 {
        self.axes.iter().map(Axis::count).fold(1, u64::saturating_mul)
    }

    /// How many combinations there are, counted up to a limit.
    pub fn count(&self, limit: u64) -> Count {
        let at_most = self.at_most();
        if self.exclusions.is_empty() {
            return if at_most > limit { Count::MoreThan { limit, at_most } } else { Count::Exactly(at_most) };
        }
        let mut combinations = self.combinations();
        let mut count = 0;
        while combinations.advance() {
            count += 1;
            if count > limit {
                return Count::MoreThan { limit, at_most };
            }
        }
        Count::Exactly(count)
    }

    /// All combinations, one after another.
    pub fn combinations(&self) -> Combinations<'_, 'p> {
        Combinations { group: self, choices: vec![0; self.axes.len()], is_started: false, is_done: false }
    }

    /// What the macros are for these choices of the axes.
    fn values(&self, choices: &[u64]) -> Vec<Option<String>> {
        let mut values: Vec<Option<String>> = self.base.iter().map(|value| value.map(str::to_owned)).collect();
        for (axis, choice) in self.axes.iter().zip(choices) {
            match axis {
                Axis::List(list) => {
                    for (of, value) in list.get(*choice as usize).into_iter().flatten() {
                        values[*of] = value.map(str::to_owned);
                    }
                }
                Axis::Range { of, from, .. } => values[*of] = Some(from.wrapping_add_unsigned(*choice).to_string()),
            }
        }
        values
    }
}

/// The combinations of a group: an odometer.
#[derive(Clone, Debug)]
pub struct Combinations<'g, 'p> {
    group: &'g Group<'p>,
    choices: Vec<u64>,
    is_started: bool,
    is_done: bool,
}

impl Combinations<'_, '_> {
    /// Advances to the next combination. Returns whether there is one.
    fn advance(&mut self) -> bool {
        if self.is_done {
            return false;
        }
        // The axis from which on the choices are new.
        let mut at = self.choices.len();
        if std::mem::replace(&mut self.is_started, true) && !self.turn(&mut at) {
            return false;
        }
        while let Some(depth) = self.excluded() {
            // What comes after the axis that decides it is left out with it.
            at = depth;
            if !self.turn(&mut at) {
                return false;
            }
        }
        true
    }

    /// Turns the last of the first `at` axes that has a choice left, and resets those after it.
    fn turn(&mut self, at: &mut usize) -> bool {
        while *at > 0 {
            *at -= 1;
            self.choices[*at] += 1;
            self.choices[*at + 1..].fill(0);
            if self.choices[*at] < self.group.axes[*at].count() {
                return true;
            }
            self.choices[*at] = 0;
        }
        self.is_done = true;
        false
    }

    /// The fewest axes whose choices are excluded whatever the others are.
    fn excluded(&self) -> Option<usize> {
        if self.group.exclusions.is_empty() {
            return None;
        }
        let values = self.group.values(&self.choices);
        let holds = |exclusion: &&Exclusion| {
            exclusion
                .conditions
                .iter()
                .all(|(of, allowed)| allowed.iter().any(|allowed| allowed.text() == values[*of].as_deref()))
        };
        self.group.exclusions.iter().filter(holds).map(|exclusion| exclusion.depth).min()
    }
}

impl Iterator for Combinations<'_, '_> {
    /// What the macros of the group are, in their order; none where one is not defined.
    type Item = Vec<Option<String>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().then(|| self.group.values(&self.choices))
    }
}
