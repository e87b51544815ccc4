//! Reads and writes the sources of a shader: its files and arguments, as containers and files with debug information
//! store them.
//!
//! There are three places. `SRCI` is a list of sections: names, contents (compressed), arguments in pairs. `PDBI` is
//! compressed runtime data with tables of its own for the same facts. The program with debug information names files and
//! arguments in its metadata. [`Sources::of`] takes the first of them that a container has. Compressed data states its
//! length; more than [`MOST_UNPACKED`] bytes for each compressed one are rejected before decompression.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use crate::bitcode;
use crate::container::program::Program;
use crate::container::{Container, ContainerError, FourCc, Reader};
use crate::metadata::MdId;
use crate::module::Module;

/// Bytes of text that a packed byte may stand for. Sources come to less than twenty.
pub const MOST_UNPACKED: usize = 200;

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SourceFile {
    /// The name under which it was included, or compiled.
    pub name: Vec<u8>,
    /// The text.
    pub content: Vec<u8>,
}

/// An option and its value.
pub type Pair = (Vec<u8>, Vec<u8>);

/// The options that a shader was compiled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// The name of each option, without a dash, and its value. Options without a value have an empty one, inputs an empty name.
    Pairs(Vec<Pair>),
    /// The words of the command line.
    Words(Vec<Vec<u8>>),
}

/// The sources that a shader was compiled from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// The files; the first is the one that was compiled.
    pub files: Vec<SourceFile>,
    /// The options.
    pub arguments: Arguments,
    /// The names of the libraries that were linked instead of compiling something.
    pub libraries: Vec<Vec<u8>>,
}

impl Default for Sources {
    fn default() -> Self {
        Self { files: Vec::new(), arguments: Arguments::Pairs(Vec::new()), libraries: Vec::new() }
    }
}

/// The types of sections of a `SRCI` part.
pub(super) mod section {
    pub const CONTENTS: u16 = 0;
    pub const NAMES: u16 = 1;
    pub const ARGUMENTS: u16 = 2;
}

/// The numbers of tables and pools of a `PDBI` part.
mod table {
    pub const STRINGS: u32 = 1;
    pub const LISTS: u32 = 2;
    pub const BYTES: u32 = 5;
    pub const INFO: u32 = 0x1_0001;
    pub const SOURCES: u32 = 0x1_0002;
    pub const LIBRARIES: u32 = 0x1_0003;
}

impl Sources {
    /// The sources in a container; `None` if it has none.
    pub fn of(container: &Container) -> Result<Option<Self>, ContainerError> {
        if let Some(part) = container.part(FourCc::PDBI) {
            return Self::read_pdbi(part).map(Some);
        }
        if let Some(part) = container.part(FourCc::SRCI) {
            return Self::read_srci(part).map(Some);
        }
        let Some(part) = container.part(FourCc::ILDB) else { return Ok(None) };
        let program = Program::read(FourCc::ILDB, part)?;
        let damaged = |_| ContainerError { part: Some(FourCc::ILDB), offset: 0, what: "the bitcode is damaged" };
        Ok(Self::of_module(&bitcode::read(&program.bitcode).map_err(damaged)?))
    }

    /// The sources in the metadata of a program with debug information; `None` if it has none.
    pub fn of_module(module: &Module) -> Option<Self> {
        let strings = |node: MdId| {
            let operands = module.metadata.operands(node).unwrap_or_default();
            let text = |id: &Option<MdId>| module.metadata.as_string((*id)?).map(|text| text.as_bytes().to_vec());
            operands.iter().filter_map(text).collect::<Vec<_>>()
        };
        let named = |name: &str| module.named_nodes(name).iter().map(|&node| strings(node)).collect::<Vec<_>>();
        let mut files: Vec<SourceFile> = named("dx.source.contents")
            .into_iter()
            .filter_map(|mut pair| {
                let content = pair.pop()?;
                Some(SourceFile { name: pair.pop()?, content })
            })
            .collect();
        if files.is_empty() {
            return None;
        }
        let main = named("dx.source.mainFileName").into_iter().flatten().next();
        if let Some(place) = files.iter().position(|file| Some(&file.name) == main.as_ref()) {
            files[..=place].rotate_right(1);
        }
        let words = named("dx.source.args").into_iter().flatten().collect();
        Some(Self { files, arguments: Arguments::Words(words), libraries: Vec::new() })
    }

