//! Calls every method of every interface, with null pointers and with values: none ends in a panic, and those without a
//! function yet are listed in the book.

use super::hresult::{E_NOTIMPL, Hresult};
use super::interface::{Bare, IUnknown, Interface};
use super::interfaces;
use super::interfaces::d3d12::{ID3D12LibraryReflection, ID3D12ShaderReflection, ShaderReflectionTable};
use super::interfaces::*;
use super::object::{Address, Face, Ref};
use super::pointers::samples::{Reported, Samples};
use super::{Buffer, Bytes, In, List, Memory, Narrow, OutAny, OutRef, Wide, wide};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::mem::ManuallyDrop;
use std::panic;

/// A call and what became of it.
pub struct Call {
    interface: &'static str,
    method: &'static str,
    /// What it returned, if that is a result; that of the operation's result where there is one.
    result: Option<Hresult>,
    has_panicked: bool,
}

/// An interface whose methods can be called one after another.
pub trait Called: Interface + Sized {
    /// Calls each.
    fn calls(object: &Ref<Self>, samples: &Samples, found: &mut Vec<Call>);
}

impl Called for Bare {
    fn calls(_: &Ref<Self>, _: &Samples, _: &mut Vec<Call>) {}
}

impl Called for IUnknown {
    fn calls(_: &Ref<Self>, _: &Samples, _: &mut Vec<Call>) {}
}

thread_local! {
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

/// Calls a method.
pub fn call<R: Reported>(
    interface: &'static str,
    method: &'static str,
    samples: &Samples,
    what: impl FnOnce() -> R,
) -> Call {
    let before = PANICS.get();
    let returned = what().reported();
    let result = returned.map(|returned| samples.status().filter(|_| !returned.is_failure()).unwrap_or(returned));
    Call { interface, method, result, has_panicked: PANICS.get() > before }
}

/// An interface and how its methods are called.
pub struct Caller {
    name: &'static str,
    methods: &'static [&'static str],
    iid: Option<super::Guid>,
    call: fn(*const Face, &Samples, &mut Vec<Call>),
}

impl Caller {
    /// Of an interface.
    pub const fn of<I: Called>() -> Self {
        Self { name: I::LINEAGE.name, methods: I::LINEAGE.methods, iid: I::LINEAGE.iid, call: call_all::<I> }
    }
}

fn call_all<I: Called>(face: *const Face, samples: &Samples, found: &mut Vec<Call>) {
    // SAFETY: the face is one of this interface; no reference is given up, as members of a reflection have none.
    let object = unsafe { Ref::<I>::from_owned(face) }.map(ManuallyDrop::new);
    I::calls(&object.expect("a face is never null"), samples, found);
}

/// The interfaces of every file.
fn callers() -> Vec<&'static Caller> {
    use interfaces::{d3d12, editing, results, tools};
    [CALLED, results::CALLED, tools::CALLED, editing::CALLED, d3d12::CALLED].into_iter().flatten().collect()
}

/// Interfaces that only clients have, and those that no object has, as in DXC for the same input.
const OF_CLIENTS: [&str; 2] = ["IMalloc", "IDxcExtraOutputs"];

/// Methods that DXC has not either, for the arguments of this test.
const AS_IN_DXC: [(&str, &[&str]); 4] = [
    ("IStream", &["CopyTo", "Commit", "Revert", "LockRegion", "UnlockRegion", "Clone"]),
    ("IDxcLibrary", &["SetMalloc"]),
    // A part that is no program has no reflection.
    ("IDxcContainerReflection", &["GetPartReflection"]),
    ("IDxcPdbUtils", &["GetFullPDB", "SetCompiler", "CompileForFullPDB", "OverrideArgs", "OverrideRootSignature"]),
];

fn compiler(memory: &Memory) -> Ref<IDxcCompiler3> {
    crate::compiler::create(memory).expect("made").query::<IDxcCompiler3>().expect("it has it")
}

fn compile(source: &str, words: &[&str], memory: &Memory) -> Ref<IDxcResult> {
    compile_with(&compiler(memory), source, words)
}

