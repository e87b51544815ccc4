"""A worker of the tests: it asks a server for leases (the Bots interface), and runs one action at a time.

It is test code. Packages of worker programs (buildbox) were not to be had; what it does is the least that the interface asks for: fetch
the inputs, check their digests, run the command, store the outputs, report the result.

    worker.py PORT FOLDER NAME [--pause SECONDS]
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as re
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as re_grpc
from buildgrid._protos.google.bytestream import bytestream_pb2 as bs
from buildgrid._protos.google.bytestream import bytestream_pb2_grpc as bs_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2 as bots
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2_grpc as bots_grpc

BATCH = 1 << 20


def digest_of(data):
    return re.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))


class Worker:
    def __init__(self, port, folder, name, pause):
        options = [("grpc.max_receive_message_length", -1)]
        channel = grpc.insecure_channel(f"127.0.0.1:{port}", options=options)
        self.cas = re_grpc.ContentAddressableStorageStub(channel)
        self.stream = bs_grpc.ByteStreamStub(channel)
        self.bots = bots_grpc.BotsStub(channel)
        self.blobs, self.work = os.path.join(folder, "blobs"), os.path.join(folder, "work")
        os.makedirs(self.blobs, exist_ok=True)
        self.name, self.pause = name, pause

    def fetch(self, digests):
        """The paths of blobs, fetched where they are not here yet."""
        wanted = {d.hash: d for d in digests if not os.path.exists(os.path.join(self.blobs, d.hash))}
        small = [d for d in wanted.values() if d.size_bytes < BATCH]
        for d in wanted.values():
            if d.size_bytes >= BATCH:
                pieces = self.stream.Read(bs.ReadRequest(resource_name=f"blobs/{d.hash}/{d.size_bytes}"))
                self.store(d, b"".join(piece.data for piece in pieces))
        if small:
            for one in self.cas.BatchReadBlobs(re.BatchReadBlobsRequest(digests=small)).responses:
                if one.status.code != 0:
                    raise RuntimeError(f"{one.digest.hash}: {one.status.message}")
                self.store(one.digest, one.data)

    def store(self, digest, data):
        if digest_of(data) != digest:
            raise RuntimeError(f"{digest.hash} is damaged")
        path = os.path.join(self.blobs, digest.hash)
        with open(path + ".new", "wb") as file:
            file.write(data)
        os.chmod(path + ".new", 0o755)
        os.rename(path + ".new", path)

    def read(self, digest, message):
        self.fetch([digest])
        with open(os.path.join(self.blobs, digest.hash), "rb") as file:
            message.ParseFromString(file.read())
        return message

    def lay(self, digest, folder):
        """Lays out a directory."""
        directory = self.read(digest, re.Directory())
        os.makedirs(folder)
        self.fetch([file.digest for file in directory.files])
        for file in directory.files:
            blob, place = os.path.join(self.blobs, file.digest.hash), os.path.join(folder, file.name)
            os.link(blob, place)
        for one in directory.directories:
            self.lay(one.digest, os.path.join(folder, one.name))

    def run(self, action):
        command = self.read(action.command_digest, re.Command())
        shutil.rmtree(self.work, ignore_errors=True)
        self.lay(action.input_root_digest, self.work)
        time.sleep(self.pause)
        limit = action.timeout.seconds if action.HasField("timeout") else 600
        done = subprocess.run(list(command.arguments), cwd=self.work, capture_output=True, timeout=limit)
        result = re.ActionResult(exit_code=done.returncode, stdout_raw=done.stdout, stderr_raw=done.stderr)
        result.execution_metadata.worker = self.name
        for name in command.output_paths:
            path = os.path.join(self.work, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    data = file.read()
                digest = digest_of(data)
                request = re.BatchUpdateBlobsRequest(requests=[re.BatchUpdateBlobsRequest.Request(digest=digest, data=data)])
                self.cas.BatchUpdateBlobs(request)
                result.output_files.add(path=name, digest=digest)
        return result

    def serve(self):
        session = bots.BotSession(bot_id=self.name, status=bots.OK)
        session.worker.devices.add(handle="cpu")
        session = self.bots.CreateBotSession(bots.CreateBotSessionRequest(parent="", bot_session=session), timeout=8)
        while True:
            for lease in session.leases:
                if lease.state == bots.PENDING:
                    lease.state = bots.ACTIVE
                    session = self.update(session)
                    break
                if lease.state == bots.ACTIVE:
                    self.do(lease)
                    session = self.update(session)
                    break
            else:
                session = self.update(session)

    def update(self, session):
        request = bots.UpdateBotSessionRequest(name=session.name, bot_session=session)
        for _ in range(100):
            try:
                return self.bots.UpdateBotSession(request, timeout=8)
            except grpc.RpcError as error:
                if error.code() == grpc.StatusCode.DEADLINE_EXCEEDED:
                    return session
                if error.code() != grpc.StatusCode.UNAVAILABLE:
                    raise
                # The server may come back.
                time.sleep(0.2)
        sys.exit(f"{self.name}: the server is gone")

    def do(self, lease):
        try:
            action = re.Action()
            if lease.payload.Is(re.Action.DESCRIPTOR):
                lease.payload.Unpack(action)
            else:
                digest = re.Digest()
                lease.payload.Unpack(digest)
                self.read(digest, action)
            lease.result.Pack(self.run(action))
            lease.status.code = 0
        except Exception as error:  # Whatever it is, the server is told and asks someone else.
            lease.status.code = 13
            lease.status.message = str(error)
        lease.state = bots.COMPLETED


def end_with_parent():
    """A worker does not outlive the test that started it."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port")
    parser.add_argument("folder")
    parser.add_argument("name")
    parser.add_argument("--pause", type=float, default=0)
    given = parser.parse_args()
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        Worker(given.port, given.folder, given.name, given.pause).serve()
    except grpc.RpcError as error:
        sys.exit(f"{given.name}: {error.code()}: {error.details()}")