    /// Reads a `SRCI` part.
    pub fn read_srci(data: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(FourCc::SRCI), data);
        let (_size, _flags, count) = (reader.u32()?, reader.u16()?, reader.u16()?);
        let (mut names, mut contents, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..count {
            let start = reader.offset();
            let (size, _flags, kind) = (reader.u32()? as usize, reader.u16()?, reader.u16()?);
            let body =
                size.checked_sub(SECTION_HEADER).ok_or_else(|| reader.error_at(start, "a section is too short"))?;
            let mut body = Reader::new(Some(FourCc::SRCI), reader.bytes(body)?);
            let read = match kind {
                section::NAMES => read_names(&mut body).map(|found| names = found),
                section::CONTENTS => read_contents(&mut body).map(|found| contents = found),
                section::ARGUMENTS => read_pairs(&mut body).map(|found| pairs = found),
                _ => Ok(()),
            };
            read.map_err(|mut error| {
                error.offset += start + SECTION_HEADER;
                error
            })?;
        }
        if names.len() != contents.len() {
            return Err(reader.error_at(0, "there are not as many names of files as texts"));
        }
        let files = names.into_iter().zip(contents).map(|(name, content)| SourceFile { name, content }).collect();
        Ok(Self { files, arguments: Arguments::Pairs(pairs), libraries: Vec::new() })
    }

    /// Writes a `SRCI` part. Arguments that are words are left out: the part has pairs.
    pub fn write_srci(&self) -> Vec<u8> {
        let sections = [
            (section::NAMES, self.names()),
            (section::CONTENTS, self.contents()),
            (section::ARGUMENTS, self.argument_pairs()),
        ];
        let mut out = vec![0; SECTION_HEADER];
        out[6] = sections.len() as u8;
        for (kind, mut body) in sections {
            body.resize(body.len().next_multiple_of(4), 0);
            out.extend(((body.len() + SECTION_HEADER) as u32).to_le_bytes());
            out.extend([0, kind].map(u16::to_le_bytes).as_flattened());
            out.append(&mut body);
        }
        let size = (out.len() as u32).to_le_bytes();
        out[..4].copy_from_slice(&size);
        out
    }

    fn names(&self) -> Vec<u8> {
        let mut entries = Vec::new();
        for SourceFile { name, content } in &self.files {
            add_entry(&mut entries, &[name.len() + 1, content.len() + 1], name);
        }
        let mut out = [0, self.files.len() as u32].map(u32::to_le_bytes).as_flattened().to_vec();
        out.extend((entries.len() as u16).to_le_bytes());
        out.append(&mut entries);
        out
    }

    fn contents(&self) -> Vec<u8> {
        let mut entries = Vec::new();
        for SourceFile { content, .. } in &self.files {
            add_entry(&mut entries, &[content.len() + 1], content);
        }
        let packed = compress_to_vec_zlib(&entries, PACKING_LEVEL);
        // No size, no flags, zlib.
        let mut out = [0_u32, 1 << 16].map(u32::to_le_bytes).as_flattened().to_vec();
        let sizes = [packed.len(), entries.len(), self.files.len()].map(|size| (size as u32).to_le_bytes());
        out.extend(sizes.as_flattened());
        out.extend(packed);
        out
    }

    fn argument_pairs(&self) -> Vec<u8> {
        let pairs = if let Arguments::Pairs(pairs) = &self.arguments { pairs.as_slice() } else { &[] };
        let mut texts = Vec::new();
        for (name, value) in pairs {
            texts.extend([name.as_slice(), &[0], value, &[0]].concat());
        }
        let mut out = [0, texts.len() as u32, pairs.len() as u32].map(u32::to_le_bytes).as_flattened().to_vec();
        out.extend(texts);
        out
    }

