//! Represents the dependences of outputs on inputs, and reads and writes their two stored forms.
//!
//! `dx.viewIdState` in the metadata counts scalars (components up to the highest used one), the tables of `PSV0` count
//! whole registers. Both hold the same bits. The number of a component is its register times four plus its column.

use hlslc_semantics::limits;

/// The number of geometry shader streams.
pub const STREAMS: usize = limits::GEOMETRY_STREAMS as usize;

/// A table of bits: for each row, a set of columns.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BitTable {
    rows: u32,
    columns: u32,
    words: Vec<u32>,
}

impl BitTable {
    /// A table without a bit set; one without rows or columns is the empty table.
    pub fn new(rows: u32, columns: u32) -> Self {
        if rows == 0 || columns == 0 {
            return Self::default();
        }
        let words = (rows as usize).saturating_mul(words_per_row(columns));
        Self { rows, columns, words: vec![0; words] }
    }

    /// A table with every bit set.
    pub fn full(rows: u32, columns: u32) -> Self {
        let mut table = Self::new(rows, columns);
        for row in 0..rows {
            for column in 0..columns {
                table.set(row, column);
            }
        }
        table
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Sets a bit; nothing happens outside the table.
    pub fn set(&mut self, row: u32, column: u32) {
        if row < self.rows && column < self.columns {
            let at = row as usize * words_per_row(self.columns) + (column / 32) as usize;
            self.words[at] |= 1 << (column % 32);
        }
    }

    /// Whether a bit is set.
    pub fn get(&self, row: u32, column: u32) -> bool {
        let at = row as usize * words_per_row(self.columns) + (column / 32) as usize;
        row < self.rows && column < self.columns && self.words[at] >> (column % 32) & 1 == 1
    }

    /// Whether no bit is set.
    pub fn is_clear(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The words, row after row.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// A table of stored words; their number must fit.
    pub fn from_words(rows: u32, columns: u32, words: &[u32]) -> Option<Self> {
        let expected = (rows as usize).checked_mul(words_per_row(columns))?;
        (words.len() == expected).then(|| Self { words: words.to_vec(), ..Self::new(rows, columns) })
    }

    /// The same bits in a table of another size.
    pub fn resized(&self, rows: u32, columns: u32) -> Self {
        let mut table = Self::new(rows, columns);
        for row in 0..rows.min(self.rows) {
            for column in 0..columns.min(self.columns) {
                if self.get(row, column) {
                    table.set(row, column);
                }
            }
        }
        table
    }
}

/// The words a row takes.
pub fn words_per_row(columns: u32) -> usize {
    columns.div_ceil(32) as usize
}

/// Sizes of signatures and the dependencies between their components.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Dependencies {
    /// The number of input components.
    pub inputs: u32,
    /// The number of output components, by stream; only the first stream outside geometry shaders.
    pub outputs: [u32; STREAMS],
    /// The number of patch-constant or primitive components.
    pub patch: u32,
    /// Outputs that depend on the view number, one row by stream; `None` if the shader does not read it.
    pub view_to_outputs: Option<[BitTable; STREAMS]>,
    /// Patch constants or primitives that depend on the view number; used only if the shader reads it.
    pub view_to_patch: BitTable,
    /// Outputs (columns) that depend on inputs (rows), by stream.
    pub inputs_to_outputs: [BitTable; STREAMS],
    /// Patch constants (columns) that depend on inputs (rows); hull shaders.
    pub inputs_to_patch: BitTable,
    /// Outputs (columns) that depend on patch constants (rows); domain shaders.
    pub patch_to_outputs: BitTable,
}

/// The layout of a stage's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of output streams.
    pub streams: usize,
    /// Whether there are patch constants or primitives after the outputs (hull and mesh shaders).
    pub writes_patch: bool,
    /// Whether patch constants are read (domain shaders).
    pub reads_patch: bool,
}

impl Dependencies {
    /// Signatures of these sizes, nothing depending on anything.
    pub fn new(inputs: u32, outputs: [u32; STREAMS], patch: u32, uses_view_id: bool) -> Self {
        Self {
            inputs,
            outputs,
            patch,
            view_to_outputs: uses_view_id.then(|| outputs.map(|count| BitTable::new(1, count))),
            view_to_patch: BitTable::new(1, if uses_view_id { patch } else { 0 }),
            inputs_to_outputs: outputs.map(|count| BitTable::new(inputs, count)),
            inputs_to_patch: BitTable::new(inputs, patch),
            patch_to_outputs: BitTable::new(patch, outputs[0]),
        }
    }

    /// The words of `dx.viewIdState`.
    pub fn to_words(&self, layout: Layout) -> Vec<u32> {
        let mut words = vec![self.inputs];
        for stream in 0..layout.streams {
            words.push(self.outputs[stream]);
            if let Some(view) = &self.view_to_outputs {
                words.extend(view[stream].words());
            }
            words.extend(self.inputs_to_outputs[stream].words());
        }
        if layout.writes_patch || layout.reads_patch {
            words.push(self.patch);
        }
        if layout.writes_patch {
            if self.view_to_outputs.is_some() {
                words.extend(self.view_to_patch.words());
            }
            words.extend(self.inputs_to_patch.words());
        }
        if layout.reads_patch {
            words.extend(self.patch_to_outputs.words());
        }
        words
    }

    /// The inverse of [`Self::to_words`]; `None` if the words are not of that form.
    pub fn from_words(words: &[u32], layout: Layout, uses_view_id: bool) -> Option<Self> {
        /// More components than any signature has.
        const LIMIT: u32 = 32 * 4;
        let mut rest = words;
        let mut take = |count: usize| -> Option<&[u32]> {
            let (head, tail) = rest.split_at_checked(count)?;
            rest = tail;
            Some(head)
        };
        let count = |word: &[u32]| word.first().copied().filter(|&count| count <= LIMIT);
        let mut state = Self { inputs: count(take(1)?)?, ..Self::default() };
        let mut view = <[BitTable; STREAMS]>::default();
        let table = |rows: u32, columns: u32, words: &[u32]| BitTable::from_words(rows, columns, words);
        for (stream, view) in view.iter_mut().enumerate().take(layout.streams) {
            let outputs = count(take(1)?)?;
            state.outputs[stream] = outputs;
            let width = words_per_row(outputs);
            if uses_view_id {
                *view = table(1, outputs, take(width)?)?;
            }
            state.inputs_to_outputs[stream] = table(state.inputs, outputs, take(state.inputs as usize * width)?)?;
        }
        state.view_to_outputs = uses_view_id.then_some(view);
        if layout.writes_patch || layout.reads_patch {
            state.patch = count(take(1)?)?;
        }
        if layout.writes_patch {
            let width = words_per_row(state.patch);
            if uses_view_id {
                state.view_to_patch = table(1, state.patch, take(width)?)?;
            }
            state.inputs_to_patch = table(state.inputs, state.patch, take(state.inputs as usize * width)?)?;
        }
        if layout.reads_patch {
            let width = words_per_row(state.outputs[0]);
            state.patch_to_outputs = table(state.patch, state.outputs[0], take(state.patch as usize * width)?)?;
        }
        rest.is_empty().then_some(state)
    }
}
