//! Parses tokens to the tree; this is the only file that depends on LALRPOP.
//!
//! Input: the tokens of the preprocessor. Output: the tree, and a diagnostic for each error of syntax. Invariant: every error is
//! reported, and at most one for each statement.
//!
//! The parser is LR(1); errors are repaired by phrase-level recovery, and where that fails in panic mode (Aho, Lam, Sethi, Ullman,
//! §4.1.4). Brackets are balanced first, and words get their meaning. Most units are parsed in one go. If something is wrong with one, its
//! terminals are cut into items, each parsed by itself, so that no error reaches another item. If an item does not parse, the first error is reported and repaired:
//! a missing `;` is put in, else the statement or member that holds the error is replaced by one that says
//! `error`; then the item is parsed again. So each run reports one error for each wrong statement.

use crate::ast::{Ast, DeclId, Modifier};
use crate::brackets::{self, Balanced};
use crate::builder::{At, Builder, Many, Put};
use crate::classify::{Classified, Container, classify};
use crate::errors;
use crate::expected::{self, Found};
use crate::items::{ItemRange, cut_item, starts_record, starts_statement};
use crate::preprocess::Preprocessed;
use crate::steps::{
    Step, begins_part_of_for, behind_prefixes, closes_type, expression_around, is_in_head_of_for, matching_opener,
    start_of_do, steps_of,
};
use crate::terminal::{PlacedTerminal, Terminal};
use crate::token::TokenKind;
use crate::words::Keyword;
use hlslc_base::budget::Budgets;
use hlslc_base::intern::Interner;
use hlslc_base::{Diagnostic, Diagnostics, Recovered};
use lalrpop_util::ParseError;
use rustc_hash::FxHashSet;

#[rustfmt::skip]
#[path = "generated/hlsl.rs"]
#[expect(
    unused_imports,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::wildcard_enum_match_arm,
    reason = "made by `cargo xtask grammar`"
)]
mod grammar;

/// More errors than this in one item are not looked for.
const REPAIRS: usize = 100;

/// Parses what the preprocessor left. After an error the tree has gaps, which it marks.
pub fn parse(
    preprocessed: &Preprocessed,
    interner: &Interner,
    budgets: &Budgets,
    errors: &mut Diagnostics,
) -> Recovered<Ast> {
    let before = errors.error_count();
    let ast = parse_tree(preprocessed, interner, budgets, errors);
    errors.recovered(before, ast)
}

fn parse_tree(preprocessed: &Preprocessed, interner: &Interner, budgets: &Budgets, errors: &mut Diagnostics) -> Ast {
    let balanced = brackets::balance(&preprocessed.tokens, budgets.nesting, interner, errors);
    if balanced.too_deep {
        return Ast::default();
    }
    let classified =
        classify(&balanced.tokens, &balanced.partner, preprocessed.language, budgets.nesting, interner, errors);
    let builder = Builder::new(
        &classified.terminals,
        &classified.literals,
        &preprocessed.pack_matrix,
        &preprocessed.spellings,
        &classified.const_methods,
        interner,
        budgets.nesting,
    );
    let broken_before = errors.has_errors();
    let strays = balanced.strays.clone();
    let reported_at = FxHashSet::default();
    let mut parser = Parser {
        classified: &classified,
        balanced: &balanced,
        strays,
        reported_at,
        next: 0,
        interner,
        builder,
        errors,
    };
    let grammar = grammar::UnitParser::new();
    // Around a repaired bracket some things are left out.
    let is_whole = balanced.repairs.is_empty() && balanced.strays.is_empty();
    let mut start = if is_whole && parser.all(&grammar) { classified.terminals.len() } else { 0 };
    while start < classified.terminals.len() && parser.errors.error_count() < budgets.error_limit() {
        let item = cut_item(&classified.terminals, start);
        parser.item(&grammar, start, item);
        start = item.end.max(parser.next);
    }
    // Braces that close nothing, where nothing else explains them.
    parser.errors.extend(parser.strays.into_iter().map(|(_, diagnostic)| diagnostic));
    let mut ast = parser.builder.ast;
    ast.lost.extend(preprocessed.lost.iter().chain(&classified.reserved));
    ast.is_broken = broken_before || parser.errors.has_errors();
    ast
}

/// The generated parser's error for an unexpected step.
type Error = ParseError<At, Terminal, ()>;

