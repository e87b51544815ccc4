//! Represents the memory of a lane and of a group: accesses through pointers, and reports of undefined ones.
//!
//! An access outside the variable that its pointer was made from reads an undefined value and writes nothing, and is reported.
//! Of group-shared memory is known, if asked for, which bytes were written, and which thread touched each since the last
//! barrier.

use dxil::inst::AtomicOp;

use crate::dispatch::Checks;
use crate::number::from_bits32;
use crate::program::{Object, Program};
use crate::report::FindingKind;
use crate::value::{Num, Pointer, Space, signed};

/// The state of a byte of group-shared memory.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    is_written: bool,
    /// When it was last touched, in barriers passed; what follows is of that time.
    epoch: u32,
    writer: u32,
    reader: u32,
    /// Whether several threads read it.
    many_readers: bool,
    /// Whether the write was atomic.
    is_atomic: bool,
}

const NOBODY: u32 = u32::MAX;

const UNTOUCHED: Shadow =
    Shadow { is_written: false, epoch: 0, writer: NOBODY, reader: NOBODY, many_readers: false, is_atomic: false };

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    Atomic,
}

/// Something undefined about an access.
pub(crate) type Fault = (FindingKind, String);

/// The memory of a group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    data: Vec<u8>,
    shadow: Vec<Shadow>,
    epoch: u32,
}

impl Shared {
    pub fn reset(&mut self, program: &Program, checks: Checks, fill: u8) {
        let size = program.shared_bytes as usize;
        self.data.clear();
        self.data.resize(size, fill);
        self.shadow.clear();
        if checks.races || checks.uninitialized {
            self.shadow.resize(size, UNTOUCHED);
        }
        self.epoch = 1;
    }

    /// Puts bytes there that count as written.
    pub fn give(&mut self, start: u32, bytes: &[u8]) {
        let place = start as usize..start as usize + bytes.len();
        if let Some(data) = self.data.get_mut(place.clone()) {
            data.copy_from_slice(bytes);
        }
        for shadow in self.shadow.get_mut(place).into_iter().flatten() {
            shadow.is_written = true;
        }
    }

    /// The bytes that a copy takes, about.
    pub fn size(&self) -> usize {
        self.data.len() + self.shadow.len() * size_of::<Shadow>()
    }

    /// Bytes of it.
    pub fn bytes(&self, at: usize, count: usize) -> Option<&[u8]> {
        self.data.get(at..at + count)
    }

    /// Whether bytes were written, as far as that is known.
    pub fn is_written(&self, at: usize, count: usize) -> bool {
        self.shadow.get(at..at + count).is_none_or(|bytes| bytes.iter().all(|byte| byte.is_written))
    }

    /// All threads came to a barrier.
    pub fn pass_barrier(&mut self) {
        self.epoch += 1;
    }

    fn touch(
        &mut self,
        program: &Program,
        pointer: Pointer,
        bytes: u32,
        access: Access,
        thread: u32,
        checks: Checks,
    ) -> Option<Fault> {
        let mut fault = None;
        let start = pointer.offset as usize;
        for shadow in self.shadow.get_mut(start..start + bytes as usize)? {
            if shadow.epoch != self.epoch {
                *shadow = Shadow { is_written: shadow.is_written, epoch: self.epoch, ..UNTOUCHED };
            }
            if checks.uninitialized && access != Access::Write && !shadow.is_written {
                fault = Some((FindingKind::UninitializedShared, String::new()));
            }
            let foreign_writer = shadow.writer != NOBODY && shadow.writer != thread;
            let foreign_reader = shadow.many_readers || (shadow.reader != NOBODY && shadow.reader != thread);
            let conflicts = match access {
                Access::Read => foreign_writer,
                Access::Write => foreign_writer || foreign_reader,
                Access::Atomic => (foreign_writer && !shadow.is_atomic) || foreign_reader,
            };
            if checks.races && conflicts {
                let other = if foreign_writer { shadow.writer } else { shadow.reader };
                fault = Some((FindingKind::Race, format!("with thread {other}")));
            }
            if access == Access::Read {
                shadow.many_readers |= shadow.reader != NOBODY && shadow.reader != thread;
                shadow.reader = thread;
            } else {
                shadow.writer = thread;
                shadow.is_atomic = access == Access::Atomic;
                shadow.is_written = true;
            }
        }
        fault.map(|(kind, detail)| (kind, with_name(program, pointer, detail)))
    }
}

