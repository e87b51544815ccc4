//! Compiles and runs a random program on every route, and compares the results.

use dxc_oracle::apart::Compile;
use dxc_oracle::{AGREED_VALIDATOR, CompileRequest};
use dxil::shader::ResourceClass;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Output, OwnPass, Style};
use hlslc_interp::{Checks, Options};

use super::generate::Shader;
use super::variants::Variant;
use crate::agreement::{Agreement, BYTES, GROUPS, Left, NoAnswer, compare, content, difference, left_by, undefined_in};
use crate::case::{Buffer, BufferKind, Format, Place};
use crate::compare::Scalar;
use crate::vulkan::Device;

/// A compiler with options, and what runs what it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// hlslc's DXIL on the interpreter, with an option for optimisation.
    Ours(&'static str),
    /// DXC's DXIL on the interpreter.
    Theirs(&'static str),
    /// hlslc's SPIR-V on a Vulkan device.
    OurSpirv,
    /// DXC's SPIR-V on a Vulkan device.
    TheirSpirv,
}

impl Route {
    /// The routes that need no device.
    pub const INTERPRETED: [Self; 4] = [Self::Ours("-O3"), Self::Ours("-Od"), Self::Ours("-O1"), Self::Theirs("-O3")];

    /// The route in words.
    pub fn name(self) -> String {
        match self {
            Self::Ours(level) => format!("hlslc {level}"),
            Self::Theirs(level) => format!("DXC {level}"),
            Self::OurSpirv => "hlslc -spirv".to_owned(),
            Self::TheirSpirv => "DXC -spirv".to_owned(),
        }
    }

    /// Whether hlslc makes it.
    pub fn is_ours(self) -> bool {
        matches!(self, Self::Ours(_) | Self::OurSpirv)
    }

    /// Whether a device runs it.
    pub fn is_spirv(self) -> bool {
        matches!(self, Self::OurSpirv | Self::TheirSpirv)
    }
}

/// What routes made of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All computed the same.
    Same,
    /// Both compilers reject it: the program is not what it should be.
    Rejected(String),
    /// One compiler rejects what another takes.
    RejectedByOne {
        /// The route.
        route: Route,
        /// The value.
        why: String,
    },
    /// Two routes computed something else.
    Different {
        /// The routes.
        routes: [Route; 2],
        /// Where, and what.
        what: String,
    },
    /// It is unknown.
    Unknown(String),
}

/// The wave size where no device says: that of the device that is most common for tests.
const WAVE_SIZE: u32 = 8;

/// Where the inputs of the programs lie, and where their outputs do.
const BUFFERS: [(ResourceClass, u32, BufferKind); 10] = [
    (ResourceClass::Srv, 0, BufferKind::Storage),
    (ResourceClass::Srv, 1, BufferKind::Storage),
    (ResourceClass::Cbv, 2, BufferKind::Constant),
    (ResourceClass::Uav, 3, BufferKind::Storage),
    (ResourceClass::Uav, 4, BufferKind::Storage),
    (ResourceClass::Srv, 5, BufferKind::TypedRead(Format { scalar: Scalar::Int, components: 4 })),
    (ResourceClass::Uav, 6, BufferKind::TypedReadWrite(Format { scalar: Scalar::Uint, components: 1 })),
    (ResourceClass::Cbv, 7, BufferKind::Constant),
    (ResourceClass::Srv, 8, BufferKind::Storage),
    (ResourceClass::Uav, 9, BufferKind::Storage),
];

/// What routes are compiled with.
#[derive(Clone, Copy, Default)]
pub struct Judge<'a> {
    /// DXC, if there is one.
    pub dxc: Option<&'a dyn Compile>,
    /// A device, if there is one.
    pub device: Option<&'a Device>,
    /// A pass that runs among ours: to see whether a fault in it is found.
    pub own_pass: Option<OwnPass>,
}

