//! Takes the tokens of a unit apart into items: what stands at the outermost level, and in namespaces.
//!
//! Input: tokens and the partners of their brackets. Output: [`Items`]: for each item its tokens, the names that it declares and those
//! that it mentions, and its sum. Names are as they are spelt, whatever namespace they stand in: overloads and namesakes are one.
//!
//! Where the kind of an item is in doubt it declares more names rather than fewer, and stays where it is ([`Kind::Fixed`]).

#![expect(clippy::wildcard_enum_match_arm, reason = "every other token and word says nothing about an item")]

use super::roles::{Role, Roles};
use super::sum::{Sum, Words};
use crate::ast::MatrixOrder;
use crate::brackets::{NO_PARTNER, OpenBody};
use crate::preprocess::Preprocessed;
use crate::token::{Token, TokenKind};
use hlslc_base::intern::{Interner, Symbol};
use std::ops::Range;

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A function, with or without a body.
    Function,
    /// A type, an alias, or a `static` variable that nothing but its name leads to.
    Named,
    /// What may matter though nothing mentions it: a resource, a constant buffer or one of its variables, whose registers and offsets
    /// follow from all of them; an item with a pragma in it; whatever is not understood.
    Fixed,
    /// What changes the meaning of names that follow: it is in the sum of each of them.
    Directive,
    /// The beginning or the end of a namespace, or an empty declaration.
    Frame,
}

/// An item of the outermost level.
#[derive(Debug)]
pub(super) struct Item {
    pub kind: Kind,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The end of its attributes.
    pub attributes: usize,
    /// The braces of a function, and what is between.
    pub body: Range<usize>,
    /// The sum of its tokens and of what is true of all that stands here.
    pub sum: Sum,
    /// The same without the body.
    pub head: Sum,
    /// The names that it declares, in the list of all.
    pub declares: Range<u32>,
    /// The names that it mentions, those of its body last.
    pub mentions: Range<u32>,
    /// The end of those that are not of its body.
    pub head_mentions: u32,
    /// The end of those that are of no method's body.
    pub outer_mentions: u32,
    /// The sum without the bodies of methods.
    pub outer: Sum,
    /// Its methods with bodies, in the list of all.
    pub methods: Range<u32>,
}

impl Item {
    pub fn has_body(&self) -> bool {
        !self.body.is_empty()
    }
}

/// The body of a method. Only what spells its name can call it.
#[derive(Debug)]
pub(super) struct Method {
    pub name: Symbol,
    pub sum: Sum,
    pub mentions: Range<u32>,
}

/// The items of a unit in their order.
#[derive(Debug, Default)]
pub(super) struct Items {
    pub all: Vec<Item>,
    pub methods: Vec<Method>,
    names: Vec<Symbol>,
}

impl Items {
    /// The items with brackets that lack their partners. A parenthesis in the body of a function whose braces are paired is missing there
    /// alone, and so is the brace of a body that ends where another function begins: that one shows it.
    pub fn broken(&self, tokens: &[Token], partner: &[u32], bodies: &[OpenBody]) -> Broken {
        use TokenKind::{LBrace, LBracket, LParen, RBrace, RBracket, RParen};
        let is_alone =
            |at: usize| matches!(partner.get(at), Some(&other) if other == NO_PARTNER || other as usize == at);
        let mut broken = Broken::none(self.all.len());
        for (number, item) in self.all.iter().enumerate() {
            let first = bodies.partition_point(|body| (body.open as usize) < item.tokens.start);
            let is_open = bodies.get(first).is_some_and(|body| item.body.start == body.open as usize);
            if is_open {
                broken.alone.extend([number, number + 1]);
            }
            let is_broken = item.tokens.clone().any(|at| match tokens[at].kind {
                LBrace | RBrace => is_alone(at) && !(is_open && item.body.contains(&at)),
                LParen | RParen | LBracket | RBracket => is_alone(at) && !item.body.contains(&at),
                _ => false,
            });
            if is_broken {
                broken.from = number;
                break;
            }
        }
        broken.alone.retain(|&at| at < self.all.len());
        broken
    }

    pub fn names(&self, range: &Range<u32>) -> &[Symbol] {
        &self.names[range.start as usize..range.end as usize]
    }
}

/// The items with mistakes in their brackets.
#[derive(Debug)]
pub(super) struct Broken {
    /// Those of which the mistake reaches no further.
    pub alone: Vec<usize>,
    /// The first of which it does: from there on what stands around an item decides what it is.
    pub from: usize,
}

