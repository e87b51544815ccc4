//! Finds what items need, and names each by all that decides what is said of it.
//!
//! Input: [`Items`]. Output: which items something reaches, and the key of each: a sum over its tokens and over every declaration that it
//! refers to, directly or through others, but the bodies of other functions.
//!
//! References are names as they are spelt: whoever mentions a name refers to every item that declares it, and so does who declares it as
//! well. What is not understood ([`Kind::Fixed`]) is one group, as registers and offsets follow from all of it. The references are a graph
//! with cycles; each strongly connected component (Tarjan, SIAM J. Comput. 1972, without recursion) gets one sum over its members in their
//! order and over the sums of what they refer to, as in a hash tree (Merkle, CRYPTO 1987). Which of two declarations comes first decides
//! what names mean, so a reference counts the declarations of its name that stand before it.

use super::split::{Items, Kind};
use super::sum::{Sum, Words};
use hlslc_base::intern::{Interner, Symbol};
use rustc_hash::FxHashMap;

/// No node, no component.
const NONE: u32 = u32::MAX;

/// The names that items declare, and who declares them.
#[derive(Debug)]
pub(super) struct Names {
    /// For each symbol its number; `NONE` if nothing declares it.
    of: Vec<u32>,
    /// For each name where its items begin.
    starts: Vec<u32>,
    items: Vec<u32>,
    symbols: Vec<Symbol>,
}

impl Names {
    pub fn new(items: &Items, symbols: usize) -> Self {
        let mut new = Self { of: vec![NONE; symbols], starts: Vec::new(), items: Vec::new(), symbols: Vec::new() };
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (at, item) in items.all.iter().enumerate() {
            for &symbol in items.names(&item.declares) {
                let name = &mut new.of[symbol.index()];
                if *name == NONE {
                    *name = new.symbols.len() as u32;
                    new.symbols.push(symbol);
                }
                pairs.push((*name, at as u32));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        new.starts = vec![0; new.symbols.len() + 1];
        for &(name, _) in &pairs {
            new.starts[name as usize + 1] += 1;
        }
        for at in 1..new.starts.len() {
            new.starts[at] += new.starts[at - 1];
        }
        new.items = pairs.into_iter().map(|(_, item)| item).collect();
        new
    }

    /// The names, each once.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The number of a name that something declares.
    fn number(&self, symbol: Symbol) -> Option<u32> {
        self.of.get(symbol.index()).copied().filter(|&name| name != NONE)
    }

    /// The items that declare a name, in their order.
    fn items(&self, name: u32) -> &[u32] {
        &self.items[self.starts[name as usize] as usize..self.starts[name as usize + 1] as usize]
    }
}

/// Goes from items to what they refer to.
pub(super) struct Reach<'a> {
    items: &'a Items,
    names: &'a Names,
    /// The names that were met, by their symbols.
    spelt: Vec<bool>,
    found: Vec<bool>,
    todo: Vec<Todo>,
    /// Methods of types that were found, until something spells their names.
    waiting: FxHashMap<Symbol, Vec<u32>>,
}

enum Todo {
    Item(u32),
    Method(u32),
}

impl<'a> Reach<'a> {
    pub fn new(items: &'a Items, names: &'a Names) -> Self {
        let (spelt, found) = (vec![false; names.of.len()], vec![false; items.all.len()]);
        Self { items, names, spelt, found, todo: Vec::new(), waiting: FxHashMap::default() }
    }

    pub fn start(&mut self, item: usize) {
        if !std::mem::replace(&mut self.found[item], true) {
            self.todo.push(Todo::Item(item as u32));
        }
    }

    /// Finds whatever a name may mean.
    pub fn start_at(&mut self, symbol: Symbol) {
        if std::mem::replace(&mut self.spelt[symbol.index()], true) {
            return;
        }
        if let Some(name) = self.names.number(symbol) {
            for at in 0..self.names.items(name).len() {
                self.start(self.names.items(name)[at] as usize);
            }
        }
        if !self.waiting.is_empty()
            && let Some(methods) = self.waiting.remove(&symbol)
        {
            self.todo.extend(methods.into_iter().map(Todo::Method));
        }
    }

