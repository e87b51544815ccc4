//! Registers are assigned as in DXC: programs with random resources, some with a register, some without, some unused, get
//! the same registers from both compilers, or are rejected by both.
//!
//! What stands by itself, `$Globals`, buffers of constants and texels, and structs of resources are mixed. Every element
//! has a size of its own where its kind has one, so that two resources cannot change places unseen. The resources of a
//! struct are used in the order in which they are declared: DXC gives registers in the order of use there, which the
//! proposal that hlslc follows does not.

use std::fmt::Write as _;

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc, oracle};
use dxil::bitcode;
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
use dxil::shader::{Element, Resource, ResourceDetail, Shader};
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};

/// How many programs are compared.
const PROGRAMS: u64 = 500;

/// Numbers that look random and are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }

    fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }
}

/// A program that grows.
struct Source {
    random: Random,
    declarations: String,
    statements: String,
    /// Number of the next declaration.
    next: u32,
    /// Whether there is an array without bound of a class already.
    unbounded: [bool; 2],
}

impl Source {
    fn new(seed: u64) -> Self {
        let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Self { random, declarations: String::new(), statements: String::new(), next: 0, unbounded: [false; 2] }
    }

    /// A whole program.
    fn program(mut self) -> String {
        let count = 3 + self.random.below(9);
        for _ in 0..count {
            self.declare();
        }
        format!(
            "RWBuffer<float> sink : register(u63, space9);\n{}[numthreads(1, 1, 1)]\nvoid main() {{\n    \
             float x = 0;\n{}    sink[0] = x;\n}}\n",
            self.declarations, self.statements
        )
    }