impl Broken {
    /// None of this many items.
    pub fn none(items: usize) -> Self {
        Self { alone: Vec::new(), from: items }
    }
}

/// Goes through the tokens.
struct Splitter<'u> {
    unit: &'u Preprocessed,
    tokens: &'u [Token],
    partner: &'u [u32],
    interner: &'u Interner,
    roles: Roles<'u>,
    words: Words<'u>,
    items: Items,
    /// For each name the item or the body that mentioned it last.
    seen: Vec<u32>,
    /// The number of the last body of a method; items count from the other end.
    stamp: u32,
    /// The sum of the options, and of all that was said so far about what follows.
    lasting: Sum,
    /// The namespaces around.
    path: Vec<Sum>,
    pragma: usize,
    warning: usize,
}

/// The items of a unit. `options` is the sum of what is true of all of it.
pub(super) fn split(unit: &Preprocessed, options: Sum, partner: &[u32], interner: &Interner) -> Items {
    let splitter = Splitter {
        unit,
        tokens: &unit.tokens,
        partner,
        interner,
        roles: Roles::new(interner),
        words: Words::new(interner),
        items: Items::default(),
        seen: vec![u32::MAX; interner.len()],
        stamp: u32::MAX,
        lasting: options,
        path: Vec::new(),
        pragma: 0,
        warning: 0,
    };
    splitter.run()
}

/// An item, as far as it was read.
struct Found {
    kind: Kind,
    end: usize,
    attributes: usize,
    body: Range<usize>,
    declares: Declares,
    /// The names and the bodies of methods.
    methods: Vec<(usize, Range<usize>)>,
}

/// The names that an item declares.
enum Declares {
    None,
    /// The words at these positions.
    At(Vec<usize>),
    /// Every word outside of all brackets.
    Outside,
    /// The names before `;`, `,`, `=` and their like.
    Variables,
    /// The same, and the names before such marks between these braces.
    Members(Range<usize>),
    /// Every word.
    All,
}

