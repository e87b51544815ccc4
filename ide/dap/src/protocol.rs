//! Defines the messages of the Debug Adapter Protocol that the adapter takes and gives, as the published specification names them.
//!
//! A type for each argument and body, so that a wrong message is an error at its field; what the adapter does not read of a
//! message is ignored, as the specification demands.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A request of the client.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// Its number.
    pub seq: i64,
    /// What it asks for.
    pub command: String,
    /// The arguments.
    #[serde(default)]
    pub arguments: Value,
}

/// The answer to a request.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    pub seq: i64,
    pub r#type: &'static str,
    pub request_seq: i64,
    pub success: bool,
    pub command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub body: Value,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    pub seq: i64,
    pub r#type: &'static str,
    pub event: &'static str,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub body: Value,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InitializeArguments {
    #[serde(default = "yes", rename = "linesStartAt1")]
    pub lines_start_at_1: bool,
    #[serde(default = "yes", rename = "columnsStartAt1")]
    pub columns_start_at_1: bool,
}

pub fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionFilter {
    pub filter: &'static str,
    pub label: &'static str,
    pub description: &'static str,
    pub default: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    pub supports_configuration_done_request: bool,
    pub supports_conditional_breakpoints: bool,
    pub supports_evaluate_for_hovers: bool,
    pub supports_step_back: bool,
    pub supports_stepping_granularity: bool,
    pub supports_disassemble_request: bool,
    pub supports_terminate_request: bool,
    pub supports_restart_request: bool,
    pub supports_exception_info_request: bool,
    pub supports_delayed_stack_trace_loading: bool,
    pub supports_loaded_sources_request: bool,
    pub exception_breakpoint_filters: Vec<ExceptionFilter>,
}

/// What an editor says of a run.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LaunchArguments {
    /// The shader, or a container.
    pub program: String,
    /// The entry point.
    pub entry: Option<String>,
    /// The profile, such as `cs_6_0`.
    pub profile: Option<String>,
    /// Further options of the compilation.
    #[serde(default)]
    pub args: Vec<String>,
    /// The scene: a file, or what would be in it.
    #[serde(default)]
    pub scene: Value,
    /// Whether to stop at the first line.
    #[serde(default = "yes")]
    pub stop_on_entry: bool,
    /// Whether to stop at the end, from where steps lead back.
    #[serde(default)]
    pub stop_at_end: bool,
    /// Whether breakpoints are of no use: the run goes on to its end.
    #[serde(default)]
    pub no_debug: bool,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_reference: Option<i64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceBreakpoint {
    pub line: i64,
    pub condition: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SetBreakpointsArguments {
    pub source: Source,
    #[serde(default)]
    pub breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Breakpoint {
    pub id: u32,
    pub verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct SetExceptionBreakpointsArguments {
    #[serde(default)]
    pub filters: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Thread {
    pub id: i64,
    pub name: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceArguments {
    pub thread_id: i64,
    pub start_frame: Option<usize>,
    pub levels: Option<usize>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StackFrame {
    pub id: i64,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    pub line: i64,
    pub column: i64,
    pub instruction_pointer_reference: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScopesArguments {
    pub frame_id: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    pub name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<&'static str>,
    pub variables_reference: i64,
    pub expensive: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VariablesArguments {
    pub variables_reference: i64,
    pub filter: Option<String>,
    pub start: Option<u64>,
    pub count: Option<u64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    pub name: String,
    pub value: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub r#type: String,
    pub variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named_variables: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluate_name: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateArguments {
    pub expression: String,
    pub frame_id: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluated {
    pub result: String,
    pub r#type: String,
    pub variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<u64>,
}

/// Which instructions a step is about, and how far it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    #[default]
    Statement,
    Line,
    Instruction,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepArguments {
    pub thread_id: i64,
    #[serde(default)]
    pub granularity: Granularity,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DisassembleArguments {
    pub memory_reference: String,
    #[serde(default)]
    pub offset: i64,
    #[serde(default)]
    pub instruction_offset: i64,
    pub instruction_count: u32,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DisassembledInstruction {
    pub address: String,
    pub instruction: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<&'static str>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceArguments {
    pub source: Option<Source>,
    pub source_reference: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopped {
    pub reason: &'static str,
    pub description: String,
    pub thread_id: i64,
    pub all_threads_stopped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hit_breakpoint_ids: Vec<u32>,
}