    /// All that is reached; of those that are not `whole` the bodies do not count.
    pub fn run(mut self, whole: impl Fn(usize) -> bool) -> Vec<bool> {
        let items = self.items;
        while let Some(todo) = self.todo.pop() {
            let Todo::Item(at) = todo else { continue };
            let item = &items.all[at as usize];
            let mut mentions = item.mentions.clone();
            if !whole(at as usize) {
                mentions.end = item.head_mentions;
            }
            for &symbol in items.names(&item.declares).iter().chain(items.names(&mentions)) {
                self.start_at(symbol);
            }
        }
        self.found
    }

    /// All that is called by what is reached, and for each name whether that spells it: of the bodies of methods those count whose
    /// names are spelt.
    pub fn run_by_names(mut self) -> (Vec<bool>, Vec<bool>) {
        let items = self.items;
        while let Some(todo) = self.todo.pop() {
            let mentions = match todo {
                Todo::Method(at) => items.methods[at as usize].mentions.clone(),
                Todo::Item(at) => {
                    let item = &items.all[at as usize];
                    for at in item.methods.clone() {
                        let name = items.methods[at as usize].name;
                        if self.spelt[name.index()] {
                            self.todo.push(Todo::Method(at));
                        } else {
                            self.waiting.entry(name).or_default().push(at);
                        }
                    }
                    // A name that is declared leads to what else it may mean, and calls nothing.
                    for &symbol in items.names(&item.declares) {
                        self.start_at(symbol);
                    }
                    let outer = item.mentions.start..item.outer_mentions;
                    for &symbol in items.names(&outer) {
                        self.start_at(symbol);
                    }
                    // The body of a function comes after its methods, of which it has none.
                    if item.methods.is_empty() { item.outer_mentions..item.mentions.end } else { 0..0 }
                }
            };
            for &symbol in items.names(&mentions) {
                self.start_at(symbol);
            }
        }
        (self.found, self.spelt)
    }
}

/// The graph of references: items, then names, then the group of what is fixed.
struct Graph<'a> {
    items: &'a Items,
    names: &'a Names,
    fixed: Vec<u32>,
    /// The names that each item declares or mentions outside of its body, in sequence.
    edges: Vec<u32>,
    starts: Vec<u32>,
}

impl Graph<'_> {
    fn count(&self) -> usize {
        self.items.all.len() + self.names.symbols.len() + 1
    }

    /// The targets of a node: those of an item are names, and the group if it is of it.
    fn target(&self, node: u32, at: usize) -> Option<u32> {
        let (items, names) = (self.items.all.len() as u32, self.names.symbols.len() as u32);
        if node < items {
            let list = &self.edges[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize];
            let is_fixed = self.items.all[node as usize].kind == Kind::Fixed;
            return match list.get(at) {
                Some(&name) => Some(items + name),
                None => (is_fixed && at == list.len()).then_some(items + names),
            };
        }
        let list = if node < items + names { self.names.items(node - items) } else { &self.fixed };
        list.get(at).copied()
    }
}

/// The key of each item.
pub(super) fn keys(items: &Items, names: &Names, interner: &Interner) -> Vec<Sum> {
    let mut words = Words::new(interner);
    let (mut edges, mut starts) = (Vec::new(), vec![0u32]);
    let number = |symbol: &Symbol| names.number(*symbol);
    for item in &items.all {
        let head = item.mentions.start..item.head_mentions;
        let all = items.names(&item.declares).iter().chain(items.names(&head));
        edges.extend(all.filter_map(number));
        starts.push(edges.len() as u32);
    }
    let is_fixed = |at: &u32| items.all[*at as usize].kind == Kind::Fixed;
    let fixed = (0..items.all.len() as u32).filter(is_fixed).collect();
    let graph = Graph { items, names, fixed, edges, starts };
    let mut sums = vec![Sum::default(); graph.count()];
    components(&graph, &mut |members, open| finish(&graph, members, &mut sums, open, &mut words));
    let mut keys = Vec::with_capacity(items.all.len());
    for (at, item) in items.all.iter().enumerate() {
        let mut key = item.sum;
        key.add(1, sums[at]);
        let body = item.head_mentions..item.mentions.end;
        for name in items.names(&body).iter().filter_map(number) {
            refer(&mut key, &graph, &sums, at as u32, name);
        }
        keys.push(key);
    }
    keys
}

/// Adds a reference from an item to a name.
fn refer(sum: &mut Sum, graph: &Graph<'_>, sums: &[Sum], from: u32, name: u32) {
    let before = graph.names.items(name).partition_point(|&item| item < from);
    sum.add(before as u64 + 2, sums[graph.items.all.len() + name as usize]);
}