struct Parser<'a, 'i> {
    classified: &'a Classified,
    balanced: &'a Balanced<'a>,
    /// Braces that close nothing, by token, until something else explains them.
    strays: Vec<(u32, Diagnostic)>,
    /// The starts of statements with a reported error.
    reported_at: FxHashSet<usize>,
    /// The terminal to go on with, if what is wrong reaches over more than its item.
    next: usize,
    interner: &'i Interner,
    builder: Builder<'i>,
    errors: &'a mut Diagnostics,
}

/// A failed attempt: where, and what would have gone on.
struct Failure {
    /// Index into the steps; their number at the end of the item.
    at: usize,
    expected: Vec<String>,
}

impl Parser<'_, '_> {
    /// Parses all items at once, if nothing is wrong with any of them.
    fn all(&mut self, grammar: &grammar::UnitParser) -> bool {
        let parsed = grammar.parse(&mut self.builder, steps_of(0, &self.classified.terminals));
        self.keep(parsed).is_ok()
    }

    /// Parses one item, repairing what is wrong with it.
    fn item(&mut self, grammar: &grammar::UnitParser, start: usize, item: ItemRange) {
        let terminals = &self.classified.terminals[start..item.end];
        let mut steps: Vec<Step> = steps_of(start, terminals).collect();
        if item.missing_semicolon {
            let after = item.end as At;
            steps.push((after, Terminal::Mark(TokenKind::Semi), after));
            let end = self.builder.span(after - 1, after).end();
            self.report(item, item.end, errors::missing(end, "`;`").suggest(end, ";", "add `;`"));
        }
        // The last repair and how far the parser came with it; if it comes no further, the repair is taken back.
        let mut trial: Option<(usize, Vec<Step>)> = None;
        let repairs = if self.cut_repaired(&mut steps) { REPAIRS } else { 0 };
        for _ in 0..repairs {
            let Err(failure) = self.attempt(grammar, &steps) else { return };
            // All is well up to here, but a `;` that was put in ends the item early: the rest is another one.
            if failure.expected.is_empty() && failure.at > 0 && self.attempt(grammar, &steps[..failure.at]).is_ok() {
                steps.drain(..failure.at);
                trial = None;
                continue;
            }
            let failed = trial.take().filter(|(until, _)| failure.at <= *until);
            let at = match failed {
                Some((until, before)) => {
                    // Reported already. The broken part goes as a whole.
                    steps = before;
                    until.min(steps.len())
                }
                None => {
                    if self.brace_is_missing(item, &steps, &failure) {
                        break;
                    }
                    self.report_failure(item, &steps, &failure);
                    let before = steps.clone();
                    if let Some(until) = self.try_small_repair(&mut steps, &failure) {
                        trial = Some((until, before));
                        continue;
                    }
                    failure.at.min(steps.len())
                }
            };
            if !self.cut_out(&mut steps, at) {
                break;
            }
        }
        // Give up on the item as a whole.
        self.lose(&steps);
        steps = vec![(start as At, Terminal::Error, item.end as At)];
        if self.attempt(grammar, &steps).is_err() {
            self.builder.errors.clear();
        }
    }

