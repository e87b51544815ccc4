//! Follows calls through the borders of libraries.
//!
//! Input: the functions to start with. Output: all that they reach, in each library by itself, and for each call of a function
//! of another library its definition; or an error for each function that no library defines, and for each circle of calls. A
//! constructor is reached if something is that uses its variables. Nothing recurses; cost: linear.

use crate::Library;
use crate::errors::LinkError;
use crate::symbols::{Place, Symbols, symbol};
use cranelift_entity::EntitySet;
use hlslc_ir::function::Linkage;
use hlslc_ir::reach::CallGraph;
use hlslc_ir::{Func, Function, Global, Imm, Module};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// The functions that are reached.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// They, with the declarations that stay because no library defines them.
    places: FxHashSet<Place>,
    /// The definition of a declaration; itself if there is none.
    definitions: FxHashMap<Place, Place>,
}

/// The globals that a function names.
pub(crate) fn globals_of(func: &Function) -> impl Iterator<Item = Global> + '_ {
    let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    insts.filter_map(|&inst| if let Imm::Global(global) = func.insts[inst].imm { Some(global) } else { None })
}

/// The globals that some functions use.
fn globals_used(module: &Module, funcs: impl IntoIterator<Item = Func>) -> EntitySet<Global> {
    let mut used = EntitySet::new();
    funcs.into_iter().for_each(|id| used.extend(globals_of(&module.funcs[id])));
    used
}

impl Reached {
    /// What some functions reach. A function that no library defines is no error if declarations may stay.
    pub(crate) fn new(
        libraries: &[Library],
        symbols: &Symbols,
        roots: &[Place],
        may_stay: bool,
    ) -> Result<Self, Vec<LinkError>> {
        let mut search = Search {
            libraries,
            symbols,
            may_stay,
            graphs: libraries.iter().map(|library| CallGraph::new(&library.module)).collect(),
            found: IndexSet::default(),
            next: 0,
            reached: Self::default(),
            missing: IndexMap::default(),
            declared: FxHashMap::default(),
        };
        search.found.extend(roots.iter().copied());
        loop {
            search.follow();
            if !search.add_constructors() {
                break;
            }
        }
        let mut errors: Vec<LinkError> = search.missing.values().cloned().collect();
        if errors.is_empty() {
            errors.extend(search.circles());
        }
        let Search { found, mut reached, .. } = search;
        reached.places.extend(found);
        if errors.is_empty() { Ok(reached) } else { Err(errors) }
    }

    /// Whether a function is reached.
    pub(crate) fn contains(&self, place: Place) -> bool {
        self.places.contains(&place)
    }

    /// The function that a call of this one is a call of.
    pub(crate) fn definition(&self, place: Place) -> Place {
        self.definitions.get(&place).copied().unwrap_or(place)
    }
}

struct Search<'a> {
    libraries: &'a [Library],
    symbols: &'a Symbols,
    may_stay: bool,
    graphs: Vec<CallGraph>,
    found: IndexSet<Place, FxBuildHasher>,
    /// The first of them that was not looked at.
    next: usize,
    reached: Reached,
    missing: IndexMap<String, LinkError, FxBuildHasher>,
    /// The first declaration of each function that no library defines.
    declared: FxHashMap<String, Place>,
}

impl Search<'_> {
    fn func(&self, place: Place) -> &Function {
        &self.libraries[place.library].module.funcs[place.func]
    }

    /// The functions that one calls, where they are defined.
    fn callees(&self, place: Place) -> impl Iterator<Item = Place> + '_ {
        let called = self.graphs[place.library].callees(place.func);
        called.iter().map(move |&func| self.reached.definition(Place { func, ..place }))
    }

    fn follow(&mut self) {
        while let Some(&place) = self.found.get_index(self.next) {
            self.next += 1;
            for func in self.graphs[place.library].callees(place.func).to_vec() {
                let callee = Place { func, ..place };
                let declared = self.func(callee);
                if declared.linkage != Linkage::External {
                    self.found.insert(callee);
                    continue;
                }
                let name = symbol(declared).to_owned();
                if let Some(definition) = self.symbols.get(&name) {
                    self.reached.definitions.insert(callee, definition);
                    self.found.insert(definition);
                } else if self.may_stay {
                    let first = *self.declared.entry(name).or_insert(callee);
                    self.reached.definitions.insert(callee, first);
                    self.found.insert(first);
                } else {
                    let caller = symbol(self.func(place)).to_owned();
                    let caller = (caller, self.libraries[place.library].name.clone());
                    let error = LinkError::Missing { symbol: name.clone(), caller };
                    self.missing.entry(name).or_insert(error);
                }
            }
        }
    }

    /// Adds the constructors whose variables are used by what is reached. Returns whether there were any.
    fn add_constructors(&mut self) -> bool {
        let before = self.found.len();
        for (at, library) in self.libraries.iter().enumerate() {
            let module = &library.module;
            let constructors = module.funcs.iter().filter(|(_, func)| func.linkage == Linkage::Constructor);
            let constructors: Vec<Func> = constructors.map(|(id, _)| id).collect();
            if constructors.is_empty() {
                continue;
            }
            let here = self.found.iter().filter(|place| place.library == at).map(|place| place.func);
            let used = globals_used(module, here.filter(|func| !constructors.contains(func)));
            for func in constructors {
                if globals_of(&module.funcs[func]).any(|global| used.contains(global)) {
                    self.found.insert(Place { library: at, func });
                }
            }
        }
        self.found.len() > before
    }

    /// The circles of calls, by a depth-first search.
    fn circles(&self) -> Vec<LinkError> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            Open,
            Done,
        }
        let mut state: FxHashMap<Place, State> = FxHashMap::default();
        let mut circles = Vec::new();
        for &root in &self.found {
            if state.contains_key(&root) {
                continue;
            }
            state.insert(root, State::Open);
            let mut stack = vec![(root, self.callees(root).collect::<Vec<_>>().into_iter())];
            while let Some((place, callees)) = stack.last_mut() {
                let Some(to) = callees.next() else {
                    state.insert(*place, State::Done);
                    stack.pop();
                    continue;
                };
                match state.get(&to) {
                    None => {
                        state.insert(to, State::Open);
                        stack.push((to, self.callees(to).collect::<Vec<_>>().into_iter()));
                    }
                    Some(State::Open) => {
                        let from = stack.iter().position(|(place, _)| *place == to).unwrap_or(0);
                        let name = |place: Place| {
                            (symbol(self.func(place)).to_owned(), self.libraries[place.library].name.clone())
                        };
                        let path = stack[from..].iter().map(|(place, _)| name(*place)).collect();
                        circles.push(LinkError::Recursion { path });
                    }
                    Some(State::Done) => {}
                }
            }
        }
        circles
    }
}