impl Judge<'_> {
    /// How the programs are run to be compared: in waves as wide as the device's.
    pub(super) fn plain_options(&self) -> Options {
        let checks = Checks::NONE;
        let wave_size = self.device.map_or(WAVE_SIZE, Device::wave_size);
        Options { wave_size, checks, ..Options::default() }
    }

    /// Compiles a program.
    fn compile(&self, shader: &Shader, route: Route) -> Result<Vec<u8>, String> {
        let mut args = shader.options.clone();
        let (major, minor) = AGREED_VALIDATOR;
        match route {
            Route::Ours(level) | Route::Theirs(level) => {
                args.extend(["-validator-version".to_owned(), format!("{major}.{minor}"), level.to_owned()]);
            }
            Route::OurSpirv | Route::TheirSpirv => {
                let spirv = ["-spirv", "-fspv-target-env=vulkan1.2", "-fvk-use-dx-layout"];
                args.extend(spirv.map(str::to_owned));
            }
        }
        if !route.is_ours() {
            let dxc = self.dxc.ok_or("no DXC")?;
            let request = CompileRequest {
                source: &shader.source,
                name: "random.hlsl",
                entry: "main",
                target: shader.target,
                args,
                ..Default::default()
            };
            let output = dxc.compile(&request);
            return if output.ok { Ok(output.object) } else { Err(output.diagnostics) };
        }
        let output = self.output("random.hlsl", &shader.source, shader.target, &args)?;
        let messages = output.render(Style::Clang, false);
        output.object.ok_or(messages)
    }

    /// What hlslc makes of a source, with all that it says of it.
    pub(super) fn output(&self, name: &str, source: &str, target: &str, args: &[String]) -> Result<Output, String> {
        let mut all: Vec<String> = ["-E", "main", "-T", target].map(str::to_owned).to_vec();
        all.extend_from_slice(args);
        let mut line = CommandLine::parse(&all, &|path| Err(format!("no file {path}")));
        if !line.errors.is_empty() {
            return Err(line.errors.join("\n"));
        }
        line.options.input = line.input_kind.unwrap_or_default();
        let compiler = Compiler::new(line.options);
        let compiler = match self.own_pass {
            Some(pass) => compiler.with_pass(pass),
            None => compiler,
        };
        Ok(compiler.compile(name, source.as_bytes(), &NoIncludes))
    }

    /// Compiles a program in routes, runs it on inputs of some seeds and compares all with the first. What differs where the program
    /// does something undefined says nothing.
    pub fn judge(&self, shader: &Shader, routes: &[Route], seeds: std::ops::Range<u64>) -> Verdict {
        let verdict = self.compare(shader, routes, seeds.clone());
        if !matches!(verdict, Verdict::Different { .. }) {
            return verdict;
        }
        // As it is written, without a pass that may be wrong.
        let Ok(plain) = Judge { own_pass: None, ..*self }.compile(shader, Route::Ours("-Od")) else { return verdict };
        let checks = Checks::UNDEFINED;
        let options = Options { checks, ..self.plain_options() };
        match seeds.into_iter().find_map(|seed| undefined_in(&plain, seed, &options)) {
            Some(finding) => Verdict::Unknown(finding),
            None => verdict,
        }
    }

    /// Compares what a route makes of a program with what another makes of another program, on inputs of some seeds. Both routes
    /// are DXIL.
    pub fn judge_both(
        &self,
        one: &Shader,
        route: Route,
        other: &Shader,
        by: Route,
        seeds: std::ops::Range<u64>,
    ) -> Verdict {
        let containers = match (self.compile(one, route), self.compile(other, by)) {
            (Ok(one), Ok(other)) => [one, other],
            (Err(why), _) => return Verdict::RejectedByOne { route, why },
            (_, Err(why)) => return Verdict::RejectedByOne { route: by, why },
        };
        for seed in seeds {
            match compare(&containers, seed, &self.plain_options()) {
                Ok(Agreement::Same) => {}
                Ok(Agreement::Close { distance, .. }) => {
                    return Verdict::Different { routes: [route, by], what: format!("floats differ by {distance:e}") };
                }
                Ok(Agreement::Different { what, .. }) => return Verdict::Different { routes: [route, by], what },
                Err(why) => return Verdict::Unknown(format!("{why:?}")),
            }
        }
        Verdict::Same
    }

    /// Compares what the SPIR-V of both compilers computes on the device.
    pub fn judge_modules(&self, shader: &Shader, seed: u64) -> Verdict {
        let Some(device) = self.device else { return Verdict::Unknown("no device".to_owned()) };
        let routes = [Route::OurSpirv, Route::TheirSpirv];
        let left = routes.map(|route| match self.compile(shader, route) {
            Ok(module) => on_device(device, &module, seed).map_err(Verdict::Unknown),
            Err(why) => Err(Verdict::RejectedByOne { route, why }),
        });
        match left {
            [Ok(ours), Ok(theirs)] => match difference(&ours, &theirs) {
                Ok(_) => Verdict::Same,
                Err(what) => Verdict::Different { routes, what },
            },
            [Err(why), _] | [_, Err(why)] => why,
        }
    }

    /// Compares what our DXIL of a program computes with what that of the same in other words does.
    pub fn judge_variant(&self, shader: &Shader, variant: Variant, level: &'static str, seed: u64) -> Verdict {
        let route = Route::Ours(level);
        let (first, other) = match (self.compile(shader, route), self.compile(&variant.of(shader), route)) {
            (Ok(first), Ok(other)) => (first, other),
            (Err(why), Err(_)) => return Verdict::Rejected(why),
            (Err(why), Ok(_)) | (Ok(_), Err(why)) => return Verdict::RejectedByOne { route, why },
        };
        let options = Options { checks: Checks::default(), ..self.plain_options() };
        match compare(&[first, other], seed, &options) {
            Ok(Agreement::Same) => Verdict::Same,
            Ok(Agreement::Close { distance, .. }) => {
                Verdict::Different { routes: [route; 2], what: format!("{variant:?}: floats differ by {distance:e}") }
            }
            Ok(Agreement::Different { what, .. }) => {
                Verdict::Different { routes: [route; 2], what: format!("{variant:?}: {what}") }
            }
            Err(why) => Verdict::Unknown(format!("{variant:?}: {why:?}")),
        }
    }

    fn compare(&self, shader: &Shader, routes: &[Route], seeds: std::ops::Range<u64>) -> Verdict {
        let (mut made, mut rejected) = (Vec::new(), Vec::new());
        for &route in routes {
            match self.compile(shader, route) {
                Ok(object) => made.push((route, object)),
                Err(why) => rejected.push((route, why)),
            }
        }
        if let Some((_, why)) = rejected.first().filter(|_| made.is_empty()) {
            return Verdict::Rejected(why.clone());
        }
        // Ours should take what another does; what another rejects is left out.
        let rejection = rejected.into_iter().min_by_key(|(route, _)| !route.is_ours());
        let rejection = rejection.map(|(route, why)| Verdict::RejectedByOne { route, why });
        if let Some(rejection @ Verdict::RejectedByOne { route: Route::Ours(_) | Route::OurSpirv, .. }) = rejection {
            return rejection;
        }
        let (spirv, dxil): (Vec<_>, Vec<_>) = made.into_iter().partition(|(route, _)| route.is_spirv());
        let (routes, containers): (Vec<Route>, Vec<Vec<u8>>) = dxil.into_iter().unzip();
        let options = self.plain_options();
        for seed in seeds.clone() {
            match compare(&containers, seed, &options) {
                Ok(Agreement::Same) => {}
                // What floats are made of leaves no room for that.
                Ok(Agreement::Close { which, distance }) => {
                    let what = format!("seed {seed}: floats differ by {distance:e}");
                    return Verdict::Different { routes: [routes[0], routes[which]], what };
                }
                Ok(Agreement::Different { which, what }) => {
                    return Verdict::Different {
                        routes: [routes[0], routes[which]],
                        what: format!("seed {seed}: {what}"),
                    };
                }
                // The programs are well defined: what one route alone makes a matter of chance is its fault.
                Err(NoAnswer::Undefined { which, what }) if which > 0 => {
                    return Verdict::Different {
                        routes: [routes[0], routes[which]],
                        what: format!("seed {seed}: {what}"),
                    };
                }
                Err(NoAnswer::Decode(why) | NoAnswer::Run(why) | NoAnswer::Undefined { what: why, .. }) => {
                    return Verdict::Unknown(why);
                }
            }
            // One input is enough for the little that optimisers do after ours.
            let Some(device) = self.device.filter(|_| !spirv.is_empty() && seed == seeds.start) else { continue };
            let Some(container) = containers.first() else { continue };
            let expected = match left_by(container, seed, &options) {
                Ok(left) => left,
                Err(why) => return Verdict::Unknown(format!("{why:?}")),
            };
            for (route, module) in &spirv {
                match on_device(device, module, seed) {
                    Err(why) => return Verdict::Unknown(why),
                    Ok(found) => {
                        if let Err(what) = difference(&expected, &found) {
                            let what = format!("seed {seed}: {what}");
                            return Verdict::Different { routes: [routes[0], *route], what };
                        }
                    }
                }
            }
        }
        rejection.unwrap_or(Verdict::Same)
    }
}

/// What the SPIR-V of a program leaves on a device.
fn on_device(device: &Device, module: &[u8], seed: u64) -> Result<Left, String> {
    let buffers = BUFFERS.map(|(class, register, kind)| {
        // As many as the largest struct takes for every thread, or more.
        let bytes = match register {
            1 => 32 * 256,
            8 | 9 => 8 * BYTES,
            _ => BYTES,
        };
        let data = content(class, 0, register, seed, bytes);
        Buffer { place: Place { set: 0, binding: register }, register: None, kind, data }
    });
    let contents = device.run(module, "main", GROUPS, &buffers).map_err(|error| error.to_string())?;
    let uavs = BUFFERS.iter().zip(contents).filter(|((class, ..), _)| *class == ResourceClass::Uav);
    Ok(uavs.map(|(&(class, register, _), data)| ((class as u32, 0, register), data)).collect())
}
