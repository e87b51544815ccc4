//! States where the methods of an interface start in an object's table of methods.
//!
//! On Windows and in DXC releases since 2023 they follow `IUnknown`'s three. In older releases for other systems
//! `IUnknown` has a virtual destructor, which takes two more slots. Calling a wrong slot would crash, so the layout
//! is found without calling anything: the table of a class with a single method of its own (`DxcAssembler`) holds
//! four functions in the one layout and six in the other, and what follows a table is never the address of a
//! function (the next table starts with an offset, which is no address of code).

use std::ffi::c_void;
use std::fs;
use std::ops::Range;

use super::object::Object;

/// The environment variable that states the layout, `plain` or `destructor`, where it cannot be detected.
const LAYOUT_VARIABLE: &str = "HLSLC_DXC_LAYOUT";

/// One of the two layouts of an object's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// `QueryInterface`, `AddRef`, `Release`, then the interface's methods.
    Plain,
    /// `QueryInterface`, `AddRef`, `Release`, two destructors, then the interface's methods.
    WithDestructor,
}

impl Layout {
    /// The slot of an interface's first own method.
    pub(super) fn first_own_slot(self) -> usize {
        match self {
            Self::Plain => 3,
            Self::WithDestructor => 5,
        }
    }

    /// The layout of the library that made an object whose class has one method beside `IUnknown`'s.
    pub(super) fn detect(one_method_object: &Object) -> Result<Self, String> {
        match std::env::var(LAYOUT_VARIABLE).as_deref() {
            Ok("plain") => return Ok(Self::Plain),
            Ok("destructor") => return Ok(Self::WithDestructor),
            Ok(other) => return Err(format!("{LAYOUT_VARIABLE} is `{other}`, not `plain` or `destructor`")),
            Err(_) => {}
        }
        if cfg!(windows) {
            return Ok(Self::Plain);
        }
        let maps = fs::read_to_string("/proc/self/maps")
            .map_err(|_| format!("cannot tell its object layout on this system: set {LAYOUT_VARIABLE}"))?;
        let functions = count_functions(one_method_object.vtable(), &MemoryMap::parse(&maps));
        [Self::Plain, Self::WithDestructor]
            .into_iter()
            .find(|layout| layout.first_own_slot() + 1 == functions)
            .ok_or_else(|| {
                format!("its objects have an unknown layout ({functions} methods where 4 or 6 were expected)")
            })
    }
}

/// How many entries from the start of a table are addresses of code.
fn count_functions(table: *const *const c_void, memory: &MemoryMap) -> usize {
    // One more than any table looked at here has, so that a miscount shows.
    const LIMIT: usize = 16;
    let is_function = |&slot: &usize| {
        let place = table.wrapping_add(slot);
        // SAFETY: the place is read only if it lies in memory that is mapped readable.
        memory.is_readable(place.addr()) && memory.is_code(unsafe { place.read() }.addr())
    };
    (0..LIMIT).take_while(is_function).count()
}

/// What this process has mapped.
struct MemoryMap {
    readable: Vec<Range<usize>>,
    executable: Vec<Range<usize>>,
}

impl MemoryMap {
    /// Reads the kernel's list: lines of `start-end permissions …`, addresses in hexadecimal.
    fn parse(maps: &str) -> Self {
        let mut map = Self { readable: Vec::new(), executable: Vec::new() };
        for line in maps.lines() {
            let mut words = line.split_ascii_whitespace();
            let bounds = words.next().and_then(|bounds| bounds.split_once('-'));
            let Some((Ok(start), Ok(end))) =
                bounds.map(|(start, end)| (usize::from_str_radix(start, 16), usize::from_str_radix(end, 16)))
            else {
                continue;
            };
            let permissions = words.next().unwrap_or_default();
            if permissions.contains('r') {
                map.readable.push(start..end);
            }
            if permissions.contains('x') {
                map.executable.push(start..end);
            }
        }
        map
    }

    fn is_readable(&self, address: usize) -> bool {
        self.readable.iter().any(|range| range.contains(&address))
    }

    fn is_code(&self, address: usize) -> bool {
        self.executable.iter().any(|range| range.contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn some_function() {}

    /// A table as it lies in a library: functions, then an offset.
    fn table(functions: usize) -> Vec<*const c_void> {
        let function = some_function as *const c_void;
        let mut table = vec![function; functions];
        table.push(std::ptr::null());
        table.push(function);
        table
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_functions_of_a_table_are_counted() {
        let maps = fs::read_to_string("/proc/self/maps").expect("Linux has it");
        let memory = MemoryMap::parse(&maps);
        assert_eq!(count_functions(table(4).as_ptr(), &memory), 4);
        assert_eq!(count_functions(table(6).as_ptr(), &memory), 6);
    }

    #[test]
    fn unmapped_memory_is_not_read() {
        let nothing = MemoryMap::parse("not a line\n\nzz-yy r-xp\n");
        assert_eq!(count_functions(std::ptr::without_provenance(8), &nothing), 0);
    }
}
