//! Lists a container part by part and field by field, with offsets.
//!
//! Input: the bytes of a container from any compiler. Output: text. [`PARTS`] has a row for every known kind of part: its
//! name, its meaning, and the function that lists it. Those functions read the bytes, not the typed forms of parts, so
//! damaged parts are listed up to the damage; an unknown part is listed as bytes. The text is bounded by the size of the
//! input, however often a part refers to the same bytes.

mod difference;
mod fields;
mod interface;
mod map;
mod pipeline;
mod programs;
mod root_signature;
mod runtime_data;
mod small;
mod sources;

use std::fmt::Write as _;

use super::{Container, ContainerError, Digest, FourCc, Part, pdb};
pub(crate) use difference::{Difference, difference};
pub use fields::Field;
use fields::Fields;
pub use map::{ContainerMap, PartMap, map};
pub use programs::BITCODE;

/// A kind of part.
pub struct PartKind {
    /// The name.
    pub name: FourCc,
    /// The title in listings.
    pub title: &'static str,
    /// Goes through the fields.
    list: fn(&mut Fields<'_>) -> Result<(), ContainerError>,
}

macro_rules! parts {
    ($($name:ident $title:literal $list:path;)*) => {
        /// The kinds of parts that are known.
        pub const PARTS: &[PartKind] = &[$(PartKind { name: FourCc::$name, title: $title, list: $list }),*];
    };
}

parts! {
    SFI0 "features" small::features;
    ISG1 "input signature" interface::input;
    OSG1 "output signature" interface::output;
    PSG1 "patch-constant or primitive signature" interface::patch;
    PSV0 "what the pipeline checks" pipeline::state;
    RTS0 "root signature" root_signature::list;
    RDAT "runtime data" runtime_data::list;
    VERS "version of the compiler" small::version;
    ILDB "program with debug information" programs::program;
    STAT "reflection" programs::program;
    ILDN "name of the debug file" small::debug_name;
    HASH "hash of the program" small::hash;
    DXIL "program" programs::program;
    SRCI "sources" sources::source_info;
    PDBI "how it was compiled" sources::pdb_info;
    PRIV "private data" small::private;
}

/// The title of a part, if its kind is known.
pub fn title(name: FourCc) -> Option<&'static str> {
    PARTS.iter().find(|kind| kind.name == name).map(|kind| kind.title)
}

/// A listing, and what was found to be damaged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The text.
    pub text: String,
    /// The first fault of each part that has one.
    pub faults: Vec<ContainerError>,
}

/// The parts of a container or of a file with debug information, with sizes and offsets.
pub fn overview(bytes: &[u8]) -> Result<String, ContainerError> {
    let opened = open(bytes)?;
    let mut out = head(&opened);
    for (part, offset) in opened.container.parts.iter().zip(&opened.offsets) {
        let what = title(part.name).unwrap_or("not known");
        let _ = writeln!(out, "  {:<4}  0x{offset:06x} {:>8} bytes  {what}", part.name, part.data.len());
    }
    Ok(out)
}

/// All fields of all parts, or of those with the given names.
pub fn fields(bytes: &[u8], only: &[FourCc]) -> Result<Listing, ContainerError> {
    let opened = open(bytes)?;
    let mut listing = Listing { text: head(&opened), faults: Vec::new() };
    for (part, offset) in opened.container.parts.iter().zip(&opened.offsets) {
        if !only.is_empty() && !only.contains(&part.name) {
            continue;
        }
        let what = title(part.name).unwrap_or("not known");
        let size = part.data.len();
        let _ = writeln!(listing.text, "\n{} at 0x{offset:06x}, {size} bytes: {what}", part.name);
        let (text, _, result) = list(part);
        listing.text.push_str(&text);
        if let Err(error) = result {
            let _ = writeln!(listing.text, "  !! {error}");
            listing.faults.push(error);
        }
    }
    Ok(listing)
}

/// The text of a part's fields, the fields, and the first fault.
fn list(part: &Part) -> (String, Vec<Field>, Result<(), ContainerError>) {
    let kind = PARTS.iter().find(|kind| kind.name == part.name);
    let mut fields = Fields::new(part.name, &part.data);
    let result = match kind {
        Some(kind) => (kind.list)(&mut fields),
        None => {
            fields.rest("bytes");
            Ok(())
        }
    };
    if result.is_ok() {
        fields.padding();
    }
    let (text, found) = fields.finish();
    (text, found, result)
}

/// A container with where its parts are.
struct Opened {
    container: Container,
    /// The offset of the bytes of each part in the container.
    offsets: Vec<usize>,
    size: usize,
    is_pdb: bool,
    digest: DigestKind,
}

/// The kind of the digest in the header.
enum DigestKind {
    Unsigned,
    Bypass,
    PreviewBypass,
    Right,
    Wrong,
}

fn open(bytes: &[u8]) -> Result<Opened, ContainerError> {
    let is_pdb = pdb::is_pdb(bytes);
    let inner = if is_pdb { pdb::read(bytes)? } else { Vec::new() };
    let bytes = if is_pdb { &inner } else { bytes };
    let container = Container::read(bytes)?;
    let offsets = Container::part_offsets(bytes)?;
    let digest = match container.digest.0 {
        zero if zero == [0; 16] => DigestKind::Unsigned,
        one if one == [1; 16] => DigestKind::Bypass,
        two if two == [2; 16] => DigestKind::PreviewBypass,
        stated if Container::digest_of(bytes) == Some(Digest(stated)) => DigestKind::Right,
        _ => DigestKind::Wrong,
    };
    Ok(Opened { container, offsets, size: bytes.len(), is_pdb, digest })
}

fn head(opened: &Opened) -> String {
    let kind = if opened.is_pdb { "file with debug information, holding a container" } else { "container" };
    let digest = match opened.digest {
        DigestKind::Unsigned => "not signed",
        DigestKind::Bypass => "signed to be run unchecked",
        DigestKind::PreviewBypass => "signed to be run unchecked, for what is not released",
        DigestKind::Right => "which is right",
        DigestKind::Wrong => "which is not that of the bytes",
    };
    let count = opened.container.parts.len();
    format!("{kind} of {} bytes, {count} parts, digest {}, {digest}\n", opened.size, opened.container.digest)
}