fn with_name(program: &Program, pointer: Pointer, detail: String) -> String {
    let name = program.shared_names.get(pointer.object as usize).map_or("", String::as_str);
    let at = program.shared.get(pointer.object as usize).map_or(0, |object| pointer.offset.wrapping_sub(object.start));
    let place = format!("byte {at} of `{name}`");
    if detail.is_empty() { place } else { format!("{place}, {detail}") }
}

/// All memory that a lane reaches through pointers.
pub(crate) struct Reach<'a> {
    pub program: &'a Program,
    pub shared: &'a mut Shared,
    /// The variables of this lane, and which of their bytes were written if that is asked for.
    pub locals: &'a mut [u8],
    pub written: &'a mut [bool],
    pub thread: u32,
    pub checks: Checks,
    /// The value of reads outside of variables.
    pub undefined: u64,
    /// The furthest access past the end of a variable.
    pub beyond: &'a mut u32,
}

impl Reach<'_> {
    /// The pointer, if this many bytes there are of its object.
    fn checked(&mut self, bits: u64, offset: u32, bytes: u32) -> Result<Pointer, Fault> {
        let pointer = Pointer::unpack(bits);
        let pointer = Pointer { offset: pointer.offset.wrapping_add(offset), ..pointer };
        let objects: &[Object] = match pointer.space {
            Space::Local => &self.program.locals,
            Space::Constant => &self.program.tables_of_constants,
            Space::Shared => &self.program.shared,
        };
        let is_within = |object: &Object| {
            pointer
                .offset
                .checked_sub(object.start)
                .is_some_and(|at| at.checked_add(bytes).is_some_and(|end| end <= object.size))
        };
        match objects.get(pointer.object as usize) {
            Some(object) if is_within(object) => Ok(pointer),
            Some(object) => {
                let at = pointer.offset.wrapping_sub(object.start).cast_signed();
                let end = u32::try_from(at).ok().and_then(|at| at.checked_add(bytes));
                *self.beyond = (*self.beyond).max(end.map_or(u32::MAX, |end| end.saturating_sub(object.size)));
                Err((FindingKind::OutOfBounds, format!("byte {at} of a variable of {} bytes", object.size)))
            }
            None => Err((FindingKind::OutOfBounds, "a pointer to nothing".to_owned())),
        }
    }

    pub fn load(&mut self, bits: u64, offset: u32, num: Num) -> (u64, Option<Fault>) {
        let bytes = num.bytes();
        let pointer = match self.checked(bits, offset, bytes) {
            Ok(pointer) => pointer,
            Err(fault) => return (self.undefined & num.mask(), Some(fault)),
        };
        let at = pointer.offset as usize;
        match pointer.space {
            Space::Local => {
                let is_read_first =
                    self.checks.uninitialized && !self.written[at..at + bytes as usize].iter().all(|&written| written);
                let fault = is_read_first.then(|| (FindingKind::UninitializedLocal, String::new()));
                (read(self.locals, at, bytes), fault)
            }
            Space::Constant => (read(&self.program.constant_data, at, bytes), None),
            Space::Shared => {
                let fault = self.touch(pointer, bytes, Access::Read);
                (read(&self.shared.data, at, bytes), fault)
            }
        }
    }

    /// Reads memory for a thread that waits at a barrier until all threads have arrived: no race is possible, and uninitialised
    /// bytes may be read.
    pub fn peek(&mut self, bits: u64, offset: u32, num: Num) -> (u64, Option<Fault>) {
        let pointer = match self.checked(bits, offset, num.bytes()) {
            Ok(pointer) => pointer,
            Err(fault) => return (self.undefined & num.mask(), Some(fault)),
        };
        let data = match pointer.space {
            Space::Local => &*self.locals,
            Space::Constant => &self.program.constant_data,
            Space::Shared => &self.shared.data,
        };
        (read(data, pointer.offset as usize, num.bytes()), None)
    }

    pub fn store(&mut self, bits: u64, offset: u32, value: u64, num: Num) -> Option<Fault> {
        let bytes = num.bytes();
        let pointer = match self.checked(bits, offset, bytes) {
            Ok(pointer) => pointer,
            Err(fault) => return Some(fault),
        };
        let at = pointer.offset as usize;
        match pointer.space {
            Space::Local => {
                if self.checks.uninitialized {
                    self.written[at..at + bytes as usize].fill(true);
                }
                write(self.locals, at, bytes, value);
                None
            }
            Space::Constant => Some((FindingKind::OutOfBounds, "a write to constants".to_owned())),
            Space::Shared => {
                let fault = self.touch(pointer, bytes, Access::Write);
                write(&mut self.shared.data, at, bytes, value);
                fault
            }
        }
    }

    /// Changes memory by what it holds; gives what it held.
    pub fn modify(&mut self, bits: u64, num: Num, change: impl FnOnce(u64) -> u64) -> (u64, Option<Fault>) {
        let bytes = num.bytes();
        let pointer = match self.checked(bits, 0, bytes) {
            Ok(pointer) => pointer,
            Err(fault) => return (self.undefined & num.mask(), Some(fault)),
        };
        let at = pointer.offset as usize;
        let (data, fault) = match pointer.space {
            Space::Local => (&mut *self.locals, None),
            Space::Constant => return (0, Some((FindingKind::OutOfBounds, "a write to constants".to_owned()))),
            Space::Shared => {
                let fault = self.touch(pointer, bytes, Access::Atomic);
                (&mut self.shared.data[..], fault)
            }
        };
        let old = read(data, at, bytes);
        write(data, at, bytes, change(old));
        (old, fault)
    }

    fn touch(&mut self, pointer: Pointer, bytes: u32, access: Access) -> Option<Fault> {
        if self.shared.shadow.is_empty() {
            return None;
        }
        self.shared.touch(self.program, pointer, bytes, access, self.thread, self.checks)
    }
}

