//! A container is a source: its program is compiled again, optimised, shown as IR.

use dxil::bitcode;
use dxil::container::program::Program;
use dxil::container::sources::Sources;
use dxil::container::{Container, FourCc};
use dxil::shader::{Element, NodeProperties, ResourceDetail, Shader, StageProperties};
use dxil::signature::ComponentType;
use dxil::target::ShaderKind;
use hlslc::args::CommandLine;
use hlslc::link::LinkInput;
use hlslc::options::Input;
use hlslc::{Compiler, NoIncludes, Output, Style};
use std::collections::BTreeSet;

const SHADER: &str = "
cbuffer C : register(b1) { float4 scale; uint count; };
StructuredBuffer<float2> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
groupshared float parts[8];
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint own : SV_GroupIndex) {
    float sum = 0;
    for (uint at = 0; at < count; ++at) sum += In[at].x * scale.y + sin(i * 3.5) * sin(i * 3.5);
    parts[own] = sum;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = parts[7 - own];
}";

fn run(args: &[&str], name: &str, source: &[u8]) -> Output {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let mut line = CommandLine::parse(&args, &|_| Err("none".to_owned()));
    assert_eq!(line.errors, Vec::<String>::new());
    line.options.input = line.kind_of(name);
    Compiler::new(line.options).compile(name, source, &NoIncludes)
}

fn object(output: Output) -> Vec<u8> {
    assert!(output.is_ok(), "{}", output.render(Style::Excerpt, false));
    output.object.expect("it compiles")
}

fn compiled(args: &[&str]) -> Vec<u8> {
    object(run(&[&["-T", "cs_6_6"], args].concat(), "a.hlsl", SHADER.as_bytes()))
}

fn listing(container: &[u8]) -> String {
    let all = hlslc::disassemble(container).expect("it can be read");
    all[all.find("define void").expect("a function")..].to_owned()
}

#[test]
fn a_container_is_compiled_again_to_the_same_program() {
    let first = compiled(&[]);
    let again = object(run(&[], "a.dxo", &first));
    assert_eq!(listing(&again).lines().count(), listing(&first).lines().count());
}

#[test]
fn a_container_is_shown_as_ir() {
    let shown = run(&["--emit=ir"], "a.dxo", &compiled(&[]));
    let text = shown.text.expect("it is shown");
    assert!(text.contains("entry \"main\"") && text.contains("@dx.resource.load.cbufferrow"), "{text}");
}

#[test]
fn what_was_not_optimised_is_by_opt() {
    let (slow, fast) = (compiled(&["-Od"]), compiled(&["-O3"]));
    let again = object(run(&["-opt"], "a.dxo", &slow));
    let lines = [&slow, &fast, &again].map(|container| listing(container).lines().count());
    assert!(lines[2] <= lines[1] && lines[1] < lines[0], "{lines:?}");
}

#[test]
fn opt_passes_runs_these_and_no_others() {
    let slow = compiled(&["-Od"]);
    let sines = |container: &[u8]| listing(container).matches("; Sin(value)").count();
    assert_eq!(sines(&slow), 2);
    assert_eq!(sines(&object(run(&["-opt", "-opt-passes", "dce"], "a.dxo", &slow))), 2);
    assert_eq!(sines(&object(run(&["-opt", "-opt-passes", "cse,dce"], "a.dxo", &slow))), 1);
}

#[test]
fn opt_takes_a_container_alone() {
    let output = run(&["-opt", "-T", "cs_6_6"], "a.hlsl", SHADER.as_bytes());
    assert!(output.render(Style::Clang, false).contains("the input is no container"));
}

#[test]
fn a_damaged_container_ends_in_errors() {
    let whole = compiled(&["-Od"]);
    for seed in 0..400u32 {
        let mut bytes = whole.clone();
        let mut state = seed.wrapping_mul(2_654_435_761).max(1);
        for _ in 0..=seed % 4 {
            // Xorshift by Marsaglia.
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let at = state as usize % bytes.len();
            bytes[at] = bytes[at].wrapping_add((state >> 24) as u8 | 1);
        }
        bytes[..4].copy_from_slice(b"DXBC");
        let output = run(&[], "a.dxo", &bytes);
        let said = output.render(Style::Clang, false);
        assert!(!said.contains("internal"), "seed {seed}: {said}");
    }
    for end in (4..whole.len()).step_by(37) {
        let output = run(&[], "a.dxo", &whole[..end]);
        assert!(!output.is_ok(), "{end} bytes");
    }
}