    fn declare(&mut self) {
        let n = self.next;
        self.next += 1;
        let used = !self.random.one_in(4);
        let (declaration, value) = match self.random.below(12) {
            0 | 1 => {
                let register = if self.random.one_in(4) { format!(" : register(c{})", 4 * n) } else { String::new() };
                (format!("float g{n}{register};"), format!("g{n}"))
            }
            2 => self.buffer("cbuffer", 'b', n),
            3 => self.buffer("tbuffer", 't', n),
            4 => self.view("ConstantBuffer", 'b', n),
            5 => self.view("TextureBuffer", 't', n),
            6 | 7 => self.structured("StructuredBuffer", 't', n),
            8 | 9 => self.structured("RWStructuredBuffer", 'u', n),
            10 => {
                let register = self.register('s');
                (format!("SamplerState s{n}{register}; Texture2D t{n};"), format!("t{n}.SampleLevel(s{n}, 0, 0).x"))
            }
            _ => self.structure(n),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(self.declarations, "{declaration}");
        if used {
            let _ = writeln!(self.statements, "    x += {value};");
        }
    }

    fn buffer(&mut self, word: &str, letter: char, n: u32) -> (String, String) {
        let register = self.register(letter);
        (format!("{word} B{n}{register} {{ float4 b{n}[{}]; }}", n + 1), format!("b{n}[{n}].x"))
    }

    fn view(&mut self, word: &str, letter: char, n: u32) -> (String, String) {
        let (extent, index, _) = self.extent(None);
        let register = self.register(letter);
        let declaration = format!("struct V{n} {{ float4 m[{}]; }}; {word}<V{n}> v{n}{extent}{register};", n + 1);
        (declaration, format!("v{n}{index}.m[{n}].x"))
    }

    fn structured(&mut self, word: &str, letter: char, n: u32) -> (String, String) {
        let class = usize::from(letter == 'u');
        let (extent, index, unbounded) = self.extent(Some(class));
        self.unbounded[class] |= unbounded;
        let register = self.register(letter);
        let declaration = format!("struct E{n} {{ float m[{}]; }}; {word}<E{n}> e{n}{extent}{register};", n + 1);
        (declaration, format!("e{n}{index}[0].m[{n}]"))
    }

    /// A struct of resources, sometimes with numbers among them, with up to two registers.
    fn structure(&mut self, n: u32) -> (String, String) {
        let (mut members, mut value) = (String::new(), String::from("0"));
        for member in 0..=self.random.below(4) {
            let _ = match self.random.below(5) {
                0 => write!(members, " float m{member};"),
                1 | 2 => {
                    let _ = write!(value, " + r{n}.m{member}[{member}]");
                    write!(members, " Buffer<float> m{member};")
                }
                _ => {
                    let _ = write!(value, " + r{n}.m{member}[{member}]");
                    write!(members, " RWBuffer<float> m{member};")
                }
            };
        }
        let mut registers = String::new();
        for letter in ['t', 'u'] {
            if self.random.one_in(3) {
                let _ = write!(registers, " : register({letter}{})", self.random.below(16));
            }
        }
        (format!("struct R{n} {{{members} }}; R{n} r{n}{registers};"), value)
    }

    /// An array, or none: its extent, an index into it, and whether it has no bound.
    fn extent(&mut self, class: Option<usize>) -> (String, String, bool) {
        match self.random.below(8) {
            0 => ("[1]".to_owned(), "[0]".to_owned(), false),
            1 => ("[3]".to_owned(), "[1]".to_owned(), false),
            2 => ("[2][2]".to_owned(), "[1][0]".to_owned(), false),
            3 if class.is_some_and(|class| !self.unbounded[class]) => ("[]".to_owned(), "[5]".to_owned(), true),
            _ => (String::new(), String::new(), false),
        }
    }

    /// A register, a space alone, or nothing.
    fn register(&mut self, letter: char) -> String {
        let number = self.random.below(24);
        match self.random.below(12) {
            0 => format!(" : register({letter}{number})"),
            1 => format!(" : register({letter}{number}, space{})", self.random.below(3)),
            2 => format!(" : register(space{})", self.random.below(3)),
            3 if number < 12 => format!(" : register({letter}{number}) : register(space1)"),
            _ => String::new(),
        }
    }
}

/// One line for each resource of a container: what it is, and where.
fn bindings(container: &[u8]) -> Vec<String> {
    let container = Container::read(container).expect("a container");
    let part = container.part(FourCc::DXIL).expect("a program");
    let program = Program::read(FourCc::DXIL, part).expect("a program");
    let module = bitcode::read(&program.bitcode).expect("a module");
    let shader = Shader::read(&module).expect("a shader");
    let mut lines: Vec<String> = shader.resources.classes().into_iter().flatten().map(binding).collect();
    lines.sort();
    lines
}

fn binding(resource: &Resource) -> String {
    let size = match resource.detail {
        ResourceDetail::Srv { element: Element::Struct { stride }, .. }
        | ResourceDetail::Uav { element: Element::Struct { stride }, .. } => stride,
        ResourceDetail::Cbv { size } => size,
        ResourceDetail::Srv { .. } | ResourceDetail::Uav { .. } | ResourceDetail::Sampler { .. } => 0,
    };
    let Resource { space, lower_bound, range_size, .. } = *resource;
    format!("{:?} of {size} bytes: {range_size} from {lower_bound}, space {space}", resource.kind())
}

/// What DXC makes of a program; nothing if it rejects it.
fn dxc_bindings(dxc: &Dxc, source: &str, args: &[String]) -> Option<Vec<String>> {
    let args = [vec!["-HV".to_owned(), "2021".to_owned()], args.to_vec()].concat();
    let output = dxc.compile(&CompileRequest { source, entry: "main", target: "cs_6_0", args, ..Default::default() });
    output.ok.then(|| bindings(&output.object))
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn random_programs_have_the_bindings_of_dxc() {
    let dxc = oracle();
    let (mut accepted, mut different) = (0, Vec::new());
    for seed in 0..PROGRAMS {
        let source = Source::new(seed).program();
        let args: Vec<String> =
            if seed % 5 == 0 { vec!["-auto-binding-space".to_owned(), "7".to_owned()] } else { Vec::new() };
        let case = Case {
            name: format!("bindings{seed}"),
            about: String::new(),
            source: source.clone(),
            target: "cs_6_0".to_owned(),
            entry: "main".to_owned(),
            args: args.clone(),
            dxc_faults: Vec::new(),
            operations: Vec::new(),
            only: Vec::new(),
            execution: None,
            drawing: None,
        };
        let theirs = dxc_bindings(&dxc, &source, &args);
        let ours = Hlslc.compile(&case, Form::Dxil(AGREED_VALIDATOR));
        accepted += u64::from(theirs.is_some());
        let ours_shown = ours.as_ref().map_or_else(Clone::clone, |object| bindings(object).join("\n"));
        if theirs != ours.ok().map(|object| bindings(&object)) {
            let theirs = theirs.map_or_else(|| "refused".to_owned(), |lines| lines.join("\n"));
            different.push(format!("-- seed {seed} {args:?}\n{source}-- dxc\n{theirs}\n-- here\n{ours_shown}"));
        }
    }
    println!("{PROGRAMS} programs compared, {accepted} of them accepted");
    assert!(accepted * 2 > PROGRAMS, "only {accepted} of {PROGRAMS} programs are valid");
    assert!(different.is_empty(), "{} of {PROGRAMS} differ:\n{}", different.len(), different.join("\n"));
}
