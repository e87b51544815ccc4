// Runs hlslc for Visual Studio Code: the language server, the debug adapter, and commands that show what a shader compiles to.

import { execFile } from "node:child_process";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

function program(): string {
  return vscode.workspace.getConfiguration("hlslc").get("path", "hlslc");
}

/** Runs hlslc to its end; rejects with what it printed if it fails. */
function run(args: string[], folder: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 256 << 20 };
    const child = execFile(program(), args, options, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(stderr.trim() || error.message));
      } else {
        resolve(stdout);
      }
    });
    // A program that is not there closes the pipe; its error is reported above.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end();
  });
}

/** Shows a text beside the editor. */
async function beside(language: string, content: string): Promise<void> {
  const shown = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(shown, vscode.ViewColumn.Beside, true);
}

/**
 * The client registers the commands of the server under their own names, so nothing else may register these. A lens calls
 * `hlslc.showDxil` with a program, of which the server gives the listing; the palette calls it with nothing.
 */
async function executeCommand(
  command: string,
  args: unknown[],
  next: (command: string, args: unknown[]) => vscode.ProviderResult<unknown>,
): Promise<unknown> {
  if (command !== "hlslc.showDxil") {
    return next(command, args);
  }
  if (args.length === 0) {
    return show("llvm", (file, chosen) => [file, ...chosen]);
  }
  const answer = (await next(command, args)) as { text?: string } | undefined;
  return beside("llvm", answer?.text ?? "");
}

async function start(): Promise<void> {
  const more = vscode.workspace.getConfiguration("hlslc").get<string[]>("lsp.arguments", []);
  const server: ServerOptions = { command: program(), args: ["lsp", ...more] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "hlsl" }],
    middleware: { executeCommand },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{hlslc.toml,compile_commands.json,*.hlsl,*.hlsli}") },
  };
  client = new LanguageClient("hlslc", "hlslc", server, options);
  await client.start();
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

function folderOf(document: vscode.TextDocument): string | undefined {
  return document.uri.scheme === "file" ? dirname(document.uri.fsPath) : undefined;
}

const PROFILES = ["cs_6_6", "ps_6_6", "vs_6_6", "gs_6_6", "hs_6_6", "ds_6_6", "ms_6_6", "as_6_6", "lib_6_6"];

/** The options of the shader in an editor: those of a line `// hlslc: …`, or what the user chooses. */
async function options(document: vscode.TextDocument): Promise<string[] | undefined> {
  const stated = /^\/\/\s*hlslc:\s*(.*)$/m.exec(document.getText())?.[1];
  if (stated) {
    return stated.split(/\s+/).filter((word) => word !== "");
  }
  const profile = await vscode.window.showQuickPick(PROFILES, { placeHolder: "Profile" });
  if (profile === undefined || profile.startsWith("lib_")) {
    return profile === undefined ? undefined : ["-T", profile];
  }
  const entry = await vscode.window.showInputBox({ prompt: "Entry point", value: "main" });
  return entry === undefined ? undefined : ["-T", profile, "-E", entry];
}

/** Shows what the command prints for the active shader. */
async function show(language: string, args: (file: string, options: string[]) => string[]): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || document.languageId !== "hlsl" || document.uri.scheme !== "file") {
    void vscode.window.showInformationMessage("hlslc: open a shader that is saved to a file first.");
    return;
  }
  await document.save();
  const chosen = await options(document);
  if (chosen === undefined) {
    return;
  }
  try {
    const content = await run(args(document.uri.fsPath, chosen), folderOf(document));
    await beside(language, content);
  } catch (error) {
    void vscode.window.showErrorMessage(`hlslc: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function explore(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const chosen = document && (await options(document));
  if (document === undefined || chosen === undefined) {
    return;
  }
  try {
    const html = await run(["explore", document.uri.fsPath, ...chosen, "-Fo", "-"], folderOf(document));
    const panel = vscode.window.createWebviewPanel("hlslc.explore", "hlslc explore", vscode.ViewColumn.Beside, { enableScripts: true });
    panel.webview.html = html;
  } catch (error) {
    void vscode.window.showErrorMessage(`hlslc: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const command = (name: string, run: () => Promise<void>) => vscode.commands.registerCommand(name, run);
  context.subscriptions.push(
    command("hlslc.restart", async () => {
      await stop();
      await start();
    }),
    command("hlslc.showSpirv", () => show("plaintext", (file, chosen) => [file, "-spirv", ...chosen])),
    command("hlslc.rewrite", () =>
      show("hlsl", (file, chosen) => ["rewrite", file, "-remove-unused-globals", "-remove-unused-functions", ...chosen]),
    ),
    command("hlslc.explore", explore),
    vscode.debug.registerDebugAdapterDescriptorFactory("hlslc", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("hlslc.path") || change.affectsConfiguration("hlslc.lsp")) {
        await vscode.commands.executeCommand("hlslc.restart");
      }
    }),
  );
  try {
    await start();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`hlslc: the language server did not start; is \`hlslc.path\` right? ${why}`);
  }
}

export async function deactivate(): Promise<void> {
  await stop();
}