/// A shader whose metadata and constants are changed below.
const PIXEL: &str = "
struct In { float4 place : SV_Position; float2 uv : TEXCOORD3; float4 colors[2] : COLOR1; };
Texture2D<float4> Fixed : register(t3);
cbuffer C : register(b0) { uint n; };
float4 main(In i) : SV_Target {
    FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> feedback = ResourceDescriptorHeap[n];
    Texture2D<float4> texture = ResourceDescriptorHeap[n + 1];
    SamplerState state = SamplerDescriptorHeap[0];
    feedback.WriteSamplerFeedback(texture, state, i.uv);
    return texture.Sample(state, i.uv) + Fixed.Load(int3(i.place.xy, 0)) * i.colors[0] + i.colors[1];
}";

/// The reason why a module is not raised.
fn reason(module: &dxil::Module, shader: &Shader) -> String {
    match hlslc_dxil_raise::raise(module, shader) {
        Ok(_) => "it is raised".to_owned(),
        Err(why) => why.to_string(),
    }
}

/// The program of a container, with what its metadata says.
fn program(container: &[u8]) -> (dxil::Module, Shader) {
    let module = dxil::asm::parse(&hlslc::disassemble(container).expect("it can be read")).expect("it is assembled");
    let shader = Shader::read(&module).expect("its metadata can be read");
    (module, shader)
}

#[test]
fn what_the_metadata_does_not_say_is_not_guessed() {
    type Change = fn(&mut Shader);
    let (module, whole) = program(&object(run(&["-T", "ps_6_6"], "a.hlsl", PIXEL.as_bytes())));
    assert_eq!(reason(&module, &whole), "it is raised");
    let cases: [(Change, &str); 8] = [
        (
            |s| s.entries[0].inputs[1].indices.clear(),
            "element 1, `TEXCOORD`: another number of semantic indices than of",
        ),
        (
            |s| s.entries[0].inputs[2].indices.truncate(1),
            "element 2, `COLOR`: another number of semantic indices than of",
        ),
        (|s| s.entries[0].inputs[2].rows = 0, "element 2, `COLOR`: no rows, or too many"),
        (
            |s| s.entries[0].outputs[0].component = ComponentType::Invalid,
            "element 0, `SV_Target`: a component of no kind",
        ),
        (|s| s.resources.srvs[0].range_size = 0, "`!dx.resources`, Srv 0, ``: a range of no elements"),
        (|s| set_element(s, Element::Bytes), "`!dx.resources`, Srv 0, ``: elements of no number"),
        (
            |s| set_element(s, Element::Typed(ComponentType::Invalid)),
            "`!dx.resources`, Srv 0, ``: a component of no kind",
        ),
        (|s| s.entries[0].kind = ShaderKind::Node, "states no properties"),
    ];
    for (change, wanted) in cases {
        let mut shader = whole.clone();
        change(&mut shader);
        let found = reason(&module, &shader);
        assert!(found.contains(wanted), "{wanted}\n{found}");
    }
}

