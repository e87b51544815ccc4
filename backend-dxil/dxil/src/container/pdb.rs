//! Reads and writes files with debug information: a container in a program database, in the form that debuggers expect.
//!
//! The file is cut into blocks of one size. Block 0 says where the directory of streams is; blocks 1 and 2 are maps of free
//! blocks, of which there are none. Stream 1 identifies the file by the hash of the program, streams 2 to 4 are those that
//! every such file has, empty here, and stream 5 is the container. What is written here is read back by [`read`], which also
//! takes files with other block sizes and streams in any order.

use crate::container::{ContainerError, Reader};

const MAGIC: &[u8; 32] = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";
const BLOCK: usize = 512;
/// The blocks before the first that holds something: the superblock and the two maps.
const RESERVED: usize = 3;
/// The number of the stream with the container.
const CONTAINER: usize = 5;
/// The version of the stream that identifies the file.
const IDENTITY_VERSION: u32 = 20_000_404;
/// The length of a stream that is not there.
const ABSENT: usize = u32::MAX as usize;

/// The stream that identifies the file, with an empty table of named streams.
fn identity(hash: [u8; 16]) -> Vec<u8> {
    let mut out = Vec::new();
    let (signature, age) = (0u32, 1u32);
    out.extend([IDENTITY_VERSION, signature, age].map(u32::to_le_bytes).as_flattened());
    out.extend(hash);
    // No names; a table with room for one entry, none present, none deleted, and the entry.
    out.extend([0u32, 0, 1, 0, 0, 0, 0].map(u32::to_le_bytes).as_flattened());
    out
}

/// Puts a container into a file with debug information. `hash` is that of the program it belongs to.
pub fn write(container: &[u8], hash: [u8; 16]) -> Vec<u8> {
    let identity = identity(hash);
    let streams: [&[u8]; CONTAINER + 1] = [&[], &identity, &[], &[], &[], container];
    let blocks_of = |bytes: usize| bytes.div_ceil(BLOCK);
    let stream_blocks: usize = streams.iter().map(|stream| blocks_of(stream.len())).sum();
    let directory_bytes = 4 * (1 + streams.len() + stream_blocks);
    let directory_blocks = blocks_of(directory_bytes);
    let list_blocks = blocks_of(4 * directory_blocks);
    let directory_at = RESERVED + list_blocks;
    let mut next = directory_at + directory_blocks;
    let all = next + stream_blocks;

    let mut out = Vec::with_capacity(all * BLOCK);
    out.extend(MAGIC);
    let (free_map, unknown) = (1, 0);
    words(&mut out, [BLOCK, free_map, all, directory_bytes, unknown, RESERVED]);
    out.resize(RESERVED * BLOCK, 0);
    words(&mut out, directory_at..directory_at + directory_blocks);
    out.resize(directory_at * BLOCK, 0);
    words(&mut out, [streams.len()]);
    words(&mut out, streams.iter().map(|stream| stream.len()));
    for stream in streams {
        let blocks = blocks_of(stream.len());
        words(&mut out, next..next + blocks);
        next += blocks;
    }
    for stream in streams {
        out.resize(out.len().next_multiple_of(BLOCK), 0);
        out.extend(stream);
    }
    out.resize(out.len().next_multiple_of(BLOCK), 0);
    out
}

fn words(out: &mut Vec<u8>, words: impl IntoIterator<Item = usize>) {
    words.into_iter().for_each(|word| out.extend((word as u32).to_le_bytes()));
}

/// Whether these bytes are such a file.
pub fn is_pdb(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Takes the container out of a file with debug information. Needs no more memory than the file has bytes.
pub fn read(bytes: &[u8]) -> Result<Vec<u8>, ContainerError> {
    let mut head = Reader::new(None, bytes);
    if head.bytes(MAGIC.len())? != MAGIC {
        return Err(head.error_at(0, "this is no program database"));
    }
    let block_size = head.u32()? as usize;
    if !block_size.is_power_of_two() || !(BLOCK..=8 * BLOCK).contains(&block_size) {
        return Err(head.error_at(MAGIC.len(), "this is no size of a block"));
    }
    let (_free_map, _blocks) = (head.u32()?, head.u32()?);
    let directory_bytes = head.u32()? as usize;
    let _unknown = head.u32()?;
    let list_at = head.u32()? as usize;
    let file = File { bytes, block_size };
    let list_bytes = 4 * directory_bytes.min(bytes.len()).div_ceil(block_size);
    let list = file.gather(list_at..list_at + list_bytes.div_ceil(block_size), list_bytes)?;
    let directory = file.gather(numbers(&list), directory_bytes)?;
    file.stream(&directory, CONTAINER)
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word) as usize)
}

/// A file in blocks.
struct File<'a> {
    bytes: &'a [u8],
    block_size: usize,
}

impl File<'_> {
    /// The first `len` bytes of some blocks.
    fn gather(&self, blocks: impl IntoIterator<Item = usize>, len: usize) -> Result<Vec<u8>, ContainerError> {
        let fault = |what| ContainerError { part: None, offset: 0, what };
        if len > self.bytes.len() {
            return Err(fault("a stream of the file is longer than the file"));
        }
        let mut out = Vec::with_capacity(len);
        for block in blocks {
            let wanted = self.block_size.min(len - out.len());
            if wanted == 0 {
                break;
            }
            let start = block.saturating_mul(self.block_size);
            let found = self.bytes.get(start..start.saturating_add(wanted));
            out.extend(found.ok_or_else(|| fault("a block lies outside the file"))?);
        }
        if out.len() < len { Err(fault("a stream has too few blocks")) } else { Ok(out) }
    }

    fn stream(&self, directory: &[u8], wanted: usize) -> Result<Vec<u8>, ContainerError> {
        let fault = |what| ContainerError { part: None, offset: 0, what };
        let mut words = numbers(directory);
        let count = words.next().unwrap_or(0);
        let lens: Vec<usize> = words.by_ref().take(count).map(|len| if len == ABSENT { 0 } else { len }).collect();
        let Some(&len) = lens.get(wanted) else { return Err(fault("the file has no stream with a container")) };
        let before: usize = lens[..wanted].iter().map(|len| len.div_ceil(self.block_size)).sum();
        self.gather(words.skip(before), len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_comes_back() {
        for len in [0, 1, 511, 512, 513, 70_000, 300_000] {
            let container: Vec<u8> = (0..len).map(|at: u32| at as u8).collect();
            let file = write(&container, [7; 16]);
            assert!(is_pdb(&file) && file.len().is_multiple_of(BLOCK), "{len}");
            assert_eq!(read(&file), Ok(container), "{len}");
        }
    }

    #[test]
    fn lies_are_errors() {
        let file = write(&[1; 2000], [7; 16]);
        for at in 0..file.len().min(8 * BLOCK) {
            for value in [0, 0x7f, 0xff] {
                let mut damaged = file.clone();
                damaged[at] = value;
                // Whatever comes of it, it comes at once and is no longer than the file.
                assert!(read(&damaged).is_ok_and(|found| found.len() <= file.len()) || read(&damaged).is_err());
            }
            assert!(read(&file[..at]).is_err());
        }
    }
}
