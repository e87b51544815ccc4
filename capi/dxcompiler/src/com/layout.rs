//! Detects which of the two table layouts this process uses.
//!
//! Since DXC 1.8 a table has `QueryInterface`, `AddRef` and `Release`, then the methods of the interface. Up to 1.7, on systems other
//! than Windows, `IUnknown` had a virtual destructor, which takes two slots after `Release`. Clients are compiled for one of them, and
//! nothing in a call says for which.

use std::sync::OnceLock;

/// The slots at the start of every table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// That of DXC 1.8 and later, and of every DXC on Windows.
    Today,
    /// That of DXC up to 1.7, not on Windows.
    Former,
}

/// Names the layout: `former` or `1.7` for the one of DXC up to 1.7, anything else for today's.
const VARIABLE: &str = "HLSLC_DXC_LAYOUT";

/// How the file of a DXC up to 1.7 is called. Under a name with this end, which may be a link, the library has the layout of those.
const FORMER_NAME: &str = ".so.3.7";

/// The layout of all objects of this process. It is decided at the first object, as objects of both kinds cannot call each other.
pub fn layout() -> Layout {
    static LAYOUT: OnceLock<Layout> = OnceLock::new();
    *LAYOUT.get_or_init(|| match std::env::var(VARIABLE) {
        Ok(name) => named(&name),
        Err(_) if super::memory::file_of_library().is_some_and(|name| name.ends_with(FORMER_NAME)) => Layout::Former,
        Err(_) => Layout::Today,
    })
}

fn named(name: &str) -> Layout {
    match name {
        "former" | "1.7" if cfg!(not(windows)) => Layout::Former,
        _ => Layout::Today,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_former_layout_is_had_by_its_name_alone() {
        for name in ["former", "1.7"] {
            assert_eq!(named(name), if cfg!(windows) { Layout::Today } else { Layout::Former }, "{name}");
        }
        for name in ["today", "1.8", "", "FORMER"] {
            assert_eq!(named(name), Layout::Today, "{name}");
        }
    }
}
