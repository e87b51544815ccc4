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
function run(args: string[], folder: string | undefined, input?: string): Promise<string> {
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
    child.stdin?.end(input ?? "");
  });
}

async function start(): Promise<void> {
  const more = vscode.workspace.getConfiguration("hlslc").get<string[]>("lsp.arguments", []);
  const server: ServerOptions = { command: program(), args: ["lsp", ...more] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "hlsl" }],
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

/** Formats by the command where the server does not. */
class Formatter implements vscode.DocumentFormattingEditProvider, vscode.DocumentRangeFormattingEditProvider {
  provideDocumentFormattingEdits(document: vscode.TextDocument): Promise<vscode.TextEdit[]> {
    return this.format(document, []);
  }

  provideDocumentRangeFormattingEdits(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.TextEdit[]> {
    return this.format(document, ["--range", `${range.start.line + 1}:${range.end.line + 1}`]);
  }

  private async format(document: vscode.TextDocument, args: string[]): Promise<vscode.TextEdit[]> {
    if (client?.initializeResult?.capabilities.documentFormattingProvider) {
      return [];
    }
    const text = document.getText();
    const name = document.uri.scheme === "file" ? document.uri.fsPath : "untitled.hlsl";
    const formatted = await run(["fmt", "--stdin-filepath", name, ...args, "-"], folderOf(document), text);
    const all = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
    return formatted === text ? [] : [vscode.TextEdit.replace(all, formatted)];
  }
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
    const shown = await vscode.workspace.openTextDocument({ content, language });
    await vscode.window.showTextDocument(shown, vscode.ViewColumn.Beside, true);
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
  const formatter = new Formatter();
  context.subscriptions.push(
    command("hlslc.restart", async () => {
      await stop();
      await start();
    }),
    command("hlslc.showDxil", () => show("llvm", (file, chosen) => [file, ...chosen])),
    command("hlslc.showSpirv", () => show("plaintext", (file, chosen) => [file, "-spirv", ...chosen])),
    command("hlslc.rewrite", () =>
      show("hlsl", (file, chosen) => ["rewrite", file, "-remove-unused-globals", "-remove-unused-functions", ...chosen]),
    ),
    command("hlslc.explore", explore),
    vscode.languages.registerDocumentFormattingEditProvider({ language: "hlsl" }, formatter),
    vscode.languages.registerDocumentRangeFormattingEditProvider({ language: "hlsl" }, formatter),
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