fn compile_with(compiler: &Ref<IDxcCompiler3>, source: &str, words: &[&str]) -> Ref<IDxcResult> {
    let words: Vec<Wide> = words.iter().map(|word| Wide::of(wide(word).leak())).collect();
    let mut found = std::ptr::null();
    let iid = IDxcResult::LINEAGE.iid.expect("it has one");
    let source = Buffer::of(source.as_bytes());
    let arguments = List::of(&words);
    compiler
        .Compile(
            In::of(&source),
            arguments,
            words.len() as u32,
            super::Given::lend(None),
            In::of(&iid),
            OutAny::to(&mut found),
        )
        .expect("it compiles");
    // SAFETY: the call has written an object with a reference for us.
    unsafe { Ref::from_owned(found) }.expect("there is one")
}

const SHADER: &str = "cbuffer K { float4 k; } RWBuffer<float4> o; [numthreads(1, 1, 1)] void main() { o[0] = k; }";
const LIBRARY: &str = "cbuffer K { float4 k; } export float4 main(float4 a) { return a * k; }";

/// Objects that no class of `DxcCreateInstance` makes.
fn made(memory: &Memory) -> Vec<Ref<IUnknown>> {
    let unknown = |blob: Ref<IDxcBlob>| blob.query::<IUnknown>().expect("every object has it");
    let result = compile(SHADER, &["-T", "cs_6_0", "-Zi", "-Qembed_debug"], memory);
    let object = |result: &Ref<IDxcResult>| {
        OutRef::receive(|place| result.up().GetResult(place)).expect("asked").expect("there is one")
    };
    let reflected = |container: &Ref<IDxcBlob>, iid| {
        let mut found = std::ptr::null();
        crate::reflection::of_bytes(memory, container.bytes(), &iid, &OutAny::to(&mut found)).expect("it has one");
        // SAFETY: as above.
        unsafe { Ref::<IUnknown>::from_owned(found) }.expect("there is one")
    };
    let library = compile(LIBRARY, &["-T", "lib_6_3"], memory);
    let pdb = crate::pdb::create(memory).expect("made").query::<IDxcPdbUtils2>().expect("it has it");
    pdb.Load(super::Given::lend(Some(&object(&library)))).expect("read");
    let utils = crate::utils::Utils::new(memory.clone());
    let utils = super::Own::new(memory, utils).expect("made").into_face::<IDxcUtils>();
    let handler =
        OutRef::receive(|place| utils.CreateDefaultIncludeHandler(place)).expect("made").expect("there is one");
    let optimizer = crate::optimizer::create(memory).expect("made").query::<IDxcOptimizer>().expect("it has it");
    let pass = OutRef::receive(|place| optimizer.GetAvailablePass(0, place)).expect("made").expect("there is one");
    let lent = object(&result);
    let stream = OutRef::receive(|place| utils.CreateReadOnlyStreamFromBlob(super::Given::lend(Some(&lent)), place));
    vec![
        reflected(&object(&result), ID3D12ShaderReflection::LINEAGE.iid.expect("it has one")),
        reflected(&object(&library), ID3D12LibraryReflection::LINEAGE.iid.expect("it has one")),
        unknown(object(&result)),
        result.query().expect("every object has it"),
        handler.query().expect("every object has it"),
        pass.query().expect("every object has it"),
        stream.expect("made").expect("there is one").query().expect("every object has it"),
        unknown(crate::blob::of_text(memory, "text").expect("made").into_parent().into_parent()),
        unknown(crate::blob::of_wide(memory, "text").expect("made").into_parent().into_parent()),
    ]
}

