"""Starts a BuildGrid with its database and workers on 127.0.0.1, a server that lies, and one that forgets."""

import concurrent.futures
import hashlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as re
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as re_grpc
from buildgrid._protos.google.bytestream import bytestream_pb2 as bs
from buildgrid._protos.google.bytestream import bytestream_pb2_grpc as bs_grpc
from buildgrid._protos.google.longrunning import operations_pb2

HERE = os.path.dirname(os.path.abspath(__file__))

CONFIG = """
server:
  - !channel
    address: "127.0.0.1:{port}"
    insecure-mode: true
connections:
  - !sql-connection &sql
    connection-string: postgresql+psycopg2://postgres@127.0.0.1:{database}/postgres
    pool-size: 20
    max-overflow: 20
storages:
  - !disk-storage &storage
    path: {cas}
caches:
  - !lru-action-cache &cache
    storage: *storage
    max-cached-refs: 100000
    allow-updates: true
    cache-failed-actions: false
schedulers:
  - !sql-scheduler &scheduler
    sql: *sql
    action-cache: *cache
    storage: *storage
    property-set: !dynamic-property-set
      match-property-keys: [OSFamily]
    bot-session-keepalive-timeout: 10
    session-expiry-timer-interval: 1
    assigners:
      - !priority-age-assigner
        count: 2
        interval: 0.02
instances:
  - name: ""
    services:
      - !action-cache
        cache: *cache
      - !execution
        scheduler: *scheduler
      - !bots
        scheduler: *scheduler
      - !cas
        storage: *storage
      - !bytestream
        storage: *storage
thread-pool-size: 100
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port, process, what):
    for _ in range(300):
        if process.poll() is not None:
            sys.exit(f"{what} ended with {process.returncode}")
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit(f"{what} does not answer")


class Database:
    """PostgreSQL, which does not run as root."""

    def __init__(self, folder):
        binaries = os.path.join("/usr/lib/postgresql", sorted(os.listdir("/usr/lib/postgresql"))[-1], "bin")
        self.port, data = free_port(), os.path.join(folder, "database")
        os.makedirs(data)
        as_user = {}
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(data, user.pw_uid, user.pw_gid)
            as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        log = open(os.path.join(folder, "database.log"), "w")
        initdb = [os.path.join(binaries, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"]
        subprocess.run(initdb, check=True, stdout=log, stderr=log, cwd="/", **as_user)
        postgres = [os.path.join(binaries, "postgres"), "-D", data, "-p", str(self.port), "-k", "", "-c", "fsync=off",
                    "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
        self.process = subprocess.Popen(postgres, stdout=log, stderr=log, cwd="/", **as_user)
        wait_for(self.port, self.process, "PostgreSQL")


class BuildGrid:
    """A server with workers, each a process."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        os.makedirs(folder)
        # The user of the database has to reach its folder.
        os.chmod(folder, 0o755)
        self.database = Database(folder)
        self.bgd = os.path.join(os.path.dirname(sys.executable), "bgd")
        self.config = os.path.join(folder, "buildgrid.yml")
        with open(self.config, "w") as file:
            file.write(CONFIG.format(port=self.port, database=self.database.port, cas=os.path.join(folder, "cas")))
        self.log = open(os.path.join(folder, "buildgrid.log"), "w")
        url = f"postgresql+psycopg2://postgres@127.0.0.1:{self.database.port}/postgres"
        for _ in range(50):
            migrated = subprocess.run([self.bgd, "migrate", "apply", url], stdout=self.log, stderr=self.log)
            if migrated.returncode == 0:
                break
            time.sleep(0.2)
        else:
            sys.exit("the database cannot be set up")
        self.workers, self.process = {}, None
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.bgd, "server", "start", self.config], stdout=self.log, stderr=self.log)
        wait_for(self.port, self.process, "BuildGrid")

    def url(self):
        return f"grpc://127.0.0.1:{self.port}"

    def add_worker(self, name, pause=0.0):
        folder = os.path.join(self.folder, name)
        command = [sys.executable, os.path.join(HERE, "worker.py"), str(self.port), folder, name, "--pause", str(pause)]
        self.workers[name] = subprocess.Popen(command, stdout=self.log, stderr=self.log)

    def kill_worker(self, name):
        self.workers[name].kill()
        self.workers.pop(name).wait()

    def stop_server(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def forget_results(self):
        """Nothing is known any more."""
        self.stop_server()
        shutil.rmtree(os.path.join(self.folder, "cas"))
        self.start()

    def end(self):
        for name in list(self.workers):
            self.kill_worker(name)
        for process in (self.process, self.database.process):
            process.send_signal(signal.SIGKILL if process is self.process else signal.SIGINT)
            process.wait()


class Lying(re_grpc.ActionCacheServicer, re_grpc.ContentAddressableStorageServicer, re_grpc.CapabilitiesServicer, re_grpc.ExecutionServicer):
    """A server that answers as it is told: `mode` says how.

    other-bytes    blobs have other bytes than their digests say
    other-inline   the same, within the result
    other-result   a result that is whole, of something else
    slow           results come after a long time
    cancelled      every action is cancelled
    unfit          it names blobs by another hash
    """

    def __init__(self, mode):
        self.mode, self.cancelled = mode, []
        self.server = grpc.server(concurrent.futures.ThreadPoolExecutor(16))
        re_grpc.add_ActionCacheServicer_to_server(self, self.server)
        re_grpc.add_ContentAddressableStorageServicer_to_server(self, self.server)
        re_grpc.add_CapabilitiesServicer_to_server(self, self.server)
        re_grpc.add_ExecutionServicer_to_server(self, self.server)
        self.port = self.server.add_insecure_port("127.0.0.1:0")
        self.server.start()

    def url(self):
        return f"grpc://127.0.0.1:{self.port}"

    def GetCapabilities(self, request, context):
        found = re.ServerCapabilities()
        found.cache_capabilities.digest_functions.append(re.DigestFunction.MD5 if self.mode == "unfit" else re.DigestFunction.SHA256)
        found.cache_capabilities.action_cache_update_capabilities.update_enabled = True
        found.execution_capabilities.exec_enabled = True
        return found

    def GetActionResult(self, request, context):
        if self.mode == "slow":
            time.sleep(30)
        if self.mode in ("slow", "cancelled"):
            context.abort(grpc.StatusCode.NOT_FOUND, "it is not known")
        data = b"a result of something else"
        result = re.ActionResult()
        file = result.output_files.add(path="result")
        file.digest.hash, file.digest.size_bytes = hashlib.sha256(data).hexdigest(), len(data)
        if self.mode == "other-inline":
            file.contents = b"other bytes, as many as those"[: len(data)]
        elif self.mode == "other-result":
            file.contents = data
        return result

    def BatchReadBlobs(self, request, context):
        found = re.BatchReadBlobsResponse()
        for digest in request.digests:
            found.responses.add(digest=digest, data=b"other bytes")
        return found

    def FindMissingBlobs(self, request, context):
        return re.FindMissingBlobsResponse()

    def BatchUpdateBlobs(self, request, context):
        return re.BatchUpdateBlobsResponse()

    def UpdateActionResult(self, request, context):
        return request.action_result

    def Execute(self, request, context):
        operation = operations_pb2.Operation(name="one", done=True)
        operation.error.code, operation.error.message = 1, "someone has cancelled it"
        yield operation


class Forgetful(
    re_grpc.ActionCacheServicer, re_grpc.ContentAddressableStorageServicer, re_grpc.CapabilitiesServicer, re_grpc.ExecutionServicer, bs_grpc.ByteStreamServicer
):
    """A server that runs actions itself, keeps everything in memory, and can be started again at the same place, knowing nothing."""

    def __init__(self):
        self.port, self.runs, self.has_workers = free_port(), 0, True
        self.start()

    def start(self):
        self.blobs, self.results = {}, {}
        self.server = grpc.server(concurrent.futures.ThreadPoolExecutor(64), options=[("grpc.max_receive_message_length", -1)])
        re_grpc.add_ActionCacheServicer_to_server(self, self.server)
        re_grpc.add_ContentAddressableStorageServicer_to_server(self, self.server)
        re_grpc.add_CapabilitiesServicer_to_server(self, self.server)
        re_grpc.add_ExecutionServicer_to_server(self, self.server)
        bs_grpc.add_ByteStreamServicer_to_server(self, self.server)
        self.server.add_insecure_port(f"127.0.0.1:{self.port}")
        self.server.start()

    def stop(self):
        self.server.stop(None).wait()

    def url(self):
        return f"grpc://127.0.0.1:{self.port}"

    def GetCapabilities(self, request, context):
        found = re.ServerCapabilities()
        found.cache_capabilities.digest_functions.append(re.DigestFunction.SHA256)
        found.execution_capabilities.exec_enabled = True
        return found

    def GetActionResult(self, request, context):
        result = self.results.get(request.action_digest.hash)
        return result or context.abort(grpc.StatusCode.NOT_FOUND, "it is not known")

    def FindMissingBlobs(self, request, context):
        missing = [digest for digest in request.blob_digests if digest.hash not in self.blobs]
        return re.FindMissingBlobsResponse(missing_blob_digests=missing)

    def BatchUpdateBlobs(self, request, context):
        found = re.BatchUpdateBlobsResponse()
        for one in request.requests:
            self.blobs[one.digest.hash] = one.data
            found.responses.add(digest=one.digest)
        return found

    def BatchReadBlobs(self, request, context):
        found = re.BatchReadBlobsResponse()
        for digest in request.digests:
            one = found.responses.add(digest=digest, data=self.blobs.get(digest.hash, b""))
            one.status.code = 0 if digest.hash in self.blobs else grpc.StatusCode.NOT_FOUND.value[0]
        return found

    def Write(self, requests, context):
        pieces = list(requests)
        data = b"".join(piece.data for piece in pieces)
        self.blobs[pieces[0].resource_name.split("/")[-2]] = data
        return bs.WriteResponse(committed_size=len(data))

    def read(self, digest, message, context):
        if digest.hash not in self.blobs:
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "a blob is missing")
        message.ParseFromString(self.blobs[digest.hash])
        return message

    def lay(self, digest, folder, context):
        """Lays out a directory."""
        directory = self.read(digest, re.Directory(), context)
        os.makedirs(folder, exist_ok=True)
        for file in directory.files:
            if file.digest.hash not in self.blobs:
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, "a blob is missing")
            with open(os.path.join(folder, file.name), "wb") as out:
                out.write(self.blobs[file.digest.hash])
            os.chmod(os.path.join(folder, file.name), 0o755)
        for one in directory.directories:
            self.lay(one.digest, os.path.join(folder, one.name), context)

    def state(self, name, stage):
        operation = operations_pb2.Operation(name=name)
        operation.metadata.Pack(re.ExecuteOperationMetadata(stage=stage))
        return operation

    def Execute(self, request, context):
        name = request.action_digest.hash
        yield self.state(name, re.ExecutionStage.QUEUED)
        while not self.has_workers:
            if not context.is_active():
                return
            time.sleep(0.05)
        yield self.state(name, re.ExecutionStage.EXECUTING)
        action = self.read(request.action_digest, re.Action(), context)
        command = self.read(action.command_digest, re.Command(), context)
        with tempfile.TemporaryDirectory() as folder:
            self.lay(action.input_root_digest, folder, context)
            done = subprocess.run(list(command.arguments), cwd=folder, capture_output=True)
            result = re.ActionResult(exit_code=done.returncode, stderr_raw=done.stderr)
            for path in command.output_paths:
                with open(os.path.join(folder, path), "rb") as file:
                    data = file.read()
                digest = re.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))
                self.blobs[digest.hash] = data
                result.output_files.add(path=path, digest=digest)
        self.runs += 1
        self.results[name] = result
        operation = self.state(name, re.ExecutionStage.COMPLETED)
        operation.done = True
        operation.response.Pack(re.ExecuteResponse(result=result))
        yield operation

    def WaitExecution(self, request, context):
        context.abort(grpc.StatusCode.NOT_FOUND, "there is no such operation")