impl Splitter<'_> {
    fn role(&self, at: usize) -> Role {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Word => self.roles.of(token.symbol),
            _ => Role::Other,
        }
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
    }

    /// The index after a token, or after the bracket that it opens.
    fn after(&self, at: usize) -> usize {
        let is_open = matches!(self.kind(at), TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace);
        let partner = self.partner.get(at).copied().filter(|&partner| is_open && partner != NO_PARTNER);
        partner.map_or(at, |partner| (partner as usize).max(at)) + 1
    }

    fn run(mut self) -> Items {
        let mut at = 0;
        while at < self.tokens.len() {
            self.pass_marks(at);
            let found = self.find(at);
            debug_assert!(found.end > at, "it goes on");
            self.add(at, found);
            at = self.items.all.last().map_or(at + 1, |item| item.tokens.end);
        }
        self.items
    }

    /// Adds the pragmas up to a token. Returns whether there were any.
    fn pass_marks(&mut self, at: usize) -> bool {
        let mut is_any = false;
        while let Some(pragma) = self.unit.pack_matrix.get(self.pragma).filter(|mark| mark.first as usize <= at) {
            self.lasting.add(0, Sum::new(10 + pragma_kind(pragma.order)));
            self.pragma += 1;
            is_any = true;
        }
        while let Some((_, text)) = self.unit.warnings.marks().get(self.warning).filter(|mark| mark.0 as usize <= at) {
            self.lasting.add(0, Sum::of(text));
            self.warning += 1;
            is_any = true;
        }
        is_any
    }

    fn add(&mut self, start: usize, mut found: Found) {
        let tokens = start..found.end;
        let (unit, pragma, warning) = (self.unit, self.pragma, self.warning);
        let is_inside = |first: usize| first < tokens.end;
        let is_marked = unit.pack_matrix.get(pragma).is_some_and(|mark| is_inside(mark.first as usize))
            || unit.warnings.marks().get(warning).is_some_and(|mark| is_inside(mark.0 as usize));
        if is_marked {
            // It stays as it is, wherever in it the pragma stands.
            (found.kind, found.body) = (Kind::Fixed, tokens.end..tokens.end);
            found.declares = Declares::All;
        }
        let mut sum = self.lasting;
        if let Some(path) = self.path.last() {
            sum.add(1, *path);
        }
        let number = self.items.all.len() as u32;
        let declares = self.declared(&tokens, &found);
        let is_number = found.kind == Kind::Named && self.is_alias_of_number(&tokens);
        for at in declares.clone() {
            self.roles.declare(self.items.names[at as usize], is_number);
        }
        let first = self.items.names.len() as u32;
        let head = if found.body.is_empty() { tokens.clone() } else { tokens.start..found.body.start };
        let methods = if is_marked { Vec::new() } else { std::mem::take(&mut found.methods) };
        let mut outer = sum;
        let mut at = head.start;
        for (name, body) in methods.iter().cloned().chain([(usize::MAX, head.end..head.end)]) {
            for at in at..body.start {
                self.words.add(&mut outer, &self.tokens[at]);
                if at != name {
                    self.mention(at, number);
                }
            }
            at = body.end;
        }
        let outer_mentions = self.items.names.len() as u32;
        let first_method = self.items.methods.len() as u32;
        for (name, body) in &methods {
            let first = self.items.names.len() as u32;
            // A name counts for each body.
            self.stamp -= 1;
            let mut sum = Sum::new(9);
            for at in body.clone() {
                self.words.add(&mut sum, &self.tokens[at]);
                self.mention(at, self.stamp);
            }
            let mentions = first..self.items.names.len() as u32;
            self.items.methods.push(Method { name: self.tokens[*name].symbol, sum, mentions });
        }
        let methods = first_method..self.items.methods.len() as u32;
        for token in &self.tokens[head.clone()] {
            self.words.add(&mut sum, token);
        }
        let (head_sum, head_mentions) = (sum, self.items.names.len() as u32);
        for at in head.end..tokens.end {
            self.words.add(&mut sum, &self.tokens[at]);
            self.mention(at, number);
        }
        if is_marked {
            for at in tokens.clone() {
                if self.pass_marks(at) {
                    sum.add(2, Sum::new((at - start) as u64));
                    sum.add(3, self.lasting);
                }
            }
        }
        match found.kind {
            Kind::Directive => {
                self.lasting.add(4, sum);
            }
            Kind::Frame if self.kind(found.end - 1) == TokenKind::LBrace => self.path.push(sum),
            Kind::Frame if self.kind(found.end - 1) == TokenKind::RBrace => _ = self.path.pop(),
            Kind::Frame | Kind::Function | Kind::Named | Kind::Fixed => {}
        }
        self.items.all.push(Item {
            kind: found.kind,
            attributes: found.attributes,
            body: found.body,
            sum,
            head: head_sum,
            declares,
            mentions: first..self.items.names.len() as u32,
            head_mentions,
            outer_mentions,
            outer,
            methods,
            tokens,
        });
    }

    /// Notes the name that a token may call something by.
    fn mention(&mut self, at: usize, stamp: u32) {
        if let Some(name) = mentioned_by(&self.tokens[at], self.interner)
            && std::mem::replace(&mut self.seen[name.index()], stamp) != stamp
        {
            self.items.names.push(name);
        }
    }

    /// Whether an item is `typedef float2 A;` or its like.
    fn is_alias_of_number(&self, tokens: &Range<usize>) -> bool {
        // Before the name and the semicolon.
        let mut of = tokens.start + 1..tokens.end.saturating_sub(2);
        let is_of_type = |at: usize| match self.kind(at) {
            TokenKind::Word => {
                let word = self.tokens[at].symbol;
                self.roles.calls_nothing(word) || matches!(self.interner.text(word), "vector" | "matrix")
            }
            TokenKind::Less | TokenKind::Greater | TokenKind::Comma | TokenKind::Number => true,
            _ => false,
        };
        self.role(tokens.start) == Role::Typedef && !of.is_empty() && of.all(is_of_type)
    }

    /// Lists the names that an item declares.
    fn declared(&mut self, tokens: &Range<usize>, found: &Found) -> Range<u32> {
        let first = self.items.names.len() as u32;
        let all = self.tokens;
        match &found.declares {
            Declares::None => {}
            Declares::At(list) => self.items.names.extend(list.iter().map(|&at| all[at].symbol)),
            Declares::All => {
                let words: Vec<Symbol> =
                    tokens.clone().filter(|&at| self.may_be_name(at)).map(|at| all[at].symbol).collect();
                self.items.names.extend(words);
            }
            Declares::Outside | Declares::Variables => {
                self.declared_in(tokens.clone(), matches!(found.declares, Declares::Outside));
            }
            Declares::Members(braces) => {
                self.declared_in(tokens.start..braces.start, true);
                self.declared_in(braces.start + 1..braces.end, false);
            }
        }
        first..self.items.names.len() as u32
    }

    fn declared_in(&mut self, tokens: Range<usize>, takes_all: bool) {
        let mut at = tokens.start;
        while at < tokens.end {
            if self.may_be_name(at) && (takes_all || self.is_declarator(at, &tokens)) {
                self.items.names.push(self.tokens[at].symbol);
            }
            let is_value = self.kind(at) == TokenKind::Equal && !takes_all;
            at = self.after(at);
            // An initial value declares nothing; the next variable may follow.
            while is_value && at < tokens.end && !matches!(self.kind(at), TokenKind::Comma | TokenKind::Semi) {
                at = self.after(at);
            }
        }
    }

    /// Whether there is a word that an item may declare.
    fn may_be_name(&self, at: usize) -> bool {
        let is_followed =
            matches!(self.kind(at + 1), TokenKind::Semi | TokenKind::Equal | TokenKind::LBracket | TokenKind::Colon);
        match self.role(at) {
            Role::Numbers => is_followed,
            Role::Other => self.kind(at) == TokenKind::Word,
            _ => false,
        }
    }

    /// Whether the word at a position is the name of a variable that is declared, or could be.
    fn is_declarator(&self, at: usize, tokens: &Range<usize>) -> bool {
        match self.kind(at + 1) {
            TokenKind::Word | TokenKind::ColonColon | TokenKind::Greater | TokenKind::Shr => false,
            // `float x < … >`, but not `StructuredBuffer<…>`.
            TokenKind::Less => at > tokens.start && matches!(self.kind(at - 1), TokenKind::Word | TokenKind::Greater),
            _ => true,
        }
    }

    /// Finds the end of the item that starts at a token, and what it is.
    fn find(&self, start: usize) -> Found {
        let frame = |end| Found {
            kind: Kind::Frame,
            end,
            attributes: start,
            body: end..end,
            declares: Declares::None,
            methods: Vec::new(),
        };
        match self.kind(start) {
            TokenKind::Semi | TokenKind::RBrace | TokenKind::Eof => return frame(start + 1),
            _ => {}
        }
        let mut at = start;
        while self.kind(at) == TokenKind::LBracket {
            at = self.after(at);
        }
        let attributes = at;
        match self.role(at) {
            Role::Namespace => {
                let open = (at..self.tokens.len())
                    .find(|&at| !matches!(self.kind(at), TokenKind::Word | TokenKind::ColonColon));
                if let Some(open) = open.filter(|&open| self.kind(open) == TokenKind::LBrace) {
                    return Found { declares: Declares::Outside, ..frame(open + 1) };
                }
                // An alias, as other declarations that change what names mean.
                return Found { kind: Kind::Directive, ..frame(self.statement_end(at)) };
            }
            Role::Using => {
                let end = self.statement_end(at);
                let is_alias = self.kind(at + 2) == TokenKind::Equal && self.kind(at + 1) == TokenKind::Word;
                let (kind, declares) = if is_alias {
                    (Kind::Named, Declares::At(vec![at + 1]))
                } else {
                    (Kind::Directive, Declares::None)
                };
                return Found { kind, declares, ..frame(end) };
            }
            _ => {}
        }
        let mut is_template = false;
        while self.role(at) == Role::Template {
            is_template = true;
            match self.after_angles(at + 1) {
                Some(after) => at = after,
                None => {
                    let end = self.statement_end(at);
                    return Found { kind: Kind::Fixed, declares: Declares::All, ..frame(end) };
                }
            }
        }
        Found { attributes, ..self.declaration(start, at, is_template) }
    }

    /// The end of what ends with a semicolon.
    fn statement_end(&self, mut at: usize) -> usize {
        while !matches!(self.kind(at), TokenKind::Semi | TokenKind::Eof | TokenKind::RBrace) {
            at = self.after(at);
        }
        // What closes a namespace is not of it.
        (at + usize::from(self.kind(at) == TokenKind::Semi)).min(self.tokens.len())
    }

    /// The index after `<…>`.
    fn after_angles(&self, mut at: usize) -> Option<usize> {
        let mut depth = 0i32;
        loop {
            match self.kind(at) {
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::Shr => depth -= 2,
                TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Eof => return None,
                _ if depth == 0 => return None,
                _ => {}
            }
            at = self.after(at);
            if depth <= 0 {
                return (depth == 0).then_some(at);
            }
        }
    }

    /// A declaration whose template parameters and attributes were passed.
    fn declaration(&self, start: usize, first: usize, is_template: bool) -> Found {
        let mut name = None;
        let (mut has_parameters, mut is_initialized, mut is_odd, mut is_static, mut is_shared) =
            (false, false, false, false, false);
        // The word `struct` or its like, and the braces of what it defines.
        let mut keyword: Option<usize> = None;
        let mut braces: Option<Range<usize>> = None;
        let mut has_brackets = false;
        let mut buffer = None;
        let mut is_alias = false;
        let mut at = first;
        let (end, body) = loop {
            let next = self.after(at);
            match self.kind(at) {
                TokenKind::Eof | TokenKind::RBrace => break (at.max(start + 1), None),
                TokenKind::Semi => break (next, None),
                TokenKind::LParen if !has_parameters => {
                    has_parameters = true;
                    // In an initial value it calls something.
                    let before = at.checked_sub(1).filter(|_| !is_initialized);
                    name = before.filter(|&name| name >= first && self.kind(name) == TokenKind::Word);
                }
                TokenKind::LBracket => has_brackets = true,
                TokenKind::Equal => is_initialized = true,
                TokenKind::Colon if !has_parameters => has_parameters = true,
                TokenKind::LBrace => {
                    let is_function = name.is_some()
                        && keyword.is_none()
                        && !is_initialized
                        && !is_odd
                        && !is_alias
                        && buffer.is_none();
                    if is_function {
                        break (next, Some(at..next));
                    }
                    braces.get_or_insert(at..next);
                    if keyword.is_none() && !is_initialized && !is_alias {
                        break (next, None);
                    }
                }
                TokenKind::Word => match self.role(at) {
                    Role::Type | Role::Enum => {
                        keyword.get_or_insert(at);
                    }
                    Role::Typedef => is_alias = true,
                    Role::Static => is_static = true,
                    Role::Shared => is_shared = true,
                    Role::Buffer => buffer = Some(at),
                    Role::Odd | Role::Namespace | Role::Using | Role::Template => is_odd = true,
                    Role::Other | Role::Numbers | Role::Keyword => {}
                },
                _ => {}
            }
            at = next;
        };
        let found = |kind, body: Range<usize>, declares| Found {
            kind,
            end,
            attributes: first,
            body,
            declares,
            methods: Vec::new(),
        };
        let fixed = |declares| found(Kind::Fixed, end..end, declares);
        let tokens = start..end;
        let is_semicolon = self.kind(end - 1) == TokenKind::Semi;
        if is_odd {
            return fixed(Declares::All);
        }
        if let Some(buffer) = buffer {
            let is_flat =
                |braces: &Range<usize>| !(braces.start + 1..braces.end).any(|at| self.kind(at) == TokenKind::LBrace);
            return match braces.filter(is_flat) {
                Some(braces) if buffer == first => fixed(Declares::Members(braces)),
                _ => fixed(Declares::All),
            };
        }
        if is_alias {
            return match braces {
                Some(_) => fixed(Declares::All),
                None => found(Kind::Named, end..end, Declares::Variables),
            };
        }
        if let Some(body) = body {
            let name = name.unwrap_or(first);
            let names = self.qualified(name, first);
            let is_qualified = names.len() > 1;
            let declares = Declares::At(names);
            // Where a variable keeps its value from call to call it is one of the program.
            let is_fixed = has_brackets || self.has_calls_outside(&body);
            return match (is_fixed, is_template || is_qualified) {
                (true, _) => fixed(declares),
                // Whoever calls a template has its instance, body and all; a method is not declared outside of its type.
                (false, true) => found(Kind::Named, end..end, declares),
                (false, false) => found(Kind::Function, body, declares),
            };
        }
        if let Some(keyword) = keyword {
            let is_plain = keyword == first && is_semicolon && !self.has_calls_outside(&tokens);
            let mut name = keyword + 1;
            while self.kind(name) == TokenKind::LBracket || self.role(name) == Role::Type {
                name = self.after(name);
            }
            if self.kind(name) != TokenKind::Word {
                return fixed(Declares::All);
            }
            return match braces {
                // Its values are names by themselves.
                Some(braces) if is_plain && braces.end + 1 == end && self.role(keyword) == Role::Enum => {
                    found(Kind::Named, end..end, Declares::All)
                }
                Some(braces) if is_plain && braces.end + 1 == end && name < braces.start => {
                    let methods = if is_template { Vec::new() } else { self.methods(&braces) };
                    Found { methods, ..found(Kind::Named, end..end, Declares::At(vec![name])) }
                }
                None if is_plain && name + 2 == end => found(Kind::Named, end..end, Declares::At(vec![name])),
                _ => fixed(Declares::All),
            };
        }
        if let Some(name) = name.filter(|_| !is_initialized && is_semicolon && !has_brackets && !is_shared) {
            return found(Kind::Function, end..end, Declares::At(self.qualified(name, first)));
        }
        if is_static && !is_shared && is_semicolon && !is_template && !self.has_calls_outside(&tokens) {
            return found(Kind::Named, end..end, Declares::Variables);
        }
        fixed(match braces {
            Some(_) if !is_initialized => Declares::All,
            _ if name.is_some() => Declares::Outside,
            _ => Declares::Variables,
        })
    }

    /// The methods between the braces of a type that only their names can call: the positions of these, and the bodies.
    fn methods(&self, braces: &Range<usize>) -> Vec<(usize, Range<usize>)> {
        let mut methods = Vec::new();
        let mut name = None;
        let (mut has_parameters, mut is_odd) = (false, false);
        let mut at = braces.start + 1;
        while at + 1 < braces.end {
            let next = self.after(at);
            match self.kind(at) {
                TokenKind::Semi => (name, has_parameters, is_odd) = (None, false, false),
                TokenKind::LParen if !has_parameters => {
                    has_parameters = true;
                    let is_name = self.kind(at - 1) == TokenKind::Word && self.role(at - 1) == Role::Other;
                    name = (is_name && self.kind(at - 2) != TokenKind::ColonColon).then_some(at - 1);
                }
                TokenKind::LBrace => {
                    if let Some(name) = name.filter(|_| !is_odd) {
                        methods.push((name, at..next));
                        has_parameters = false;
                    }
                    name = None;
                }
                TokenKind::Equal | TokenKind::Colon | TokenKind::Tilde => is_odd = true,
                TokenKind::Word => {
                    is_odd |= !matches!(self.role(at), Role::Other | Role::Numbers | Role::Keyword | Role::Static);
                }
                _ => {}
            }
            at = next;
        }
        methods
    }

    /// The positions of a name and of those before it that qualify it.
    fn qualified(&self, name: usize, first: usize) -> Vec<usize> {
        let mut list = vec![name];
        let mut at = name;
        while at > first && self.kind(at - 1) == TokenKind::ColonColon {
            at -= 1;
            // The arguments of a template may stand between.
            let Some(before) = (first..at).rev().find(|&at| self.kind(at) == TokenKind::Word) else { break };
            list.extend((first..at).filter(|&at| self.kind(at) == TokenKind::Word));
            at = before;
        }
        list
    }

    /// Whether something static in a range is initialised by a call, whose effects nothing needs to mention; or whether something there is
    /// shared by a group.
    fn has_calls_outside(&self, range: &Range<usize>) -> bool {
        let mut is_static = false;
        range.clone().any(|at| {
            match self.kind(at) {
                TokenKind::Semi => is_static = false,
                TokenKind::LParen if is_static && at > range.start => {
                    let before = self.tokens[at - 1];
                    let calls = before.kind == TokenKind::Word && !self.roles.calls_nothing(before.symbol);
                    return calls || self.kind(at - 1) == TokenKind::Greater;
                }
                _ => match self.role(at) {
                    Role::Static => is_static = true,
                    Role::Shared => return true,
                    _ => {}
                },
            }
            false
        })
    }
}

fn pragma_kind(order: MatrixOrder) -> u64 {
    match order {
        MatrixOrder::RowMajor => 1,
        MatrixOrder::ColumnMajor => 2,
    }
}

/// The name that a token may call something by; attributes name functions in quotes.
fn mentioned_by(token: &Token, interner: &Interner) -> Option<Symbol> {
    match token.kind {
        TokenKind::Word => Some(token.symbol),
        TokenKind::Str => interner.get(interner.text(token.symbol).trim_matches('"')),
        _ => None,
    }
}