/// What an editor works with: a file in memory, what parses it, the result, and a diagnostic of it.
fn editing(memory: &Memory) -> Vec<Ref<IUnknown>> {
    let editor = crate::editing::create(memory).expect("made").query::<IDxcIntelliSense>().expect("it has it");
    let (name, text) = (Narrow::of(c"a.hlsl"), "float f() { return g; }");
    let file =
        OutRef::receive(|place| editor.CreateUnsavedFile(name, Bytes::of(text.as_bytes()), text.len() as u32, place));
    let (file, index) =
        (file.expect("made").expect("there is one"), OutRef::receive(|place| editor.CreateIndex(place)));
    let (files, index) = ([super::Given::lend(Some(&file))], index.expect("made").expect("there is one"));
    let unit = OutRef::receive(|place| {
        index.ParseTranslationUnit(Narrow::of(c"a.hlsl"), List::of(&[]), 0, List::of(&files), 1, 0, place)
    });
    let unit = unit.expect("parsed").expect("there is one");
    let diagnostic = OutRef::receive(|place| unit.GetDiagnostic(0, place)).expect("asked").expect("there is one");
    vec![file.into_parent(), index.into_parent(), unit.into_parent(), diagnostic.into_parent()]
}

/// Members of the reflections, which live as long as those.
fn members(
    shader: &Ref<ID3D12ShaderReflection>,
    library: &Ref<ID3D12LibraryReflection>,
) -> Vec<(&'static str, *const Face)> {
    fn face<I: Called>(address: Address<I>) -> (&'static str, *const Face) {
        (I::LINEAGE.name, address.face())
    }
    fn borrowed<I: Called>(address: Address<I>) -> ManuallyDrop<Ref<I>> {
        // SAFETY: a method has given the address of a member; no reference is given up.
        ManuallyDrop::new(unsafe { Ref::from_owned(address.face()) }.expect("there is one"))
    }
    let buffer = shader.up().GetConstantBufferByIndex(0);
    let variable = borrowed(buffer).GetVariableByIndex(0);
    let function = library.GetFunctionByIndex(0);
    vec![
        (ShaderReflectionTable::LINEAGE.name, shader.as_ptr()),
        face(buffer),
        face(variable),
        face(borrowed(variable).GetType()),
        face(function),
        face(borrowed(function).GetFunctionParameter(0)),
    ]
}

/// Calls every method of every object, and gives what became of it.
fn every_call() -> Vec<Call> {
    let memory = Memory::default();
    let container = compile(LIBRARY, &["-T", "lib_6_3"], &memory);
    let blob = OutRef::receive(|place| container.up().GetResult(place)).expect("asked").expect("there is one");
    let bytes = blob.bytes().to_vec().leak();
    let text = crate::blob::of_text(&memory, SHADER).expect("made").into_parent();
    let (null, samples) = (Samples::null(), Samples::of(bytes, blob, text));
    let mut objects: Vec<Ref<IUnknown>> = crate::classes::every(&memory);
    objects.extend(made(&memory));
    objects.extend(editing(&memory));
    let mut found = Vec::new();
    let callers = callers();
    for samples in [&null, &samples] {
        for caller in &callers {
            let Some(iid) = &caller.iid else { continue };
            for object in &objects {
                let mut face = std::ptr::null();
                if !object.query_into(iid, &raw mut face).is_failure() {
                    (caller.call)(face, samples, &mut found);
                }
            }
        }
    }
    let shader = objects.iter().find_map(|object| object.query::<ID3D12ShaderReflection>().ok()).expect("there is one");
    let library =
        objects.iter().find_map(|object| object.query::<ID3D12LibraryReflection>().ok()).expect("there is one");
    for (name, face) in members(&shader, &library) {
        let caller = callers.iter().find(|caller| caller.name == name).expect("it is an interface");
        for samples in [&null, &samples] {
            (caller.call)(face, samples, &mut found);
        }
    }
    // What a callee may still hold must not be dropped before the end of the process.
    std::mem::forget(objects);
    found
}