    /// Reads a `PDBI` part.
    pub fn read_pdbi(data: &[u8]) -> Result<Self, ContainerError> {
        let unpacked = unpack_pdbi(data)?;
        let tables = Tables::read(&unpacked)?;
        let Some(info) = tables.records(table::INFO)?.into_iter().next() else { return Ok(Self::default()) };
        let record = |table: u32, fields: usize| {
            let records = tables.records(table)?;
            let damaged = fault("a record is not there");
            Ok::<_, ContainerError>(move |at: u32| match records.get(at as usize) {
                Some(record) if record.len() >= fields => Ok(record.clone()),
                _ => Err(damaged.clone()),
            })
        };
        let [sources, libraries, arguments] = *info.first_chunk().ok_or_else(|| fault("a record is too short"))?;
        let (source, library) = (record(table::SOURCES, 2)?, record(table::LIBRARIES, 1)?);
        let mut budget = unpacked.len().saturating_mul(4);
        let mut text = |at: u32| {
            let text = tables.text(at)?;
            // Lists may name a text again and again.
            budget = budget.checked_sub(text.len() + 1).ok_or_else(|| fault("texts are used more than once"))?;
            Ok::<_, ContainerError>(text.to_vec())
        };
        let mut found = Self::default();
        for &at in tables.list(sources)? {
            let record = source(at)?;
            found.files.push(SourceFile { name: text(record[0])?, content: text(record[1])? });
        }
        for &at in tables.list(libraries)? {
            found.libraries.push(text(library(at)?[0])?);
        }
        let words = tables.list(arguments)?.iter().map(|&at| text(at)).collect::<Result<Vec<_>, _>>()?;
        let pairs = words.as_chunks::<2>().0.iter().map(|[name, value]| (name.clone(), value.clone()));
        found.arguments = Arguments::Pairs(pairs.collect());
        Ok(found)
    }
}

/// The bytes of a section's header.
const SECTION_HEADER: usize = 8;

/// The level of compression of texts.
const PACKING_LEVEL: u8 = 6;

/// Adds an entry: its size, flags, some lengths, a text with its NUL, filled up to whole words.
fn add_entry(out: &mut Vec<u8>, lengths: &[usize], text: &[u8]) {
    let size = (4 * (2 + lengths.len()) + text.len() + 1).next_multiple_of(4);
    let end = out.len() + size;
    out.extend([size as u32, 0].map(u32::to_le_bytes).as_flattened());
    out.extend(lengths.iter().flat_map(|&length| (length as u32).to_le_bytes()));
    out.extend_from_slice(text);
    out.resize(end, 0);
}

/// Text up to a NUL, in a field of a known length that is filled up to whole words.
fn padded_text(reader: &mut Reader<'_>, length: usize) -> Result<Vec<u8>, ContainerError> {
    let text = reader.bytes(length)?;
    Ok(text.strip_suffix(&[0]).unwrap_or(text).to_vec())
}

/// The bytes of an entry, which says its own size; its fields before the text are `fields` words.
fn entry<'a>(reader: &mut Reader<'a>, fields: usize) -> Result<Reader<'a>, ContainerError> {
    let size = reader.u32()? as usize;
    let body = size.checked_sub(4).filter(|body| body / 4 >= fields);
    let body = body.ok_or_else(|| reader.error("an entry is too short"))?;
    Ok(Reader::new(Some(FourCc::SRCI), reader.bytes(body)?))
}

fn read_names(reader: &mut Reader<'_>) -> Result<Vec<Vec<u8>>, ContainerError> {
    let (_flags, count, _size) = (reader.u32()?, reader.u32()?, reader.u16()?);
    let mut names = Vec::new();
    for _ in 0..count {
        let mut entry = entry(reader, 3)?;
        let (_flags, length, _content) = (entry.u32()?, entry.u32()? as usize, entry.u32()?);
        names.push(padded_text(&mut entry, length)?);
    }
    Ok(names)
}

fn read_contents(reader: &mut Reader<'_>) -> Result<Vec<Vec<u8>>, ContainerError> {
    let (_size, _flags, packing) = (reader.u32()?, reader.u16()?, reader.u16()?);
    let (packed, unpacked, count) = (reader.u32()? as usize, reader.u32()? as usize, reader.u32()?);
    let bytes = unpack(reader, packing, packed, unpacked)?;
    let mut entries = Reader::new(Some(FourCc::SRCI), &bytes);
    let mut contents = Vec::new();
    for _ in 0..count {
        let mut entry = entry(&mut entries, 2)?;
        let (_flags, length) = (entry.u32()?, entry.u32()? as usize);
        contents.push(padded_text(&mut entry, length)?);
    }
    Ok(contents)
}

fn read_pairs(reader: &mut Reader<'_>) -> Result<Vec<Pair>, ContainerError> {
    let (_flags, size, count) = (reader.u32()?, reader.u32()? as usize, reader.u32()?);
    let mut texts = Reader::new(Some(FourCc::SRCI), reader.bytes(size)?);
    let mut text = || {
        let text = texts.text_at(texts.offset())?.to_vec();
        texts.bytes(text.len() + 1)?;
        Ok::<_, ContainerError>(text)
    };
    (0..count).map(|_| Ok((text()?, text()?))).collect()
}

