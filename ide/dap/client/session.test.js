// Runs the sessions of `session.json` with the client that adapters of VS Code are tested with.
//
// HLSLC names the command; target/debug/hlslc if it is not said. By hand:
//
//     cd ide/dap/client && npm install --no-package-lock && HLSLC=… npm test
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { DebugClient } from "@vscode/debugadapter-testsupport";

const here = import.meta.dirname;
const command = resolve(process.env.HLSLC ?? join(here, "../../../target/debug/hlslc"));
const { sessions } = JSON.parse(readFileSync(join(here, "session.json"), "utf8"));
const requests = {
  next: "nextRequest", stepIn: "stepInRequest", stepOut: "stepOutRequest", stepBack: "stepBackRequest",
  continue: "continueRequest", reverseContinue: "reverseContinueRequest",
};

let steps = 0, values = 0, asked = 0;

for (const { shader, launch, thread, breakpoints, steps: script } of sessions) {
  test(`a session of ${shader}`, async () => {
    const client = new DebugClient(command, "dap", "hlsl");
    await client.start();
    const ended = once(client._adapterProcess, "exit");
    const stopped = () => Promise.race([client.waitForEvent("stopped", 10_000), client.waitForEvent("terminated", 10_000)]);
    const ask = (method, args) => { asked++; return client[method](args); };
    const initialized = client.waitForEvent("initialized");
    const { body: capabilities } = await ask("initializeRequest", { adapterID: "hlsl", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" });
    assert.equal(capabilities.supportsStepBack, true);
    await ask("launchRequest", { ...launch, program: join(here, shader) });
    await initialized;
    const set = await ask("setBreakpointsRequest", {
      source: { path: join(here, shader) }, breakpoints: breakpoints.map(([line, condition]) => ({ line, condition })),
    });
    assert.ok(set.body.breakpoints.every(({ verified }) => verified));
    await ask("setExceptionBreakpointsRequest", { filters: ["race", "bounds", "undefined"] });
    let stop = stopped();
    await ask("configurationDoneRequest", {});
    assert.equal((await stop).body.reason, "entry");
    for (const [name, expected, expressions] of script) {
      steps++;
      stop = stopped();
      await ask(requests[name], { threadId: thread });
      const { event, body } = await stop;
      if (event === "terminated") {
        assert.equal("terminated", expected);
        continue;
      }
      assert.equal(body.threadId, thread);
      const { body: stack } = await ask("stackTraceRequest", { threadId: thread });
      const [frame] = stack.stackFrames;
      if (!frame) {
        assert.equal(`${body.reason} nowhere`, expected);
        continue;
      }
      assert.equal(`${body.reason} ${frame.name}:${frame.line}`, expected, `${shader}, ${name}`);
      assert.equal(frame.source.path, join(here, shader));
      for (const [expression, value] of Object.entries(expressions)) {
        values++;
        let said;
        try {
          said = (await ask("evaluateRequest", { expression, frameId: frame.id, context: "watch" })).body.result;
        } catch (error) {
          said = error.message;
        }
        assert.equal(said, value, `${shader}, ${expected}: ${expression}`);
      }
      // Every scope can be opened, and says of locals what their evaluation says.
      const { body: { scopes } } = await ask("scopesRequest", { frameId: frame.id });
      for (const { name: scope, variablesReference } of scopes) {
        const { body: { variables } } = await ask("variablesRequest", { variablesReference });
        for (const variable of scope === "Locals" ? variables : []) {
          const { body: again } = await ask("evaluateRequest", { expression: variable.evaluateName, frameId: frame.id });
          assert.equal(again.result, variable.value, `${shader}: ${variable.name}`);
        }
      }
    }
    const threads = await ask("threadsRequest").catch(() => undefined);
    assert.ok(!threads || threads.body.threads.length > 0);
    await ask("disconnectRequest", {});
    assert.equal((await ended)[0], 0);
    console.log(`${steps} steps, ${values} values, ${asked} requests so far`);
  });
}

test("the adapter ends when its client dies", async () => {
  const adapter = spawn(command, ["dap"], { stdio: ["pipe", "ignore", "inherit"] });
  adapter.stdin.end();
  if (adapter.exitCode === null) await once(adapter, "exit");
  assert.equal(adapter.exitCode, 0);
});