    /// Replaces the parts in which brackets were put in or left out: what is wrong with them was reported. False if one is the
    /// item as a whole.
    fn cut_repaired(&mut self, steps: &mut Vec<Step>) -> bool {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return true };
        let token = |at: At| self.classified.terminals.get(at as usize).map_or(u32::MAX, |t| t.token);
        let item = token(first.0)..=token(last.0);
        // A `}` is put in where the file ends: what is missing may be missing anywhere.
        let after = |at: u32| self.balanced.tokens.get(at as usize..).unwrap_or_default();
        let is_end = |at: u32| after(at).iter().all(|t| matches!(t.kind, TokenKind::RBrace | TokenKind::Eof));
        let repairs = self.balanced.repairs_in(item).iter().filter(|repair| !repair.brace);
        let tokens: Vec<u32> = repairs.map(|repair| repair.token).filter(|&at| !is_end(at)).collect();
        tokens.into_iter().all(|repaired| {
            let after = self.classified.terminals.partition_point(|t| t.token < repaired) as At;
            let at = steps.partition_point(|step| step.2 <= after);
            at >= steps.len() || matches!(steps[at].1, Terminal::Error | Terminal::ErrorExpr) || self.cut_out(steps, at)
        })
    }

    /// Reports the missing `{` of a function or a type, if that is what is wrong. All up to its `}`, which closes nothing then,
    /// is left out.
    fn brace_is_missing(&mut self, item: ItemRange, steps: &[Step], failure: &Failure) -> bool {
        let (Some(&(at, terminal, _)), Some(last)) = (steps.get(failure.at), failure.at.checked_sub(1)) else {
            return false;
        };
        let here = self.classified.terminals.get(at as usize).map_or(u32::MAX, |t| t.token);
        // `struct S struct S {`: the brace is there.
        let ahead = self.strays.partition_point(|stray| stray.0 <= here);
        let stray = self.strays.get(ahead).map(|stray| stray.0).filter(|_| !starts_record(terminal));
        let Some(diagnostic) = self.missing_brace(steps, failure, last, stray.is_some()) else { return false };
        self.report(item, at as usize, diagnostic);
        if let Some(stray) = stray {
            self.leave_out_until(stray, item.end);
        }
        true
    }

    /// The error for a missing brace after step `last`; `closes` if an unmatched one follows.
    fn missing_brace(&self, steps: &[Step], failure: &Failure, last: usize, closes: bool) -> Option<Diagnostic> {
        let &(at, terminal, end) = steps.get(failure.at)?;
        let starts_declaration = matches!(terminal, Terminal::Type(_) | Terminal::Modifier(_) | Terminal::Keyword(_))
            && !starts_statement(terminal);
        // `struct S`, and perhaps a type, which could have been the start of a name.
        let is_type = |i: usize| matches!(steps[i].1, Terminal::Ident(_) | Terminal::Type(_));
        let names_record = |&i: &usize| i > 0 && is_type(i) && starts_record(steps[i - 1].1);
        let record =
            [Some(last), last.checked_sub(1).filter(|_| is_type(last))].into_iter().flatten().find(names_record);
        let head = steps[record.unwrap_or(last)];
        let after = self.builder.span(head.0, head.2).end();
        if record.is_some_and(|name| name < last || starts_declaration) {
            return Some(errors::missing(after, if closes { "`{`" } else { "`;`" }));
        }
        let expects = |name: &str| failure.expected.iter().any(|e| expected::name(e) == name);
        let is_head = expects("{") && expects(";") && head.1 != Terminal::Mark(TokenKind::Semi);
        let missing = if starts_declaration {
            errors::missing(after, "`{`")
        } else {
            errors::missing(self.builder.span(at, end), "the body of the function")
        };
        (is_head && closes).then(|| missing.suggest(after, " {", "add `{`"))
    }

    /// Goes on after a brace that closes nothing, and after its `;`.
    fn leave_out_until(&mut self, stray: u32, from: usize) {
        self.strays.retain(|(token, _)| *token != stray);
        let terminals = &self.classified.terminals;
        let mut next = terminals.partition_point(|t| t.token < stray);
        next += usize::from(terminals.get(next).is_some_and(|t| t.terminal == Terminal::Mark(TokenKind::Semi)));
        let left_out = terminals.get(from..next).unwrap_or_default();
        let left_out: Vec<Step> = left_out.iter().map(|placed| (0, placed.terminal, 0)).collect();
        self.lose(&left_out);
        self.next = next;
    }

    /// Puts in a missing `;`, or replaces the expression around the failure. Returns up to where the parser must
    /// come for this to count as a repair.
    fn try_small_repair(&mut self, steps: &mut Vec<Step>, failure: &Failure) -> Option<usize> {
        let terminal = steps.get(failure.at).map_or(0, |step| step.0 as usize);
        if Self::is_const_of_method(steps, failure) {
            steps.remove(failure.at);
            return Some(failure.at);
        }
        if let Some(place) = self.missing_semicolon(steps, failure).filter(|_| !self.is_known(terminal)) {
            let at = steps.get(place).or(steps.last()).map_or(0, |s| s.0);
            steps.insert(place, (at, Terminal::Mark(TokenKind::Semi), at));
            return Some(failure.at);
        }
        if self.colon_is_missing(steps, failure) {
            let at = steps.get(failure.at).map_or(0, |s| s.0);
            steps.insert(failure.at, (at, Terminal::Mark(TokenKind::Colon), at));
            return Some(failure.at);
        }
        if let Some(comma) = self.comma_for_semicolon(steps, failure.at) {
            steps[comma].1 = Terminal::Mark(TokenKind::Semi);
            return Some(failure.at);
        }
        let (start, end) = expression_around(steps, failure.at)?;
        let lo = steps.get(start).map_or(0, |s| s.0);
        let hi = end.checked_sub(1).filter(|&e| e >= start).and_then(|e| steps.get(e)).map_or(lo, |s| s.2);
        let cut: Vec<Step> = steps.splice(start..end, [(lo, Terminal::ErrorExpr, hi)]).collect();
        self.lose(&cut);
        Some(start + 1)
    }

    /// Parses the steps; keeps the result only if all is well.
    fn attempt(&mut self, grammar: &grammar::UnitParser, steps: &[Step]) -> Result<(), Failure> {
        let parsed = grammar.parse(&mut self.builder, steps.iter().copied());
        self.keep(parsed).map_err(|error| {
            let (at, expected) = match error {
                ParseError::UnrecognizedToken { token, expected } => (token.0, expected),
                ParseError::ExtraToken { token } => (token.0, Vec::new()),
                ParseError::UnrecognizedEof { expected, .. } => (At::MAX, expected),
                ParseError::InvalidToken { location } => (location, Vec::new()),
                ParseError::User { error: () } => (At::MAX, Vec::new()),
            };
            let at = steps.iter().position(|s| s.0 == at && s.2 > s.0).unwrap_or(steps.len());
            Failure { at, expected }
        })
    }

    /// Keeps what came of an attempt, or forgets all of it.
    fn keep(&mut self, parsed: Result<Many<Put<DeclId>>, Error>) -> Result<(), Error> {
        let decls = parsed.inspect_err(|_| self.builder.forget_attempt())?;
        self.builder.take_items(decls);
        self.errors.extend(self.builder.errors.drain(..));
        Ok(())
    }

    /// Reports unless something was reported about this statement already. `at` is an index of terminals.
    fn report(&mut self, item: ItemRange, at: usize, diagnostic: Diagnostic) {
        let token = |i: usize| self.classified.terminals.get(i).map_or(u32::MAX, |t| t.token);
        let from = self.statement_start_of(at).max(item.start);
        let known = self.is_known(at);
        // A brace that closes nothing belongs to what is wrong before it.
        let (here, end) = (token(at), token(item.end));
        let is_explained = |at: u32| (here..=end).contains(&at);
        let explains = self.strays.iter().any(|stray| is_explained(stray.0));
        // Around a repaired bracket in the same statement, around a repaired brace in the same item, nothing is certain.
        let until = token(self.statement_end_of(from));
        let repaired = self.balanced.repairs_in(token(item.start.min(from))..=end.max(until)).iter().any(|r| {
            let first = token(if r.brace { item.start } else { from });
            (first..=here).contains(&r.token)
                || (!r.brace && (first..=until).contains(&r.token))
                || (r.brace && !explains && (first..=end).contains(&r.token))
        });
        // A `;` that is put in ends the statement: what follows on another line is another one.
        let ends = diagnostic.is(errors::code::missing) && self.begins_line(at as At);
        let is_new = if ends { !self.reported_at.contains(&from) } else { self.reported_at.insert(from) };
        if !known && !repaired && is_new {
            self.strays.retain(|stray| !is_explained(stray.0));
            self.errors.push(diagnostic);
        }
    }

    /// Notes the names in what is left out.
    fn lose(&mut self, steps: &[Step]) {
        let names = steps.iter().filter_map(|step| {
            if let Terminal::Ident(name) | Terminal::Type(name) = step.1 { Some(name) } else { None }
        });
        self.builder.ast.lost.extend(names);
        let functions = steps.windows(3).filter_map(|steps| match [steps[0].1, steps[1].1, steps[2].1] {
            [Terminal::Type(_) | Terminal::TemplateClose, Terminal::Ident(name), Terminal::Mark(TokenKind::LParen)] => {
                Some(name)
            }
            _ => None,
        });
        self.builder.ast.lost_functions.extend(functions);
    }

    /// Whether something was reported about the statement before the terminal, where words got their meaning.
    fn is_known(&self, at: usize) -> bool {
        let from = self.statement_start_of(at);
        let reported = &self.classified.reported;
        let first = reported.partition_point(|&r| (r as usize) < from);
        reported.get(first).is_some_and(|&r| r as usize <= at)
    }

    /// The approximate end of the statement that starts at a terminal.
    fn statement_end_of(&self, from: usize) -> usize {
        let mut depth = 0usize;
        let after = self.classified.terminals.get(from..).unwrap_or_default();
        let end = after.iter().position(|t| match t.terminal {
            Terminal::Mark(TokenKind::LParen | TokenKind::LBracket) => {
                depth += 1;
                false
            }
            Terminal::Mark(TokenKind::RParen | TokenKind::RBracket) => {
                depth = depth.saturating_sub(1);
                false
            }
            Terminal::Mark(TokenKind::Semi) => depth == 0,
            Terminal::Mark(TokenKind::LBrace | TokenKind::RBrace) => true,
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => false,
        });
        end.map_or(self.classified.terminals.len(), |i| from + i)
    }

    /// The approximate start of the statement that contains the terminal.
    fn statement_start_of(&self, at: usize) -> usize {
        let before = self.classified.terminals.get(..at).unwrap_or_default();
        let ends = |t: &PlacedTerminal| matches!(t.terminal, Terminal::Mark(TokenKind::Semi | TokenKind::LBrace));
        before.iter().rposition(ends).map_or(0, |i| i + 1)
    }

    fn report_failure(&mut self, item: ItemRange, steps: &[Step], failure: &Failure) {
        let terminals = &self.classified.terminals;
        let step = steps.get(failure.at);
        let before = |place: usize| place.checked_sub(1).and_then(|i| steps.get(i));
        let after = |step: Option<&Step>| step.map_or(hlslc_base::Span::NONE, |s| self.builder.span(s.0, s.2).end());
        let previous = before(failure.at);
        let end = after(previous);
        let at = step.map_or(item.end, |s| s.0 as usize);
        if Self::is_const_of_method(steps, failure) {
            let span = step.map_or(end, |step| self.builder.span(step.0, step.2));
            self.report(item, at, errors::const_method(span).suggest(span, "", "remove `const`"));
            return;
        }
        if let Some(place) = self.missing_semicolon(steps, failure) {
            let end = after(before(place));
            self.report(item, at, errors::missing(end, "`;`").suggest(end, ";", "add `;`"));
            return;
        }
        if self.colon_is_missing(steps, failure) {
            self.report(item, at, errors::missing(end, "`:`").suggest(end, ":", "add `:`"));
            return;
        }
        if let Some(comma) = self.comma_for_semicolon(steps, failure.at) {
            let comma = self.builder.span(steps[comma].0, steps[comma].2);
            self.report(
                item,
                at,
                errors::expected(comma, "`;`", "`,`").suggest(comma, ";", "another declaration follows"),
            );
            return;
        }
        let shown = |&(at, terminal, _): &Step| {
            let token = terminals.get(at as usize).and_then(|t| self.balanced.tokens.get(t.token as usize));
            let text = token.map_or("", |t| t.text(self.interner));
            Found { terminal: Some(terminal), text, span: self.builder.span(at, at + 1) }
        };
        let found = step.map_or(Found { terminal: None, text: "", span: end }, shown);
        if let Some(diagnostic) = self.of_cpp(steps, failure.at, previous.map(shown), found) {
            self.report(item, at, diagnostic);
            return;
        }
        let mut diagnostic = expected::diagnostic(&failure.expected, previous.map(shown), found);
        let expects_semicolon = failure.expected.iter().any(|e| expected::name(e) == ";");
        if expects_semicolon && failure.at < steps.len() && is_in_head_of_for(steps, failure.at) {
            diagnostic = diagnostic.note("the three parts of a `for` are separated by `;`");
        }
        self.report(item, at, diagnostic);
    }

    /// The error for a construct of C++ that HLSL does not have: constructors and destructors, and values in
    /// parentheses after a name.
    fn of_cpp(&self, steps: &[Step], at: usize, before: Option<Found<'_>>, found: Found<'_>) -> Option<Diagnostic> {
        let record = || {
            let (_, around) = self.start_of_part(steps, at).filter(|(_, around)| !around.statements)?;
            let brace = steps.iter().position(|step| step.0 == around.brace)?;
            let start = steps[..brace].iter().rposition(|step| starts_record(step.1))?;
            if let Terminal::Type(name) = steps.get(start + 1)?.1 { Some(self.interner.text(name)) } else { None }
        };
        match found.terminal? {
            Terminal::Mark(TokenKind::LBracket) => {
                let [
                    ..,
                    (_, Terminal::Mark(TokenKind::Colon), _),
                    (_, Terminal::Ident(name) | Terminal::Type(name), _),
                ] = steps.get(..at)?
                else {
                    return None;
                };
                let number = match (steps.get(at + 1)?, steps.get(at + 2)?) {
                    (&(literal, Terminal::Literal(_), _), (_, Terminal::Mark(TokenKind::RBracket), _)) => {
                        self.text_at(literal)?
                    }
                    _ => return None,
                };
                Some(errors::semantic_in_brackets(found.span, self.interner.text(*name), number))
            }
            Terminal::Mark(TokenKind::LParen) => {
                let before = before.filter(|before| matches!(before.terminal, Some(Terminal::Type(_))))?;
                let error = || errors::constructor(before.span, before.text);
                let help = "a function that returns one, or a list in braces, makes a value of it";
                (record()? == before.text).then(|| error().note(help))
            }
            Terminal::Mark(TokenKind::Tilde) => record().map(|_| errors::destructor(found.span)),
            Terminal::Literal(_) => {
                let open = before?;
                let is_paren = open.terminal == Some(Terminal::Mark(TokenKind::LParen));
                let [.., (_, Terminal::Type(_), _), (_, Terminal::Ident(name), _), _] = steps.get(..at)? else {
                    return None;
                };
                let name = self.interner.text(*name);
                let error = || errors::value_in_parentheses(open.span).note(format!("write `{name} = …`"));
                is_paren.then(error)
            }
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => None,
        }
    }

    /// The token of a terminal as it is written.
    fn text_at(&self, at: At) -> Option<&str> {
        let terminal = self.classified.terminals.get(at as usize)?;
        Some(self.balanced.tokens.get(terminal.token as usize)?.text(self.interner))
    }

    /// Whether the step that fails is the `const` of `float f() const`.
    fn is_const_of_method(steps: &[Step], failure: &Failure) -> bool {
        let expects = |name: &str| failure.expected.iter().any(|e| expected::name(e) == name);
        steps.get(failure.at).is_some_and(|step| step.1 == Terminal::Modifier(Modifier::Const))
            && failure.at.checked_sub(1).is_some_and(|before| steps[before].1 == Terminal::Mark(TokenKind::RParen))
            && expects("{")
            && expects(";")
    }

    /// Whether a `case` or `default` ends with its line before the failing step, without its `:`.
    fn colon_is_missing(&self, steps: &[Step], failure: &Failure) -> bool {
        let expects = failure.expected.iter().any(|e| expected::name(e) == ":");
        let is_next_line = || steps.get(failure.at).is_some_and(|step| self.begins_line(step.0));
        let label = |step: &&Step| matches!(step.1, Terminal::Keyword(Keyword::Case | Keyword::Default));
        let ends = |step: &&Step| {
            matches!(step.1, Terminal::Mark(TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Colon))
        };
        expects
            && is_next_line()
            && steps[..failure.at].iter().rev().take_while(|step| !ends(step)).any(|step| label(&step))
    }

    /// The comma at the end of a line after which another declaration starts, where the parser failed.
    fn comma_for_semicolon(&self, steps: &[Step], at: usize) -> Option<usize> {
        let starts = |i: &usize| {
            let goes_on = |t| {
                let ends = t == Terminal::Mark(TokenKind::RBrace);
                ends || matches!(t, Terminal::Type(_) | Terminal::Modifier(_) | Terminal::Keyword(_))
            };
            steps.get(*i).is_some_and(|step| goes_on(step.1) && self.begins_line(step.0))
        };
        let comma = [Some(at), at.checked_sub(1)].into_iter().flatten().find(starts)?.checked_sub(1)?;
        let mut depth = 0usize;
        for step in steps[..comma].iter().rev() {
            match step.1 {
                Terminal::Mark(TokenKind::RParen | TokenKind::RBracket) => depth += 1,
                Terminal::Mark(TokenKind::LParen | TokenKind::LBracket) => depth = depth.checked_sub(1)?,
                Terminal::Mark(TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace) if depth == 0 => break,
                Terminal::Mark(_)
                | Terminal::Keyword(_)
                | Terminal::Modifier(_)
                | Terminal::Type(_)
                | Terminal::Ident(_)
                | Terminal::Literal(_)
                | Terminal::Str(_)
                | Terminal::TemplateOpen
                | Terminal::TemplateClose
                | Terminal::WidthColon
                | Terminal::StateBlock
                | Terminal::EffectBlock
                | Terminal::Error
                | Terminal::ErrorExpr => {}
            }
        }
        (steps[comma].1 == Terminal::Mark(TokenKind::Comma)).then_some(comma)
    }

    /// Whether the token of a terminal is the first of its line.
    fn begins_line(&self, at: At) -> bool {
        let token = self.classified.terminals.get(at as usize).map(|t| t.token);
        token.and_then(|token| self.balanced.tokens.get(token as usize)).is_some_and(|token| token.line_start)
    }

    /// Before which step a `;` would go on, and is likely what was forgotten: the one that fails, or the one before it.
    fn missing_semicolon(&self, steps: &[Step], failure: &Failure) -> Option<usize> {
        let expects = |name: &str| failure.expected.iter().any(|e| expected::name(e) == name);
        let previous = failure.at.checked_sub(1)?;
        let starts_statement =
            |terminal| matches!(terminal, Terminal::Keyword(_) | Terminal::Type(_) | Terminal::Modifier(_));
        // `struct S { … } float x`: what could be the start of a path to a name is the type of the next declaration.
        if matches!(steps[previous].1, Terminal::Type(_))
            && previous.checked_sub(1).is_some_and(|at| closes_type(steps, at))
        {
            return Some(previous);
        }
        if !expects(";") {
            return None;
        }
        // `x = 2 [unroll] for (…)`: what could be an index is an attribute of the next statement or declaration.
        if steps[previous].1 == Terminal::Mark(TokenKind::RBracket)
            && steps.get(failure.at).is_some_and(|step| starts_statement(step.1))
            && let Some(open) = matching_opener(steps, previous).filter(|&open| self.begins_line(steps[open].0))
        {
            return Some(open);
        }
        let is_missing = match steps.get(failure.at) {
            // Where a name could follow it is the name that is missing, unless a type ends here.
            Some(step) if expects("identifier") => {
                closes_type(steps, previous) && (starts_statement(step.1) || self.begins_line(step.0))
            }
            None => !expects("identifier"),
            Some(&(_, Terminal::Mark(TokenKind::RBrace), _)) => true,
            Some(&(at, terminal, _)) => {
                starts_statement(terminal) || self.begins_line(at) || begins_part_of_for(steps, failure.at)
            }
        };
        is_missing.then_some(failure.at)
    }

    /// The container that a `{` opens, if it opens one.
    fn container(&self, step: &Step) -> Option<Container> {
        if step.1 != Terminal::Mark(TokenKind::LBrace) {
            return None;
        }
        let list = &self.classified.containers;
        list.binary_search_by_key(&step.0, |c| c.brace).ok().map(|i| list[i])
    }

    /// Replaces the statement or member around the step `at` by an error. False if there is none but the item.
    fn cut_out(&mut self, steps: &mut Vec<Step>, at: usize) -> bool {
        let Some((start, around)) = self.start_of_part(steps, at) else { return false };
        let start = start_of_do(steps, start).unwrap_or(start);
        let start = if around.statements { behind_prefixes(steps, start, at) } else { start };
        let end = self.end_of_part(steps, at, start, around.statements);
        let (Some(&(lo, first, _)), Some(&(_, _, hi))) = (steps.get(start), steps.get(end.wrapping_sub(1))) else {
            return false;
        };
        if start >= end || (end == start + 1 && first == Terminal::Error) {
            return false;
        }
        // What stands after `if (…)` may need it to be there: `else`, `break`.
        let head = match first {
            Terminal::Keyword(Keyword::If | Keyword::While | Keyword::Switch) => Some(first),
            Terminal::Keyword(Keyword::For) => Some(Terminal::Keyword(Keyword::While)),
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => None,
        };
        let goes_on = |terminal| steps.get(end).is_some_and(|step| step.1 == terminal);
        let has_block = goes_on(Terminal::Mark(TokenKind::LBrace));
        let has_else = first == Terminal::Keyword(Keyword::If) && goes_on(Terminal::Keyword(Keyword::Else));
        let cut: Vec<Step> = match head.filter(|_| (has_block || has_else) && hi > lo + 1) {
            Some(head) => {
                let (open, close) = (Terminal::Mark(TokenKind::LParen), Terminal::Mark(TokenKind::RParen));
                let head =
                    [(lo, head, lo + 1), (lo + 1, open, lo + 1), (lo + 1, Terminal::ErrorExpr, hi), (hi, close, hi)];
                let body = has_else.then_some((hi, Terminal::Error, hi));
                steps.splice(start..end, head.into_iter().chain(body)).collect()
            }
            None => steps.splice(start..end, [(lo, Terminal::Error, hi)]).collect(),
        };
        self.lose(&cut);
        true
    }

    /// The start of the part that contains step `at`, and its container.
    fn start_of_part(&self, steps: &[Step], at: usize) -> Option<(usize, Container)> {
        let mut depth = 0usize;
        let mut start = None;
        for i in (0..at).rev() {
            let step = &steps[i];
            match step.1 {
                Terminal::Mark(TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket) => {
                    let opener = matching_opener(steps, i);
                    let ends_part = step.1 == Terminal::Mark(TokenKind::RBrace)
                        && opener.is_some_and(|o| self.container(&steps[o]).is_some())
                        && !steps.get(i + 1).is_some_and(|s| s.1 == Terminal::Keyword(Keyword::Else));
                    if depth == 0 && start.is_none() && ends_part {
                        start = Some(i + 1);
                    }
                    depth += 1;
                }
                Terminal::Mark(TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket) => {
                    if depth > 0 {
                        depth -= 1;
                    } else if let Some(container) = self.container(step) {
                        return Some((start.unwrap_or(i + 1), container));
                    } else {
                        // Inside parentheses or a list of values: what ended in there does not count.
                        start = None;
                    }
                }
                Terminal::Mark(TokenKind::Semi) | Terminal::Error if depth == 0 && start.is_none() => {
                    start = Some(i + 1);
                }
                Terminal::Mark(_)
                | Terminal::Keyword(_)
                | Terminal::Modifier(_)
                | Terminal::Type(_)
                | Terminal::Ident(_)
                | Terminal::Literal(_)
                | Terminal::Str(_)
                | Terminal::TemplateOpen
                | Terminal::TemplateClose
                | Terminal::WidthColon
                | Terminal::StateBlock
                | Terminal::EffectBlock
                | Terminal::Error
                | Terminal::ErrorExpr => {}
            }
        }
        None
    }

    /// The end of the part that contains step `at`. Of a statement with a block, only the tokens before the block are
    /// cut.
    fn end_of_part(&self, steps: &[Step], at: usize, start: usize, statements: bool) -> usize {
        let mut open = steps[start..at].iter().fold(0usize, |open, step| match step.1 {
            Terminal::Mark(TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket) => open + 1,
            Terminal::Mark(TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket) => open.saturating_sub(1),
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => open,
        });
        for (i, step) in steps.iter().enumerate().skip(at) {
            match step.1 {
                Terminal::Mark(TokenKind::Semi) if open == 0 => return i + 1,
                Terminal::Mark(TokenKind::LBrace) if open == 0 && statements && i > start => {
                    if self.container(step).is_some_and(|c| c.statements) {
                        return i;
                    }
                    open += 1;
                }
                Terminal::Mark(TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket) => open += 1,
                Terminal::Mark(TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket) => {
                    if open == 0 {
                        return i;
                    }
                    open -= 1;
                    let is_body = step.1 == Terminal::Mark(TokenKind::RBrace)
                        && open == 0
                        && matching_opener(steps, i).is_some_and(|o| self.container(&steps[o]).is_some());
                    let goes_on = matches!(
                        steps.get(i + 1).map(|s| s.1),
                        Some(
                            Terminal::Mark(TokenKind::Semi | TokenKind::Comma)
                                | Terminal::Ident(_)
                                | Terminal::Keyword(Keyword::Else)
                        )
                    );
                    if is_body && (statements || !goes_on) {
                        return i + 1;
                    }
                }
                Terminal::Mark(_)
                | Terminal::Keyword(_)
                | Terminal::Modifier(_)
                | Terminal::Type(_)
                | Terminal::Ident(_)
                | Terminal::Literal(_)
                | Terminal::Str(_)
                | Terminal::TemplateOpen
                | Terminal::TemplateClose
                | Terminal::WidthColon
                | Terminal::StateBlock
                | Terminal::EffectBlock
                | Terminal::Error
                | Terminal::ErrorExpr => {}
            }
        }
        steps.len()
    }
}