/// Nodes of a work graph with every kind of input and output; nothing looks into the records of the last output.
const NODES: &str = "
struct Grid { uint3 grid : SV_DispatchGrid; uint first; float2 place; };
struct Item { uint value; uint2 more[2]; };
RWByteAddressBuffer Out : register(u0);
[Shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeMaxDispatchGrid(16, 2, 1)] [NumThreads(8, 1, 1)] [NodeIsProgramEntry]
[NodeID(\"start\", 2)] [NodeLocalRootArgumentsTableIndex(3)]
void broad(RWDispatchNodeInputRecord<Grid> given, uint own : SV_GroupIndex, [MaxRecords(8)] NodeOutput<Item> items,
           [MaxRecords(4)] [NodeID(\"several\")] [NodeArraySize(5)] NodeOutputArray<Item> several,
           [MaxRecords(2)] EmptyNodeOutput empty, [MaxRecords(1)] NodeOutput<Item> unseen) {
    ThreadNodeOutputRecords<Item> mine = items.GetThreadNodeOutputRecords(own & 1);
    mine.Get().value = given.Get().first + own;
    mine.Get().more[1] = uint2(own, given.Get().place.y);
    mine.OutputComplete();
    GroupNodeOutputRecords<Item> shared_ = several[own > 3 ? 1 : 2].GetGroupNodeOutputRecords(2);
    shared_[1].more[0].x = 5;
    shared_.OutputComplete();
    InterlockedAdd(given.Get().first, 1);
    empty.GroupIncrementOutputCount(1);
    if (unseen.IsValid()) unseen.GetGroupNodeOutputRecords(1).OutputComplete();
    Out.Store(0, GetRemainingRecursionLevels());
}
[Shader(\"node\")] [NodeLaunch(\"coalescing\")] [NumThreads(4, 1, 1)] [NodeMaxRecursionDepth(3)]
void join([MaxRecords(16)] GroupNodeInputRecords<Item> given, [MaxRecords(4)] NodeOutput<Item> join) {
    Out.Store(4, given.Count() + given[1].value);
    GroupNodeOutputRecords<Item> next = join.GetGroupNodeOutputRecords(1);
    next.Get().value = given[0].more[1].y;
    next.OutputComplete();
}
[Shader(\"node\")] [NodeLaunch(\"thread\")] void single(ThreadNodeInputRecord<Item> given) { Out.Store(8, given.Get().value); }
[Shader(\"node\")] [NodeLaunch(\"coalescing\")] [NumThreads(1, 1, 1)] void counted([MaxRecords(7)] EmptyNodeInput given) {
    Out.Store(12, given.Count());
}";

#[test]
fn nodes_are_raised_with_their_inputs_and_outputs() {
    for level in ["-Od", "-O3"] {
        let first = object(run(&["-T", "lib_6_8", level], "a.hlsl", NODES.as_bytes()));
        let again = object(run(&[level], "a.dxo", &first));
        let nodes = |container: &[u8]| {
            let entries = program(container).1.entries.into_iter();
            entries.map(|entry| (entry.name.to_string(), entry.stage)).collect::<Vec<_>>()
        };
        assert_eq!(nodes(&again), nodes(&first), "{level}");
        assert_eq!(nodes(&again).len(), 5, "four nodes, and the library");
        let words = |container: &[u8]| listing(container).matches("@dx.op.").count();
        assert!(words(&again) <= words(&first), "{level}: {} and {}", words(&again), words(&first));
        let linked = Compiler::new(
            CommandLine::parse(&["-T".to_owned(), "lib_6_8".to_owned()], &|_| Err(String::new())).options,
        )
        .link(&[LinkInput { name: "a.dxo", bytes: &first, kind: Input::Hlsl }], &NoIncludes);
        assert_eq!(nodes(&object(linked)), nodes(&first), "{level}, linked");
    }
}

/// A sum with a variable that nothing was stored to is an error in a source. A container may have one: it is any value.
#[test]
fn a_container_may_read_what_has_no_value() {
    let source = "RWBuffer<float> Out; Buffer<float> In; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
    Out[i] = In[i] + In[1]; }";
    let text =
        hlslc::disassemble(&object(run(&["-T", "cs_6_0"], "a.hlsl", source.as_bytes()))).expect("it can be read");
    let (before, sum) = text.split_once(" = fadd fast float ").expect("a sum");
    let (_, after) = sum.split_once(',').expect("two operands");
    let changed = format!("{before} = fadd fast float undef,{after}");
    let module = dxil::asm::parse(&changed).expect("it is assembled");
    let changed = dxil::complete(module, dxil::ValidatorVersion::DEFAULT).expect("a container");
    let changed = changed.write(dxil::container::Signing::Digest);
    assert!(!hlslc::validation::validate(&changed, None).accepts);
    for level in ["-Od", "-O3"] {
        let again = object(run(&[level], "a.dxo", &changed));
        assert!(hlslc::validation::validate(&again, None).accepts, "{level}");
    }
}

/// A library may have pixel shaders beside others: only theirs have helper lanes.
#[test]
fn a_pixel_shader_of_a_library_keeps_its_helper_lanes() {
    let source = "float4 a; RWBuffer<float> Out : register(u0);
[shader(\"pixel\")] float4 ps(float f : IN) : SV_Target { if (f < 0) discard; return ddx(a + IsHelperLane()); }
[shader(\"compute\")] [numthreads(1, 1, 1)] void cs() { Out[0] = a.x + IsHelperLane(); }";
    let library = object(run(&["-T", "lib_6_6"], "a.hlsl", source.as_bytes()));
    assert_eq!(listing(&library).matches("@dx.op.isHelperLane.i1(i32 221)").count(), 1);
    // Before 6.6 a pixel shader keeps account of it from its coverage on, and an exported function cannot.
    let export = format!("{source} export float other() {{ return IsHelperLane(); }}");
    let before = object(run(&["-T", "lib_6_5"], "a.hlsl", export.as_bytes()));
    assert_eq!(listing(&before).matches("@dx.op.coverage.i32(i32 91)").count(), 1);
    let options = CommandLine::parse(&["-T", "ps_6_6", "-E", "ps"].map(str::to_owned), &|_| Err(String::new())).options;
    let input = LinkInput { name: "a.dxo", bytes: &library, kind: Input::Hlsl };
    let linked = object(Compiler::new(options).link(&[input], &NoIncludes));
    let at_once = object(run(&["-T", "ps_6_6", "-E", "ps"], "a.hlsl", source.as_bytes()));
    let words = |container: &[u8]| listing(container).matches("@dx.op.").count();
    assert_eq!(words(&linked), words(&at_once));
}

#[test]
fn what_a_node_does_not_say_is_not_guessed() {
    type Change = fn(&mut NodeProperties);
    let (module, whole) = program(&object(run(&["-T", "lib_6_8"], "a.hlsl", NODES.as_bytes())));
    assert_eq!(reason(&module, &whole), "it is raised");
    let cases: [(Change, &str); 8] = [
        (|n| n.launch = 9, "9 is no launch of a node"),
        (|n| n.num_threads = None, "the node `broad` states no size of its groups"),
        (|n| n.inputs[0].flags = 0, "the node `broad` has an input or output of no kind: 0x0"),
        (|n| n.inputs[0].record = None, "has records of which the metadata says nothing"),
        (
            |n| n.outputs[0].record.as_mut().expect("records").size = 24,
            "has records of 24 bytes aligned to 4, and code has",
        ),
        (|n| n.outputs[3].record.as_mut().expect("records").size = 0, "has records of 0 bytes"),
        (|n| n.inputs.clear(), "an input or output that the node has not"),
        (
            |n| n.inputs[0].record.as_mut().expect("records").dispatch_grid = Some([0, 9, 3]),
            "a grid of numbers of no kind: 9",
        ),
    ];
    for (change, wanted) in cases {
        let mut shader = whole.clone();
        let mut nodes = shader.entries.iter_mut().filter(|entry| entry.name == *"broad");
        if let Some(StageProperties::Node(node)) = nodes.next().map(|entry| &mut entry.stage) {
            change(node);
        }
        let found = reason(&module, &shader);
        assert!(found.contains(wanted), "{wanted}\n{found}");
    }
}

#[test]
fn metadata_that_contains_itself_ends_in_an_error() {
    let container = object(run(&["-T", "ps_6_6"], "a.hlsl", PIXEL.as_bytes()));
    let text = hlslc::disassemble(&container).expect("it can be read");
    for list in ["version", "shaderModel", "resources", "typeAnnotations", "entryPoints"] {
        let start = format!("!dx.{list} = !{{!");
        let Some(found) = text.lines().find_map(|line| line.strip_prefix(&start)) else { continue };
        let node = found.trim_end_matches('}').split(',').next().expect("a node");
        let own = format!("!{node} = !{{!{node}, !{node}, !{node}, !{node}, !{node}}}");
        let changed: Vec<&str> = text
            .lines()
            .map(|line| if line.starts_with(&format!("!{node} = ")) { own.as_str() } else { line })
            .collect();
        assert!(changed.contains(&own.as_str()), "{list}: {node}");
        let module = dxil::asm::parse(&changed.join("\n")).unwrap_or_else(|why| panic!("{list}: {why}"));
        let is_raised = Shader::read(&module).is_ok_and(|shader| hlslc_dxil_raise::raise(&module, &shader).is_ok());
        assert!(!is_raised, "{list}");
    }
}

#[test]
fn a_program_of_a_newer_shader_model_ends_in_an_error() {
    let container = object(run(&["-T", "ps_6_6"], "a.hlsl", PIXEL.as_bytes()));
    let text = hlslc::disassemble(&container).expect("it can be read");
    let newer = text.replace("!\"ps\", i32 6, i32 6", "!\"ps\", i32 6, i32 99");
    assert_ne!(newer, text);
    let module = dxil::asm::parse(&newer).expect("it is assembled");
    let shader = Shader::read(&module).expect("its metadata can be read");
    let found = reason(&module, &shader);
    assert!(found.contains("6.99"), "{found}");
}

/// Changes what the elements of the first texture are.
fn set_element(shader: &mut Shader, to: Element) {
    if let ResourceDetail::Srv { element, .. } = &mut shader.resources.srvs[0].detail {
        *element = to;
    }
}

#[test]
fn what_an_instruction_does_not_say_is_not_guessed() {
    let library = "uint n; static uint twice = 2 * n; export uint f(uint x) { return twice += x; }";
    let pixel = object(run(&["-T", "ps_6_6"], "a.hlsl", PIXEL.as_bytes()));
    let library = object(run(&["-T", "lib_6_6", "-denorm", "ftz"], "a.hlsl", library.as_bytes()));
    let text = |container: &[u8]| hlslc::disassemble(container).expect("it can be read");
    let (pixel, library) = (text(&pixel), text(&library));
    let cases = [
        (&pixel, "{ i32 4113, i32 0 }", "{ i32 4113, i32 9 }", "feedback of no kind"),
        (&pixel, "{ i32 2, i32 1033 }", "{ i32 2, i32 9 }", "elements of no component, or of more than four"),
        (
            &library,
            "\"fp32-denorm-mode\"=\"ftz\"",
            "\"fp32-denorm-mode\"=\"often\"",
            "`fp32-denorm-mode` is `often`, which is no mode",
        ),
        (
            &library,
            "{ i32 65535, void ()* @_GLOBAL__sub_I_a.hlsl,",
            "{ i32 65535, void ()* null,",
            "element 0 of `@llvm.global_ctors` names no function",
        ),
    ];
    for (whole, from, to, wanted) in cases {
        assert!(whole.contains(from), "{from}\n{whole}");
        let module = dxil::asm::parse(&whole.replace(from, to)).unwrap_or_else(|why| panic!("{to}: {why}"));
        let shader = Shader::read(&module).expect("its metadata can be read");
        let found = reason(&module, &shader);
        assert!(found.contains(wanted), "{wanted}\n{found}");
    }
}

#[test]
fn a_container_that_is_no_library_is_not_linked() {
    let link = |bytes: &[u8]| {
        let args = ["-T", "cs_6_6"].map(str::to_owned);
        let line = CommandLine::parse(&args, &|_| Err("none".to_owned()));
        let input = LinkInput { name: "a.dxo", bytes, kind: Input::Hlsl };
        let output = Compiler::new(line.options).link(&[input], &NoIncludes);
        assert!(output.diagnostics.iter().all(|found| found.info.code.starts_with("E1018")));
        output.render(Style::Clang, false)
    };
    let shader = compiled(&[]);
    let said = link(&shader);
    assert!(said.contains("`a.dxo` cannot be linked: it is for cs_6_6, and no library"), "{said}");
    let said = link(&shader[..shader.len() - 40]);
    assert!(said.contains("`a.dxo` cannot be linked: container at byte"), "{said}");
}

#[test]
fn a_library_chooses_handles_and_not_objects() {
    let source = "ByteAddressBuffer a : register(t0), b : register(t1);
export uint f(uint c) { return a.Load(0) + b.Load(c); }
export void g(inout float at) { }";
    let said = |target: &str, changes: &[(&str, &str)]| {
        let mut text =
            hlslc::disassemble(&object(run(&["-T", target], "a.hlsl", source.as_bytes()))).expect("a listing");
        for (from, to) in changes {
            assert!(text.contains(from), "{from}\n{text}");
            text = text.replace(from, to);
        }
        let module = dxil::asm::parse(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        reason(&module, &Shader::read(&module).expect("its metadata can be read"))
    };
    assert_eq!(said("lib_6_6", &[]), "it is raised");
    // DXC's linker gives these words, too.
    let chosen = "local resource not guaranteed to map to unique global resource";
    for (target, ty) in [("lib_6_6", "dx.types.Handle"), ("lib_6_5", "struct.ByteAddressBuffer")] {
        let call = |operand| format!("@dx.op.createHandleForLib.{ty}(i32 160, %{ty} %{operand})");
        let (before, after) = (call("2"), call("chosen"));
        let first = format!("= call %dx.types.Handle {before}");
        let select = format!("%chosen = select i1 true, %{ty} %2, %{ty} %2\n  %3 = call %dx.types.Handle {after}");
        // Before handles were annotated, variables held the objects.
        let wanted = if target == "lib_6_6" { "it is raised" } else { chosen };
        let found = said(target, &[(&format!("%3 {first}"), &select)]);
        assert!(found.contains(wanted), "{found}");
        let branch =
            format!("br label %next\n\nnext:\n  %chosen = phi %{ty} [ %2, %1 ]\n  %3 = call %dx.types.Handle {after}");
        let found = said(target, &[(&format!("%3 {first}"), &branch)]);
        assert!(found.contains(wanted), "{found}");
    }
    // What returns a resource has it as a parameter in memory.
    assert_eq!(said("lib_6_6", &[("float*", "%dx.types.Handle*")]), "it is raised");
}

#[test]
fn a_library_for_linking_returns_resources_in_memory() {
    let source = "Buffer<float4> a, b;
Buffer<float4> pick(int i) { return i > 2 ? a : b; }
Buffer<float4> other(int i);
float4 read(int i) { return other(i)[1]; }";
    let made = object(run(&["-T", "lib_6_x"], "a.hlsl", source.as_bytes()));
    let text = hlslc::disassemble(&made).expect("a listing");
    for wanted in [
        "@\"\\01?pick@@YA?AV?$Buffer@V?$vector@M$03@@@@H@Z\"(%dx.types.Handle* noalias nocapture sret, i32)",
        "alloca %dx.types.Handle",
        "phi %dx.types.Handle",
        "call %dx.types.Handle @dx.op.annotateHandle(",
        "{i32 10, %dx.types.ResourceProperties { i32 10, i32 1033 }}",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    // What is raised is the same.
    let again = object(run(&[], "a.dxo", &made));
    let again = hlslc::disassemble(&again).expect("a listing");
    let code = |text: &str| text.lines().filter(|line| line.contains("Handle")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(code(&text), code(&again));
}

/// The places in the source that a program with debug information names.
fn lines(container: &[u8]) -> BTreeSet<(u32, u32)> {
    let container = Container::read(container).expect("a container");
    let program =
        Program::read(FourCc::ILDB, container.part(FourCc::ILDB).expect("debug information")).expect("a program");
    let module = bitcode::read(&program.bitcode).expect("bitcode");
    let bodies = module.functions.values().filter_map(|function| function.body.as_ref());
    bodies.flat_map(|body| body.debug_locs.values().map(|at| (at.line, at.column))).collect()
}

#[test]
fn lines_of_the_source_stay_with_what_is_compiled_again() {
    let debug = ["-Zi", "-Qembed_debug"];
    let first = compiled(&[&debug[..], &["-Od"]].concat());
    let (all, same) = (lines(&first), lines(&object(run(&[&debug[..], &["-Od"]].concat(), "a.dxo", &first))));
    // Declarations of variables have places, too, and variables are not raised.
    assert!(same.is_subset(&all) && 5 * same.len() >= 4 * all.len(), "{same:?}\n{all:?}");
    let optimised = object(run(&[&["-opt"], &debug[..]].concat(), "a.dxo", &first));
    assert!(lines(&optimised).len() > 5 && lines(&optimised).is_subset(&all), "{:?}", lines(&optimised));
    let texts = |bytes: &[u8]| {
        Sources::of(&Container::read(bytes).expect("a container")).expect("it can be read").expect("texts").files
    };
    assert_eq!(texts(&optimised), texts(&first));
}

/// The listing of the SPIR-V that a container is translated to.
fn translated(name: &str, container: &[u8]) -> String {
    run(&["-spirv", "-fspv-target-env=vulkan1.1", "--emit=spirv-asm"], name, container).text.expect("it is shown")
}

/// Arithmetic on halves whose rounding shows: products of four, and a sum of a product.
const HALVES: &str = "
StructuredBuffer<half> In : register(t0);
RWStructuredBuffer<half> Out : register(u0);
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    half a = In[i], b = In[i + 8];
    half k = half(1) - (a * a) * (half(1) - b * b);
    Out[i] = a * b + sqrt(k);
}";

#[test]
fn halves_are_reordered_and_contracted_only_where_that_is_allowed() {
    let compile = |more: &[&str]| {
        let args = [&["-T", "cs_6_6", "-enable-16bit-types", "-Od"], more].concat();
        object(run(&args, "halves.hlsl", HALVES.as_bytes()))
    };
    let again = |container: &[u8]| listing(&object(run(&["-O3"], "halves.dxo", container)));
    // What is marked `fast` may be rounded otherwise: `Mad` rounds once.
    let (fast, strict) = (again(&compile(&[])), again(&compile(&["-Gis"])));
    assert!(fast.contains("FMad"), "{fast}");
    assert!(!strict.contains("FMad"), "{strict}");
    assert_eq!(strict.matches("fmul half").count(), 4, "{strict}");
}

#[test]
fn elements_that_end_within_a_word_are_read_and_written_as_halves() {
    let container = object(run(&["-T", "cs_6_6", "-enable-16bit-types"], "halves.hlsl", HALVES.as_bytes()));
    let text = translated("halves.dxo", &container);
    assert!(text.contains("OpTypeRuntimeArray %_arr_ushort_uint_1"), "{text}");
    assert!(text.contains("OpCapability StorageBuffer16BitAccess") && !text.contains("OpAtomic"), "{text}");
}

/// Elements with a counter, whose narrowest number is a half and whose widest are four of that.
const COUNTED: &str = "
struct Mixed { double wide; half narrow; uint word; };
RWStructuredBuffer<Mixed> Out : register(u0);
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Mixed old = Out[i];
    old.wide *= 2;
    old.narrow += half(old.word);
    Out[Out.IncrementCounter()] = old;
}";

#[test]
fn elements_with_counters_hold_numbers_of_several_sizes() {
    let container = object(run(&["-T", "cs_6_6", "-enable-16bit-types"], "counted.hlsl", COUNTED.as_bytes()));
    let text = translated("counted.dxo", &container);
    // Sixteen bytes as eight halves.
    assert!(text.contains("OpTypeArray %ushort %uint_8"), "{text}");
    assert_eq!(text.matches("OpLoad %ushort").count(), 4 + 1 + 2, "{text}");
}

#[test]
fn a_variable_is_filled_with_zeros_by_one_store() {
    let source = "
        RWByteAddressBuffer Out : register(u0);
        [numthreads(8, 1, 1)]
        void main(uint i : SV_DispatchThreadID) {
            uint parts[8];
            parts[i & 7] = i;
            Out.Store(i * 4, parts[(i + Out.Load(0)) & 7]);
        }";
    let container = object(run(&["-T", "cs_6_6", "-Od"], "a.hlsl", source.as_bytes()));
    let text = hlslc::disassemble(&container).expect("it can be read");
    let line = text.lines().find(|line| line.contains("alloca [8 x i32]")).expect("a variable");
    let name = line.trim().split(' ').next().expect("a name");
    let stored = format!("{line}\n  store [8 x i32] zeroinitializer, [8 x i32]* {name}");
    let filled = object(run(&["-Vd"], "a.ll", text.replace(line, &stored).as_bytes()));
    assert!(listing(&filled).contains("store [8 x i32] zeroinitializer"));
    let again = listing(&object(run(&[], "a.dxo", &filled)));
    assert_eq!(again.matches("store i32 0").count(), 8, "{again}");
}
