//! Compares `PSV0` with the one that the program determines: sizes, then facts, resources, signature elements and
//! dependences.

use crate::container::psv0::PsvVersion;
use crate::target::ShaderKind;

use super::Demand;

/// Where the facts of later versions begin.
const ENTRY_NAME_AT: usize = PsvVersion::V2.info_size() as usize;
const GROUP_MEMORY_AT: usize = PsvVersion::V3.info_size() as usize;
const ELEMENT_SIZE: usize = 16;

/// A field: name, offset, bytes.
type Field = (&'static str, usize, usize);

/// The facts that every stage has.
const FACTS: [Field; 12] = [
    ("least lanes of a wave", 16, 4),
    ("most lanes of a wave", 20, 4),
    ("shader stage", 24, 1),
    ("use of the view number", 25, 1),
    ("number of input elements", 28, 1),
    ("number of output elements", 29, 1),
    ("number of patch-constant or primitive elements", 30, 1),
    ("input vectors", 31, 1),
    ("output vectors", 32, 4),
    ("threads in x", 36, 4),
    ("threads in y", 40, 4),
    ("threads in z", 44, 4),
];

/// The facts that differ from stage to stage: 16 bytes at the start, and two after the view number.
fn stage_facts(kind: ShaderKind) -> &'static [Field] {
    match kind {
        ShaderKind::Vertex => &[
            ("writes the position", 0, 1),
            ("reserved", 1, 3),
            ("reserved", 4, 4),
            ("reserved", 8, 4),
            ("reserved", 12, 4),
            ("reserved", 26, 2),
        ],
        ShaderKind::Hull => &[
            ("input control points", 0, 4),
            ("output control points", 4, 4),
            ("domain", 8, 4),
            ("output primitive of the tessellator", 12, 4),
            ("patch-constant vectors", 26, 1),
            ("reserved", 27, 1),
        ],
        ShaderKind::Domain => &[
            ("input control points", 0, 4),
            ("writes the position", 4, 4),
            ("domain", 8, 4),
            ("reserved", 12, 4),
            ("patch-constant vectors", 26, 1),
            ("reserved", 27, 1),
        ],
        ShaderKind::Geometry => &[
            ("input primitive", 0, 4),
            ("output topology", 4, 4),
            ("mask of output streams", 8, 4),
            ("writes the position", 12, 1),
            ("reserved", 13, 3),
            ("most vertices", 26, 2),
        ],
        ShaderKind::Pixel => &[
            ("writes the depth", 0, 1),
            ("runs for each sample", 1, 1),
            ("reserved", 2, 2),
            ("reserved", 4, 4),
            ("reserved", 8, 4),
            ("reserved", 12, 4),
            ("reserved", 26, 2),
        ],
        ShaderKind::Mesh => &[
            ("group-shared bytes", 0, 4),
            ("group-shared bytes that depend on the view", 4, 4),
            ("payload bytes", 8, 4),
            ("most vertices", 12, 2),
            ("most primitives", 14, 2),
            ("primitive vectors", 26, 1),
            ("output topology", 27, 1),
        ],
        ShaderKind::Amplification => {
            &[("payload bytes", 0, 4), ("reserved", 4, 4), ("reserved", 8, 4), ("reserved", 12, 4), ("reserved", 26, 2)]
        }
        ShaderKind::Compute
        | ShaderKind::Library
        | ShaderKind::RayGeneration
        | ShaderKind::Intersection
        | ShaderKind::AnyHit
        | ShaderKind::ClosestHit
        | ShaderKind::Miss
        | ShaderKind::Callable
        | ShaderKind::Node => {
            &[("reserved", 0, 4), ("reserved", 4, 4), ("reserved", 8, 4), ("reserved", 12, 4), ("reserved", 26, 2)]
        }
    }
}

/// The fields of a resource and of a signature element.
const RESOURCE: [Field; 6] =
    [("type", 0, 4), ("space", 4, 4), ("lower bound", 8, 4), ("upper bound", 12, 4), ("kind", 16, 4), ("flags", 20, 4)];
const ELEMENT: [Field; 8] = [
    ("rows", 8, 1),
    ("first row", 9, 1),
    ("columns", 10, 1),
    ("semantic", 11, 1),
    ("component type", 12, 1),
    ("interpolation", 13, 1),
    ("dynamic mask and stream", 14, 1),
    ("reserved byte", 15, 1),
];

