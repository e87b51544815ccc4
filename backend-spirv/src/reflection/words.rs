//! Splits a module into instructions: an opcode and operand words each. Nothing is looked at but what delimits them, so
//! instructions that nothing here knows do no harm.

use super::ReflectError;

/// The first word of a module.
const MAGIC: u32 = 0x0723_0203;
/// The words before the first instruction.
const HEADER: usize = 5;

/// An instruction.
#[derive(Clone, Copy)]
pub(super) struct Instruction<'w> {
    pub(super) opcode: u16,
    pub(super) operands: &'w [u32],
}

/// The words of a module, from bytes of either order.
pub(super) fn words(bytes: &[u8]) -> Result<Vec<u32>, ReflectError> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    let first = chunks.first().ok_or(ReflectError::NotSpirv)?;
    let words: Vec<u32> = match (u32::from_le_bytes(*first), u32::from_be_bytes(*first)) {
        (MAGIC, _) => chunks.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect(),
        (_, MAGIC) => chunks.iter().map(|chunk| u32::from_be_bytes(*chunk)).collect(),
        _ => return Err(ReflectError::NotSpirv),
    };
    if !rest.is_empty() || words.len() < HEADER {
        return Err(ReflectError::Truncated { word: words.len() });
    }
    Ok(words)
}

/// The instructions up to the first function, where all that is reflected stands.
pub(super) fn instructions(words: &[u32]) -> Result<Vec<Instruction<'_>>, ReflectError> {
    const FUNCTION: u16 = 54;
    let mut found = Vec::new();
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let (count, opcode) = ((first >> 16) as usize, first as u16);
        let operands = at.checked_add(count).and_then(|end| words.get(at + 1..end));
        let operands = operands.filter(|_| count > 0).ok_or(ReflectError::Truncated { word: at })?;
        if opcode == FUNCTION {
            break;
        }
        found.push(Instruction { opcode, operands });
        at += count;
    }
    Ok(found)
}

/// The bytes of a text that starts with the first of these words, without the zero that ends it, and the words after it.
pub(super) fn text(words: &[u32]) -> (Vec<u8>, &[u32]) {
    let mut bytes = Vec::new();
    for (at, word) in words.iter().enumerate() {
        for byte in word.to_le_bytes() {
            if byte == 0 {
                return (bytes, &words[at + 1..]);
            }
            bytes.push(byte);
        }
    }
    (bytes, &[])
}
