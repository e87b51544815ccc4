//! Traces one thread, an instruction at a time.
//!
//! Input: what the decoder noted of each instruction of DXIL, if it was asked to: where its code lies and where its values are
//! ([`Origin`]). Output: a [`Step`] for each that the thread executes, in the order it does. A program that is decoded without
//! these notes, and waves that the thread is none of, run as if there were nothing here.

use std::fmt::Write as _;

use crate::dispatch::Context;
use crate::exec::Wave;
use crate::lanes::Mask;
use crate::machine::{Machine, ViewId};
use crate::number::{from_bits32, from_half};
use crate::program::{Inst, Program, Slot, Target};
use crate::report::Place;
use crate::value::{Num, Pointer, Space, signed};

/// A thread: its group, and its number in that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Thread {
    /// The group.
    pub group: [u32; 3],
    /// The thread in its group, counted in a row.
    pub number: u32,
}

/// An instruction that a thread executed.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The position in the source, if the container has it.
    pub place: Option<&'a Place>,
    /// The instruction with the values of its operands, and after ` = ` its result if it has one.
    pub text: &'a str,
    /// If it is no instruction, but what debug information says of a variable from here on: the variable, by its number among
    /// [`Program::variables`].
    pub record: Option<u32>,
}

/// The observer of the steps of a thread: whoever gives `false` has heard enough.
pub(crate) struct Tracer<'a> {
    pub thread: Thread,
    pub tell: &'a mut dyn FnMut(Step<'_>) -> bool,
}

/// The place of a value, and its parts.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub slot: Slot,
    pub nums: Vec<Num>,
}

/// When an instruction is reported: where control goes elsewhere, before it does; where there is a result, when it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Before,
    After,
}

/// An instruction of DXIL. Its code begins at `at`, or ends there if it is reported afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub at: Target,
    pub when: When,
    pub name: String,
    /// The operands; nothing of those that are undefined.
    pub args: Vec<Option<Seen>>,
    pub result: Option<Seen>,
}

impl Program {
    /// The origins of a position in the code.
    fn origins(&self, at: Target) -> &[Origin] {
        let first = self.origins.partition_point(|origin| origin.at < at);
        let count = self.origins[first..].partition_point(|origin| origin.at == at);
        &self.origins[first..][..count]
    }
}

impl Wave {
    /// Whether the thread that is looked at is one of these lanes.
    pub fn is_traced(&self, cx: &Context<'_>, mask: Mask) -> bool {
        cx.trace
            .as_ref()
            .is_some_and(|tracer| cx.group == tracer.thread.group && self.traced_lane(tracer, mask).is_some())
    }

    fn traced_lane(&self, tracer: &Tracer<'_>, mask: Mask) -> Option<usize> {
        let lane = tracer.thread.number.checked_sub(self.first_thread)? as usize;
        (lane < self.width && mask >> lane & 1 != 0).then_some(lane)
    }

    /// Reports what stands at a place in the code.
    pub fn tell(&self, cx: &mut Context<'_>, at: Target, mask: Mask, when: When) {
        let program = cx.program;
        // A phi has the place of the first instruction after it.
        let first = program.code[at as usize..].iter().take_while(|inst| matches!(inst, Inst::Note { .. })).count();
        let place = program.place(at + first as Target);
        for origin in program.origins(at).iter().filter(|origin| origin.when == when) {
            let Some(tracer) = &mut cx.trace else { return };
            let Some(lane) = self.traced_lane(tracer, mask) else { return };
            let mut text = origin.name.clone();
            for (at, arg) in origin.args.iter().enumerate() {
                text += if at == 0 { " " } else { ", " };
                text += &arg.as_ref().map_or("undef".to_owned(), |seen| self.shown(program, cx.machine, seen, lane));
            }
            if let Some(seen) = &origin.result {
                text += " = ";
                text += &self.shown(program, cx.machine, seen, lane);
            }
            if !(tracer.tell)(Step { place, text: &text, record: None }) {
                cx.trace = None;
            }
        }
    }

    /// Reports what is said of a variable.
    pub fn tell_record(&self, cx: &mut Context<'_>, at: Target, record: u32, mask: Mask) {
        let program = cx.program;
        let Some(tracer) = &mut cx.trace else { return };
        let Some(lane) = self.traced_lane(tracer, mask) else { return };
        let record = &program.records[record as usize];
        let variable = record.variable;
        let mut text = format!("variable {}", record.name);
        if record.bits[1] != u32::MAX {
            let [first, count] = record.bits;
            let _ = write!(text, "[{first}, {count}]");
        }
        text += if record.is_memory { " in " } else { " = " };
        let value = record.source.as_ref().map(|seen| self.shown(program, cx.machine, seen, lane));
        text += value.as_deref().unwrap_or("undef");
        if !(tracer.tell)(Step { place: program.place(at), text: &text, record: Some(variable) }) {
            cx.trace = None;
        }
    }

    /// A value in words.
    fn shown(&self, program: &Program, machine: &Machine, seen: &Seen, lane: usize) -> String {
        let part = |(at, &num)| shown(program, machine, num, self.get(seen.slot + at, lane));
        let parts: Vec<String> = (0..).zip(&seen.nums).map(part).collect();
        if let [one] = &parts[..] { one.clone() } else { format!("{{{}}}", parts.join(", ")) }
    }
}

fn shown(program: &Program, machine: &Machine, num: Num, bits: u64) -> String {
    match num {
        Num::I1 => (bits != 0).to_string(),
        Num::I8 | Num::I16 | Num::I32 | Num::I64 => signed(bits, num.bits()).to_string(),
        Num::F16 => format!("{:?}", from_half(bits)),
        Num::F32 => format!("{:?}", from_bits32(bits)),
        Num::F64 => format!("{:?}", f64::from_bits(bits)),
        Num::Pointer => {
            let Pointer { space, object, offset } = Pointer::unpack(bits);
            let (space, objects) = match space {
                Space::Local => ("local", &program.locals),
                Space::Constant => ("table", &program.tables_of_constants),
                Space::Shared => ("shared", &program.shared),
            };
            let start = objects.get(object as usize).map_or(0, |object| object.start);
            format!("{space} {object} byte {}", offset.wrapping_sub(start).cast_signed())
        }
        Num::Handle => {
            let view = (bits as u32).checked_sub(1).map(ViewId);
            view.map_or("nothing".to_owned(), |view| {
                machine.register_of(view).unwrap_or_else(|| format!("view {}", view.0))
            })
        }
    }
}