/// Goes through the strongly connected components, what they refer to before them. Of each come its members in their order, and which nodes
/// are in no component before it.
fn components(graph: &Graph<'_>, take: &mut dyn FnMut(&[u32], &[bool])) {
    let count = graph.count();
    // When a node was met, the lowest such number that it leads to, and whether it is in no component yet.
    let (mut met, mut low, mut open) = (vec![NONE; count], vec![0u32; count], vec![false; count]);
    let mut stack: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut next = 0;
    for root in 0..count as u32 {
        if met[root as usize] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            let at = node as usize;
            if met[at] == NONE {
                (met[at], low[at], open[at]) = (next, next, true);
                next += 1;
                stack.push(node);
            }
            if let Some(target) = graph.target(node, *edge) {
                *edge += 1;
                let to = target as usize;
                if met[to] == NONE {
                    path.push((target, 0));
                } else if open[to] {
                    low[at] = low[at].min(met[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(above, _)) = path.last() {
                low[above as usize] = low[above as usize].min(low[at]);
            }
            if low[at] == met[at] {
                let first = stack.iter().rposition(|&member| member == node).unwrap_or(0);
                let mut members = stack.split_off(first);
                members.sort_unstable();
                take(&members, &open);
                for member in members {
                    open[member as usize] = false;
                }
            }
        }
    }
}

/// Gives the members of a component their sums. All that they refer to outside of it has one.
fn finish(graph: &Graph<'_>, members: &[u32], sums: &mut [Sum], open: &[bool], words: &mut Words<'_>) {
    let items = graph.items.all.len() as u32;
    let mut sum = Sum::new(members.len() as u64);
    let own = |node: u32, words: &mut Words<'_>| match graph.items.all.get(node as usize) {
        Some(item) => item.head,
        None => {
            let name = graph.names.symbols.get((node - items) as usize);
            name.map_or(Sum::new(8), |&symbol| words.of(symbol))
        }
    };
    for &node in members {
        sum.add(4, own(node, words));
    }
    for (at, &node) in members.iter().enumerate() {
        sum.add(5, Sum::new(at as u64));
        let mut edge = 0;
        while let Some(target) = graph.target(node, edge) {
            edge += 1;
            let name = (target >= items && target < items + graph.names.symbols.len() as u32).then(|| target - items);
            let before = name
                .filter(|_| node < items)
                .map_or(0, |name| graph.names.items(name).partition_point(|&item| item < node));
            let to = if open[target as usize] {
                Sum::new(members.binary_search(&target).unwrap_or(0) as u64)
            } else {
                sums[target as usize]
            };
            sum.add(before as u64 + if open[target as usize] { 1 << 32 } else { 6 }, to);
        }
    }
    for (at, &node) in members.iter().enumerate() {
        let mut one = sum;
        one.add(7, Sum::new(at as u64));
        sums[node as usize] = one;
    }
}

/// For each item the first of those that declare a name with it, directly or through others.
pub(super) fn namesakes(items: &Items, names: &Names) -> Vec<u32> {
    let mut first: Vec<u32> = (0..items.all.len() as u32).collect();
    // A union of sets whose representative is the least member.
    let find = |first: &mut Vec<u32>, mut at: u32| {
        while first[at as usize] != at {
            first[at as usize] = first[first[at as usize] as usize];
            at = first[at as usize];
        }
        at
    };
    for name in 0..names.symbols.len() as u32 {
        for pair in names.items(name).windows(2) {
            let (one, two) = (find(&mut first, pair[0]), find(&mut first, pair[1]));
            first[one.max(two) as usize] = one.min(two);
        }
    }
    (0..first.len() as u32).map(|at| find(&mut first, at)).collect()
}

/// The cycles of items that may call each other, through whatever they mention.
pub(super) fn cycles(items: &Items, names: &Names) -> Vec<Vec<u32>> {
    let (mut edges, mut starts) = (Vec::new(), vec![0u32]);
    for item in &items.all {
        let all = items.names(&item.declares).iter().chain(items.names(&item.mentions));
        edges.extend(all.filter_map(|&symbol| names.number(symbol)));
        starts.push(edges.len() as u32);
    }
    let graph = Graph { items, names, fixed: Vec::new(), edges, starts };
    let count = items.all.len() as u32;
    let mut cycles = Vec::new();
    components(&graph, &mut |members, _| {
        let members: Vec<u32> = members.iter().copied().filter(|&node| node < count).collect();
        if members.len() > 1 {
            cycles.push(members);
        }
    });
    cycles
}