pub(super) type Found = Vec<(Demand, String)>;

/// A part, cut into its pieces.
struct Pieces<'p> {
    info: &'p [u8],
    resource_size: usize,
    resources: Vec<&'p [u8]>,
    strings: &'p [u8],
    indices: &'p [u8],
    element_size: usize,
    elements: Vec<&'p [u8]>,
    dependencies: &'p [u8],
}

/// Takes a part apart.
struct Cutter<'p>(&'p [u8]);

impl<'p> Cutter<'p> {
    fn take(&mut self, size: usize) -> Option<&'p [u8]> {
        let (taken, rest) = self.0.split_at_checked(size)?;
        self.0 = rest;
        Some(taken)
    }

    fn word(&mut self) -> Option<usize> {
        self.take(4).map(|word| number(word) as usize)
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl<'p> Pieces<'p> {
    fn of(part: &'p [u8]) -> Option<Self> {
        let mut cutter = Cutter(part);
        let size = cutter.word()?;
        let info = cutter.take(size)?;
        let count = cutter.word()?;
        let resource_size = if count > 0 { cutter.word()? } else { 0 };
        let resources = cutter.take(count.checked_mul(resource_size)?)?;
        let mut pieces = Self {
            info,
            resource_size,
            resources: resources.chunks(resource_size.max(1)).collect(),
            strings: &[],
            indices: &[],
            element_size: 0,
            elements: Vec::new(),
            dependencies: &[],
        };
        if count > 0 && resource_size == 0 {
            return None;
        }
        if info.len() >= PsvVersion::V1.info_size() as usize {
            let size = cutter.word().filter(|size| size.is_multiple_of(4))?;
            pieces.strings = cutter.take(size)?;
            let count = cutter.word()?;
            pieces.indices = cutter.take(count.checked_mul(4)?)?;
            let elements: usize = info[28..31].iter().map(|&count| usize::from(count)).sum();
            if elements > 0 {
                pieces.element_size = cutter.word()?;
                let bytes = cutter.take(elements.checked_mul(pieces.element_size)?)?;
                pieces.elements = bytes.chunks(pieces.element_size.max(1)).collect();
            }
            pieces.dependencies = cutter.take(dependency_words(info).checked_mul(4)?)?;
        }
        cutter.0.is_empty().then_some(pieces)
    }
}

/// The words of the dependency tables that follow from the facts.
fn dependency_words(info: &[u8]) -> usize {
    const GEOMETRY: u8 = 2;
    let (kind, views) = (info[24], info[25] != 0);
    let patch = if kind == GEOMETRY { 0 } else { usize::from(info[26]) };
    let (inputs, outputs) = (usize::from(info[31]), &info[32..36]);
    let mask = |vectors: usize| vectors.div_ceil(8);
    let table = |from: usize, to: usize| mask(to) * from * 4;
    let outputs = || outputs.iter().map(|&vectors| usize::from(vectors)).filter(|&vectors| vectors > 0);
    let (is_hull, is_domain, is_mesh) = (kind == 3, kind == 4, kind == 13);
    let makes_patch = (is_hull || is_mesh) && patch > 0;
    let mut words = 0;
    if views {
        words += outputs().map(mask).sum::<usize>();
        words += if makes_patch { mask(patch) } else { 0 };
    }
    words += outputs().map(|vectors| table(inputs, vectors)).sum::<usize>();
    if makes_patch && inputs > 0 {
        words += table(inputs, patch);
    }
    if is_domain && info[32] > 0 && patch > 0 {
        words += table(patch, usize::from(info[32]));
    }
    words
}

/// What differs between a part and the one that the program makes.
/// `indices` are how many semantic indices the program gives each element.
/// `newest` makes the part as the newest validator does, which has dependencies that some left out.
pub(super) fn compare(
    part: &[u8],
    made: &[u8],
    newest: impl Fn() -> Vec<u8>,
    indices: &[usize],
    kind: ShaderKind,
) -> Found {
    let mut found = Found::new();
    let ours = Pieces::of(made);
    let rows_have_indices = ours.as_ref().is_none_or(|ours| {
        let mut rows = ours.elements.iter().zip(indices);
        rows.all(|(element, &count)| element.get(8).is_some_and(|&rows| usize::from(rows) == count))
    });
    if part == made && rows_have_indices {
        return found;
    }
    let Some(theirs) = Pieces::of(part) else {
        return vec![(Demand::PartMalformed, "PSV0: its sizes do not add up".to_owned())];
    };
    let Some(ours) = ours else { return found };
    let mut differs = |what: &str, part: u64, made: u64| {
        found.push((Demand::PartContent, format!("PSV0: {what} is {part}, the program says {made}")));
    };
    let sizes = [
        ("the size of the facts", theirs.info.len(), ours.info.len(), true),
        (
            "the size of a resource",
            theirs.resource_size,
            ours.resource_size,
            !theirs.resources.is_empty() && !ours.resources.is_empty(),
        ),
        (
            "the size of an element",
            theirs.element_size,
            ELEMENT_SIZE,
            theirs.element_size != 0 || !theirs.elements.is_empty(),
        ),
    ];
    if let Some(row) = sizes.iter().find(|row| row.3 && row.1 != row.2) {
        differs(row.0, row.1 as u64, row.2 as u64);
        return found;
    }
    if theirs.strings.last().is_some_and(|&last| last != 0) {
        found.push((Demand::PartMalformed, "PSV0: the last string does not end".to_owned()));
        return found;
    }
    let end = theirs.info.len().min(ENTRY_NAME_AT);
    for &(name, at, size) in stage_facts(kind).iter().chain(&FACTS).filter(|fact| fact.1 < end) {
        let (part, made) = (number(&theirs.info[at..at + size]), number(&ours.info[at..at + size]));
        if part != made {
            differs(name, part, made);
        }
    }
    if let (Some(part), Some(made)) = (theirs.info.get(GROUP_MEMORY_AT..), ours.info.get(GROUP_MEMORY_AT..))
        && number(part) != number(made)
    {
        differs("the group-shared memory", number(part), number(made));
    }
    if theirs.resources.len() == ours.resources.len() {
        for (index, (part, made)) in theirs.resources.iter().zip(&ours.resources).enumerate() {
            for &(name, at, size) in RESOURCE.iter().filter(|field| field.1 < part.len().min(made.len())) {
                let (part, made) = (number(&part[at..at + size]), number(&made[at..at + size]));
                if part != made {
                    differs(&format!("the {name} of resource {index}"), part, made);
                }
            }
        }
    } else {
        differs("the number of resources", theirs.resources.len() as u64, ours.resources.len() as u64);
    }
    let same_counts = theirs.info.get(28..31) == ours.info.get(28..31);
    let mut uses = Uses::new(theirs.strings, theirs.indices.len() / 4);
    if same_counts {
        for (index, (part, made)) in theirs.elements.iter().zip(&ours.elements).enumerate() {
            let stated = indices.get(index).copied().unwrap_or(0);
            element(&mut found, &mut uses, index, (&theirs, part), (&ours, made), stated);
        }
    }
    let trimmed = |bytes: &'_ [u8]| bytes.len() - bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let (a, b) =
        (&theirs.dependencies[..trimmed(theirs.dependencies)], &ours.dependencies[..trimmed(ours.dependencies)]);
    if a != b && same_counts {
        let newest = newest();
        let other = Pieces::of(&newest).map_or(&[][..], |newest| newest.dependencies);
        if a != &other[..trimmed(other)] {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len())) & !3;
            let word = |bytes: &[u8]| number(bytes.get(at..).unwrap_or_default().get(..4).unwrap_or_default());
            found.push((
                Demand::PartContent,
                format!(
                    "PSV0: word {} of the dependencies is {:#x}, the program says {:#x}",
                    at / 4,
                    word(theirs.dependencies),
                    word(ours.dependencies)
                ),
            ));
        }
    }
    if let (Some(part), Some(made)) =
        (theirs.info.get(ENTRY_NAME_AT..ENTRY_NAME_AT + 4), ours.info.get(ENTRY_NAME_AT..ENTRY_NAME_AT + 4))
    {
        match uses.string(theirs.strings, number(part) as usize) {
            None => found.push((Demand::PartMalformed, "PSV0: the name of the entry point lies outside".to_owned())),
            Some(name) if Some(name) != text_at(ours.strings, number(made) as usize) => {
                let made = text_at(ours.strings, number(made) as usize).unwrap_or_default();
                let (part, made) = (String::from_utf8_lossy(name), String::from_utf8_lossy(made));
                let text = format!("PSV0: the entry point is `{part}`, the program says `{made}`");
                found.push((Demand::PartContent, text));
            }
            Some(_) => {}
        }
    }
    uses.unused(&mut found);
    if !found.is_empty() && found.iter().any(|row| row.0 != Demand::PartUnused) {
        found.push((Demand::PartDiffers, "PSV0".to_owned()));
    }
    found
}

