//! Defines the messages of the Remote Execution API that are used, field by field.
//!
//! Names and numbers are those of the published definitions (packages `build.bazel.remote.execution.v2`, `google.bytestream`,
//! `google.longrunning`, `google.rpc`). Fields that nothing here reads or writes are left out: a reader skips them.

#![allow(missing_docs, reason = "the definitions say what a field is")]

use std::collections::HashMap;

/// SHA-256 among digest functions.
pub const SHA256: i32 = 1;

/// An action waits for a worker.
pub const QUEUED: i32 = 2;

macro_rules! messages {
    ($($(#[$outer:meta])* $name:ident { $($(#[$field:meta])* $member:ident: $ty:ty,)* })*) => {
        $(
            $(#[$outer])*
            #[derive(Clone, PartialEq, prost::Message)]
            pub struct $name { $($(#[$field])* pub $member: $ty,)* }
        )*
    };
}

messages! {
    /// The name of bytes.
    #[derive(Eq, Hash)]
    Digest {
        #[prost(string, tag = "1")]
        hash: String,
        #[prost(int64, tag = "2")]
        size_bytes: i64,
    }

    /// A length of time.
    Duration {
        #[prost(int64, tag = "1")]
        seconds: i64,
        #[prost(int32, tag = "2")]
        nanos: i32,
    }

    Action {
        #[prost(message, optional, tag = "1")]
        command_digest: Option<Digest>,
        #[prost(message, optional, tag = "2")]
        input_root_digest: Option<Digest>,
        #[prost(message, optional, tag = "6")]
        timeout: Option<Duration>,
        #[prost(bool, tag = "7")]
        do_not_cache: bool,
        #[prost(message, optional, tag = "10")]
        platform: Option<Platform>,
    }

    Command {
        #[prost(string, repeated, tag = "1")]
        arguments: Vec<String>,
        #[prost(message, repeated, tag = "2")]
        environment_variables: Vec<EnvironmentVariable>,
        /// For servers before version 2.1 of the interface, which know no `output_paths`.
        #[prost(string, repeated, tag = "3")]
        output_files: Vec<String>,
        /// For servers before version 2.2, which know no platform of an action.
        #[prost(message, optional, tag = "5")]
        platform: Option<Platform>,
        #[prost(string, tag = "6")]
        working_directory: String,
        #[prost(string, repeated, tag = "7")]
        output_paths: Vec<String>,
    }

    EnvironmentVariable {
        #[prost(string, tag = "1")]
        name: String,
        #[prost(string, tag = "2")]
        value: String,
    }

    Platform {
        #[prost(message, repeated, tag = "1")]
        properties: Vec<Property>,
    }

    #[derive(Eq, PartialOrd, Ord)]
    Property {
        #[prost(string, tag = "1")]
        name: String,
        #[prost(string, tag = "2")]
        value: String,
    }

    Directory {
        #[prost(message, repeated, tag = "1")]
        files: Vec<FileNode>,
        #[prost(message, repeated, tag = "2")]
        directories: Vec<DirectoryNode>,
    }

    FileNode {
        #[prost(string, tag = "1")]
        name: String,
        #[prost(message, optional, tag = "2")]
        digest: Option<Digest>,
        #[prost(bool, tag = "4")]
        is_executable: bool,
    }

    DirectoryNode {
        #[prost(string, tag = "1")]
        name: String,
        #[prost(message, optional, tag = "2")]
        digest: Option<Digest>,
    }

    ActionResult {
        #[prost(message, repeated, tag = "2")]
        output_files: Vec<OutputFile>,
        #[prost(int32, tag = "4")]
        exit_code: i32,
        #[prost(bytes = "vec", tag = "5")]
        stdout_raw: Vec<u8>,
        #[prost(message, optional, tag = "6")]
        stdout_digest: Option<Digest>,
        #[prost(bytes = "vec", tag = "7")]
        stderr_raw: Vec<u8>,
        #[prost(message, optional, tag = "8")]
        stderr_digest: Option<Digest>,
        #[prost(message, optional, tag = "9")]
        execution_metadata: Option<ExecutedActionMetadata>,
    }

    OutputFile {
        #[prost(string, tag = "1")]
        path: String,
        #[prost(message, optional, tag = "2")]
        digest: Option<Digest>,
        #[prost(bool, tag = "4")]
        is_executable: bool,
        #[prost(bytes = "vec", tag = "5")]
        contents: Vec<u8>,
    }

    ExecutedActionMetadata {
        #[prost(string, tag = "1")]
        worker: String,
    }

    GetActionResultRequest {
        #[prost(string, tag = "1")]
        instance_name: String,
        #[prost(message, optional, tag = "2")]
        action_digest: Option<Digest>,
        #[prost(string, repeated, tag = "5")]
        inline_output_files: Vec<String>,
    }

    UpdateActionResultRequest {
        #[prost(string, tag = "1")]
        instance_name: String,
        #[prost(message, optional, tag = "2")]
        action_digest: Option<Digest>,
        #[prost(message, optional, tag = "3")]
        action_result: Option<ActionResult>,
    }

    FindMissingBlobsRequest {
        #[prost(string, tag = "1")]
        instance_name: String,
        #[prost(message, repeated, tag = "2")]
        blob_digests: Vec<Digest>,
    }

    FindMissingBlobsResponse {
        #[prost(message, repeated, tag = "2")]
        missing_blob_digests: Vec<Digest>,
    }

    BatchUpdateBlobsRequest {
        #[prost(string, tag = "1")]
        instance_name: String,
        #[prost(message, repeated, tag = "2")]
        requests: Vec<UpdatedBlob>,
    }

    UpdatedBlob {
        #[prost(message, optional, tag = "1")]
        digest: Option<Digest>,
        #[prost(bytes = "vec", tag = "2")]
        data: Vec<u8>,
    }

    BatchUpdateBlobsResponse {
        #[prost(message, repeated, tag = "1")]
        responses: Vec<UpdatedStatus>,
    }

    UpdatedStatus {
        #[prost(message, optional, tag = "1")]
        digest: Option<Digest>,
        #[prost(message, optional, tag = "2")]
        status: Option<Status>,
    }

    BatchReadBlobsRequest {
        #[prost(string, tag = "1")]
        instance_name: String,
        #[prost(message, repeated, tag = "2")]
        digests: Vec<Digest>,
    }

    BatchReadBlobsResponse {
        #[prost(message, repeated, tag = "1")]
        responses: Vec<ReadBlob>,
    }

    ReadBlob {
        #[prost(message, optional, tag = "1")]
        digest: Option<Digest>,
        #[prost(bytes = "vec", tag = "2")]
        data: Vec<u8>,
        #[prost(message, optional, tag = "3")]
        status: Option<Status>,
    }

    GetCapabilitiesRequest {
        #[prost(string, tag = "1")]
        instance_name: String,
    }

    ServerCapabilities {
        #[prost(message, optional, tag = "1")]
        cache_capabilities: Option<CacheCapabilities>,
        #[prost(message, optional, tag = "2")]
        execution_capabilities: Option<ExecutionCapabilities>,
    }

    CacheCapabilities {
        #[prost(int32, repeated, tag = "1")]
        digest_functions: Vec<i32>,
        #[prost(message, optional, tag = "2")]
        action_cache_update_capabilities: Option<ActionCacheUpdateCapabilities>,
        #[prost(int64, tag = "4")]
        max_batch_total_size_bytes: i64,
    }

    ActionCacheUpdateCapabilities {
        #[prost(bool, tag = "1")]
        update_enabled: bool,
    }

    ExecutionCapabilities {
        #[prost(int32, tag = "1")]
        digest_function: i32,
        #[prost(bool, tag = "2")]
        exec_enabled: bool,
    }

    ExecuteRequest {
        #[prost(string, tag = "1")]
        instance_name: String,
        #[prost(bool, tag = "3")]
        skip_cache_lookup: bool,
        #[prost(message, optional, tag = "6")]
        action_digest: Option<Digest>,
    }

    ExecuteResponse {
        #[prost(message, optional, tag = "1")]
        result: Option<ActionResult>,
        #[prost(bool, tag = "2")]
        cached_result: bool,
        #[prost(message, optional, tag = "3")]
        status: Option<Status>,
        #[prost(map = "string, message", tag = "4")]
        server_logs: HashMap<String, LogFile>,
        #[prost(string, tag = "5")]
        message: String,
    }

    LogFile {
        #[prost(message, optional, tag = "1")]
        digest: Option<Digest>,
    }

    WaitExecutionRequest {
        #[prost(string, tag = "1")]
        name: String,
    }

    CancelOperationRequest {
        #[prost(string, tag = "1")]
        name: String,
    }

    Operation {
        #[prost(string, tag = "1")]
        name: String,
        /// Of an action: [`ExecuteOperationMetadata`].
        #[prost(message, optional, tag = "2")]
        metadata: Option<Any>,
        #[prost(bool, tag = "3")]
        done: bool,
        #[prost(message, optional, tag = "4")]
        error: Option<Status>,
        #[prost(message, optional, tag = "5")]
        response: Option<Any>,
    }

    ExecuteOperationMetadata {
        #[prost(int32, tag = "1")]
        stage: i32,
    }

    Any {
        #[prost(string, tag = "1")]
        type_url: String,
        #[prost(bytes = "vec", tag = "2")]
        value: Vec<u8>,
    }

    Status {
        #[prost(int32, tag = "1")]
        code: i32,
        #[prost(string, tag = "2")]
        message: String,
    }

    ReadRequest {
        #[prost(string, tag = "1")]
        resource_name: String,
        #[prost(int64, tag = "2")]
        read_offset: i64,
    }

    ReadResponse {
        #[prost(bytes = "vec", tag = "10")]
        data: Vec<u8>,
    }

    WriteRequest {
        #[prost(string, tag = "1")]
        resource_name: String,
        #[prost(int64, tag = "2")]
        write_offset: i64,
        #[prost(bool, tag = "3")]
        finish_write: bool,
        #[prost(bytes = "vec", tag = "10")]
        data: Vec<u8>,
    }

    WriteResponse {
        #[prost(int64, tag = "1")]
        committed_size: i64,
    }

    /// What nothing is read of.
    Empty {}
}