/// The table of the book: a row for each interface, its methods, and which of them state that they are not there yet.
fn table(calls: &[Call]) -> String {
    let mut absent: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for call in calls {
        called.entry(call.interface).or_default().insert(call.method);
        if call.result == Some(E_NOTIMPL) {
            absent.insert((call.interface, call.method));
        }
    }
    let mut text =
        "| interface | works | `E_NOTIMPL`, as in DXC | not there yet: `E_NOTIMPL`, or a result with it |\n".to_owned();
    text.push_str("| --- | --- | --- | --- |\n");
    for caller in callers() {
        let Some(known) = called.get(caller.name) else { continue };
        let (mut done, mut same, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for method in caller.methods {
            assert!(known.contains(method), "{}::{method} is not called", caller.name);
            let is_same = AS_IN_DXC.iter().any(|row| row.0 == caller.name && row.1.contains(method));
            let list = match absent.contains(&(caller.name, *method)) {
                false => &mut done,
                true if is_same => &mut same,
                true => &mut missing,
            };
            list.push(format!("`{method}`"));
        }
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            caller.name,
            done.join(", "),
            same.join(", "),
            missing.join(", ")
        );
    }
    text
}

const START: &str = "<!-- every method, by a test -->\n";
const END: &str = "<!-- end of the methods -->\n";

#[test]
fn every_method_of_every_object_can_be_called_and_the_book_lists_it() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |about| {
        PANICS.set(PANICS.get() + 1);
        before(about);
    }));
    let calls = every_call();
    let panicked: Vec<_> =
        calls.iter().filter(|call| call.has_panicked).map(|call| (call.interface, call.method)).collect();
    assert!(panicked.is_empty(), "{panicked:?}");
    let called: BTreeSet<&str> = calls.iter().map(|call| call.interface).collect();
    let absent: Vec<&str> = callers()
        .iter()
        // What inherits all its methods has none of its own to call.
        .filter(|caller| !caller.methods.is_empty())
        .map(|caller| caller.name)
        .filter(|name| !called.contains(name) && !OF_CLIENTS.contains(name))
        .collect();
    assert!(absent.is_empty(), "no object has {absent:?}");
    let book = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/21-in-an-engine.md");
    let text = std::fs::read_to_string(&book).expect("the chapter is there");
    let (head, rest) = text.split_once(START).expect("it has the table");
    let (old, tail) = rest.split_once(END).expect("the table ends");
    let new = table(&calls);
    if old != new && std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&book, [head, START, &new, END, tail].concat()).expect("it can be written");
        return;
    }
    assert!(old == new, "the table is not that of the book (UPDATE_BOOK=1):\n{new}");
}

/// Tools that watch memory run this test: what it does, any number of threads may do.
#[test]
fn threads_share_a_compiler_and_read_one_result() {
    const SHADERS: [(&str, &[&str]); 4] = [
        (SHADER, &["-T", "cs_6_0"]),
        (SHADER, &["-T", "cs_6_6", "-Zi", "-Qembed_debug"]),
        (SHADER, &["-T", "cs_6_0", "-spirv"]),
        (LIBRARY, &["-T", "lib_6_3"]),
    ];
    let object = |result: &Ref<IDxcResult>| {
        let blob = OutRef::receive(|place| result.up().GetResult(place)).expect("asked").expect("there is one");
        blob.bytes().to_vec()
    };
    let compiler = compiler(&Memory::default());
    let first: Vec<_> = SHADERS.iter().map(|(source, words)| compile_with(&compiler, source, words)).collect();
    let expected: Vec<Vec<u8>> = first.iter().map(object).collect();
    std::thread::scope(|scope| {
        for at in 0..8 {
            let (compiler, first, expected) = (&compiler, &first, &expected);
            scope.spawn(move || {
                for n in at..at + 8 {
                    let n = n % SHADERS.len();
                    let (source, words) = SHADERS[n];
                    assert!(object(&compile_with(compiler, source, words)) == expected[n], "{words:?}");
                    assert!(object(&first[n]) == expected[n]);
                }
            });
        }
    });
}

/// A new file of interfaces must be in the list that this test goes through.
#[test]
fn every_file_of_interfaces_is_called() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/com/interfaces");
    let mut rows = 0;
    for entry in std::fs::read_dir(folder).expect("it is there") {
        let text = std::fs::read_to_string(entry.expect("readable").path()).expect("a text");
        rows += text
            .lines()
            .filter(|line| (line.ends_with('{') || line.ends_with("{}")) && line.contains("Methods): "))
            .count();
    }
    assert_eq!(callers().len(), rows);
}