/// Reads `bytes` bytes as a number. They must be there.
pub(crate) fn read(data: &[u8], at: usize, bytes: u32) -> u64 {
    match bytes {
        4 => u64::from(u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]])),
        _ => {
            let mut number = [0; 8];
            number[..bytes as usize].copy_from_slice(&data[at..at + bytes as usize]);
            u64::from_le_bytes(number)
        }
    }
}

/// Writes the low bytes of a number. They must be there.
pub(crate) fn write(data: &mut [u8], at: usize, bytes: u32, value: u64) {
    data[at..at + bytes as usize].copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
}

/// The result of an atomic operation on the contents of memory and its operand.
pub(crate) fn combined(op: AtomicOp, old: u64, value: u64, num: Num) -> u64 {
    let (bits, mask) = (num.bits(), num.mask());
    let (a, b) = (signed(old, bits), signed(value, bits));
    let result = match op {
        AtomicOp::Xchg => value,
        AtomicOp::Add if num == Num::F32 => u64::from((from_bits32(old) + from_bits32(value)).to_bits()),
        AtomicOp::Add => old.wrapping_add(value),
        AtomicOp::Sub => old.wrapping_sub(value),
        AtomicOp::And => old & value,
        AtomicOp::Nand => !(old & value),
        AtomicOp::Or => old | value,
        AtomicOp::Xor => old ^ value,
        AtomicOp::Max => {
            if a < b {
                value
            } else {
                old
            }
        }
        AtomicOp::Min => {
            if b < a {
                value
            } else {
                old
            }
        }
        AtomicOp::UMax => old.max(value),
        AtomicOp::UMin => old.min(value),
    };
    result & mask
}
