//! Threads that the caller of the library lends to it: the library starts none, as it also runs on systems without threads.

/// A piece of work.
pub type Work<'a> = dyn FnMut() + Send + 'a;

/// A number of threads.
#[derive(Clone, Copy, Debug)]
pub enum ThreadCount {
    /// This many.
    Of(usize),
    /// As many as the function returns, which is called where there is enough work for several: a system may read files to find
    /// out how many processors it has, which takes longer than a small shader's share of some stages.
    Asked(fn() -> usize),
}

impl ThreadCount {
    /// The number, which is found now if it is not known.
    pub fn get(self) -> usize {
        match self {
            Self::Of(count) => count,
            Self::Asked(count) => count(),
        }
    }
}

/// Threads that are lent.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// The number of threads, including the calling one.
    pub count: ThreadCount,
    /// Does the first thing on the thread that asks, and each of the others once on another one meanwhile. What it leaves undone,
    /// as there is no thread to be had for it, is done by who asks. Comes back when all have ended.
    pub run: fn(&mut dyn FnMut(), &mut [&mut Work<'_>]),
}

impl Threads {
    /// Does one thing on another thread, if one can be had, while the other is done on this.
    pub fn beside<A: Send, B>(self, one: impl Fn() -> A + Sync, other: impl FnOnce() -> B) -> (A, B) {
        let (mut first, mut second, mut other) = (None, None, Some(other));
        let mut here = || second = other.take().map(|other| other());
        let mut there = || first = Some(one());
        (self.run)(&mut here, &mut [&mut there]);
        // What was left undone.
        let second = match (second, other) {
            (Some(second), _) => second,
            (None, Some(other)) => other(),
            (None, None) => unreachable!("who takes it leaves what it gave"),
        };
        (first.unwrap_or_else(one), second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_finds_no_thread_is_done_by_who_asks() {
        let nothing = Threads { count: ThreadCount::Of(2), run: |_, _| {} };
        let none = Threads { count: ThreadCount::Of(2), run: |here, _| here() };
        let all = Threads {
            count: ThreadCount::Of(2),
            run: |here, others| {
                here();
                for work in others {
                    work();
                }
            },
        };
        for threads in [nothing, none, all] {
            assert_eq!(threads.beside(|| 1 + 1, || "two"), (2, "two"));
        }
    }
}