/// Bytes that may be packed: 0 says that they are not, 1 that zlib did it.
fn unpack(reader: &mut Reader<'_>, packing: u16, packed: usize, unpacked: usize) -> Result<Vec<u8>, ContainerError> {
    let at = reader.offset();
    let bytes = reader.bytes(packed)?;
    match packing {
        0 => Ok(bytes.to_vec()),
        1 => {
            if unpacked > packed.saturating_mul(MOST_UNPACKED) {
                return Err(reader.error_at(at, "packed bytes would become too many"));
            }
            let found = decompress_to_vec_zlib_with_limit(bytes, unpacked).ok().filter(|found| found.len() == unpacked);
            found.ok_or_else(|| reader.error_at(at, "packed bytes are damaged"))
        }
        _ => Err(reader.error_at(at, "bytes are packed in a way that is not known")),
    }
}

/// The runtime data inside a `PDBI` part.
pub(super) fn unpack_pdbi(data: &[u8]) -> Result<Vec<u8>, ContainerError> {
    let mut reader = Reader::new(Some(FourCc::PDBI), data);
    if reader.u16()? != 0 {
        return Err(reader.error_at(0, "the version is not known"));
    }
    let (packing, packed, unpacked) = (reader.u16()?, reader.u32()? as usize, reader.u32()? as usize);
    unpack(&mut reader, packing, packed, unpacked)
}

fn fault(what: &'static str) -> ContainerError {
    ContainerError { part: Some(FourCc::PDBI), offset: 0, what }
}

/// The pools and tables of the runtime data in a `PDBI` part.
struct Tables<'a> {
    parts: Vec<(u32, &'a [u8])>,
    lists: Vec<u32>,
}

impl<'a> Tables<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(FourCc::PDBI), bytes);
        let (_version, count) = (reader.u32()?, reader.u32()?);
        let mut parts: Vec<(u32, &[u8])> = Vec::new();
        for _ in 0..count {
            let offset = reader.u32()? as usize;
            let mut part = Reader::new(Some(FourCc::PDBI), bytes);
            part.seek(offset)?;
            let (kind, size) = (part.u32()?, part.u32()? as usize);
            if parts.iter().any(|known| known.0 == kind) {
                return Err(part.error_at(offset, "there are two parts of one kind"));
            }
            // What is not known would only make the list long.
            let bytes = part.bytes(size)?;
            if [table::STRINGS, table::LISTS, table::BYTES].contains(&kind) || kind >= table::INFO {
                parts.push((kind, bytes));
            }
            if parts.len() > MOST_PARTS {
                return Err(part.error_at(offset, "there are more parts than there are kinds"));
            }
        }
        let lists = parts.iter().find(|part| part.0 == table::LISTS).map_or(&[][..], |part| part.1);
        let lists = lists.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        Ok(Self { parts, lists })
    }

    fn part(&self, kind: u32) -> &'a [u8] {
        self.parts.iter().find(|part| part.0 == kind).map_or(&[], |part| part.1)
    }

    /// The words of each record of a table.
    fn records(&self, kind: u32) -> Result<Vec<Vec<u32>>, ContainerError> {
        let part = self.part(kind);
        if part.is_empty() {
            return Ok(Vec::new());
        }
        let mut reader = Reader::new(Some(FourCc::PDBI), part);
        let (count, stride) = (reader.u32()? as usize, reader.u32()? as usize);
        if stride < 4 || count.saturating_mul(stride) > reader.left() {
            return Err(fault("a table has more records than there is room for"));
        }
        let words = |bytes: &[u8]| bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        (0..count).map(|_| Ok(words(reader.bytes(stride)?))).collect()
    }

    fn text(&self, at: u32) -> Result<&'a [u8], ContainerError> {
        Reader::new(Some(FourCc::PDBI), self.part(table::STRINGS)).text_at(at as usize)
    }

    /// A list; none for a reference to nothing.
    fn list(&self, at: u32) -> Result<&[u32], ContainerError> {
        if at == u32::MAX {
            return Ok(&[]);
        }
        let found = self.lists.get(at as usize..).and_then(<[u32]>::split_first);
        let found = found.and_then(|(&count, items)| items.get(..count as usize));
        found.ok_or_else(|| fault("a list is not there"))
    }
}

/// More kinds of parts than runtime data has.
const MOST_PARTS: usize = 64;