fn text_at(strings: &[u8], at: usize) -> Option<&[u8]> {
    strings.get(at..)?.split(|&byte| byte == 0).next()
}

fn element(
    found: &mut Found,
    uses: &mut Uses,
    index: usize,
    theirs: (&Pieces<'_>, &[u8]),
    ours: (&Pieces<'_>, &[u8]),
    stated: usize,
) {
    let field = |record: &[u8], at: usize, size: usize| number(record.get(at..at + size).unwrap_or_default());
    let rows = field(theirs.1, 8, 1) as usize;
    let name = uses.string(theirs.0.strings, field(theirs.1, 0, 4) as usize);
    let indices = uses.indices(theirs.0.indices, field(theirs.1, 4, 4) as usize, rows);
    let (Some(name), Some(indices)) = (name, indices) else {
        found.push((Demand::PartMalformed, format!("PSV0: element {index} refers to outside of a table")));
        return;
    };
    for &(what, at, size) in &ELEMENT {
        let (part, made) = (field(theirs.1, at, size), field(ours.1, at, size));
        if part != made {
            found.push((
                Demand::PartContent,
                format!("PSV0: the {what} of element {index} is {part}, the program says {made}"),
            ));
        }
    }
    let first = field(ours.1, 4, 4) as usize;
    let made = ours.0.indices.get(4 * first..4 * (first + field(ours.1, 8, 1) as usize)).unwrap_or_default();
    if stated != rows || made != indices {
        let words =
            |bytes: &[u8]| bytes.chunks(4).map(number).map(|index| index.to_string()).collect::<Vec<_>>().join(", ");
        let (part, made) = (words(indices), words(made));
        let text = format!("PSV0: the semantic indices of element {index} are {part}, the program says {made}");
        found.push((Demand::PartContent, text));
    }
    let made = text_at(ours.0.strings, field(ours.1, 0, 4) as usize).unwrap_or_default();
    let is_system = field(ours.1, 11, 1) != 0;
    if !is_system && made != name {
        let (part, made) = (String::from_utf8_lossy(name), String::from_utf8_lossy(made));
        let text = format!("PSV0: the name of element {index} is `{part}`, the program says `{made}`");
        found.push((Demand::PartContent, text));
    }
}

/// Which strings and indices are referred to.
struct Uses {
    strings: Vec<(usize, bool)>,
    indices: Vec<bool>,
}

impl Uses {
    fn new(strings: &[u8], indices: usize) -> Self {
        let mut starts = Vec::new();
        let mut start = 0;
        for (at, _) in strings.iter().enumerate().filter(|(_, byte)| **byte == 0) {
            starts.push((start, false));
            start = at + 1;
        }
        // Zeros that fill the last word begin no string.
        let padding = strings.iter().rev().take(3).take_while(|&&byte| byte == 0).count();
        let end = strings.len() - padding;
        starts.retain(|&(start, _)| start < end || start == 0);
        Self { strings: starts, indices: vec![false; indices] }
    }

    fn string<'s>(&mut self, strings: &'s [u8], at: usize) -> Option<&'s [u8]> {
        let used = self.strings.binary_search_by_key(&at, |row| row.0);
        if let Ok(index) = used {
            self.strings[index].1 = true;
        }
        text_at(strings, at).filter(|_| at < strings.len())
    }

    fn indices<'s>(&mut self, indices: &'s [u8], at: usize, count: usize) -> Option<&'s [u8]> {
        let end = at.checked_add(count)?;
        if indices.is_empty() {
            return None;
        }
        self.indices.get_mut(at..end)?.fill(true);
        indices.get(4 * at..4 * end)
    }

    fn unused(&self, found: &mut Found) {
        let strings =
            self.strings.iter().filter(|row| !row.1 && row.0 != 0).map(|row| format!("the string at {}", row.0));
        let indices =
            self.indices.iter().enumerate().filter(|row| !*row.1).map(|row| format!("semantic index {}", row.0));
        found.extend(strings.chain(indices).map(|what| (Demand::PartUnused, format!("PSV0: {what}"))));
    }
}
